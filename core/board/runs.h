// Winning runs in a set of stones: for a whole board at once, and through one stone.
#pragma once

#include <array>
#include <cstdint>

#include "board/bits.h"
#include "board/geometry.h"

namespace enligne {

// The first bit of every row of a run's length, or longer, in one direction, which is given by
// its number in the geometry.
template <int Words>
constexpr Bits<Words> folded(const Bits<Words>& bits, int d, const Geometry<Words>& geometry) {
    const auto& fold = geometry.fold[d];
    Bits<Words> starts = bits & (bits >> fold[0]);
    starts = starts & (starts >> fold[1]);  // even the shortest run needs two
    for (int i = 2; i < geometry.folds; ++i) starts = starts & (starts >> fold[i]);
    return starts;
}

// The first bit of every winning run in one direction.
template <int Words>
constexpr Bits<Words> run_starts(const Bits<Words>& stones, int d,
                                 const Geometry<Words>& geometry) {
    const Bits<Words> starts = folded(stones, d, geometry);
    if (!geometry.rules.exact) return starts;
    return starts & ~(stones << geometry.direction[d]) & ~(stones >> geometry.past_run[d]);
}

template <int Words>
constexpr bool has_run(const Bits<Words>& stones, const Geometry<Words>& geometry) {
    Bits<Words> starts;
    for (int d = 0; d < kDirections; ++d) starts = starts | run_starts(stones, d, geometry);
    return starts.any();
}

// Whether a stone on `bit`, there or not yet, is part of a winning run: looks along its four
// lines only.
template <int Words>
constexpr bool has_run_through(const Bits<Words>& stones, int bit,
                               const Geometry<Words>& geometry) {
    const int run = geometry.rules.run;
    for (const int step : geometry.direction) {
        int length = 1;
        // Sentinels stop the walk at the top and bottom, the ends of the bits at the sides.
        for (int i = bit + step; i < Bits<Words>::kSize && stones.test(i); i += step) ++length;
        for (int i = bit - step; i >= 0 && stones.test(i); i -= step) ++length;
        if (geometry.rules.exact ? length == run : length >= run) return true;
    }
    return false;
}

// Every cell of every winning run.
template <int Words>
constexpr Bits<Words> run_cells(const Bits<Words>& stones, const Geometry<Words>& geometry) {
    Bits<Words> result;
    for (int d = 0; d < kDirections; ++d) {
        const auto starts = run_starts(stones, d, geometry);
        if (!starts.any()) continue;
        for (int i = 0; i < geometry.rules.run; ++i) {
            result = result | (starts << (i * geometry.direction[d]));
        }
    }
    return result;
}

// How many lines go through the cell of each bit.
template <int Words>
constexpr std::array<std::int32_t, Bits<Words>::kSize> lines_through(
    const Geometry<Words>& geometry) {
    std::array<std::int32_t, Bits<Words>::kSize> result{};
    for (int d = 0; d < kDirections; ++d) {
        folded(geometry.cells, d, geometry).for_each([&](int start) {
            for (int i = 0; i < geometry.rules.run; ++i)
                ++result[start + i * geometry.direction[d]];
        });
    }
    return result;
}

}  // namespace enligne
