// The alpha-beta search of one thread.
//
// It is a template over what is searched, a position of a game or of a textbook's tree (game.h says
// what it asks), and over who is told of every node: nobody, or a trace.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <vector>

#include "search/clock.h"
#include "search/table.h"
#include "play/alphabeta/game.h"
#include "play/alphabeta/ordering.h"
#include "search/trace.h"

namespace enligne {

// What the threads of one search share.
struct SharedSearch {
    Table& table;
    const Clock& clock;
    std::atomic<bool> stopped{false};
};

template <class PositionType, class Tracer>
class AlphaBetaSearch {
   public:
    AlphaBetaSearch(const PositionType& root, const AlphaBetaOptions& options, SharedSearch& shared,
                    Tracer& tracer, int thread)
        : position_(root),
          root_ply_(root.ply()),
          options_(options),
          shared_(shared),
          tracer_(tracer),
          order_(root, options, thread),
          thread_(thread),
          lists_(longest_line(root) + 1),
          pv_(lists_.size() + 1) {}

    struct RootMove {
        int move;
        Value value = -kInfinity;
        std::vector<int> pv{};
    };

    // Searches every root move to a depth of at least one ply, best known first, and sorts them
    // by what was found. With `all` each gets its exact value, else only the best does. When the
    // search is stopped on the way, moves not finished keep what they had; returns whether any
    // was finished.
    bool search_root(std::vector<RootMove>& moves, int depth, bool all) {
        Value best = -kInfinity;
        int finished = 0;
        tracer_.start(depth, -kInfinity, kInfinity);
        for (auto& each : moves) {
            const Value alpha = all || !options_.cut ? -kInfinity : best;
            const Value value = value_after(each.move, depth, alpha, kInfinity, finished > 0);
            if (is_stopped()) break;
            ++finished;
            if (all || value > best || finished == 1) {
                each.value = value;
                each.pv = {each.move};
                each.pv.insert(each.pv.end(), pv_[1].begin(), pv_[1].end());
            } else {
                each.value = -kInfinity;  // no better than the best; how much worse is not known
            }
            best = std::max(best, value);
        }
        tracer_.leave(best, is_stopped() ? NodeEnd::stopped : NodeEnd::all);
        // Moves that were not reached go behind all others, in the order they had.
        for (auto each = moves.begin() + finished; each != moves.end(); ++each) {
            each->value = -kInfinity;
        }
        std::stable_sort(moves.begin(), moves.end(),
                         [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
        return finished > 0;
    }

    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t table_hits() const { return table_hits_; }
    int selective_depth() const { return selective_depth_; }

    // The root moves in the order in which a first search should look at them.
    std::vector<RootMove> root_moves() {
        MoveList& list = lists_[0];
        order_.list(position_, position_.moves(), -1, list);
        std::vector<RootMove> result;
        for (const auto& each : list) result.push_back({each.move});
        // Other threads begin elsewhere, so that they find what the first has not got to yet.
        if (!result.empty()) {
            std::rotate(result.begin(), result.begin() + thread_ % result.size(), result.end());
        }
        return result;
    }

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
        if (const auto entry = shared_.table.find(position_.hash())) {
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
        MoveList& list = lists_[below];
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
                pv_[below].assign(1, move);
                const auto& rest = pv_[below + 1];
                pv_[below].insert(pv_[below].end(), rest.begin(), rest.end());
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
        shared_.table.store(position_.hash(), {best, depth, bound, best_move});
        return left(best, end);
    }

    // The search is done with a node that the tracer was told of.
    Value left(Value value, NodeEnd end) {
        tracer_.leave(value, end);
        return value;
    }

    bool probes() const { return options_.cut && options_.probe; }
    bool is_stopped() const { return shared_.stopped.load(std::memory_order_relaxed); }

    // Counts a node so many plies below the root; false when the search has been stopped.
    bool count_node(int below) {
        constexpr std::uint64_t kNodesBetweenLooks = 512;
        if (is_stopped()) return false;
        ++nodes_;
        selective_depth_ = std::max(selective_depth_, below);
        if (shared_.clock.is_out_of_nodes(nodes_) ||
            (nodes_ % kNodesBetweenLooks == 0 && shared_.clock.has_expired())) {
            shared_.stopped.store(true, std::memory_order_relaxed);
        }
        return !is_stopped();
    }

    PositionType position_;
    const int root_ply_;
    const AlphaBetaOptions& options_;
    SharedSearch& shared_;
    Tracer& tracer_;
    MoveOrder<PositionType> order_;
    const int thread_;
    std::vector<MoveList> lists_;  // by plies below the root, as is the line of play
    std::vector<std::vector<int>> pv_;
    std::uint64_t nodes_ = 0;
    std::uint64_t table_hits_ = 0;
    int selective_depth_ = 0;
};

}  // namespace enligne
