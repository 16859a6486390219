// The boards that the solver of games with gravity is compiled for: the geometry of the board as
// plain words, of 64 or 128 bits, known when compiling or only when running. board/geometry.h draws
// the bits.
#pragma once

#include <bit>
#include <cassert>

#include "board/geometry.h"
#include "board/runs.h"
#include "board/threats.h"
#include "board/wide_word.h"

namespace enligne::gravity {

template <class Source>
class Board : public Source {
   public:
    using Source::geometry;
    using Source::Source;
    using Word = WordOf<Source::kWords>;

    constexpr int width() const { return geometry().rules.width; }
    constexpr int height() const { return geometry().rules.height; }
    constexpr int run() const { return geometry().rules.run; }
    constexpr bool exact() const { return geometry().rules.exact; }
    constexpr int cell_count() const { return geometry().cell_count(); }
    constexpr Word cells() const { return word_of(geometry().cells); }
    constexpr Word bottom() const { return word_of(geometry().bottom); }
    constexpr Word top() const { return bottom() << (height() - 1); }
    constexpr Word odd_rows() const { return word_of(geometry().odd_rows); }
    constexpr Word even_rows() const { return cells() ^ odd_rows(); }
};

// Everything folds into constants.
template <int Width, int Height, int Run>
class FixedSource {
   public:
    static constexpr int kWords = 1;
    static constexpr int kKeyBits = Width * (Height + 1);
    static constexpr int kMostKeyBits = kKeyBits;
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

// Slower, for every other board of so many bits at most. Refers to a geometry, which must outlive
// it.
template <int Words, int MostKeyBits>
class RuntimeSource {
   public:
    static constexpr int kWords = Words;
    static constexpr int kKeyBits = 0;  // known when running
    static constexpr int kMostKeyBits = MostKeyBits;
    explicit constexpr RuntimeSource(const Geometry<Words>& geometry) : geometry_(&geometry) {}
    constexpr const Geometry<Words>& geometry() const { return *geometry_; }

   private:
    const Geometry<Words>* geometry_;
};
template <int MostKeyBits>
using BoardUpTo = Board<RuntimeSource<(MostKeyBits <= 64 ? 1 : 2), MostKeyBits>>;
using RuntimeBoard = BoardUpTo<64>;

template <class Board>
using WordIn = typename Board::Word;

// The cell each column would take next; a full column has none.
template <class Board>
constexpr WordIn<Board> playable_cells(const Board& board, WordIn<Board> occupied) {
    return (occupied + board.bottom()) & board.cells();
}

// The mirror image of board/symmetry.h, column by column: that takes a search no table.
template <class Board>
constexpr WordIn<Board> mirrored(const Board& board, WordIn<Board> cells) {
    const int stride = board.height() + 1;
    const auto column = (WordIn<Board>{1} << stride) - 1;
    WordIn<Board> result = 0;
    for (int i = 0; i < board.width(); ++i) {
        result |= ((cells >> (i * stride)) & column) << ((board.width() - 1 - i) * stride);
    }
    return result;
}

template <class Word>
constexpr bool has_at_least_two(Word cells) {
    return (cells & (cells - 1)) != 0;
}

// Runs and the cells that complete them, as the search asks for them at every node.

// Cells whose neighbour cells in one direction complete a run of four.
//   cell:      c         c         c        c
//   pattern:  _XXX      X_XX      XX_X     XXX_
template <class Word>
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
[[gnu::always_inline]] constexpr WordIn<Board> winning_cells(const Board& board,
                                                             WordIn<Board> stones) {
    const int height = board.height();
    constexpr int bit_count = 8 * sizeof(stones);
    if (board.run() == 4 && !board.exact() && 3 * (height + 2) < bit_count) {
        const auto vertical = (stones << 1) & (stones << 2) & (stones << 3);
        return vertical | completes_four(stones, height) | completes_four(stones, height + 1) |
               completes_four(stones, height + 2);
    }
    return word_of(completing_bits(bits_of(stones), board.geometry()));
}

// Whether `run` cells in a row are all in `cells`; longer rows count, also under the exact rule,
// so that "no" is safe for every subset of the cells.
template <class Board>
constexpr bool contains_run(const Board& board, WordIn<Board> cells) {
    auto starts = folded(bits_of(cells), 0, board.geometry());
    for (int d = 1; d < kDirections; ++d) {
        starts = starts | folded(bits_of(cells), d, board.geometry());
    }
    return starts.any();
}

}  // namespace enligne::gravity
