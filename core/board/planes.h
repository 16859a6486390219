// Positions as planes of bytes, and moves as numbers from 0: what programs that learn work with.
//
// A plane has a byte for each cell, row by row from the bottom:
//
//     6  7  8        An action of a game without gravity is the number of its cell, as drawn here
//     3  4  5        for 3x3; with gravity it is the number of its column.
//     0  1  2
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "board/position.h"

namespace enligne {

inline int plane_size(const Rules& rules) { return rules.width * rules.height; }

inline int action_count(const Rules& rules) {
    return rules.gravity ? rules.width : plane_size(rules);
}

inline int place_in_plane(Cell cell, const Rules& rules) {
    return cell.row * rules.width + cell.column;
}

inline int action_of(Cell cell, const Rules& rules) {
    return rules.gravity ? cell.column : place_in_plane(cell, rules);
}

// The bit that an action from 0 to action_count plays, in a game that goes on; none when it is not
// legal.
template <int Words>
std::optional<int> bit_of_action(const Position<Words>& position, int action) {
    const auto& geometry = position.geometry();
    const auto moves = position.moves();
    if (!geometry.rules.gravity) {
        const int width = geometry.rules.width;
        const int bit = geometry.bit({action % width, action / width});
        return moves.test(bit) ? std::optional(bit) : std::nullopt;
    }
    const int foot = geometry.bit({action, 0});
    if constexpr (Words == 1) {  // without a loop
        const Word column = (Word{1} << geometry.rules.height) - 1;
        const Word there = moves.word[0] >> foot & column;
        return there != 0 ? std::optional(foot + std::countr_zero(there)) : std::nullopt;
    }
    for (int bit = foot; bit < foot + geometry.rules.height; ++bit) {
        if (moves.test(bit)) return bit;
    }
    return std::nullopt;
}

// Two planes, 1 where a stone is: those of `own`, then those of the other side.
template <int Words>
void write_planes(const Position<Words>& position, Side own, std::uint8_t* planes) {
    const auto& geometry = position.geometry();
    const int size = plane_size(geometry.rules);
    std::fill_n(planes, 2 * size, std::uint8_t{0});
    for (const Side side : {own, other(own)}) {
        position.stones(side).for_each(
            [&](int bit) { planes[place_in_plane(geometry.cell(bit), geometry.rules)] = 1; });
        planes += size;
    }
}

// 1 for each action that is legal in a game that goes on.
template <int Words>
void write_mask(const Position<Words>& position, std::uint8_t* mask) {
    const auto& geometry = position.geometry();
    std::fill_n(mask, action_count(geometry.rules), std::uint8_t{0});
    position.moves().for_each(
        [&](int bit) { mask[action_of(geometry.cell(bit), geometry.rules)] = 1; });
}

}  // namespace enligne
