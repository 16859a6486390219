// The boards that the solver of games with gravity is compiled for: the geometry of the board as
// plain words, known when compiling or only when running. board/geometry.h draws the bits.
#pragma once

#include <bit>
#include <cassert>

#include "board/geometry.h"

namespace enligne::gravity {

template <class Source>
class Board : public Source {
   public:
    using Source::geometry;
    using Source::Source;

    constexpr int width() const { return geometry().rules.width; }
    constexpr int height() const { return geometry().rules.height; }
    constexpr int run() const { return geometry().rules.run; }
    constexpr bool exact() const { return geometry().rules.exact; }
    constexpr int cell_count() const { return geometry().cell_count(); }
    constexpr Word cells() const { return geometry().cells.word[0]; }
    constexpr Word bottom() const { return geometry().bottom.word[0]; }
    constexpr Word top() const { return bottom() << (height() - 1); }
    constexpr Word odd_rows() const { return geometry().odd_rows.word[0]; }
    constexpr Word even_rows() const { return cells() ^ odd_rows(); }
};

// Everything folds into constants.
template <int Width, int Height, int Run>
class FixedSource {
   public:
    static constexpr int kKeyBits = Width * (Height + 1);
    FixedSource() = default;
    explicit FixedSource([[maybe_unused]] const Geometry<1>& same) {
        assert(same.rules == kGeometry.rules);
    }
    static constexpr const Geometry<1>& geometry() { return kGeometry; }

   private:
    static constexpr Geometry<1> kGeometry{Rules{Width, Height, Run, true, false}};
};
template <int Width, int Height, int Run>
using FixedBoard = Board<FixedSource<Width, Height, Run>>;

// Slower, for every other board. Refers to a geometry, which must outlive it.
class RuntimeSource {
   public:
    static constexpr int kKeyBits = 64;
    explicit constexpr RuntimeSource(const Geometry<1>& geometry) : geometry_(&geometry) {}
    constexpr const Geometry<1>& geometry() const { return *geometry_; }

   private:
    const Geometry<1>* geometry_;
};
using RuntimeBoard = Board<RuntimeSource>;

// The cell each column would take next; a full column has none.
template <class Board>
constexpr Word playable_cells(const Board& board, Word occupied) {
    return (occupied + board.bottom()) & board.cells();
}

// The mirror image of board/symmetry.h, column by column: that takes a search no table.
template <class Board>
constexpr Word mirrored(const Board& board, Word cells) {
    const int stride = board.height() + 1;
    const Word column = (Word{1} << stride) - 1;
    Word result = 0;
    for (int i = 0; i < board.width(); ++i) {
        result |= ((cells >> (i * stride)) & column) << ((board.width() - 1 - i) * stride);
    }
    return result;
}

constexpr bool has_at_least_two(Word cells) { return (cells & (cells - 1)) != 0; }

}  // namespace enligne::gravity
