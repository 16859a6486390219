// What a stone on an empty cell would make in all four directions at once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "play/gomoku/patterns.h"

namespace enligne::gomoku {

// What patterns are worth. The numbers come from games: see tuned_weights.h and docs/gomoku.md.

inline constexpr int kCombinations = 1365;  // of four patterns, whatever their directions
inline constexpr int kThreatSets = 512;     // see ThreatPosition::threat_index

// The weights of an empty cell by its patterns for one side. All weights are in 1/256 of a unit
// of the logistic function: an evaluation of 256 expects 73 % of the points.
struct CellWeights {
    std::int16_t mover;   // in the evaluation, when that side is to move
    std::int16_t waiter;  // and when the other one is
    std::int16_t own;     // for playing there oneself
    std::int16_t other;   // for taking it from that side
};

struct Weights {
    std::array<CellWeights, kCombinations> cells;
    std::array<std::int16_t, kThreatSets> threats;
};

// The patterns of a cell for one side, four bits for each direction.
using Code = std::uint16_t;

constexpr Pattern pattern_in(Code code, int direction) {
    return static_cast<Pattern>(code >> 4 * direction & 15);
}
constexpr Code with_pattern(Code code, int direction, Pattern pattern) {
    return static_cast<Code>((code & ~(15 << 4 * direction)) | static_cast<int>(pattern)
                                                                   << 4 * direction);
}

// The classes that decide what must be done, each worth more than the one before.
enum class CellClass : std::uint8_t {
    quiet,
    three,           // an open three: threatens an open four
    three_and_more,  // besides it a three or an open two
    two_threes,      // two open threes
    four,            // threatens a five
    four_and_more,   // besides it a three or an open two
    four_three,      // a four and an open three
    open_four,       // an open four, or two fours: cannot be stopped
    five,            // wins
};
inline constexpr int kCellClasses = 9;

constexpr CellClass class_of(Code code) {
    std::array<int, kPatterns> count{};
    for (int d = 0; d < 4; ++d) ++count[static_cast<int>(pattern_in(code, d))];
    const auto of = [&](Pattern pattern) { return count[static_cast<int>(pattern)]; };
    if (of(Pattern::five)) return CellClass::five;
    if (of(Pattern::open_four) || of(Pattern::four) > 1) return CellClass::open_four;
    const int threes = of(Pattern::open_three) + of(Pattern::open_three_2);
    const bool more = of(Pattern::three) + of(Pattern::open_two) + of(Pattern::open_two_3) > 0;
    if (of(Pattern::four)) {
        if (threes) return CellClass::four_three;
        return more ? CellClass::four_and_more : CellClass::four;
    }
    if (threes > 1) return CellClass::two_threes;
    if (threes) return more ? CellClass::three_and_more : CellClass::three;
    return CellClass::quiet;
}

// The number of a combination of four patterns whatever their directions: of the combinations in
// ascending order (0000, 0001, 0011, 0111 … with the highest pattern last), how many come before.
constexpr int combination_of(Code code) {
    std::array<int, 4> sorted{};
    for (int d = 0; d < 4; ++d) {
        const int pattern = static_cast<int>(pattern_in(code, d));
        int i = d;
        for (; i > 0 && sorted[i - 1] > pattern; --i) sorted[i] = sorted[i - 1];
        sorted[i] = pattern;
    }
    // Combinations with repetition: a sum of binomials of the shifted, then distinct, numbers.
    const auto choose = [](int n, int k) {
        int result = 1;
        for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
        return result;
    };
    int index = 0;
    for (int i = 0; i < 4; ++i) index += choose(sorted[i] + i, i + 1);
    return index;
}
static_assert(combination_of(0xbbbb) == kCombinations - 1);

// What is known of a code.
struct CodeFacts {
    CellWeights weights;
    CellClass cell_class;
};

class CodeTable {
   public:
    explicit CodeTable(const Weights& weights) : facts_(std::size_t{kPatterns} << 12) {
        for (std::size_t code = 0; code < facts_.size(); ++code) {
            bool is_possible = true;
            for (int d = 0; d < 4; ++d) {
                is_possible &= static_cast<int>(code >> 4 * d & 15) < kPatterns;
            }
            if (!is_possible) continue;
            const auto each = static_cast<Code>(code);
            facts_[code] = {weights.cells[combination_of(each)], class_of(each)};
        }
    }

    const CodeFacts& operator[](Code code) const { return facts_[code]; }

   private:
    std::vector<CodeFacts> facts_;
};

}  // namespace enligne::gomoku
