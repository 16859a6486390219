// The layout of a board in bits, and all that can be computed once for given rules.
//
// A column takes height + 1 bits, the lowest cell first, and its top bit is a sentinel that is
// never set. For 7x6 (s marks the sentinels):
//
//      s   6  13  20  27  34  41  48
//      6   5  12  19  26  33  40  47
//      5   4  11  18  25  32  39  46
//      4   3  10  17  24  31  38  45
//      3   2   9  16  23  30  37  44
//      2   1   8  15  22  29  36  43
//      1   0   7  14  21  28  35  42
//          a   b   c   d   e   f   g
//
// With h the height, the neighbours of a bit are at a distance of
//      1 above,   h down to the right,   h + 1 to the right,   h + 2 up to the right,
// and a step over any edge of the board ends on a sentinel or outside all bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "board/bits.h"
#include "board/random.h"
#include "board/rules.h"

namespace enligne {

struct Cell {
    int column;
    int row;

    friend auto operator<=>(const Cell&, const Cell&) = default;
};

// In the order of the distances above: up, down to the right, to the right, up to the right.
inline constexpr int kDirections = 4;
inline constexpr std::array<Cell, kDirections> kSteps{{{0, 1}, {1, -1}, {1, 0}, {1, 1}}};

constexpr int bits_needed(const Rules& rules) { return rules.width * (rules.height + 1); }

// How a run of k is found in about log2(k) shifts: folding a set of stones onto itself by 1, 2,
// 4 … cells doubles the length that each surviving bit vouches for. A run of 4 folds by 1, 2;
// one of 5 by 1, 2, 1; one of 10 by 1, 2, 4, 2.
struct Folding {
    std::array<int, 4> cells{};
    int count = 0;

    explicit constexpr Folding(int run) {
        int length = 1;
        for (; 2 * length <= run; length *= 2) cells[count++] = length;
        if (length < run) cells[count++] = run - length;
    }
};

template <int Words>
struct Geometry {
    Rules rules;
    int stride;                                          // bits in a column
    std::array<int, kDirections> direction;              // distances between neighbours
    int folds;                                           // see Folding
    std::array<std::array<int, 4>, kDirections> fold{};  // its distances in each direction
    std::array<int, kDirections> past_run{};             // from a run's first cell to just past it
    Bits<Words> cells;                                   // all bits but the sentinels
    Bits<Words> bottom;                                  // the lowest cell of each column
    Bits<Words> odd_rows;                                // the cells of rows 1, 3, 5 …
    // The hash of a stone on a bit, by side.
    std::array<std::array<std::uint64_t, Bits<Words>::kSize>, 2> key{};

    // The rules must not be refused, and their bits must fit.
    explicit constexpr Geometry(const Rules& r)
        : rules(r), stride(r.height + 1), direction{1, r.height, r.height + 1, r.height + 2} {
        const Folding folding(rules.run);
        folds = folding.count;
        for (int d = 0; d < kDirections; ++d) {
            for (int i = 0; i < folds; ++i) fold[d][i] = shift(folding.cells[i] * direction[d]);
            past_run[d] = shift(rules.run * direction[d]);
        }
        for (int column = 0; column < rules.width; ++column) {
            bottom.flip(bit({column, 0}));
            for (int row = 0; row < rules.height; ++row) cells.flip(bit({column, row}));
            for (int row = 0; row < rules.height; row += 2) odd_rows.flip(bit({column, row}));
        }
        for (int side = 0; side < 2; ++side) {
            for (int i = 0; i < Bits<Words>::kSize; ++i) key[side][i] = mixed(2 * i + side);
        }
    }

    constexpr int bit(Cell cell) const { return cell.column * stride + cell.row; }
    constexpr Cell cell(int bit) const { return {bit / stride, bit % stride}; }
    constexpr int cell_count() const { return rules.width * rules.height; }
    constexpr bool contains(Cell cell) const {
        return cell.column >= 0 && cell.column < rules.width && cell.row >= 0 &&
               cell.row < rules.height;
    }

   private:
    // A distance as a shift that is defined. One beyond all bits becomes the longest shift,
    // which leaves nothing either: the last bit is a sentinel or unused.
    static constexpr int shift(int distance) { return std::min(distance, Bits<Words>::kSize - 1); }
};

}  // namespace enligne
