// What is being played: the size of the board, the run that wins, gravity, exactness.
#pragma once

#include <string>

namespace enligne {

struct Rules {
    int width = 0;
    int height = 0;
    int run = 0;
    bool gravity = false;  // stones fall to the lowest empty cell of their column
    bool exact = false;    // a run longer than `run` does not win

    friend bool operator==(const Rules&, const Rules&) = default;
};

inline constexpr int kSmallestSide = 3;
inline constexpr int kLargestSide = 26;  // columns are the letters a to z
inline constexpr int kShortestRun = 3;
inline constexpr int kLongestRun = 10;

// Why these rules cannot be played, or nothing when they can.
inline std::string refusal(const Rules& rules) {
    const auto outside = [](const char* what, int value, int least, int most) {
        return std::string(what) + " " + std::to_string(value) + " is outside " +
               std::to_string(least) + " to " + std::to_string(most);
    };
    if (rules.width < kSmallestSide || rules.width > kLargestSide) {
        return outside("width", rules.width, kSmallestSide, kLargestSide);
    }
    if (rules.height < kSmallestSide || rules.height > kLargestSide) {
        return outside("height", rules.height, kSmallestSide, kLargestSide);
    }
    if (rules.run < kShortestRun || rules.run > kLongestRun) {
        return outside("run", rules.run, kShortestRun, kLongestRun);
    }
    const int longer = rules.width > rules.height ? rules.width : rules.height;
    if (rules.run > longer) {
        return "run " + std::to_string(rules.run) + " is longer than the longer side, " +
               std::to_string(longer);
    }
    return {};
}

}  // namespace enligne
