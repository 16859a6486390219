// What a stone on an empty cell would make of one line through it, for every possible line.
//
// A side looks at a line through an empty cell: each cell around it is empty (.), its own (x) or
// lost to it (#: the other side's, or off the board). The pattern is what the line becomes if it
// plays there (o), named for runs of five; for other runs what counts is the stones still missing.
//
//   five         xxoxx     it wins
//   open_four    .xxox.    two cells or more then win: the other side can close one
//   four         #xxox.    one cell then wins
//   open_three   .xox..    one cell then makes an open four   (open_three_2: two cells or more)
//   three        #xox..    a cell then makes a four
//   open_two     .xo...    two cells then make an open three  (open_two_3: three cells or more)
//   two          #xo...    a cell then makes a three
//   open_one     ..o...    a cell then makes an open two
//   one          #o....    a win can still come of it
//   dead         #o...#    none can
//
// Only lines of stones through the cell itself count: what is there already is somebody else's
// pattern. The window reaches run - 1 cells each way, one further where a longer run does not win.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/rules.h"

namespace enligne::gomoku {

enum class Pattern : std::uint8_t {
    dead,
    one,
    open_one,
    two,
    open_two,
    open_two_3,
    three,
    open_three,
    open_three_2,
    four,
    open_four,
    five,
};
inline constexpr int kPatterns = 12;
inline constexpr std::array<const char*, kPatterns> kPatternNames{
    "dead",  "one",        "open_one",     "two",  "open_two",  "open_two_3",
    "three", "open_three", "open_three_2", "four", "open_four", "five"};

inline constexpr int kShortestTableRun = 4;
inline constexpr int kLongestTableRun = 7;
inline constexpr int kMostReach = 7;

// How far along a line a stone changes patterns.
constexpr int reach_of(const Rules& rules) { return rules.exact ? rules.run : rules.run - 1; }

class PatternTable {
   public:
    // The rules' run must be within the table's.
    explicit PatternTable(const Rules& rules) : reach_(reach_of(rules)) {
        fill_ternary();
        fill_patterns(rules);
    }

    int reach() const { return reach_; }

    // The pattern of a window of 2 * reach + 1 cells, the lowest bit its first; the cell in its
    // middle is empty. No cell is both own and lost.
    Pattern at(std::uint32_t own, std::uint32_t lost) const {
        return patterns_[ternary_[own] + 2 * ternary_[lost]];
    }

   private:
    // The bits of a window as the digits of a number to base 3, without the middle.
    void fill_ternary() {
        ternary_.resize(std::size_t{1} << (2 * reach_ + 1));
        for (std::uint32_t bits = 0; bits < ternary_.size(); ++bits) {
            std::uint32_t power = 1;
            for (int i = 0; i <= 2 * reach_; ++i) {
                if (i == reach_) continue;
                if (bits >> i & 1) ternary_[bits] += power;
                power *= 3;
            }
        }
    }

    // One more own stone makes a larger number: from the largest down, what a window can become
    // is known before the window is.
    void fill_patterns(const Rules& rules) {
        const int digits = 2 * reach_;
        std::array<std::uint32_t, 2 * kMostReach> power{};
        std::uint32_t size = 1;
        for (int i = 0; i < digits; ++i, size *= 3) power[i] = size;
        patterns_.resize(size);
        std::array<std::uint8_t, 2 * kMostReach> digit;
        digit.fill(2);
        for (std::uint32_t window = size; window-- > 0;) {
            std::array<int, kPatterns> next{};  // how many cells lead to each pattern
            for (int i = 0; i < digits; ++i) {
                if (digit[i] == 0) ++next[static_cast<int>(patterns_[window + power[i]])];
            }
            patterns_[window] = wins(digit, rules) ? Pattern::five : pattern_before(next);
            for (int i = 0; i < digits && digit[i]-- == 0; ++i) digit[i] = 2;
        }
    }

    bool wins(const std::array<std::uint8_t, 2 * kMostReach>& digit, const Rules& rules) const {
        int stones = 1;
        for (int i = reach_ - 1; i >= 0 && digit[i] == 1; --i) ++stones;
        for (int i = reach_; i < 2 * reach_ && digit[i] == 1; ++i) ++stones;
        return rules.exact ? stones == rules.run : stones >= rules.run;
    }

    static Pattern pattern_before(const std::array<int, kPatterns>& next) {
        const auto count = [&](Pattern pattern) { return next[static_cast<int>(pattern)]; };
        if (const int wins = count(Pattern::five)) {
            return wins > 1 ? Pattern::open_four : Pattern::four;
        }
        if (const int ways = count(Pattern::open_four)) {
            return ways > 1 ? Pattern::open_three_2 : Pattern::open_three;
        }
        if (count(Pattern::four)) return Pattern::three;
        if (const int ways = count(Pattern::open_three) + count(Pattern::open_three_2)) {
            return ways > 2 ? Pattern::open_two_3 : Pattern::open_two;
        }
        if (count(Pattern::three)) return Pattern::two;
        if (count(Pattern::open_two) + count(Pattern::open_two_3)) {
            return Pattern::open_one;
        }
        return count(Pattern::two) + count(Pattern::open_one) + count(Pattern::one) ? Pattern::one
                                                                                    : Pattern::dead;
    }

    int reach_;
    std::vector<std::uint32_t> ternary_;
    std::vector<Pattern> patterns_;
};

}  // namespace enligne::gomoku
