// Runs and the cells that complete them, as the search asks for them at every node.
#pragma once

#include "board/runs.h"
#include "board/threats.h"
#include "exact/gravity/boards.h"

namespace enligne::gravity {

// Cells whose neighbour cells in one direction complete a run of four.
//   cell:      c         c         c        c
//   pattern:  _XXX      X_XX      XX_X     XXX_
constexpr Word completes_four(Word stones, int step) {
    const Word below = stones << step;
    const Word above = stones >> step;
    const Word two_below = below & (stones << 2 * step);
    const Word two_above = above & (stones >> 2 * step);
    return (two_below & ((stones << 3 * step) | above)) |
           (two_above & ((stones >> 3 * step) | below));
}

// Cells on which a further stone would complete a run, whether or not they are occupied or
// reachable now. Cells outside the board may be set: mask with the empty cells.
//
// For runs of four, which are what everybody plays, this does a third less than completing_bits: it
// need not look upwards, for a cell below a stone is taken.
template <class Board>
constexpr Word winning_cells(const Board& board, Word stones) {
    const int height = board.height();
    if (board.run() == 4 && !board.exact() && height <= 18) {  // 3 * 20 < 64
        const Word vertical = (stones << 1) & (stones << 2) & (stones << 3);
        return vertical | completes_four(stones, height) | completes_four(stones, height + 1) |
               completes_four(stones, height + 2);
    }
    return completing_bits(Bits<1>{{stones}}, board.geometry()).word[0];
}

// Whether `run` cells in a row are all in `cells`; longer rows count, also under the exact rule,
// so that "no" is safe for every subset of the cells.
template <class Board>
constexpr bool contains_run(const Board& board, Word cells) {
    Bits<1> starts;
    for (int d = 0; d < kDirections; ++d) {
        starts = starts | folded(Bits<1>{{cells}}, d, board.geometry());
    }
    return starts.any();
}

}  // namespace enligne::gravity
