// The principal variation search of one thread, below the root.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "play/gomoku/bands.h"
#include "play/gomoku/candidates.h"
#include "play/gomoku/forcing.h"
#include "play/gomoku/gomoku_options.h"
#include "play/gomoku/move_history.h"
#include "play/gomoku/threat_position.h"
#include "search/analysis.h"
#include "search/clock.h"
#include "search/transposition_table.h"

namespace enligne::gomoku {

// Plays and takes back on the position it is given, which it leaves as it was.
class TreeSearch {
   public:
    TreeSearch(ThreatPosition& root, const GomokuOptions& options, TranspositionTable& table,
               MoveHistory& history, NodeCounter& counter)
        : position_(root),
          options_(options),
          table_(table),
          counter_(counter),
          history_(history),
          forcing_(position_, table, counter),
          lists_(std::min(root.layout().cell_count() - root.ply(), kMostPlies) + 2),
          pv_(lists_.size() + 1),
          static_(lists_.size() + 2) {
        for (int depth = 1; depth < kMostDepth; ++depth) {
            for (int i = 1; i < kMostMoves; ++i) {
                reduction_[depth][i] =
                    static_cast<std::int8_t>(0.4 + std::log(depth) * std::log(i) / 1.9);
            }
        }
    }

    // The value of a move of the root, number i in its order, for the side that plays it, with
    // `depth` plies to look ahead; contract as for `search`.
    Value value_after(CellIndex cell, int i, int depth, Value alpha, Value beta) {
        pv_[1].clear();
        if (position_.cell_class(position_.side(), cell) == CellClass::five) {
            count(1);
            return win_at(position_.ply() + 1);
        }
        position_.play(cell);
        Value value = 0;
        if (i == 0) {
            value = -search(depth - 1, -beta, -alpha, 1, true);
        } else {
            const int less = i < kMostMoves && depth < kMostDepth && options_.reductions
                                 ? std::max(0, reduction_[depth][i] - 1)
                                 : 0;
            value = -search(depth - 1 - less, -alpha - 1, -alpha, 1, false);
            if (value > alpha && less > 0) {
                value = -search(depth - 1, -alpha - 1, -alpha, 1, false);
            }
            if (value > alpha && value < beta) value = -search(depth - 1, -beta, -alpha, 1, true);
        }
        position_.take_back();
        return value;
    }

    const MoveHistory& history() const { return history_; }
    Forcing& forcing() { return forcing_; }
    PvTable& pv() { return pv_; }  // from the root on
    std::uint64_t table_hits() const { return table_hits_.value(); }
    int selective_depth() const { return selective_depth_; }
    bool is_stopped() const { return counter_.is_stopped(); }

   private:
    static constexpr int kMostPlies = 250;
    static constexpr int kMostDepth = 128;
    static constexpr int kMostMoves = 128;
    static constexpr int kDepthOfFarMoves = 3;
    static constexpr int kFewReplies = 5;  // to an open three: as a reply to a four, no depth
    static constexpr int kLeafFours = 12;
    static constexpr std::uint64_t kLeafNodes = 40;

    // The value of the position for the side to move, with `depth` plies to look ahead.
    //   alpha < result < beta: it is exact, as far as pruning lets it be.
    //   result <= alpha: it is at most that.     result >= beta: it is at least that.
    // Proven wins and losses are true whatever was pruned. Once the search was stopped the result
    // means nothing.
    Value search(int depth, Value alpha, Value beta, int below, bool is_pv,
                 CellIndex excluded = kNoCell) {
        assert(alpha < beta);
        if (!count(below)) return 0;
        Variation& pv = pv_[below];
        pv.clear();
        if (position_.is_full() || position_.is_dead()) return 0;
        if (below >= static_cast<int>(lists_.size()) - 1) return plain(position_.evaluation());
        const int mover = position_.side();
        const int waiter = 1 - mover;
        const int ply = position_.ply();

        // 1. A five is played, and the other side's is parried.
        if (position_.count(mover, CellClass::five)) {
            pv = {position_.find(mover, CellClass::five)};
            return win_at(ply + 1);
        }
        if (const int dangers = position_.count(waiter, CellClass::five)) {
            const CellIndex reply = position_.find(waiter, CellClass::five);
            if (dangers > 1) {
                pv = {reply, position_.find(waiter, CellClass::five, reply)};
                return loss_at(ply + 2);
            }
            position_.play(reply);
            static_[below] = below >= 2 ? static_[below - 2] : 0;
            const int less = options_.extend_replies ? 0 : 1;
            const Value value = -search(depth - less, -beta, -alpha, below + 1, is_pv);
            position_.take_back();
            if (is_pv) pv_.set(below, reply);
            return value;
        }

        // 2. An open four wins.
        if (position_.count(mover, CellClass::open_four)) {
            pv = open_four_line(position_);
            return win_at(ply + 3);
        }
        // No value beyond these is possible now. Where the line of play is wanted the window stays:
        // a value at its edge would come without one.
        if (!is_pv) {
            alpha = std::max(alpha, loss_at(ply + 4));
            beta = std::min(beta, win_at(ply + 5));
            if (alpha >= beta) return alpha;
        }

        // 3. Has this position been searched before?
        const std::uint64_t hash = position_.hash();
        CellIndex table_move = kNoCell;
        std::optional<TableEntry> entry;
        if (excluded == kNoCell && (entry = table_.find(hash))) {
            table_move = static_cast<CellIndex>(entry->move) - 1;
            const Value value = entry->value;
            // At least a win and at most a loss are proven, however deep the search was.
            const bool is_proven = (is_win(value) && entry->bound != Bound::upper) ||
                                   (is_loss(value) && entry->bound != Bound::lower);
            if (!is_pv && (entry->depth >= depth || is_proven) &&
                (entry->bound == Bound::exact ||
                 (entry->bound == Bound::lower ? value >= beta : value <= alpha))) {
                ++table_hits_;
                return value;
            }
        }

        // 4. Where the depth ends: fours, else the evaluation.
        const Value judged = plain(position_.evaluation());
        if (depth <= 0) {
            if (judged >= beta || excluded != kNoCell) return judged;
            const Value value = win_by_fours(pv);
            return value != 0 ? value : judged;
        }

        // 5. Far above the window it need not be searched to the end.
        static_[below] = judged;
        const bool is_pressed = position_.count(waiter, CellClass::open_four) > 0;
        const bool is_plain =
            !is_pv && !is_pressed && !is_settled(alpha) && !is_settled(beta) && excluded == kNoCell;
        const bool is_improving = below < 2 || judged > static_[below - 2];
        if (is_plain && options_.futility && depth <= 8 &&
            judged - 110 * (depth - (is_improving ? 1 : 0)) >= beta &&
            position_.count(waiter, CellClass::four_three) == 0) {
            return judged;
        }
        // A node of which nothing is known is worth less depth.
        if (depth >= 3 && table_move == kNoCell && excluded == kNoCell) --depth;

        // 6. A move that alone is good is searched deeper: without it all others fail.
        int extension = 0;
        if (options_.singular && excluded == kNoCell && depth >= 7 && table_move != kNoCell &&
            entry->bound != Bound::upper && entry->depth >= depth - 3 &&
            !is_settled(entry->value)) {
            const Value bound = entry->value - 3 * depth;
            const Value value = search(depth / 2, bound - 1, bound, below, false, table_move);
            if (is_stopped()) return 0;
            if (value < bound) {
                extension = 1;
            } else if (bound >= beta && !is_pv) {
                return bound;
            }
            pv.clear();
        }

        // 7. The moves: before an open four only what stops it, and fours.
        MoveList<>& list = lists_[below];
        const auto score = [&](CellIndex cell) {
            return history_.score(position_, cell, table_move);
        };
        bool is_complete = true;
        if (is_pressed) {
            list_replies(position_, list, score);
        } else {
            is_complete = list_near(position_, list, score);
        }
        if (list.count == 0) {
            pv = hopeless_line(position_);
            return loss_at(ply + 4);
        }

        // 8. Search them, best first.
        const Value floor = alpha;
        Value best = -kInfinity;
        CellIndex best_move = kNoCell;
        bool has_skipped = false;
        int tried = 0;
        for (int i = 0; i < list.count; ++i) {
            const CellIndex cell = static_cast<CellIndex>(list.pick(i));
            if (cell == excluded) {
                has_skipped = true;
                continue;
            }
            const bool is_forcing = position_.cell_class(mover, cell) >= CellClass::two_threes ||
                                    position_.cell_class(waiter, cell) >= CellClass::two_threes;
            // 8a. Late quiet moves are left out once something has been found.
            if (options_.move_count && depth <= 8 && !is_pv && !is_pressed && !is_forcing &&
                best > -kLargestPlainValue && !is_settled(alpha) &&
                tried >= (is_improving ? 5 : 3) + depth * depth * (is_improving ? 2 : 1) / 2) {
                has_skipped = true;
                break;
            }

            // 8b. Those late in the order are searched less deep first.
            int less = 0;
            if (options_.reductions && depth >= 2 && tried > 0) {
                less = reduction_[std::min(depth, kMostDepth - 1)][std::min(tried, kMostMoves - 1)];
                if (is_pv) --less;
                if (!is_improving) ++less;
                if (judged < alpha) ++less;
                if (is_forcing) --less;
                if (position_.cell_class(mover, cell) >= CellClass::four) less = 0;
                less -= history_.of(mover, cell) / 4096;
                less = std::clamp(less, 0, depth - 1);
            }
            const int next = depth - 1 + (cell == table_move ? extension : 0) +
                             (is_pressed && list.count <= kFewReplies);

            position_.play(cell);
            Value value = 0;
            if (tried == 0) {
                value = -search(next, -beta, -alpha, below + 1, is_pv);
            } else {
                value = -search(next - less, -alpha - 1, -alpha, below + 1, false);
                if (value > alpha && less > 0) {
                    value = -search(next, -alpha - 1, -alpha, below + 1, false);
                }
                if (is_pv && value > alpha && value < beta) {
                    value = -search(next, -beta, -alpha, below + 1, true);
                }
            }
            position_.take_back();
            if (is_stopped()) return 0;
            ++tried;
            if (value <= best) continue;
            best = value;
            if (value <= alpha) continue;
            best_move = cell;
            alpha = value;
            if (is_pv) pv_.set(below, cell);
            if (alpha >= beta) {
                history_.reward(position_, list, i, cell, depth);
                break;
            }
        }
        if (tried == 0) return excluded == kNoCell ? judged : floor;
        // 8c. All that is near loses: it is proven once all that is far has been seen to.
        if (is_loss(best) && best < beta && (has_skipped || !is_complete)) {
            best = has_skipped ? unproven(best) : with_far_moves(best, depth, below, is_pv);
            if (is_stopped()) return 0;
        }

        // 9. Remember it.
        if (excluded == kNoCell) {
            const Bound bound = best >= beta    ? Bound::lower
                                : best <= floor ? Bound::upper
                                                : Bound::exact;
            table_.store(hash, {best, std::max(depth, 0), bound,
                                (best_move == kNoCell ? table_move : best_move) + 1});
        }
        return best;
    }

    // The loss that is left when also the moves far from all stones are played, or an unproven one
    // when one of them may hold.
    Value with_far_moves(Value best, int depth, int below, bool is_pv) {
        MoveList<>& list = lists_[below];
        list_far(position_, list);
        const int less = std::min(depth - 1, kDepthOfFarMoves);
        for (const auto& each : list) {
            position_.play(each.move);
            Value value = -search(less, -best - 1, -best, below + 1, false);
            // More than the best so far is only a bound. A far move that holds out longer is the
            // best one: the variation goes on with it.
            if (value > best) value = -search(less, -kInfinity, -best, below + 1, is_pv);
            position_.take_back();
            if (is_stopped()) return 0;
            if (!is_loss(value)) return unproven(best);
            if (value <= best) continue;
            best = value;
            if (is_pv) pv_.set(below, each.move);
        }
        return best;
    }

    Value win_by_fours(Variation& pv) {
        if (!options_.leaf_fours) return 0;
        const int mover = position_.side();
        const int fours = position_.count(mover, CellClass::four) +
                          position_.count(mover, CellClass::four_and_more) +
                          position_.count(mover, CellClass::four_three);
        if (fours == 0) return 0;
        const Value value = forcing_.by_fours(kLeafFours, kLeafNodes);
        if (value != 0) pv = forcing_.line();
        return value;
    }

    // Counts a node n plies below the root; false when the search has been stopped.
    bool count(int below) {
        selective_depth_ = std::max(selective_depth_, below);
        return counter_.count();
    }

    ThreatPosition& position_;
    const GomokuOptions& options_;
    TranspositionTable& table_;
    NodeCounter& counter_;
    SharedCount table_hits_;
    MoveHistory& history_;
    Forcing forcing_;
    std::vector<MoveList<>> lists_;  // by plies below the root, as are the next two
    PvTable pv_;
    std::vector<Value> static_;
    std::array<std::array<std::int8_t, kMostMoves>, kMostDepth> reduction_{};
    int selective_depth_ = 0;
};

}  // namespace enligne::gomoku
