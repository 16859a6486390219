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

#include "board/position.h"
#include "exact/bounds_table.h"
#include "exact/free/key.h"
#include "exact/free/lines.h"
#include "exact/free/pruning.h"
#include "exact/solver.h"
#include "search/clock.h"
#include "search/move_list.h"

namespace enligne::free {

// The search of games without gravity: whether a score is at least some target.

using Table = BoundsTable<64, 4, 3, 0>;

// What is prepared once for given rules.
struct Prepared {
    Lines lines;
    Keys keys;
    Pruning pruning;

    Prepared(const Rules& rules, const Pruning& p)
        : lines(rules), keys(lines.geometry(), p.symmetry), pruning(p) {}
};

class TargetSearch {
   public:
    struct Node {
        Word own;
        Word opponent;
        Code own_code;
        Code opponent_code;
    };

    TargetSearch(const Prepared& prepared, Table& table, Clock& clock)
        : prepared_(prepared),
          cells_(prepared.lines.geometry().cells.word[0]),
          table_(table),
          counter_(clock) {}

    std::uint64_t nodes() const { return counter_.nodes(); }
    bool is_stopped() const { return stopped_; }

    Node node(const Position<1>& position) const {
        const auto& own = position.stones(position.side());
        const auto& opponent = position.stones(other(position.side()));
        return {own.word[0], opponent.word[0], prepared_.keys.code(own),
                prepared_.keys.code(opponent)};
    }

    // Whether the score of a node, in which nobody has won, is at least the target. Once stopped
    // the answer means nothing; it must not be used or stored.
    bool at_least(const Node& node, int empty_count, int target) {
        if (!counter_.count()) {
            stopped_ = true;
            return false;
        }
        const Word empty = cells_ & ~(node.own | node.opponent);
        assert(std::popcount(empty) == empty_count);

        // 1. The game ends now, or the target is outside of what can still happen.
        if (prepared_.lines.completing(node.own, empty) != 0)
            return win_score(empty_count, 1) >= target;
        if (empty_count <= 1) return 0 >= target;
        if (win_score(empty_count, 2) < target) return false;
        if (loss_score(empty_count, 1) >= target) return true;

        // 2. A threat must be answered, and of two threats one remains.
        const Word threats = prepared_.lines.completing(node.opponent, empty);
        if (threats != 0 && prepared_.pruning.forced) {
            if ((threats & (threats - 1)) != 0) return false;
            return !at_least(played(node, std::countr_zero(threats)), empty_count - 1, 1 - target);
        }

        // 3. The table may know.
        const std::uint64_t key = Keys::key(node.own_code, node.opponent_code);
        Bounds known{-kUnknown, kUnknown};
        table_.probe(key, known);
        if (known.lower >= target) return true;
        if (known.upper < target) return false;

        // 4. The lines may tell, and leave few moves to try.
        Moves moves;
        const Answer answer = look(node, empty, empty_count, target, threats, moves);
        if (answer != Answer::open) return answer == Answer::reached;

        // 5. Some move must leave the opponent with less than it needs.
        const std::uint64_t nodes_before = nodes();
        bool reached = false;
        for (int i = 0; i < moves.count && !reached; ++i) {
            reached = !at_least(played(node, moves.pick(i)), empty_count - 1, 1 - target);
            if (stopped_) return false;
        }
        (reached ? known.lower = target : known.upper = target - 1);
        table_.store(key, known, nodes() - nodes_before);
        if (++stores_ > table_.grow_after()) {
            stores_ = 0;
            table_.grow();
        }
        return reached;
    }

   private:
    static constexpr int kUnknown = 31;  // beyond any score, and kept in the table

    using Moves = MoveList<kMostKeyedCells>;

    enum class Answer { reached, missed, open };

    Node played(const Node& node, int bit) const {
        return {node.opponent, node.own | Word{1} << bit, node.opponent_code,
                prepared_.keys.with(node.own_code, bit)};
    }

    // Decides a node by its lines, or lists the moves to try. The side to
    // move cannot win at once; the cells where the opponent could are given.
    Answer look(const Node& node, Word empty, int empty_count, int target, Word threats,
                Moves& list) const {
        // A positive target makes the side to move the attacker of a target game, any other its
        // opponent: it must not win as soon as 1 - target. See pruning.h.
        const bool attacks = target > 0;
        const int last = attacks ? own_stones_left(empty_count) - target + 1
                                 : other_stones_left(empty_count) + target;
        assert(last >= 1);
        const int own_reach = prepared_.pruning.reach ? last : kLongestRun;
        const int opponent_reach = prepared_.pruning.reach ? last - attacks : kLongestRun;
        SharedCells shared;
        shared.fill(empty);
        const Scan own(prepared_.lines, node.own, node.opponent, own_reach, shared);
        const Scan opponent(prepared_.lines, node.opponent, node.own, opponent_reach, shared);

        const Scan& attacker = attacks ? own : opponent;
        if ((prepared_.pruning.reach && attacker.weight == 0) ||
            (prepared_.pruning.potential &&
             is_stopped_by_weight(attacker, prepared_.lines.run(), attacks))) {
            return attacks ? Answer::missed : Answer::reached;
        }

        Word moves = empty;
        if (prepared_.pruning.doubles && threats == 0) {
            // Step 1 of the search saw to it that a win with the second stone is enough.
            if (has_double_threat(prepared_.lines, node.own, empty, own)) return Answer::reached;
            if (loss_score(empty_count, 2) < target) {
                moves =
                    answers_to_double_threats(prepared_.lines, node.opponent, empty, own, opponent);
            }
        }
        if (prepared_.pruning.dominance)
            moves = without_dominated(moves, shared, own.ends | opponent.ends);

        // Measured: the attacker's lines should count for half as much again.
        const int own_share = attacks ? 3 : 2;
        const int opponent_share = attacks ? 2 : 3;
        for (Word rest = moves; rest != 0; rest &= rest - 1) {
            const int bit = std::countr_zero(rest);
            list.add(bit,
                     own_share * own.cell_weight[bit] + opponent_share * opponent.cell_weight[bit]);
        }
        return Answer::open;
    }

    const Prepared& prepared_;
    const Word cells_;
    Table& table_;
    NodeCounter counter_;
    std::uint64_t stores_ = 0;
    bool stopped_ = false;
};

class FreeSolver final : public Solver<1> {
   public:
    static bool supports(const Rules& rules) {
        return !rules.gravity && rules.width * rules.height <= kMostKeyedCells &&
               bits_needed(rules) <= Bits<1>::kSize;
    }

    // The rules must be supported.
    FreeSolver(const Rules& rules, int table_mb, const Pruning& pruning = {})
        : prepared_(rules, pruning), table_(64, table_mb) {
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
        return {.score = std::clamp(0, lower, upper),
                .is_complete = !search.is_stopped(),
                .nodes = search.nodes(),
                .known = {lower, upper}};
    }

   private:
    const Prepared prepared_;
    Table table_;
};

}  // namespace enligne::free
