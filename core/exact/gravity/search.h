// The solver's search: null windows over positions in which nobody wins at once.
//
// Scores: 0 a draw; a win is worth one more than half the stones that could still be placed after
// it, (cells + 1 - stones on the board before the winning one) / 2; a loss is the negative of the
// other side's win.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>

#include "exact/gravity/busy.h"
#include "exact/gravity/follow_up.h"
#include "exact/gravity/ordering.h"
#include "exact/gravity/table.h"
#include "exact/gravity/techniques.h"
#include "exact/gravity/threats.h"

namespace enligne::solver {

// Both sides' stones and the cells that would complete a run of theirs (as winning_cells gives
// them: occupied ones included, so that a move changes the set of the side that moved only).
struct Node {
    Bits own, other;  // stones of the side to move, and of the other side
    Bits own_wins, other_wins;
    int ply;  // stones on the board
};

template <class Geometry>
constexpr Node make_node(const Geometry& geometry, Bits own, Bits occupied) {
    const Bits other = own ^ occupied;
    return {own, other, winning_cells(geometry, own), winning_cells(geometry, other),
            std::popcount(occupied)};
}

// What searches share. The near table belongs to one thread; it stays in its cache.
template <class Geometry>
struct SearchMemory {
    Table<Geometry::key_bits>* table;
    Table<Geometry::key_bits>* near_table;
    const std::atomic<bool>* stop;  // may be null
    // With several threads; null with one:
    BusyMarks* busy;
    const std::atomic<bool>* answered;  // another thread has the answer
    std::atomic<bool>* table_is_full;   // stop all, let it grow, begin again
};

// On cache lines of its own: threads count their nodes side by side.
template <class Geometry, class Techniques = AllTechniques>
class alignas(128) Search {
   public:
    Search(const Geometry& geometry, const SearchMemory<Geometry>& memory)
        : geometry_(geometry), ordering_(geometry), memory_(memory) {}

    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t table_hits() const { return table_hits_; }
    bool is_stopped() const { return stopped_; }
    void resume() { stopped_ = false; }
    void set_node_limit(std::uint64_t limit) { node_limit_ = limit; }  // UINT64_MAX for none

    // Contract: the side to move has no immediate win. Returns a score that is, when <= alpha, an
    // upper bound of the true score; when > alpha, a lower bound. Means nothing when is_stopped().
    int search(Node node, int alpha) {
        assert((node.own_wins & playable_cells(geometry_, node.own | node.other)) == 0);
        ++nodes_;
        if ((nodes_ & 1023) == 0) check_stop();
        if (stopped_) return 0;

        // 1. Play on while only one move does not lose at once: that takes no node and no entry.
        bool flipped = false;
        Moves moves;
        for (;;) {
            moves.empty = geometry_.board() & ~(node.own | node.other);
            moves.playable = playable_cells(geometry_, node.own | node.other);
            const Bits other_wins = node.other_wins & moves.empty;
            const Bits forced = moves.playable & other_wins;
            moves.safe = moves.playable & ~(other_wins >> 1);
            if (forced != 0) moves.safe = has_at_least_two(forced) ? 0 : moves.safe & forced;
            const int stones_left = geometry_.cells() - node.ply;
            if (stones_left == 0) return 0;
            if (moves.safe == 0) return flipped ? stones_left / 2 : -(stones_left / 2);
            if (stones_left <= 2) return 0;  // this move does not win, nor does the last one
            if (has_at_least_two(moves.safe)) break;
            const Bits own = node.own | moves.safe;
            node = {node.other, own, node.other_wins, winning_cells(geometry_, own), node.ply + 1};
            alpha = -alpha - 1;
            flipped = !flipped;
        }
        const int score = expand(node, alpha, moves);
        return flipped ? -score : score;
    }

   private:
    struct Moves {
        Bits empty;
        Bits playable;
        Bits safe;  // playable cells after which the other side cannot win at once
    };
    static constexpr int table_stones_left = 6;    // fewer: a search is cheaper than a look-up
    static constexpr int near_stones_left = 16;    // up to here positions go to the near table
    static constexpr int cutoff_stones_left = 10;  // fewer: looking up children does not pay
    static constexpr int follow_up_reach = 5;      // claims are near 0: no use for wider windows
    static constexpr int lead_stones_left = 12;    // fewer: trying every lead does not pay
    static constexpr int mirror_ply = 10;          // later mirrored positions hardly meet
    static constexpr int busy_stones_left = 20;    // fewer: too little work to share

    // Contract as for search(); at least two moves are safe.
    int expand(const Node& node, int alpha, const Moves& moves) {
        // 2. Bounds from counting. Nobody can win with the next two stones.
        const int stones_left = geometry_.cells() - node.ply;
        int upper = (stones_left - 1) / 2;
        int lower = -((stones_left - 2) / 2);
        if (upper <= alpha) return upper;
        if (lower > alpha) return lower;

        // 3. Bounds from the table, then from following up.
        const bool uses_table = stones_left > table_stones_left;
        Table<Geometry::key_bits>& table = table_for(stones_left);
        const Bits occupied = node.own | node.other;
        const Bits key = uses_table ? table_key(node.own, occupied, node.ply) : 0;
        Bounds known;
        if (uses_table && table.probe(key, known)) {
            ++table_hits_;
            if (known.upper < upper) upper = known.upper;
            if (known.lower > lower) lower = known.lower;
            if (upper <= alpha) return upper;
            if (lower > alpha) return lower;
        }
        tighten_by_following(node, moves, alpha, lower, upper);
        if (upper <= alpha) return upper;
        if (lower > alpha) return lower;

        // 4. Make the moves and rank them.
        Candidate list[64];
        const int count = make_candidates(node, moves, list);
        if (count == 0) return (stones_left - 1) / 2;
        if (Techniques::double_threat && (stones_left - 3) / 2 < upper) {
            upper = (stones_left - 3) / 2;
            if (upper <= alpha) return upper;
        }

        // 5. Enhanced cut-off: some child may be in the table with a sufficient bound.
        if (Techniques::enhanced_cutoff && stones_left > cutoff_stones_left) {
            const Table<Geometry::key_bits>& child_table = table_for(stones_left - 1);
            for (int i = 0; i < count; ++i) {
                const Bits child = table_key(node.other, occupied | list[i].own, node.ply + 1);
                if (child_table.probe(child, known) && -known.upper > alpha) {
                    ++table_hits_;
                    return -known.upper;
                }
            }
        }

        // 6. Search, and keep what was proved.
        const std::uint64_t nodes_before = nodes_;
        const int best = search_candidates(node, alpha, list, count);
        if (stopped_) return 0;
        if (best > alpha) {
            if (best > lower) lower = best < upper ? best : upper;
        } else {
            if (best < upper) upper = best > lower ? best : lower;
        }
        if (uses_table) keep(table, key, {lower, upper}, nodes_ - nodes_before, stones_left);
        return best > alpha ? lower : upper;
    }

    // With several threads, children that another thread is searching wait until the end: by then
    // their bounds are probably in the table.
    int search_candidates(const Node& node, int alpha, Candidate* list, int count) {
        const bool shares =
            memory_.busy != nullptr && geometry_.cells() - node.ply > busy_stones_left;
        int best = -no_bound;
        const auto better = [&](const Candidate& candidate) {
            const int score =
                -search({node.other, candidate.own, node.other_wins, candidate.wins, node.ply + 1},
                        -alpha - 1);
            if (score > best) best = score;
            return stopped_ || best > alpha;
        };
        Bits waiting = 0;
        for (int left = count; left-- > 0;) {
            const Candidate& candidate = best_to_end(list, left + 1);
            if (!shares) {
                if (better(candidate)) return best;
                continue;
            }
            const Bits key = node.other + (node.other | candidate.own);
            if (left + 1 < count && memory_.busy->contains(key)) {
                waiting |= Bits{1} << left;
                continue;
            }
            memory_.busy->add(key);
            const bool enough = better(candidate);
            memory_.busy->remove(key);
            if (enough) return best;
        }
        for (; waiting != 0; waiting ^= std::bit_floor(waiting))
            if (better(list[std::bit_width(waiting) - 1])) break;
        return best;
    }

    // Fills the list, in no order. Returns 0 when some move wins with the next stone whatever
    // the reply: it makes two playable threats, or one with another right above it, or has no
    // playable threat but every reply is right below one. No other move can: with one playable
    // threat the other side blocks, with none it has a free reply.
    int make_candidates(const Node& node, const Moves& moves, Candidate* list) const {
        const Bits other_wins = node.other_wins & moves.empty;
        const int side = node.ply % 2;
        const ThreatWeights& weights = ordering_.weights_for(side, geometry_.cells() - node.ply);
        int count = 0;
        for (Bits rest = moves.safe; rest != 0; rest &= rest - 1) {
            const Bits move = rest & -rest;
            const Bits wins = winning_cells(geometry_, node.own | move);
            const Bits threats = wins & (moves.empty ^ move);
            const Bits playable = (moves.playable ^ move) | ((move << 1) & geometry_.board());
            const Bits now = threats & playable;
            const Bits free_replies = playable & ~(threats >> 1);
            if (Techniques::double_threat &&
                (has_at_least_two(now) || ((now << 1) & threats) != 0 || (now | free_replies) == 0))
                return 0;
            const int rank = Techniques::cell_weights
                                 ? ordering_.rank(weights, side, move, threats, node.own_wins,
                                                  other_wins, free_replies, now)
                                 : std::popcount(threats);
            list[count] = {node.own | move, wins, rank * 64 - count};  // no ties
            ++count;
        }
        return count;
    }

    void tighten_by_following(const Node& node, const Moves& moves, int alpha, int& lower,
                              int& upper) const {
        if (!Techniques::follow_up || alpha > follow_up_reach || alpha < -follow_up_reach - 1)
            return;
        const int bound = follow_up_upper_bound(
            geometry_,
            {node.own, node.other, node.own_wins, node.other_wins, moves.empty, moves.playable},
            alpha, Techniques::bases);
        if (bound < upper) upper = bound;
        if (!Techniques::lead || upper <= alpha) return;
        if (geometry_.cells() - node.ply < lead_stones_left) return;
        const int lead = lead_lower_bound(
            geometry_,
            {node.other, node.own, node.other_wins, node.own_wins, moves.empty, moves.playable},
            moves.safe, alpha + 1, Techniques::bases);
        if (lead > lower) lower = lead;
    }

    // Own stones plus all stones: the carry marks the height of each column, so keys are unique.
    Bits table_key(Bits own, Bits occupied, int ply) const {
        const Bits key = own + occupied;
        if (!Techniques::mirror || ply > mirror_ply) return key;
        const Bits other = mirrored(geometry_, own) + mirrored(geometry_, occupied);
        return key < other ? key : other;
    }

    Table<Geometry::key_bits>& table_for(int stones_left) const {
        return Techniques::near_table && stones_left <= near_stones_left ? *memory_.near_table
                                                                         : *memory_.table;
    }

    void keep(Table<Geometry::key_bits>& table, Bits key, Bounds bounds, std::uint64_t work,
              int stones_left) {
        assert(bounds.lower <= bounds.upper);
        table.store(key, bounds, work);
        std::uint64_t& stores = stores_[stones_left <= near_stones_left];
        if (++stores > table.grow_after()) {
            stores = 0;
            if (memory_.busy == nullptr || &table == memory_.near_table)
                table.grow();
            else
                memory_.table_is_full->store(true, std::memory_order_relaxed);
        }
    }

    void check_stop() {
        const auto is_set = [](const std::atomic<bool>* flag) {
            return flag != nullptr && flag->load(std::memory_order_relaxed);
        };
        if (is_set(memory_.stop) || is_set(memory_.answered) || is_set(memory_.table_is_full) ||
            nodes_ > node_limit_)
            stopped_ = true;
    }

    Geometry geometry_;
    Ordering<Geometry> ordering_;
    SearchMemory<Geometry> memory_;
    std::uint64_t nodes_ = 0;
    std::uint64_t table_hits_ = 0;
    std::uint64_t node_limit_ = ~std::uint64_t{0};
    std::uint64_t stores_[2] = {0, 0};
    bool stopped_ = false;
};

}  // namespace enligne::solver
