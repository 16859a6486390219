// The lines of a board without gravity: every k cells that can win, and the cells that complete
// one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "board/geometry.h"

namespace enligne {

// A set of cells of a board that fits one word, in the layout of geometry.h.
using CellSet = std::uint64_t;

struct FreeLine {
    CellSet cells;
    // Just past both ends, where a stone of the line's owner makes the run too long to win.
    // Empty when longer runs win.
    CellSet ends;

    // Whether a side can still win here: stones never leave, so neither does an obstacle.
    bool is_open(CellSet own, CellSet opponent) const {
        return ((cells & opponent) | (ends & own)) == 0;
    }
};

class FreeLines {
   public:
    FreeLines() = default;

    explicit FreeLines(const Geometry<1>& geometry)
        : run_(geometry.rules.run), step_(geometry.direction) {
        const Rules& rules = geometry.rules;
        // Where no run can be longer than k both kinds of rules are the same game.
        exact_ = rules.exact && rules.run < std::max(rules.width, rules.height);
        constexpr std::array<Cell, kDirections> towards{{{0, 1}, {1, -1}, {1, 0}, {1, 1}}};
        for (const Cell step : towards) {
            for (int column = 0; column < rules.width; ++column) {
                for (int row = 0; row < rules.height; ++row) {
                    add({column, row}, step, geometry);
                }
            }
        }
    }

    int run() const { return run_; }
    const std::vector<FreeLine>& all() const { return lines_; }

    // All cells of `empty` on which one more stone wins. With `before` the cells that have at
    // least i stones in a row right before them and `after` the same behind, a cell completes
    // k when i before and k - 1 - i after meet on it; exactly k when no longer ones do.
    CellSet completing(CellSet stones, CellSet empty) const {
        CellSet result = 0;
        for (const int step : step_) {
            std::array<CellSet, kLongestRun + 1> before;
            std::array<CellSet, kLongestRun + 1> after;
            before[0] = after[0] = empty;
            CellSet up = stones;
            CellSet down = stones;
            for (int i = 1; i <= run_; ++i) {
                up <<= step;
                down >>= step;
                before[i] = before[i - 1] & up;
                after[i] = after[i - 1] & down;
            }
            for (int i = 0; i < run_; ++i) {
                const int rest = run_ - 1 - i;
                CellSet meet = before[i] & after[rest];
                if (exact_) meet &= ~(before[i + 1] | after[rest + 1]);
                result |= meet;
            }
        }
        return result;
    }

   private:
    void add(Cell start, Cell step, const Geometry<1>& geometry) {
        const auto cell = [&](int i) {
            return Cell{start.column + i * step.column, start.row + i * step.row};
        };
        if (!geometry.contains(cell(run_ - 1))) return;
        FreeLine line{};
        for (int i = 0; i < run_; ++i) line.cells |= CellSet{1} << geometry.bit(cell(i));
        for (const int i : {-1, run_}) {
            if (exact_ && geometry.contains(cell(i))) {
                line.ends |= CellSet{1} << geometry.bit(cell(i));
            }
        }
        lines_.push_back(line);
    }

    int run_ = 0;
    bool exact_ = false;
    std::array<int, kDirections> step_{};
    std::vector<FreeLine> lines_;
};

}  // namespace enligne
