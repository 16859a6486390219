// Threats: cells on which a stone would complete a winning run.
#pragma once

#include <array>

#include "board/bits.h"
#include "board/geometry.h"
#include "board/position.h"
#include "board/runs.h"

namespace enligne {

// Calls a function with the run length as a template argument, so that its loops unroll.
template <class Function>
decltype(auto) with_run(int run, Function function) {
    switch (run) {
        case 3:
            return function.template operator()<3>();
        case 4:
            return function.template operator()<4>();
        case 5:
            return function.template operator()<5>();
        case 6:
            return function.template operator()<6>();
        case 7:
            return function.template operator()<7>();
        case 8:
            return function.template operator()<8>();
        case 9:
            return function.template operator()<9>();
        default:
            return function.template operator()<kLongestRun>();
    }
}

// Every bit, of an empty cell or not, on which one more of these stones would complete a winning
// run; sentinels may be among them.
//
// For each direction, before[a] holds the bits that have a stones directly before them, and
// after[b] those that have b stones directly after them. A run of k through a bit has a stones
// before it and k - 1 - a after it.
template <int Words>
Bits<Words> completing_bits(const Bits<Words>& stones, const Geometry<Words>& geometry) {
    return with_run(geometry.rules.run, [&]<int Run>() {
        Bits<Words> result;
        for (const int step : geometry.direction) {
            std::array<Bits<Words>, Run + 1> before;
            std::array<Bits<Words>, Run + 1> after;
            before[0] = after[0] = ~Bits<Words>{};
            for (int length = 1; length <= Run; ++length) {
                before[length] = (stones & before[length - 1]) << step;
                after[length] = (stones & after[length - 1]) >> step;
            }
            for (int left = 0; left < Run; ++left) {
                const int right = Run - 1 - left;
                Bits<Words> here = before[left] & after[right];
                if (geometry.rules.exact) here = here & ~before[left + 1] & ~after[right + 1];
                result = result | here;
            }
        }
        return result;
    });
}

// Every cell, empty or not, on which one more of these stones would complete a winning run.
template <int Words>
Bits<Words> winning_cells(const Bits<Words>& stones, const Geometry<Words>& geometry) {
    return completing_bits(stones, geometry) & geometry.cells;
}

// The moves with which a side would win at once if it were to move.
template <int Words>
Bits<Words> winning_moves(const Position<Words>& position, Side side) {
    const auto& stones = position.stones(side);
    const auto& geometry = position.geometry();
    const auto moves = position.moves();
    // Shifting several words costs more than walking from each of a few cells.
    if (Words == 1 || !geometry.rules.gravity) return winning_cells(stones, geometry) & moves;
    Bits<Words> result;
    moves.for_each([&](int move) {
        if (has_run_through(stones, move, geometry)) result.flip(move);
    });
    return result;
}

}  // namespace enligne
