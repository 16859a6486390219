// What a side can claim without search by always replying next to the stone just played.
#pragma once

#include "exact/gravity/threats.h"

namespace enligne::solver {

// The position of a claim: the leader is to move, the follower replies.
struct FollowUp {
    Bits leader, follower;            // stones
    Bits leader_wins, follower_wins;  // winning cells; occupied ones do no harm
    Bits empty;                       // all empty cells
    Bits playable;                    // the lowest empty cell of each column
};

constexpr int no_bound = 64;  // beyond every score

// The cells and everything over them in their columns.
template <class Geometry>
constexpr Bits everything_from(const Geometry& geometry, Bits cells) {
    if (cells != 0)
        for (int i = 1; i < geometry.height(); ++i) cells |= (cells << 1) & geometry.board();
    return cells;
}

// The columns that hold one of the cells, top to bottom.
template <class Geometry>
constexpr Bits columns_of(const Geometry& geometry, Bits cells) {
    const Bits bottoms =
        (everything_from(geometry, cells) & geometry.top()) >> (geometry.height() - 1);
    return (bottoms << geometry.height()) - bottoms;
}

// Pair the empty cells of each column from below, (first, second), (third, fourth) ... The first
// of a pair is a lower cell, the second an upper cell.
template <class Geometry>
constexpr Bits lower_cells(const Geometry& geometry, Bits playable, Bits empty) {
    const int height = geometry.height();
    Bits from_even_row = playable & geometry.even_rows();
    if (height % 2 == 0) {
        // Shifting down by two rows is quicker; what runs over into the next column lands on an odd
        // row there (the stride height + 1 is odd), never on the bottom.
        for (int i = 2; i < height; i *= 2) from_even_row |= from_even_row >> i;
        from_even_row &= geometry.bottom();
        from_even_row = (from_even_row << height) - from_even_row;
    } else {
        from_even_row = columns_of(geometry, from_even_row);
    }
    return empty & (geometry.odd_rows() ^ from_even_row);
}

// The rows whose cells are lower cells in a column with an even number of empty cells; in a column
// with an odd number they become lower cells when its lowest empty cell is left out.
template <class Geometry>
constexpr Bits leader_rows(const Geometry& geometry) {
    return geometry.height() % 2 == 0 ? geometry.even_rows() : geometry.odd_rows();
}

// No claim below scores more for the follower: 1 without a stop (step 7), and with stops (step 6)
// no more than half a column for each.
template <class Geometry>
constexpr int most_from_stops(const Geometry& geometry, Bits wins) {
    const int from_stops = std::popcount(wins) * (geometry.height() + 1) / 2;
    return from_stops > 1 ? from_stops : 1;
}

// An upper bound on the score of the leader, or no_bound. A bound above `useful` is of no interest
// to the caller; then no_bound may be returned as well.
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
template <class Geometry>
constexpr int follow_up_upper_bound(const Geometry& geometry, const FollowUp& position, int useful,
                                    bool with_bases) {
    const int height = geometry.height();
    const Bits wins = geometry.exact() ? 0 : position.follower_wins & position.empty;
    Bits reach, upper, bases, stops = 0, out_of_reach = 0;
    if (wins == 0) {  // no stop in any pairing: steps 1, 2 and 4 in short
        if (useful < -1) return no_bound;
        bases = position.playable & ~leader_rows(geometry);
        if (bases != 0 && (!with_bases || std::popcount(bases) % 2 != 0)) return no_bound;
        reach = position.empty & leader_rows(geometry);
        upper = position.empty & ~reach & ~bases;
    } else {
        if (-useful > most_from_stops(geometry, wins)) return no_bound;
        Bits lower = lower_cells(geometry, position.playable, position.empty);
        bases = 0;
        upper = position.empty ^ lower;
        stops = wins & upper;
        out_of_reach = everything_from(geometry, stops);
        reach = lower & ~out_of_reach;
        const Bits lower_tops = reach & geometry.top();
        if (lower_tops != 0) {  // step 4
            if (!with_bases || std::popcount(lower_tops) % 2 != 0) return no_bound;
            const Bits bottoms = lower_tops >> (height - 1);
            const Bits columns = (bottoms << height) - bottoms;
            bases = position.playable & columns;
            lower = (lower ^ (position.empty & columns)) & ~bases;
            upper = position.empty & ~lower & ~bases;
            stops = wins & upper;
            out_of_reach = everything_from(geometry, stops);
            reach = lower & ~out_of_reach;
        }
        if (stops == 0 && useful < -1) return no_bound;
    }
    const Bits attainable = position.leader | reach;
    if ((position.leader_wins & (reach | bases)) != 0) return no_bound;  // step 5, quickly
    if (contains_run(geometry, attainable | bases)) {
        if (std::popcount(bases) != 2) return no_bound;
        const Bits one = bases & -bases;
        if (contains_run(geometry, attainable | one)) return no_bound;
        if (contains_run(geometry, attainable | (bases ^ one))) return no_bound;
    }
    if (stops != 0) {
        const int columns = std::popcount(out_of_reach & geometry.top());
        return -((std::popcount(out_of_reach) + columns) / 2);
    }
    if (!geometry.exact() && contains_run(geometry, position.follower | upper)) return -1;
    return 0;
}

// A lower bound on the score of the side to move, or -no_bound: it plays one of the cells `safe`,
// none of which lets the other side win at once, and is the follower from then on. `position` is
// seen from the other side, as if that were to move now. A bound below `useful` is of no interest.
template <class Geometry>
constexpr int lead_lower_bound(const Geometry& geometry, const FollowUp& position, Bits safe,
                               int useful, bool with_bases) {
    // The winning cells before the move will do: with fewer stops than there are, the claim is
    // still true.
    const Bits wins = geometry.exact() ? 0 : position.follower_wins & position.empty;
    if (useful > most_from_stops(geometry, wins)) return -no_bound;
    // Without stops every odd column needs a partner after the move: an odd number of cells is
    // left.
    if (wins == 0 && std::popcount(position.empty) % 2 == 0) return -no_bound;
    // Whatever the move, in a column without winning cells of the follower the leader still gets
    // its rows above the playable cell. If that is enough for a run no move helps.
    const Bits sure = position.empty & leader_rows(geometry) & ~position.playable &
                      ~(wins == 0 ? Bits{0} : columns_of(geometry, wins));
    if ((position.leader_wins & sure) != 0) return -no_bound;
    if (contains_run(geometry, position.leader | sure)) return -no_bound;
    int best = -no_bound;
    for (Bits rest = safe; rest != 0 && best < useful; rest &= rest - 1) {
        const Bits move = rest & -rest;
        FollowUp after = position;
        after.follower |= move;
        after.empty ^= move;
        after.playable ^= move | ((move << 1) & geometry.board());
        const int bound = -follow_up_upper_bound(geometry, after, -useful, with_bases);
        if (bound > best) best = bound;
    }
    return best;
}

}  // namespace enligne::solver
