// The solver's search: null windows over positions in which nobody wins at once.
//
// exact/solver.h says what scores mean.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <type_traits>

#include "exact/bounds_table.h"
#include "exact/gravity/boards.h"
#include "exact/gravity/busy_marks.h"
#include "exact/gravity/follow_up.h"
#include "exact/gravity/move_rank.h"
#include "exact/gravity/solver_techniques.h"
#include "exact/solver.h"
#include "exact/wide_bounds_table.h"
#include "search/clock.h"

namespace enligne::gravity {

// Both sides' stones and the cells that would complete a run of theirs (as winning_cells gives
// them: occupied ones included, so that a move changes the set of the side that moved only).
template <class Word>
struct Node {
    Word own;    // stones of the side to move
    Word other;  // and of the other side
    Word own_wins;
    Word other_wins;
    int ply;  // stones on the board
};

template <class Board>
constexpr Node<WordIn<Board>> make_node(const Board& board, WordIn<Board> own,
                                        WordIn<Board> occupied) {
    const auto other = own ^ occupied;
    return {own, other, winning_cells(board, own), winning_cells(board, other), count(occupied)};
}

// The longer the keys, the less room is left for work and generation.
template <class Board>
using Table = std::conditional_t<
    Board::kWords == 2, WideBoundsTable,
    std::conditional_t<
        Board::kMostKeyBits <= 49, BoundsTable<Board::kKeyBits, 2, 5, 8>,
        std::conditional_t<Board::kMostKeyBits <= 58, BoundsTable<Board::kKeyBits, 2, 5, 3>,
                           BoundsTable<Board::kKeyBits, 2, 0, 0>>>>;

// What the threads of one search share besides its clock.
struct Team {
    BusyMarks busy;
    std::atomic<bool> table_is_full{false};  // stop all, let it grow, begin again
};

// What one thread searches with. The near table is its own and stays in its cache.
template <class Board>
struct Memory {
    Table<Board>* table;
    Table<Board>* near_table;
    Team* team;  // null with one thread
};

// On cache lines of its own: threads count their nodes side by side. What a node does is one
// function: the more boards it is compiled for, the less of that the compiler would do by itself.
template <class Board, Techniques kUsed = Techniques{}>
class alignas(128) NullWindow {
    using Word = WordIn<Board>;
    using Node = gravity::Node<Word>;
    using Candidate = gravity::Candidate<Word>;

   public:
    NullWindow(const Board& board, const Memory<Board>& memory, Clock& clock)
        : board_(board), move_rank_(board), memory_(memory), counter_(clock) {}

    std::uint64_t nodes() const { return counter_.nodes(); }
    std::uint64_t table_hits() const { return table_hits_; }
    NodeCounter& counter() { return counter_; }
    bool is_stopped() const { return stopped_; }
    void resume() { stopped_ = false; }
    // Where several threads search: whether the root is expected to exceed alpha. A wrong guess
    // costs time alone.
    void expect(const Node& root, bool exceeds) { cut_parity_ = (root.ply + !exceeds) & 1; }

    // Contract: the side to move has no immediate win. Returns a score that is, when <= alpha, an
    // upper bound of the true score; when > alpha, a lower bound. Means nothing when is_stopped().
    [[gnu::always_inline]] int search(Node node, int alpha) {
        assert((node.own_wins & playable_cells(board_, node.own | node.other)) == 0);
        if (!counter_.count()) {
            stopped_ = true;
            return 0;
        }

        // 1. Play on while only one move does not lose at once: that takes no node and no entry.
        bool flipped = false;
        Moves moves;
        for (;;) {
            moves.empty = board_.cells() & ~(node.own | node.other);
            moves.playable = playable_cells(board_, node.own | node.other);
            const Word other_wins = node.other_wins & moves.empty;
            const Word forced = moves.playable & other_wins;
            moves.safe = moves.playable & ~(other_wins >> 1);
            if (forced != 0) moves.safe = has_at_least_two(forced) ? 0 : moves.safe & forced;
            const int stones_left = board_.cell_count() - node.ply;
            if (stones_left == 0) return 0;
            if (moves.safe == 0) {
                const int loss = loss_score(stones_left, 1);
                return flipped ? -loss : loss;
            }
            if (stones_left <= 2) return 0;  // this move does not win, nor does the last one
            if (has_at_least_two(moves.safe)) break;
            const Word own = node.own | moves.safe;
            node = {node.other, own, node.other_wins, winning_cells(board_, own), node.ply + 1};
            alpha = -alpha - 1;
            flipped = !flipped;
        }
        const int score = expand(node, alpha, moves);
        return flipped ? -score : score;
    }

   private:
    struct Moves {
        Word empty;
        Word playable;
        Word safe;  // playable cells after which the other side cannot win at once
    };
    static constexpr int kTableStonesLeft = 6;    // fewer: a search is cheaper than a look-up
    static constexpr int kNearStonesLeft = 16;    // up to here positions go to the near table
    static constexpr int kCutoffStonesLeft = 10;  // fewer: looking up children does not pay
    static constexpr int kFollowUpReach = 5;      // claims are near 0: no use for wider windows
    static constexpr int kLeadStonesLeft = 12;    // fewer: trying every lead does not pay
    static constexpr int kMirrorPly = 10;         // later mirrored positions hardly meet
    static constexpr int kBusyStonesLeft = 20;    // fewer: too little work to share

    // Contract as for search(); at least two moves are safe.
    int expand(const Node& node, int alpha, const Moves& moves) {
        // 2. Bounds from counting. Nobody can win with the next two stones.
        const int stones_left = board_.cell_count() - node.ply;
        int upper = win_score(stones_left, 2);
        int lower = loss_score(stones_left, 2);
        if (upper <= alpha) return upper;
        if (lower > alpha) return lower;

        // 3. Bounds from the table, then from following up.
        const bool uses_table = stones_left > kTableStonesLeft;
        Table<Board>& table = table_for(stones_left);
        const Word occupied = node.own | node.other;
        const Word key = uses_table ? table_key(node.own, occupied, node.ply) : 0;
        if (stones_left - 1 > kNearStonesLeft) prefetch_children(node, moves.safe);
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
        if (count == 0) return win_score(stones_left, 2);
        if (kUsed.double_threat && win_score(stones_left, 3) < upper) {
            upper = win_score(stones_left, 3);
            if (upper <= alpha) return upper;
        }

        // 5. Enhanced cut-off: some child may be in the table with a sufficient bound.
        if (kUsed.enhanced_cutoff && stones_left > kCutoffStonesLeft) {
            const Table<Board>& child_table = table_for(stones_left - 1);
            for (int i = 0; i < count; ++i) {
                const Word child = table_key(node.other, occupied | list[i].own, node.ply + 1);
                if (child_table.probe(child, known) && -known.upper > alpha) {
                    ++table_hits_;
                    return -known.upper;
                }
            }
        }

        // 6. Search, and keep what was proved.
        const std::uint64_t nodes_before = nodes();
        const int best = search_candidates(node, alpha, list, count);
        if (stopped_) return 0;
        if (best > alpha) {
            if (best > lower) lower = best < upper ? best : upper;
        } else {
            if (best < upper) upper = best > lower ? best : lower;
        }
        if (uses_table) keep(table, key, {lower, upper}, nodes() - nodes_before, stones_left);
        return best > alpha ? lower : upper;
    }

    [[gnu::always_inline]] int search_candidates(const Node& node, int alpha, Candidate* list,
                                                 int count) {
        if (memory_.team != nullptr && board_.cell_count() - node.ply > kBusyStonesLeft) {
            return search_together(node, alpha, list, count);
        }
        int best = -kNoBound;
        for (; count > 0; --count) {
            const int score = -search(child(node, best_to_end(list, count)), -alpha - 1);
            if (score > best) best = score;
            if (stopped_ || best > alpha) break;
        }
        return best;
    }

    // The same with several threads. Children that another one is searching wait until the end: by
    // then their bounds are probably in the table. But where a cut is expected, every second ply,
    // all begin with the best move: the others are probably not needed.
    [[gnu::noinline]] int search_together(const Node& node, int alpha, Candidate* list, int count) {
        BusyMarks& busy = memory_.team->busy;
        int best = -kNoBound;
        std::uint64_t waiting = 0;  // places in the list
        const auto better = [&](const Candidate& candidate) {
            const int score = -search(child(node, candidate), -alpha - 1);
            if (score > best) best = score;
            return stopped_ || best > alpha;
        };
        for (int left = count; left-- > 0;) {
            const Candidate& candidate = best_to_end(list, left + 1);
            const bool is_wanted = left + 1 == count && (node.ply & 1) == cut_parity_;
            const std::uint64_t key = mark_of(node.other + (node.other | candidate.own));
            if (!is_wanted && busy.contains(key)) {
                waiting |= std::uint64_t{1} << left;
                continue;
            }
            busy.add(key);
            const bool enough = better(candidate);
            busy.remove(key);
            if (enough) return best;
        }
        for (; waiting != 0; waiting ^= std::bit_floor(waiting)) {
            if (better(list[std::bit_width(waiting) - 1])) break;
        }
        return best;
    }

    static Node child(const Node& node, const Candidate& candidate) {
        return {node.other, candidate.own, node.other_wins, candidate.wins, node.ply + 1};
    }

    // Step 5 will ask for them, and no cache holds that table.
    void prefetch_children(const Node& node, Word safe) const {
        const Word occupied = node.own | node.other;
        for (Word rest = safe; rest != 0; rest &= rest - 1) {
            const Word move = rest & -rest;
            memory_.table->prefetch(table_key(node.other, occupied | move, node.ply + 1));
        }
    }

    // Fills the list, in no order. Returns 0 when some move wins with the next stone whatever
    // the reply: it makes two playable threats, or one with another right above it, or has no
    // playable threat but every reply is right below one. No other move can: with one playable
    // threat the other side blocks, with none it has a free reply.
    int make_candidates(const Node& node, const Moves& moves, Candidate* list) const {
        const Word other_wins = node.other_wins & moves.empty;
        const int side = node.ply % 2;
        const ThreatWeights& weights = move_rank_.weights_for(side, board_.cell_count() - node.ply);
        int made = 0;
        for (Word rest = moves.safe; rest != 0; rest &= rest - 1) {
            const Word move = rest & -rest;
            const Word wins = winning_cells(board_, node.own | move);
            const Word threats = wins & (moves.empty ^ move);
            const Word playable = (moves.playable ^ move) | ((move << 1) & board_.cells());
            const Word now = threats & playable;
            const Word free_replies = playable & ~(threats >> 1);
            if (kUsed.double_threat && (has_at_least_two(now) || ((now << 1) & threats) != 0 ||
                                        (now | free_replies) == 0)) {
                return 0;
            }
            const int rank = kUsed.cell_weights
                                 ? move_rank_.rank(weights, side, move, threats, node.own_wins,
                                                   other_wins, free_replies, now)
                                 : count(threats);
            list[made] = {node.own | move, wins, rank * 64 - made};  // no ties
            ++made;
        }
        return made;
    }

    void tighten_by_following(const Node& node, const Moves& moves, int alpha, int& lower,
                              int& upper) const {
        if (!kUsed.follow_up || alpha > kFollowUpReach || alpha < -kFollowUpReach - 1) {
            return;
        }
        const int bound = follow_up_upper_bound(
            board_,
            {node.own, node.other, node.own_wins, node.other_wins, moves.empty, moves.playable},
            alpha, kUsed.bases);
        if (bound < upper) upper = bound;
        if (!kUsed.lead || upper <= alpha) return;
        if (board_.cell_count() - node.ply < kLeadStonesLeft) return;
        const int lead = lead_lower_bound(
            board_,
            {node.other, node.own, node.other_wins, node.own_wins, moves.empty, moves.playable},
            moves.safe, alpha + 1, kUsed.bases);
        if (lead > lower) lower = lead;
    }

    // Own stones plus all stones: the carry marks the height of each column, so keys are unique.
    Word table_key(Word own, Word occupied, int ply) const {
        const Word key = own + occupied;
        if (!kUsed.mirror || ply > kMirrorPly) return key;
        const Word other = mirrored(board_, own) + mirrored(board_, occupied);
        return key < other ? key : other;
    }

    Table<Board>& table_for(int stones_left) const {
        return kUsed.near_table && stones_left <= kNearStonesLeft ? *memory_.near_table
                                                                  : *memory_.table;
    }

    void keep(Table<Board>& table, Word key, Bounds bounds, std::uint64_t work, int stones_left) {
        assert(bounds.lower <= bounds.upper);
        table.store(key, bounds, work);
        std::uint64_t& stores = stores_[stones_left <= kNearStonesLeft];
        if (++stores > table.grow_after()) {
            stores = 0;
            if (memory_.team == nullptr || &table == memory_.near_table) {
                table.grow();
            } else {
                memory_.team->table_is_full.store(true, std::memory_order_relaxed);
                counter_.clock().stop();
            }
        }
    }

    Board board_;
    MoveRank<Board> move_rank_;
    Memory<Board> memory_;
    NodeCounter counter_;
    std::uint64_t table_hits_ = 0;
    std::uint64_t stores_[2] = {0, 0};
    int cut_parity_ = 0;
    bool stopped_ = false;
};

}  // namespace enligne::gravity
