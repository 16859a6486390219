// The lines of a board without gravity: every k cells that can win, and the cells that complete
// one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "board/geometry.h"
#include "board/threats.h"

namespace enligne::free {

struct Line {
    Word cells;
    // Just past both ends, where a stone of the line's owner makes the run too long to win.
    // Empty when longer runs win.
    Word ends;

    // Whether a side can still win here: stones never leave, so neither does an obstacle.
    bool is_open(Word own, Word opponent) const { return ((cells & opponent) | (ends & own)) == 0; }
};

class Lines {
   public:
    explicit Lines(const Rules& rules) : geometry_(simplest(rules)) {
        for (const Cell step : kSteps) {
            for (int column = 0; column < rules.width; ++column) {
                for (int row = 0; row < rules.height; ++row) add({column, row}, step);
            }
        }
    }

    const Geometry<1>& geometry() const { return geometry_; }
    int run() const { return geometry_.rules.run; }
    const std::vector<Line>& all() const { return lines_; }

    // All cells of `empty` on which one more stone wins.
    Word completing(Word stones, Word empty) const {
        return completing_bits(Bits<1>{{stones}}, geometry_).word[0] & empty;
    }

   private:
    // Where no run can be longer than k both kinds of rules are the same game.
    static Rules simplest(Rules rules) {
        rules.exact = rules.exact && rules.run < std::max(rules.width, rules.height);
        return rules;
    }

    void add(Cell start, Cell step) {
        const auto cell = [&](int i) {
            return Cell{start.column + i * step.column, start.row + i * step.row};
        };
        if (!geometry_.contains(cell(run() - 1))) return;
        Line line{};
        for (int i = 0; i < run(); ++i) line.cells |= Word{1} << geometry_.bit(cell(i));
        for (const int i : {-1, run()}) {
            if (geometry_.rules.exact && geometry_.contains(cell(i))) {
                line.ends |= Word{1} << geometry_.bit(cell(i));
            }
        }
        lines_.push_back(line);
    }

    Geometry<1> geometry_;
    std::vector<Line> lines_;
};

// One pass over the lines of a position: which of them still matter to a side, and how much each
// empty cell is worth to it.

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
