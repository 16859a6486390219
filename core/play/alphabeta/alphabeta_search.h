// The alpha-beta search of one thread.
//
// It is a template over what is searched, a position of a game or of a textbook's tree (game.h says
// what it asks), and over who is told of every node: nobody, or a trace.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "play/alphabeta/move_order.h"
#include "play/alphabeta/position_traits.h"
#include "search/analysis.h"
#include "search/clock.h"
#include "search/driver.h"
#include "search/trace.h"
#include "search/transposition_table.h"

namespace enligne {

template <class PositionType, class Tracer>
class AlphaBetaSearch {
   public:
    AlphaBetaSearch(const PositionType& root, const AlphaBetaOptions& options,
                    TranspositionTable& table, Clock& clock, Tracer& tracer, int thread)
        : position_(root),
          root_ply_(root.ply()),
          options_(options),
          table_(table),
          counter_(clock),
          tracer_(tracer),
          order_(root, options, thread),
          lists_(longest_line(root) + 1),
          pv_(lists_.size() + 1) {
        // The root moves in the order in which a first search should look at them. Other threads
        // begin elsewhere, so that they find what the first has not got to yet.
        order_.list(position_, position_.moves(), -1, lists_[0]);
        for (const auto& each : lists_[0]) moves_.push_back({each.move});
        std::rotate(moves_.begin(), moves_.begin() + thread % moves_.size(), moves_.end());
    }

    // Searches every root move to a depth of at least one ply; see search/driver.h. With `all` each
    // gets its exact value. Returns whether any was finished.
    bool search_moves(int depth, bool all) {
        tracer_.start(depth, -kInfinity, kInfinity);
        const int finished = search_root(
            *this, moves_, -kInfinity, kInfinity, all, pv_, [&](int move, int number, Value floor) {
                const Value alpha = options_.cut ? floor : -kInfinity;
                return value_after(move, depth, alpha, kInfinity, number > 0);
            });
        tracer_.leave(moves_.front().value, is_stopped() ? NodeEnd::stopped : NodeEnd::all);
        return finished > 0;
    }
    // The same for a helper; false when there is nothing more to find.
    bool search_depth(int depth) {
        search_moves(depth, false);
        return !is_stopped() && !is_decided(moves_.front().value);
    }

    const std::vector<RootMove>& moves() const { return moves_; }  // best first
    const NodeCounter& counter() const { return counter_; }
    std::uint64_t table_hits() const { return table_hits_.value(); }
    int selective_depth() const { return selective_depth_; }
    bool is_stopped() const { return counter_.is_stopped(); }

   private:
    // The value of playing a move in the current position, for the side that plays it, with
    // `depth` plies left before it. Contract as for `search`.
    Value value_after(int move, int depth, Value alpha, Value beta, bool expected_worse) {
        const int below = position_.ply() - root_ply_ + 1;
        pv_[below].clear();
        if (position_.wins(move)) {
            count_node(below);
            tracer_.enter(move, depth - 1, -beta, -alpha, Asked::full);
            return -left(loss_at(position_.ply() + 1), NodeEnd::win);
        }
        position_.play(move);
        Value value = 0;
        if (position_.is_full()) {
            count_node(below);
            tracer_.enter(move, depth - 1, -beta, -alpha, Asked::full);
            value = -left(final_value(position_), final_end(position_));
        } else if (probes() && expected_worse && beta - alpha > 1 && alpha > -kInfinity) {
            // Most moves are no better than the best so far: ask only that first.
            tracer_.enter(move, depth - 1, -alpha - 1, -alpha, Asked::probe);
            value = -search(depth - 1, -alpha - 1, -alpha);
            if (value > alpha && value < beta && !is_stopped()) {
                tracer_.enter(move, depth - 1, -beta, -alpha, Asked::again);
                value = -search(depth - 1, -beta, -alpha);
            }
        } else {
            tracer_.enter(move, depth - 1, -beta, -alpha, Asked::full);
            value = -search(depth - 1, -beta, -alpha);
        }
        position_.take_back(move);
        return value;
    }

    // The minimax value of the position with `depth` plies to look ahead, for the side to move.
    // The position is neither won nor full.
    //   alpha < result < beta: it is exact.      (always so without cuts)
    //   result <= alpha: it is at most that.     result >= beta: it is at least that.
    // Once the search was stopped the result means nothing.
    Value search(int depth, Value alpha, Value beta) {
        assert(alpha < beta && depth >= 0);
        const int below = position_.ply() - root_ply_;
        if (!count_node(below)) return left(0, NodeEnd::stopped);
        pv_[below].clear();

        // 1. At the horizon, look and judge.
        if (depth == 0) return left(evaluate(position_, options_.evaluation), NodeEnd::depth);

        // 2. Has this position been searched before? Entries of another depth would give another
        // value, unless the game is decided. Where the whole line of play is wanted, go on.
        const bool is_open = beta - alpha > 1 && probes();
        int table_move = -1;
        if (const auto entry = table_.find(position_.hash())) {
            table_move = entry->move;
            if (!is_open && (entry->depth == depth || is_decided(entry->value))) {
                if (entry->bound == Bound::exact ||
                    (entry->bound == Bound::lower && entry->value >= beta) ||
                    (entry->bound == Bound::upper && entry->value <= alpha)) {
                    ++table_hits_;
                    return left(entry->value, NodeEnd::table);
                }
            }
        }

        // 3. A win is taken, and a threat parried: all other moves lose in two plies.
        auto moves = position_.moves();
        if constexpr (kHasThreats<PositionType>) {
            if (options_.order == Order::threats) {
                const Side side = position_.side();
                auto wins = winning_cells(position_.stones(side), position_.geometry()) & moves;
                if (wins.any()) {
                    tracer_.skip(wins, moves & ~wins);
                    pv_[below] = {wins.pop_lowest()};
                    return left(win_at(position_.ply() + 1), NodeEnd::can_win);
                }
                if (depth >= 2) {
                    auto forced =
                        winning_cells(position_.stones(other(side)), position_.geometry()) & moves;
                    if (forced.any()) {
                        const auto threatened = forced;
                        const int reply = forced.pop_lowest();
                        if (forced.any()) {
                            tracer_.skip(threatened, moves & ~threatened);
                            pv_[below] = {reply, forced.pop_lowest()};
                            return left(loss_at(position_.ply() + 2), NodeEnd::cannot_parry);
                        }
                        tracer_.force(moves & ~threatened);
                        moves = threatened;
                    }
                }
            }
        }

        // 4. Search the moves, best first.
        MoveList<>& list = lists_[below];
        order_.list(position_, moves, table_move, list);
        const Value floor = alpha;
        Value best = -kInfinity;
        int best_move = -1;
        NodeEnd end = NodeEnd::all;
        for (int i = 0; i < list.count; ++i) {
            const int move = list.moves[i].move;
            const Value value = value_after(move, depth, alpha, beta, i > 0);
            if (is_stopped()) return left(0, NodeEnd::stopped);
            if (value <= best) continue;
            best = value;
            best_move = move;
            if (value > alpha || !options_.cut) {
                pv_.set(below, move);
            }
            if (!options_.cut) continue;
            alpha = std::max(alpha, value);
            if (alpha >= beta) {
                if (options_.order == Order::threats) order_.reward(position_.side(), move, depth);
                // Where the other side is to move, its beta is the alpha of the root's side.
                if (i + 1 < list.count) end = below % 2 == 0 ? NodeEnd::beta : NodeEnd::alpha;
                tracer_.cut(list, i + 1);
                break;
            }
        }

        // 5. Remember it.
        const Bound bound = !options_.cut   ? Bound::exact
                            : best >= beta  ? Bound::lower
                            : best <= floor ? Bound::upper
                                            : Bound::exact;
        table_.store(position_.hash(), {best, depth, bound, best_move});
        return left(best, end);
    }

    // The search is done with a node that the tracer was told of.
    Value left(Value value, NodeEnd end) {
        tracer_.leave(value, end);
        return value;
    }

    bool probes() const { return options_.cut && options_.probe; }

    // Counts a node n plies below the root; false when the search has been stopped.
    bool count_node(int below) {
        selective_depth_ = std::max(selective_depth_, below);
        return counter_.count();
    }

    PositionType position_;
    const int root_ply_;
    const AlphaBetaOptions& options_;
    TranspositionTable& table_;
    NodeCounter counter_;
    SharedCount table_hits_;
    Tracer& tracer_;
    MoveOrder<PositionType> order_;
    std::vector<RootMove> moves_;
    std::vector<MoveList<>> lists_;  // by plies below the root, as is the best variation
    PvTable pv_;
    int selective_depth_ = 0;
};

}  // namespace enligne
