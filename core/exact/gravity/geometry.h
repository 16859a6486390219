// The board of a gravity game on 64 bits, for the solver.
//
// A column takes height + 1 bits, bottom cell first; the extra bit on top is always empty, so that
// a shifted line can never run from one column into the next. For 7x6:
//
//      6 13 20 27 34 41 48      always empty
//      5 12 19 26 33 40 47      row 5
//      4 11 18 25 32 39 46
//      3 10 17 24 31 38 45
//      2  9 16 23 30 37 44
//      1  8 15 22 29 36 43
//      0  7 14 21 28 35 42      row 0
//
// Neighbours: +1 above, +(height + 1) right, +(height + 2) right above, +height right below.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace enligne::solver {

using Bits = std::uint64_t;

// The masks a search needs, derived from width and height only.
struct Masks {
    Bits bottom = 0;     // row 0
    Bits board = 0;      // every cell
    Bits top = 0;        // the highest row
    Bits even_rows = 0;  // rows 0, 2, 4 ...
    Bits odd_rows = 0;   // rows 1, 3, 5 ...

    constexpr Masks(int width, int height) {
        for (int column = 0; column < width; ++column) {
            const int base = column * (height + 1);
            bottom |= Bits{1} << base;
            top |= Bits{1} << (base + height - 1);
            for (int row = 0; row < height; ++row) {
                const Bits cell = Bits{1} << (base + row);
                board |= cell;
                (row % 2 == 0 ? even_rows : odd_rows) |= cell;
            }
        }
    }
};

// Size and rules known when compiling: everything folds into constants.
template <int Width, int Height, int Run>
struct FixedGeometry {
    static_assert(Width >= 1 && Height >= 1 && Run >= 2 && Width * (Height + 1) <= 64);
    static constexpr Masks masks{Width, Height};
    static constexpr int key_bits = Width * (Height + 1);
    static constexpr int width() { return Width; }
    static constexpr int height() { return Height; }
    static constexpr int run() { return Run; }
    static constexpr bool exact() { return false; }
    static constexpr int cells() { return Width * Height; }
    static constexpr Bits bottom() { return masks.bottom; }
    static constexpr Bits board() { return masks.board; }
    static constexpr Bits top() { return masks.top; }
    static constexpr Bits even_rows() { return masks.even_rows; }
    static constexpr Bits odd_rows() { return masks.odd_rows; }
};

// Size and rules known only when running: slower, for every other board.
class RuntimeGeometry {
   public:
    static constexpr int key_bits = 64;
    constexpr RuntimeGeometry(int width, int height, int run, bool exact)
        : masks_(width, height), width_(width), height_(height), run_(run), exact_(exact) {
        assert(width >= 1 && height >= 1 && run >= 2 && width * (height + 1) <= 64);
    }
    constexpr int width() const { return width_; }
    constexpr int height() const { return height_; }
    constexpr int run() const { return run_; }
    constexpr bool exact() const { return exact_; }
    constexpr int cells() const { return width_ * height_; }
    constexpr Bits bottom() const { return masks_.bottom; }
    constexpr Bits board() const { return masks_.board; }
    constexpr Bits top() const { return masks_.top; }
    constexpr Bits even_rows() const { return masks_.even_rows; }
    constexpr Bits odd_rows() const { return masks_.odd_rows; }

   private:
    Masks masks_;
    int width_, height_, run_;
    bool exact_;
};

// The cell each column would take next; a full column has none.
template <class Geometry>
constexpr Bits playable_cells(const Geometry& geometry, Bits occupied) {
    return (occupied + geometry.bottom()) & geometry.board();
}

template <class Geometry>
constexpr Bits column_cells(const Geometry& geometry, int column) {
    return ((Bits{1} << geometry.height()) - 1) << (column * (geometry.height() + 1));
}

// Left and right exchanged.
template <class Geometry>
constexpr Bits mirrored(const Geometry& geometry, Bits cells) {
    const int stride = geometry.height() + 1;
    const Bits column = (Bits{1} << stride) - 1;
    Bits result = 0;
    for (int i = 0; i < geometry.width(); ++i)
        result |= ((cells >> (i * stride)) & column) << ((geometry.width() - 1 - i) * stride);
    return result;
}

constexpr bool has_at_least_two(Bits cells) { return (cells & (cells - 1)) != 0; }

}  // namespace enligne::solver
