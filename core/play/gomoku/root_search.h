// The search of one thread: its moves at the root, and the window around the last value.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "play/gomoku/candidates.h"
#include "play/gomoku/proof.h"
#include "play/gomoku/tree_search.h"
#include "search/driver.h"

namespace enligne::gomoku {

class RootSearch {
   public:
    RootSearch(const ThreatPosition& root, const GomokuOptions& options, TranspositionTable& table,
               MoveHistory& history, Clock& clock, int thread)
        : position_(root),
          options_(options),
          counter_(clock),
          tree_(position_, options, table, history, counter_),
          claims_(position_, table, counter_),
          is_told_(thread == 0) {
        const RootCandidates candidates = root_candidates(position_, [&](CellIndex cell) {
            return tree_.history().score(position_, cell, kNoCell);
        });
        for (const int move : candidates.moves) moves_.push_back({move});
        count_ = hopeful_ = candidates.count;
        are_all_ = candidates.are_all;
    }

    std::vector<RootMove>& moves() { return moves_; }  // the best first
    // How many of the moves are searched, and how many were before it looked lost.
    int candidates() const { return count_; }
    int hopeful() const { return hopeful_; }
    bool are_all() const { return are_all_; }  // the candidates are all moves that matter
    Value last() const { return last_; }       // of the best move, at the last depth finished

    // A position is lost only if also the moves far from all stones lose. False when they have been
    // searched, or do not matter.
    bool add_far_moves() {
        if (are_all_ || count_ == static_cast<int>(moves_.size())) return false;
        count_ = static_cast<int>(moves_.size());
        return true;
    }

    // Searches the candidates to a depth, in a window around the value of the depth before that is
    // widened on the side where it failed. Returns how many were finished.
    int search_moves(int depth) {
        Value width = 40;
        const bool is_narrow = options_.aspiration && depth > 4 && !is_settled(last_);
        Value alpha = is_narrow ? last_ - width : -kInfinity;
        Value beta = is_narrow ? last_ + width : kInfinity;
        while (true) {
            const int finished = search_window(depth, alpha, beta);
            if (is_stopped()) return finished;
            const Value value = moves_.front().value;
            width *= 3;
            if (value <= alpha && alpha > -kInfinity) {
                alpha = width > 1500 ? -kInfinity : last_ - width;
            } else if (value >= beta && beta < kInfinity) {
                beta = width > 1500 ? kInfinity : last_ + width;
            } else {
                last_ = value;
                return finished;
            }
        }
    }
    // The same for a helper; false when there is nothing more to find.
    bool search_depth(int depth) {
        search_moves(depth);
        return !is_stopped() && !is_decided(last_);
    }

    // The exact value of one root move, at least to a depth of 1.
    void search_move(RootMove& move, int depth) {
        move.value = tree_.value_after(move.move, 0, depth, -kInfinity, kInfinity);
        tree_.pv().set(0, move.move);
        move.pv = tree_.pv()[0];
    }

    Forcing& forcing() { return tree_.forcing(); }
    Claims& claims() { return claims_; }
    const NodeCounter& counter() const { return counter_; }
    std::uint64_t table_hits() const { return tree_.table_hits(); }
    int selective_depth() const { return tree_.selective_depth(); }
    bool is_stopped() const { return counter_.is_stopped(); }

   private:
    int search_window(int depth, Value alpha, Value beta) {
        const auto value_of = [&](int move, int number, Value floor) {
            const Value value = tree_.value_after(move, number, depth, floor, beta);
            // A win is proven at once: there may be no time for it when this depth is unfinished.
            if (is_told_ && is_win(value) && floor < value && value < beta && !is_stopped()) {
                claims_.of_best(move, value);
            }
            return value;
        };
        const std::span candidates(moves_.data(), static_cast<std::size_t>(count_));
        return search_root(*this, candidates, alpha, beta, false, tree_.pv(), value_of);
    }

    ThreatPosition position_;
    const GomokuOptions& options_;
    NodeCounter counter_;
    TreeSearch tree_;
    Claims claims_;
    const bool is_told_;
    std::vector<RootMove> moves_;
    int count_ = 0;
    int hopeful_ = 0;
    bool are_all_ = false;
    Value last_ = 0;
};

}  // namespace enligne::gomoku
