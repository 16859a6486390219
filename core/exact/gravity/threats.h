// Runs and threats on bitboards.
#pragma once

#include "exact/gravity/geometry.h"

namespace enligne::solver {

namespace detail {

// Cells whose neighbour cells in one direction complete a run of four: a factor of two cheaper
// than the general loop, and four is what everybody plays.
//   cell:      c         c         c        c
//   pattern:  _XXX      X_XX      XX_X     XXX_
constexpr Bits completes_four(Bits stones, int step) {
    const Bits below = stones << step, above = stones >> step;
    const Bits two_below = below & (stones << 2 * step), two_above = above & (stones >> 2 * step);
    return (two_below & ((stones << 3 * step) | above)) |
           (two_above & ((stones >> 3 * step) | below));
}

// Shifts beyond the word are no shifts in C++; here they mean that nothing is left.
constexpr Bits up(Bits cells, int distance) { return distance < 64 ? cells << distance : 0; }
constexpr Bits down(Bits cells, int distance) { return distance < 64 ? cells >> distance : 0; }

// The same for any run. With `exact` the run must not continue beyond its two ends.
constexpr Bits completes_run(Bits stones, int step, int run, bool exact) {
    Bits result = 0;
    for (int before = 0; before < run; ++before) {  // stones of the run on the low side of the cell
        const int after = run - 1 - before;
        Bits cells = ~Bits{0};
        for (int i = 1; i <= before; ++i) cells &= up(stones, i * step);
        for (int i = 1; i <= after; ++i) cells &= down(stones, i * step);
        if (exact) cells &= ~up(stones, (before + 1) * step) & ~down(stones, (after + 1) * step);
        result |= cells;
    }
    return result;
}

}  // namespace detail

// Cells on which a further stone would complete a run, whether or not they are occupied or
// reachable now. Cells outside the board may be set: mask with the empty cells.
template <class Geometry>
constexpr Bits winning_cells(const Geometry& geometry, Bits stones) {
    const int height = geometry.height();
    if (geometry.run() == 4 && !geometry.exact() && height <= 18) {  // 3 * 20 < 64
        const Bits vertical = (stones << 1) & (stones << 2) & (stones << 3);
        return vertical | detail::completes_four(stones, height) |
               detail::completes_four(stones, height + 1) |
               detail::completes_four(stones, height + 2);
    }
    Bits result = 0;
    for (const int step : {1, height, height + 1, height + 2})
        result |= detail::completes_run(stones, step, geometry.run(), geometry.exact());
    return result;
}

// Whether `run` cells in a row are all in `cells`; longer rows count, also under the exact rule,
// so that "no" is safe for every subset of the cells.
template <class Geometry>
constexpr bool contains_run(const Geometry& geometry, Bits cells) {
    const int height = geometry.height();
    if (geometry.run() == 4 && height <= 18) {
        const Bits a = cells & (cells >> 1), b = cells & (cells >> height);
        const Bits c = cells & (cells >> (height + 1)), d = cells & (cells >> (height + 2));
        return ((a & (a >> 2)) | (b & (b >> 2 * height)) | (c & (c >> 2 * (height + 1))) |
                (d & (d >> 2 * (height + 2)))) != 0;
    }
    for (const int step : {1, height, height + 1, height + 2}) {
        Bits rows = cells;
        for (int i = 1; i < geometry.run(); ++i) rows &= detail::down(cells, i * step);
        if (rows != 0) return true;
    }
    return false;
}

}  // namespace enligne::solver
