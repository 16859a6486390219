// The exact score of any position of a small game without gravity.
//
// The solver only ever asks whether a score is at least some target. It asks for the sign first,
// then how soon the game ends, the soonest end first: few lines can be completed in little time,
// so such a question is answered quickly.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstdint>

#include "exact/free/key.h"
#include "exact/free/lines.h"
#include "exact/free/pruning.h"
#include "exact/free/scan.h"
#include "exact/free/score.h"
#include "exact/free/table.h"
#include "board/position.h"

namespace enligne {

class FreeSolver {
   public:
    struct Result {
        int score = 0;  // see free_score.h; when not complete, the bound that is nearest to 0
        bool complete = false;
        std::uint64_t nodes = 0;
        int lower = 0;  // proved bounds, equal when complete
        int upper = 0;
    };

    static bool supports(const Rules& rules) {
        return !rules.gravity && rules.width * rules.height <= kMostKeyedCells &&
               bits_needed(rules) <= Bits<1>::kSize;
    }

    explicit FreeSolver(int table_mb, const FreePruning& pruning = {})
        : pruning_(pruning), table_(table_mb) {}

    // Forgets all positions, so that the next search counts the same nodes as a first one.
    void clear() { table_.clear(); }

    // The score of a position of supported rules. What earlier calls found out is used, unless
    // their rules were others. A stop is obeyed within some thousand nodes.
    Result solve(const Position<1>& position, const std::atomic<bool>* stop = nullptr) {
        prepare(position.geometry());
        stop_ = stop;
        stopped_ = false;
        nodes_ = 0;

        const Node root = node(position);
        const int empty_count = std::popcount(cells_ & ~(root.own | root.opponent));
        if (has_run(position.stones(other(position.side())), position.geometry())) {
            return result(loss_score(empty_count, 0), loss_score(empty_count, 0));
        }
        int lower = loss_score(empty_count, 1);
        int upper = win_score(empty_count, 1);
        const auto ask = [&](int target) {
            const bool reached = at_least(root, empty_count, target);
            if (!stopped_) (reached ? lower = target : upper = target - 1);
        };
        if (upper > 0) ask(1);
        if (lower < 0 && upper >= 0 && !stopped_) ask(0);
        while (lower < upper && !stopped_) ask(lower > 0 ? upper : lower + 1);
        return result(lower, upper);
    }

   private:
    struct Node {
        CellSet own;
        CellSet opponent;
        FreeCode own_code;
        FreeCode opponent_code;
    };

    void prepare(const Geometry<1>& geometry) {
        assert(supports(geometry.rules));
        if (rules_ == geometry.rules) return;
        rules_ = geometry.rules;
        lines_ = FreeLines(geometry);
        keys_ = FreeKeys(geometry, pruning_.symmetry);
        cells_ = geometry.cells.word[0];
        table_.clear();
    }

    Node node(const Position<1>& position) const {
        const auto& own = position.stones(position.side());
        const auto& opponent = position.stones(other(position.side()));
        return {own.word[0], opponent.word[0], keys_.code(own), keys_.code(opponent)};
    }

    Node played(const Node& node, int bit) const {
        return {node.opponent, node.own | CellSet{1} << bit, node.opponent_code,
                keys_.with(node.own_code, bit)};
    }

    Result result(int lower, int upper) const {
        const int score = lower > 0 ? lower : upper < 0 ? upper : 0;
        return {score, !stopped_, nodes_, lower, upper};
    }

    bool must_stop() {
        constexpr std::uint64_t kBetweenLooks = 1024;
        if (nodes_ % kBetweenLooks == 0 && stop_ != nullptr) {
            stopped_ = stopped_ || stop_->load(std::memory_order_relaxed);
        }
        return stopped_;
    }

    // Whether the score of a node, in which nobody has won, is at least the target. Once stopped
    // the answer means nothing; it must not be used or stored.
    bool at_least(const Node& node, int empty_count, int target) {
        ++nodes_;
        if (must_stop()) return false;
        const CellSet empty = cells_ & ~(node.own | node.opponent);
        assert(std::popcount(empty) == empty_count);

        // 1. The game ends now, or the target is outside of what can still happen.
        if (lines_.completing(node.own, empty) != 0) return win_score(empty_count, 1) >= target;
        if (empty_count <= 1) return 0 >= target;
        if (win_score(empty_count, 2) < target) return false;
        if (loss_score(empty_count, 1) >= target) return true;

        // 2. A threat must be answered, and of two threats one remains.
        const CellSet threats = lines_.completing(node.opponent, empty);
        if (threats != 0 && pruning_.forced) {
            if ((threats & (threats - 1)) != 0) return false;
            return !at_least(played(node, std::countr_zero(threats)), empty_count - 1, 1 - target);
        }

        // 3. The table may know.
        const std::uint64_t key = FreeKeys::key(node.own_code, node.opponent_code);
        FreeBounds known = table_.find(key);
        if (known.lower >= target) return true;
        if (known.upper < target) return false;

        // 4. The lines may tell, and leave few moves to try.
        MoveList moves;
        const Verdict verdict = look(node, empty, empty_count, target, threats, moves);
        if (verdict != Verdict::open) return verdict == Verdict::reached;

        // 5. Some move must leave the opponent with less than it needs.
        const std::uint64_t nodes_before = nodes_;
        bool reached = false;
        for (int i = 0; i < moves.count && !reached; ++i) {
            reached = !at_least(played(node, moves.move[i]), empty_count - 1, 1 - target);
            if (stopped_) return false;
        }
        (reached ? known.lower = target : known.upper = target - 1);
        table_.store(key, known, nodes_ - nodes_before);
        return reached;
    }

    enum class Verdict { reached, missed, open };

    struct MoveList {
        std::array<std::uint8_t, kMostKeyedCells> move;
        std::array<int, kMostKeyedCells> worth;
        int count = 0;

        // Behind all that are worth as much.
        void insert(int bit, int value) {
            int place = count++;
            for (; place > 0 && worth[place - 1] < value; --place) {
                move[place] = move[place - 1];
                worth[place] = worth[place - 1];
            }
            move[place] = static_cast<std::uint8_t>(bit);
            worth[place] = value;
        }
    };

    // Decides a node by its lines, or lists the moves to try, the best ones first. The side to
    // move cannot win at once; the cells where the opponent could are given.
    Verdict look(const Node& node, CellSet empty, int empty_count, int target, CellSet threats,
                 MoveList& list) const {
        // A positive target makes the side to move the attacker of a target game, any other its
        // opponent: it must not win as soon as 1 - target. See free_pruning.h.
        const bool attacks = target > 0;
        const int last = attacks ? own_stones_left(empty_count) - target + 1
                                 : opponent_stones_left(empty_count) + target;
        assert(last >= 1);
        const int own_reach = pruning_.reach ? last : kLongestRun;
        const int opponent_reach = pruning_.reach ? last - attacks : kLongestRun;
        SharedCells shared;
        shared.fill(empty);
        const FreeScan own(lines_, node.own, node.opponent, own_reach, shared);
        const FreeScan opponent(lines_, node.opponent, node.own, opponent_reach, shared);

        const FreeScan& attacker = attacks ? own : opponent;
        if ((pruning_.reach && attacker.weight == 0) ||
            (pruning_.potential && is_stopped_by_weight(attacker, lines_.run(), attacks))) {
            return attacks ? Verdict::missed : Verdict::reached;
        }

        CellSet moves = empty;
        if (pruning_.doubles && threats == 0) {
            // Step 1 of the search saw to it that a win with the second stone is enough.
            if (has_double_threat(lines_, node.own, empty, own)) return Verdict::reached;
            if (loss_score(empty_count, 2) < target) {
                moves = answers_to_double_threats(lines_, node.opponent, empty, own, opponent);
            }
        }
        if (pruning_.dominance) moves = without_dominated(moves, shared, own.ends | opponent.ends);

        // Measured: the attacker's lines should count for half as much again.
        const int own_share = attacks ? 3 : 2;
        const int opponent_share = attacks ? 2 : 3;
        for (CellSet rest = moves; rest != 0; rest &= rest - 1) {
            const int bit = std::countr_zero(rest);
            list.insert(
                bit, own_share * own.cell_weight[bit] + opponent_share * opponent.cell_weight[bit]);
        }
        return Verdict::open;
    }

    FreePruning pruning_;
    FreeTable table_;
    Rules rules_;
    FreeLines lines_;
    FreeKeys keys_;
    CellSet cells_ = 0;
    const std::atomic<bool>* stop_ = nullptr;
    bool stopped_ = false;
    std::uint64_t nodes_ = 0;
};

}  // namespace enligne
