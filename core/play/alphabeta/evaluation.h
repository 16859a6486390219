// Static evaluations: what a position that is not decided looks worth, without search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "board/position.h"
#include "board/threats.h"
#include "search/score.h"

namespace enligne {

enum class Evaluation {
    zero,    // nothing is known
    report,  // the formula of the Connect 4 report
    lines,   // open lines by their stones and, with gravity, threats by the parity of their row
};

// How often `length` stones stand next to each other in a row, in all directions.
template <int Words>
int count_rows(const Bits<Words>& stones, int length, const Geometry<Words>& geometry) {
    int total = 0;
    for (const int step : geometry.direction) {
        Bits<Words> starts = stones;
        for (int i = 1; i < length; ++i) starts = stones & (starts >> step);
        total += starts.count();
    }
    return total;
}

// What the report's formula gives a row that is one stone short of a run, and one two short.
inline constexpr Value kLongRow = 100;
inline constexpr Value kShortRow = 3;

// The report's formula for a run of 4: 100 for each three and 3 for each two in a row, less the
// other side's. For other runs, rows one and two short of it take their places.
template <int Words>
Value report_evaluation(const Position<Words>& position) {
    const auto& geometry = position.geometry();
    const int run = geometry.rules.run;
    const auto worth = [&](Side side) {
        const auto& stones = position.stones(side);
        return kLongRow * count_rows(stones, run - 1, geometry) +
               kShortRow * count_rows(stones, run - 2, geometry);
    };
    return worth(position.side()) - worth(other(position.side()));
}

// The number of lines, by how many stones of one side are on them, that the other side has not
// entered. All lines of a direction are counted at once, in counters of one bit a plane: plane p
// holds bit p of the number of stones on the line that starts at each bit.
template <int Words>
std::array<int, kLongestRun + 1> count_open_lines(const Bits<Words>& own, const Bits<Words>& others,
                                                  const Geometry<Words>& geometry) {
    return with_run(geometry.rules.run, [&]<int Run>() {
        constexpr int kPlanes = std::bit_width(static_cast<unsigned>(Run));
        std::array<int, kLongestRun + 1> lines{};
        const Bits<Words> open = geometry.cells & ~others;
        for (int d = 0; d < kDirections; ++d) {
            const Bits<Words> starts = folded(open, d, geometry);
            std::array<Bits<Words>, kPlanes> plane{};
            Bits<Words> stones = own;
            for (int i = 0; i < Run; ++i) {
                Bits<Words> carry = stones;
                for (auto& bits : plane) {
                    const Bits<Words> both = bits & carry;
                    bits = bits ^ carry;
                    carry = both;
                }
                stones = stones >> geometry.direction[d];
            }
            for (int count = 1; count < Run; ++count) {
                Bits<Words> match = starts;
                for (int p = 0; p < kPlanes; ++p) {
                    match = match & (count >> p & 1 ? plane[p] : ~plane[p]);
                }
                lines[count] += match.count();
            }
        }
        return lines;
    });
}

// How many times as much an open line is worth with one more stone on it; with one stone it is
// worth 1, and without any nothing.
constexpr Value line_factor(const Rules& rules) { return rules.gravity ? 2 : 4; }

// What a side's open lines are worth.
template <int Words>
Value worth_of_lines(const Bits<Words>& own, const Bits<Words>& others,
                     const Geometry<Words>& geometry) {
    const Value factor = line_factor(geometry.rules);
    const auto lines = count_open_lines(own, others, geometry);
    Value total = 0;
    for (int count = geometry.rules.run - 1; count >= 1; --count) {
        total = factor * total + lines[count];
    }
    return total;
}

// Threats count with gravity on a board of even height only.
constexpr bool counts_threats(const Rules& rules) { return rules.gravity && rules.height % 2 == 0; }
inline constexpr Value kThreatWorth = 30;

// The threats of a side that count. When the rest of the board fills up column by column, the
// second side can always answer in the same column: the first side then gets the cells of rows 1,
// 3, 5 and the second side those of rows 2, 4, 6. Only threats on a side's own rows are worth
// something, and none directly above one of the other side, which is never reached.
template <int Words>
Bits<Words> counted_threats(Side side, const Bits<Words>& own, const Bits<Words>& others,
                            const Geometry<Words>& geometry) {
    const Bits<Words> rows =
        side == Side::first ? geometry.odd_rows : geometry.cells & ~geometry.odd_rows;
    return own & rows & ~(others << 1);
}

template <int Words>
Value lines_evaluation(const Position<Words>& position) {
    const auto& geometry = position.geometry();
    const Side side = position.side();
    const auto& own = position.stones(side);
    const auto& others = position.stones(other(side));
    Value value = worth_of_lines(own, others, geometry) - worth_of_lines(others, own, geometry);
    if (counts_threats(geometry.rules)) {
        const Bits<Words> empty = geometry.cells & ~position.occupied();
        const Bits<Words> threats = winning_cells(own, geometry) & empty;
        const Bits<Words> answers = winning_cells(others, geometry) & empty;
        value += kThreatWorth * (counted_threats(side, threats, answers, geometry).count() -
                                 counted_threats(other(side), answers, threats, geometry).count());
    }
    return std::clamp(value, -kLargestEvaluation, kLargestEvaluation);
}

// From the side to move. Changes sign with the sides and does not change with symmetries.
template <int Words>
Value evaluate(const Position<Words>& position, Evaluation evaluation) {
    switch (evaluation) {
        case Evaluation::zero:
            return 0;
        case Evaluation::report:
            return report_evaluation(position);
        case Evaluation::lines:
            return lines_evaluation(position);
    }
    return 0;
}

}  // namespace enligne
