// One pass over the lines of a position: which of them still matter to a side, and how much each
// empty cell is worth to it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "exact/free/lines.h"

namespace enligne::free {

// For each empty cell, the empty cells that are in every line through it that was scanned.
using SharedCells = std::array<Word, Bits<1>::kSize>;

// The lines that matter to one side: those that are open and lack at most `reach` stones, which
// is how many the side can place before the question is decided. A line that lacks `need` stones
// weighs 2^(run - need), so that a full one would weigh 2^run.
struct Scan {
    int weight = 0;                                 // of all lines
    std::array<int, Bits<1>::kSize> cell_weight{};  // of the lines through an empty cell
    Word ends = 0;                                  // of the lines; see Line
    Word once = 0;                                  // empty cells of lines that lack two stones
    Word twice = 0;                                 // … of two or more such lines

    Scan(const Lines& lines, Word own, Word opponent, int reach, SharedCells& shared) {
        for (const Line& line : lines.all()) {
            if (!line.is_open(own, opponent)) continue;
            const Word empty = line.cells & ~own;
            const int need = std::popcount(empty);
            if (need > reach) continue;
            const int worth = 1 << (lines.run() - need);
            weight += worth;
            ends |= line.ends;
            if (need == 2) {
                twice |= once & empty;
                once |= empty;
            }
            for (Word rest = empty; rest != 0; rest &= rest - 1) {
                const int bit = std::countr_zero(rest);
                cell_weight[bit] += worth;
                shared[bit] &= empty;
            }
        }
    }

    int heaviest_cell() const { return *std::max_element(cell_weight.begin(), cell_weight.end()); }
};

}  // namespace enligne::free
