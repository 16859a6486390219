// What a side can claim without search by always replying next to the stone just played.
#pragma once

#include "exact/gravity/boards.h"
#include "exact/solver.h"

namespace enligne::gravity {

// The position of a claim: the leader is to move, the follower replies.
template <class Word>
struct FollowUp {
    Word leader;  // stones
    Word follower;
    Word leader_wins;  // winning cells; occupied ones do no harm
    Word follower_wins;
    Word empty;     // all empty cells
    Word playable;  // the lowest empty cell of each column
};

// The cells from the bottom of each column up to the lowest of these, that one included; all bits
// of a column that has none of them. One subtraction for all columns: a sentinel ends each borrow.
template <class Board>
constexpr WordIn<Board> up_to_lowest(const Board& board, WordIn<Board> cells) {
    const auto ended = cells | (board.bottom() << board.height());
    return ended ^ (ended - board.bottom());
}

// The cells and everything over them in their columns.
template <class Board>
constexpr WordIn<Board> everything_from(const Board& board, WordIn<Board> cells) {
    return board.cells() & ~(up_to_lowest(board, cells) >> 1);
}

// The columns that hold one of the cells, top to bottom.
template <class Board>
constexpr WordIn<Board> columns_of(const Board& board, WordIn<Board> cells) {
    const auto bottoms = (~up_to_lowest(board, cells) >> board.height()) & board.bottom();
    return (bottoms << board.height()) - bottoms;
}

// Pair the empty cells of each column from below, (first, second), (third, fourth) ... The first
// of a pair is a lower cell, the second an upper cell.
template <class Board>
constexpr WordIn<Board> lower_cells(const Board& board, WordIn<Board> playable,
                                    WordIn<Board> empty) {
    const auto from_odd_row = columns_of(board, playable & board.odd_rows());
    return empty & (board.even_rows() ^ from_odd_row);
}

// The rows whose cells are lower cells in a column with an even number of empty cells; in a column
// with an odd number they become lower cells when its lowest empty cell is left out.
template <class Board>
constexpr WordIn<Board> leader_rows(const Board& board) {
    return board.height() % 2 == 0 ? board.odd_rows() : board.even_rows();
}

// No claim below scores more for the follower: 1 without a stop (step 7), and with stops (step 6)
// no more than half a column for each.
template <class Board>
constexpr int most_from_stops(const Board& board, WordIn<Board> wins) {
    const int from_stops = count(wins) * (board.height() + 1) / 2;
    return from_stops > 1 ? from_stops : 1;
}

// An upper bound on the score of the leader, or kNoBound. A bound above `useful` is of no interest
// to the caller; then kNoBound may be returned as well.
//
// THE CLAIM. The follower replies to every lower cell with the upper cell over it.
//
// 1. The reply exists unless the leader took the top cell of a column and that is a lower cell:
//    the column has an odd number of empty cells now.
// 2. As long as the follower can reply, the leader gets lower cells only, the follower upper cells.
// 3. Let a STOP be an upper cell that completes a run of the follower's present stones. When the
//    leader plays below a stop the follower wins at once. So the cells over a stop in its column
//    are out of reach.
// 4. If an even number of columns have a lower top cell within reach, pair them up in any way and
//    take the lowest empty cell of each such column out, as a BASE; the rest of the column is
//    paired from above the base. When the leader takes a base the follower takes the base of the
//    partner column. That is possible: bases are played in couples, and nobody can play over a base
//    before it is taken. Now these columns have no lower cell at the top. Their stops are counted
//    anew; other columns keep theirs.
// 5. So the follower can always reply until it has won or the board is full, and the leader gets
//    only lower cells within reach, and one base of each couple. If these and the leader's stones
//    contain no run, the leader never wins: the score is at most 0. (With one couple its two bases
//    are tried one by one; with more we allow the leader all bases, which is more than it gets.)
// 6. If, besides, there is a stop, the board cannot fill up without the leader playing below one,
//    so the follower wins. The leader delays most by filling everything else first: with q cells
//    from below the lowest stop up to the top, over all columns that have a stop, the follower's
//    winning stone is placed on at most cells - q + 1 stones, which scores at least q / 2 for it.
// 7. If there is no stop but the follower's stones and the upper cells contain a run, the follower
//    has it at the latest when the board is full: the score is at most -1.
//
// Under the exact rule further stones may lengthen a run, so steps 3, 6 and 7 do not hold: there
// are no stops, only step 5 is claimed ("contains no run" means none of that length or longer).
template <class Board>
[[gnu::always_inline]] constexpr int follow_up_upper_bound(const Board& board,
                                                           const FollowUp<WordIn<Board>>& position,
                                                           int useful, bool with_bases) {
    using Word = WordIn<Board>;
    const int height = board.height();
    const Word wins = board.exact() ? Word{0} : position.follower_wins & position.empty;
    Word reach = 0;
    Word upper = 0;
    Word bases = 0;
    Word stops = 0;
    Word out_of_reach = 0;
    if (wins == 0) {  // no stop in any pairing: steps 1, 2 and 4 in short
        if (useful < -1) return kNoBound;
        bases = position.playable & ~leader_rows(board);
        if (bases != 0 && (!with_bases || count(bases) % 2 != 0)) return kNoBound;
        reach = position.empty & leader_rows(board);
        upper = position.empty & ~reach & ~bases;
    } else {
        if (-useful > most_from_stops(board, wins)) return kNoBound;
        Word lower = lower_cells(board, position.playable, position.empty);
        upper = position.empty ^ lower;
        stops = wins & upper;
        out_of_reach = everything_from(board, stops);
        reach = lower & ~out_of_reach;
        const Word lower_tops = reach & board.top();
        if (lower_tops != 0) {  // step 4
            if (!with_bases || count(lower_tops) % 2 != 0) return kNoBound;
            const Word bottoms = lower_tops >> (height - 1);
            const Word columns = (bottoms << height) - bottoms;
            bases = position.playable & columns;
            lower = (lower ^ (position.empty & columns)) & ~bases;
            upper = position.empty & ~lower & ~bases;
            stops = wins & upper;
            out_of_reach = everything_from(board, stops);
            reach = lower & ~out_of_reach;
        }
        if (stops == 0 && useful < -1) return kNoBound;
    }
    const Word attainable = position.leader | reach;
    if ((position.leader_wins & (reach | bases)) != 0) return kNoBound;  // step 5, quickly
    if (contains_run(board, attainable | bases)) {
        if (count(bases) != 2) return kNoBound;
        const Word one = bases & -bases;
        if (contains_run(board, attainable | one)) return kNoBound;
        if (contains_run(board, attainable | (bases ^ one))) return kNoBound;
    }
    if (stops != 0) {
        const int columns = count(out_of_reach & board.top());
        return -((count(out_of_reach) + columns) / 2);
    }
    if (!board.exact() && contains_run(board, position.follower | upper)) return -1;
    return 0;
}

// A lower bound on the score of the side to move, or -kNoBound: it plays one of the cells `safe`,
// none of which lets the other side win at once, and is the follower from then on. `position` is
// seen from the other side, as if that were to move now. A bound below `useful` is of no interest.
template <class Board>
constexpr int lead_lower_bound(const Board& board, const FollowUp<WordIn<Board>>& position,
                               WordIn<Board> safe, int useful, bool with_bases) {
    using Word = WordIn<Board>;
    // The winning cells before the move will do: with fewer stops than there are, the claim is
    // still true.
    const Word wins = board.exact() ? Word{0} : position.follower_wins & position.empty;
    if (useful > most_from_stops(board, wins)) return -kNoBound;
    // Without stops every odd column needs a partner after the move: an odd number of cells is
    // left.
    if (wins == 0 && count(position.empty) % 2 == 0) return -kNoBound;
    // Whatever the move, in a column without winning cells of the follower the leader still gets
    // its rows above the playable cell. If that is enough for a run no move helps.
    const Word sure = position.empty & leader_rows(board) & ~position.playable &
                      ~(wins == 0 ? Word{0} : columns_of(board, wins));
    if ((position.leader_wins & sure) != 0) return -kNoBound;
    if (contains_run(board, position.leader | sure)) return -kNoBound;
    int best = -kNoBound;
    for (Word rest = safe; rest != 0 && best < useful; rest &= rest - 1) {
        const Word move = rest & -rest;
        FollowUp<Word> after = position;
        after.follower |= move;
        after.empty ^= move;
        after.playable ^= move | ((move << 1) & board.cells());
        const int bound = -follow_up_upper_bound(board, after, -useful, with_bases);
        if (bound > best) best = bound;
    }
    return best;
}

}  // namespace enligne::gravity
