// Where the cells of given rules lie on their lines: computed once, shared by all threads.
//
// A cell has the index 32 * row + column. Each of its four lines is a word for each side, its
// cells in order from bit `reach` up, so that a window around any cell never leaves the word:
//
//     direction 0: along a row        the line is the row,              the place the column
//     direction 1: along a column     the line is the column,           the place the row
//     direction 2: up to the right    the line is column - row, from 0, the place the column
//     direction 3: down to the right  the line is column + row,         the place the column
#pragma once

#include <array>
#include <cstdint>

#include "board/geometry.h"
#include "play/gomoku/cell_class.h"

namespace enligne::gomoku {

using CellIndex = std::int16_t;

inline constexpr int kStride = 32;
inline constexpr int kCellSlots = kLargestSide * kStride;
inline constexpr int kMostLines = 2 * kLargestSide;
inline constexpr CellIndex kNoCell = -1;

constexpr CellIndex index_of(Cell cell) {
    return static_cast<CellIndex>(kStride * cell.row + cell.column);
}
constexpr Cell cell_of(CellIndex index) { return {index % kStride, index / kStride}; }

// A set of cells, a word for each row.
struct CellRows {
    std::array<std::uint32_t, kLargestSide> row{};

    bool test(CellIndex cell) const { return row[cell / kStride] >> cell % kStride & 1; }
    void flip(CellIndex cell) { row[cell / kStride] ^= std::uint32_t{1} << cell % kStride; }
    void set(CellIndex cell) { row[cell / kStride] |= std::uint32_t{1} << cell % kStride; }
    friend bool operator==(const CellRows&, const CellRows&) = default;
};

struct Layout {
    struct Place {
        std::uint8_t line;
        std::uint8_t place;
    };

    Rules rules;
    PatternTable patterns;
    CodeTable codes;
    std::array<std::int16_t, kThreatSets> threat_weights;
    std::array<std::array<Place, kCellSlots>, kDirections> place{};
    // The bits of a line that are not cells.
    std::array<std::array<std::uint64_t, kMostLines>, kDirections> off_board{};
    static constexpr std::array<int, kDirections> step{1, kStride, kStride + 1, 1 - kStride};
    std::array<std::array<std::uint64_t, kCellSlots>, 2> key{};  // hash of a stone on a cell

    Layout(const Rules& r, const Weights& weights)
        : rules(r), patterns(r), codes(weights), threat_weights(weights.threats) {
        for (auto& lines : off_board) lines.fill(~std::uint64_t{0});
        for (int row = 0; row < rules.height; ++row) {
            for (int column = 0; column < rules.width; ++column) {
                const CellIndex cell = index_of({column, row});
                const auto line = [](int number, int at) {
                    return Place{static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(at)};
                };
                place[0][cell] = line(row, column);
                place[1][cell] = line(column, row);
                place[2][cell] = line(column - row + rules.height - 1, column);
                place[3][cell] = line(column + row, column);
                for (int d = 0; d < kDirections; ++d) {
                    const auto [number, at] = place[d][cell];
                    off_board[d][number] &= ~(std::uint64_t{1} << (at + reach()));
                }
            }
        }
        for (int side = 0; side < 2; ++side) {
            for (int i = 0; i < kCellSlots; ++i) key[side][i] = mixed(2 * i + side);
        }
    }

    int reach() const { return patterns.reach(); }
    std::uint32_t window() const { return (std::uint32_t{2} << 2 * reach()) - 1; }
    int cell_count() const { return rules.width * rules.height; }
};

}  // namespace enligne::gomoku
