// The principal variation search of one thread.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/clock.h"
#include "search/table.h"
#include "play/gomoku/forcing.h"
#include "play/gomoku/options.h"
#include "play/gomoku/ordering.h"
#include "play/gomoku/threat_position.h"

namespace enligne::gomoku {

// A loss is proven only when every reply was searched. Where quiet replies were left out, the
// value moves from the proven band into this one, in which the same order holds:
//
//     -kWin … proven losses … | -kLikelyWin … likely losses … | evaluations | … and the same above
inline constexpr Value kLikelyWin = kWin / 2;
inline constexpr Value kLargestPlainValue = kLikelyWin - kLongestGame - 1;

constexpr bool is_settled(Value value) {
    return value > kLargestPlainValue || value < -kLargestPlainValue;
}
// A proven loss of which not every reply was seen.
constexpr Value unproven(Value loss) { return loss + (kWin - kLikelyWin); }

// What the threads of one search share.
struct SharedSearch {
    Table& table;
    const Clock& clock;
    std::atomic<bool> stopped{false};
};

class Search {
   public:
    Search(const ThreatPosition& root, const Options& options, SharedSearch& shared)
        : position_(root),
          options_(options),
          shared_(shared),
          order_(options),
          forcing_(position_, shared.table, shared.clock),
          sees_all_(root.layout().cell_count() <= kSmallCells) {
        const int most = root.layout().cell_count() - root.ply() + 2;
        lists_.resize(std::min(most, kMostPlies + 2));
        pv_.resize(lists_.size() + 1);
        static_.resize(lists_.size() + 2);
        for (int depth = 1; depth < kMostDepth; ++depth) {
            for (int i = 1; i < kMostMoves; ++i) {
                reduction_[depth][i] =
                    static_cast<std::int8_t>(0.4 + std::log(depth) * std::log(i) / 1.9);
            }
        }
    }

    struct RootMove {
        CellIndex cell;
        Value value = -kInfinity;
        std::vector<CellIndex> pv{};
    };

    struct RootMoves {
        std::vector<RootMove> all;
        int candidates;  // the first so many are worth a search
        bool are_all;    // that matter: the others lose at once
    };

    // Every empty cell, the most promising first. When a five must be parried or an open four
    // stopped, the cells that do it; else those near stones come first.
    RootMoves root_moves() {
        CellSet first;
        int candidates = 0;
        const auto add = [&](CellIndex cell) {
            candidates += !first.test(cell);
            first.set(cell);
        };
        const bool is_duty = add_duties(add);
        if (!is_duty && sees_all_) position_.for_each_empty(add);
        if (!is_duty && position_.ply() > 0) position_.for_each_near(add);
        std::vector<ScoredCell> scored;
        position_.for_each_empty([&](CellIndex cell) {
            const std::int32_t later = first.test(cell) ? 0 : 1 << 20;
            // An empty board says nothing but where its middle is.
            const std::int32_t score =
                position_.ply() == 0 ? 0 : order_.score(position_, cell, kNoCell);
            scored.push_back({cell, score - later - centre(cell)});
        });
        std::stable_sort(scored.begin(), scored.end(),
                         [](const auto& a, const auto& b) { return a.score > b.score; });
        // Where an open four can be neither stopped nor answered, all moves lose alike.
        const bool is_hopeless =
            position_.count(1 - position_.side(), CellClass::open_four) > 0 && !is_duty;
        RootMoves moves{{}, std::max(candidates, 1), is_duty || is_hopeless};
        for (const auto& each : scored) moves.all.push_back({each.cell});
        return moves;
    }

    // Searches the first `count` root moves to a depth, best known first, inside a window, and
    // sorts them by what was found: the best is exact if it is inside the window. Moves that were
    // not reached when the search is stopped keep their places behind. Returns how many were
    // finished.
    int search_root(std::vector<RootMove>& moves, int count, int depth, Value alpha, Value beta) {
        Value best = -kInfinity;
        int finished = 0;
        for (int i = 0; i < count; ++i) {
            RootMove& each = moves[i];
            const Value floor = std::max(alpha, best);
            const Value value = value_after(each.cell, i, depth, floor, beta);
            if (is_stopped()) break;
            ++finished;
            if (i == 0 || value > floor) {
                each.value = value;
                set_pv(each.pv, each.cell, pv_[1]);
            } else {
                each.value = -kInfinity;
            }
            best = std::max(best, value);
            if (best >= beta) break;
        }
        for (int i = finished; i < count; ++i) moves[i].value = -kInfinity;
        std::stable_sort(moves.begin(), moves.begin() + count,
                         [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
        return finished;
    }

    // The exact value of one root move, at least to a depth of 1.
    Value value_of(RootMove& move, int depth) {
        move.value = value_after(move.cell, 0, depth, -kInfinity, kInfinity);
        set_pv(move.pv, move.cell, pv_[1]);
        return move.value;
    }

    Forcing& forcing() { return forcing_; }
    ThreatPosition& position() { return position_; }
    std::uint64_t nodes() const { return nodes_ + forcing_.nodes(); }
    std::uint64_t table_hits() const { return table_hits_; }
    int selective_depth() const { return selective_depth_; }
    bool is_stopped() const { return shared_.stopped.load(std::memory_order_relaxed); }

   private:
    static constexpr int kMostPlies = 250;
    static constexpr int kMostDepth = 128;
    static constexpr int kMostMoves = 128;
    static constexpr int kSmallCells = 36;
    static constexpr int kDepthOfFarMoves = 3;
    static constexpr int kFewReplies = 5;  // to an open three: as a reply to a four, no depth
    static constexpr int kLeafFours = 12;
    static constexpr std::uint64_t kLeafNodes = 40;

    // Adds the cells of which one must be played; false when there is no such duty.
    template <class Add>
    bool add_duties(Add add) const {
        const int mover = position_.side();
        const int waiter = 1 - mover;
        for (const int side : {mover, waiter}) {
            if (position_.count(side, CellClass::five) == 0) continue;
            position_.for_each(position_.fours(side), [&](CellIndex cell) {
                if (position_.cell_class(side, cell) == CellClass::five) add(cell);
            });
            return true;
        }
        if (position_.count(waiter, CellClass::open_four) == 0) return false;
        bool is_duty = false;
        position_.for_each_stop([&](CellIndex cell) {
            add(cell);
            is_duty = true;
        });
        position_.for_each(position_.fours(mover), [&](CellIndex cell) {
            add(cell);
            is_duty = true;
        });
        return is_duty;
    }

    // How far a cell is from the middle, to begin there on an empty board.
    int centre(CellIndex cell) const {
        const auto& rules = position_.layout().rules;
        const auto [column, row] = cell_of(cell);
        return std::abs(2 * column - rules.width + 1) + std::abs(2 * row - rules.height + 1);
    }

    static void set_pv(std::vector<CellIndex>& pv, CellIndex move,
                       const std::vector<CellIndex>& rest) {
        pv.assign(1, move);
        pv.insert(pv.end(), rest.begin(), rest.end());
    }

    // The value of root move number i for the side that plays it; contract as for `search`.
    Value value_after(CellIndex cell, int i, int depth, Value alpha, Value beta) {
        pv_[1].clear();
        if (position_.cell_class(position_.side(), cell) == CellClass::five) {
            count_node(1);
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

    // The value of the position for the side to move, with `depth` plies to look ahead.
    //   alpha < result < beta: it is exact, as far as pruning lets it be.
    //   result <= alpha: it is at most that.     result >= beta: it is at least that.
    // Proven wins and losses are true whatever was pruned. Once the search was stopped the result
    // means nothing.
    Value search(int depth, Value alpha, Value beta, int below, bool is_pv,
                 CellIndex excluded = kNoCell) {
        assert(alpha < beta);
        if (!count_node(below)) return 0;
        auto& pv = pv_[below];
        pv.clear();
        if (position_.is_full() || position_.is_dead()) return 0;
        if (below >= static_cast<int>(lists_.size()) - 1) return evaluation();
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
            if (is_pv) set_pv(pv, reply, pv_[below + 1]);
            return value;
        }

        // 2. An open four wins.
        if (position_.count(mover, CellClass::open_four)) {
            const CellIndex four = position_.find(mover, CellClass::open_four);
            position_.play(four);
            const CellIndex reply = position_.find(mover, CellClass::five);
            pv = {four, reply, position_.find(mover, CellClass::five, reply)};
            position_.take_back();
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
        if (excluded == kNoCell && (entry = shared_.table.find(hash))) {
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
        const Value judged = evaluation();
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
        MoveList& list = lists_[below];
        const bool is_complete =
            is_pressed ? list_replies(list, table_move) : list_moves(list, table_move);
        if (list.count == 0) {
            pv = line_of_loss();
            return loss_at(ply + 4);
        }

        // 8. Search them, best first.
        const Value floor = alpha;
        Value best = -kInfinity;
        CellIndex best_move = kNoCell;
        bool has_skipped = false;
        int tried = 0;
        for (int i = 0; i < list.count; ++i) {
            const CellIndex cell = list.pick(i).cell;
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
                less -= order_.history(mover, cell) / 4096;
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
            if (is_pv) set_pv(pv, cell, pv_[below + 1]);
            if (alpha >= beta) {
                order_.reward(position_, list, i, cell, depth);
                break;
            }
        }
        if (tried == 0) return excluded == kNoCell ? judged : floor;
        // 8c. All that is near loses: it is proven once all that is far has been seen to.
        if (is_loss(best) && best < beta && (has_skipped || !is_complete)) {
            best = has_skipped ? unproven(best) : with_far_moves(best, depth, below);
            if (is_stopped()) return 0;
        }

        // 9. Remember it.
        if (excluded == kNoCell) {
            const Bound bound = best >= beta    ? Bound::lower
                                : best <= floor ? Bound::upper
                                                : Bound::exact;
            shared_.table.store(hash, {best, std::max(depth, 0), bound,
                                       (best_move == kNoCell ? table_move : best_move) + 1});
        }
        return best;
    }

    // The cells that stop an open four, and fours of one's own: all that does not lose at once.
    // Returns whether these are all moves that matter, which they are.
    bool list_replies(MoveList& list, CellIndex table_move) {
        list.count = 0;
        position_.for_each_stop(
            [&](CellIndex cell) { list.add(cell, order_.score(position_, cell, table_move)); });
        const int stops = list.count;
        position_.for_each(position_.fours(position_.side()), [&](CellIndex cell) {
            for (int i = 0; i < stops; ++i) {
                if (list.moves[i].cell == cell) return;
            }
            list.add(cell, order_.score(position_, cell, table_move));
        });
        return true;
    }

    // The cells near stones. Returns whether these are all there are.
    bool list_moves(MoveList& list, CellIndex table_move) {
        list.count = 0;
        const auto add = [&](CellIndex cell) {
            list.add(cell, order_.score(position_, cell, table_move));
        };
        if (sees_all_) {
            position_.for_each_empty(add);
        } else {
            position_.for_each_near(add);
            if (list.count == 0) position_.for_each_empty(add);
        }
        return list.count == position_.layout().cell_count() - position_.ply();
    }

    // The loss that is left when also the moves far from all stones are played, or an unproven one
    // when one of them may hold.
    Value with_far_moves(Value best, int depth, int below) {
        MoveList& list = lists_[below];
        list_far(list);
        const int less = std::min(depth - 1, kDepthOfFarMoves);
        for (int i = 0; i < list.count; ++i) {
            position_.play(list.moves[i].cell);
            Value value = -search(less, -best - 1, -best, below + 1, false);
            // More than the best so far is only a bound.
            if (value > best) value = -search(less, -kInfinity, -best, below + 1, false);
            position_.take_back();
            if (is_stopped()) return 0;
            if (!is_loss(value)) return unproven(best);
            best = std::max(best, value);
        }
        return best;
    }

    void list_far(MoveList& list) {
        CellSet near;
        position_.for_each_near([&](CellIndex cell) { near.set(cell); });
        list.count = 0;
        position_.for_each_empty([&](CellIndex cell) {
            if (!near.test(cell)) list.add(cell, 0);
        });
    }

    // Nothing stops the other side's open four: any move, the four, a reply, the five.
    std::vector<CellIndex> line_of_loss() {
        const int waiter = 1 - position_.side();
        const CellIndex first = position_.find(waiter, CellClass::open_four);
        position_.play(first);
        // The cell itself did not stop it: there is another.
        const CellIndex four = position_.find(waiter, CellClass::open_four);
        position_.play(four);
        const CellIndex reply = position_.find(waiter, CellClass::five);
        const CellIndex win = position_.find(waiter, CellClass::five, reply);
        position_.take_back();
        position_.take_back();
        return {first, four, reply, win};
    }

    Value win_by_fours(std::vector<CellIndex>& pv) {
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

    // Within the plain band, whatever the weights say.
    Value evaluation() const {
        return std::clamp<Value>(position_.evaluation(), -kLargestPlainValue, kLargestPlainValue);
    }

    // Counts a node so many plies below the root; false when the search has been stopped.
    bool count_node(int below) {
        constexpr std::uint64_t kNodesBetweenLooks = 256;
        if (is_stopped()) return false;
        ++nodes_;
        selective_depth_ = std::max(selective_depth_, below);
        if (shared_.clock.is_out_of_nodes(nodes()) ||
            (nodes_ % kNodesBetweenLooks == 0 && shared_.clock.has_expired())) {
            shared_.stopped.store(true, std::memory_order_relaxed);
        }
        return !is_stopped();
    }

    ThreatPosition position_;
    const Options& options_;
    SharedSearch& shared_;
    MoveOrder order_;
    Forcing forcing_;
    const bool sees_all_;
    std::vector<MoveList> lists_;  // by plies below the root, as are the next two
    std::vector<std::vector<CellIndex>> pv_;
    std::vector<Value> static_;
    std::array<std::array<std::int8_t, kMostMoves>, kMostDepth> reduction_{};
    std::uint64_t nodes_ = 0;
    std::uint64_t table_hits_ = 0;
    int selective_depth_ = 0;
};

}  // namespace enligne::gomoku
