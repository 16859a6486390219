// The exact score of any position of a game with gravity on up to 64 bits.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "exact/gravity/null_window.h"
#include "exact/gravity/parallel.h"
#include "exact/gravity/windows.h"
#include "exact/solver.h"

namespace enligne::gravity {

template <class Board, Techniques kUsed = Techniques{}>
class GravitySolver final : public Solver {
   public:
    GravitySolver(const Rules& rules, int table_mb, int threads)
        : geometry_(rules), board_(geometry_), table_(table_mb) {
        for (int i = 0; i < std::max(threads, 1); ++i) {
            near_tables_.push_back(std::make_unique<Table<Board>>(1, kNearLevel));
        }
    }

    void clear() override {
        table_.clear();
        for (const auto& table : near_tables_) table->clear();
    }

    Verdict solve(const Position<1>& position, Bounds window, Clock& clock) override {
        assert(window.lower < window.upper);
        const Word occupied = position.occupied().word[0];
        const Node node = make_node(board_, position.stones(position.side()).word[0], occupied);
        const int stones_left = board_.cell_count() - node.ply;
        if (stones_left == 0) return {0, true};
        if ((node.own_wins & playable_cells(board_, occupied)) != 0) {
            return {win_score(stones_left, 1), true};
        }
        const Bounds all{loss_score(stones_left, 1), win_score(stones_left, 2)};
        WindowChooser windows({std::clamp(window.lower, all.lower, all.upper),
                               std::clamp(window.upper, all.lower, all.upper)},
                              stones_left);
        const bool alone = near_tables_.size() == 1;
        Searches searches;
        for (const auto& near_table : near_tables_) {
            searches.emplace_back(
                board_, Memory<Board>{&table_, near_table.get(), alone ? nullptr : &team_}, clock);
        }
        if (!alone) searches[0].counter().pause_at(kNodesAlone);
        Verdict verdict{.is_complete = true};
        while (verdict.is_complete && !windows.is_decided()) {
            const int question = windows.next(searches[0].nodes());
            const auto answer = ask(searches, node, question, clock);
            verdict.is_complete = answer.has_value();
            if (answer) windows.learn(question, *answer);
        }
        verdict.score = windows.score();
        for (const auto& search : searches) {
            verdict.nodes += search.nodes();
            verdict.table_hits += search.table_hits();
        }
        return verdict;
    }

   private:
    using Searches = std::deque<NullWindow<Board, kUsed>>;

    static constexpr int kNearLevel = 14;                // 2^14 buckets: a quarter of a MB
    static constexpr std::uint64_t kNodesAlone = 10000;  // less is not worth starting a thread

    // The answer to one null window, by one thread as long as the position seems easy; nothing when
    // a limit or the caller ended the search.
    std::optional<int> ask(Searches& searches, const Node& node, int question, Clock& clock) {
        for (;;) {
            if (team_.table_is_full.exchange(false)) table_.grow();
            clock.resume();
            std::optional<int> answer;
            if (searches.size() == 1 || searches[0].nodes() < kNodesAlone) {
                answer = search_alone(searches[0], node, question);
            } else {
                searches[0].counter().pause_at();
                answer = search_together(searches, node, question, clock);
            }
            if (answer) return answer;
            // Not stopped by the clock, the first thread has paused: the position is hard.
            if (clock.is_stopped() && !team_.table_is_full) return std::nullopt;
        }
    }

    const Geometry<1> geometry_;
    const Board board_;
    Table<Board> table_;
    std::vector<std::unique_ptr<Table<Board>>> near_tables_;
    Team team_;
};

// A solver for rules with gravity whose positions fit one word.
inline std::unique_ptr<Solver> make_solver(const Rules& rules, int table_mb, int threads) {
    assert(rules.gravity && bits_needed(rules) <= Bits<1>::kSize);
    if (rules == Rules{7, 6, 4, true, false}) {
        return std::make_unique<GravitySolver<FixedBoard<7, 6, 4>>>(rules, table_mb, threads);
    }
    return std::make_unique<GravitySolver<RuntimeBoard>>(rules, table_mb, threads);
}

}  // namespace enligne::gravity
