// The exact score of any position of a small game without gravity.
//
// The search only ever asks whether a score is at least some target. It asks for the sign first,
// then how soon the game ends, the soonest end first: few lines can be completed in little time,
// so such a question is answered quickly.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>

#include "exact/free/target_search.h"
#include "exact/solver.h"

namespace enligne::free {

class FreeSolver final : public Solver {
   public:
    static bool supports(const Rules& rules) {
        return !rules.gravity && rules.width * rules.height <= kMostKeyedCells &&
               bits_needed(rules) <= Bits<1>::kSize;
    }

    // The rules must be supported.
    FreeSolver(const Rules& rules, int table_mb, const Pruning& pruning = {})
        : prepared_(rules, pruning), table_(table_mb) {
        assert(supports(rules));
    }

    void clear() override { table_.clear(); }

    // Whatever the window, the score is exact.
    Verdict solve(const Position<1>& position, Bounds, Clock& clock) override {
        TargetSearch search(prepared_, table_, clock);
        const TargetSearch::Node root = search.node(position);
        const int empty_count = position.geometry().cell_count() - position.ply();
        int lower = loss_score(empty_count, 1);
        int upper = win_score(empty_count, 1);
        const auto ask = [&](int target) {
            const bool reached = search.at_least(root, empty_count, target);
            if (!search.is_stopped()) (reached ? lower = target : upper = target - 1);
        };
        if (upper > 0) ask(1);
        if (lower < 0 && upper >= 0 && !search.is_stopped()) ask(0);
        while (lower < upper && !search.is_stopped()) ask(lower > 0 ? upper : lower + 1);
        // When stopped, the bound that is nearest to 0.
        return {std::clamp(0, lower, upper), !search.is_stopped(), search.nodes()};
    }

   private:
    const Prepared prepared_;
    Table table_;
};

}  // namespace enligne::free
