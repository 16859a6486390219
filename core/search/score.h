// The verdict of a search, as one number inside it and as a kind with a number outside.
//
// Inside, a win that comes about when n stones are on the board is worth kWin - n, a loss the
// negative of that: sooner wins and later losses are better, and because n counts from the empty
// board, a value means the same wherever in the search, or in its table, it is met. Evaluations
// stay within kLargestEvaluation; a draw is 0, and so may an evaluation be.
#pragma once

#include <cstdint>

namespace enligne {

using Value = std::int32_t;

inline constexpr Value kWin = 1'000'000;
inline constexpr Value kLongestGame = 1000;  // more stones than any board has cells
inline constexpr Value kLargestEvaluation = kWin - kLongestGame - 1;
inline constexpr Value kInfinity = kWin + 1;

constexpr Value win_at(int stones) { return kWin - stones; }
constexpr Value loss_at(int stones) { return stones - kWin; }
constexpr bool is_win(Value value) { return value > kLargestEvaluation; }
constexpr bool is_loss(Value value) { return value < -kLargestEvaluation; }
constexpr bool is_decided(Value value) { return is_win(value) || is_loss(value); }

struct Score {
    enum class Kind : std::uint8_t { heuristic, win, loss, draw };

    Kind kind = Kind::heuristic;
    int number = 0;  // plies to the end of a win or loss, else the evaluation

    // A value found for a position with `ply` stones. It is exact when every line was followed
    // to its end; only then is 0 known to be a draw. A win or a loss is always proven.
    static constexpr Score of(Value value, int ply, bool exact) {
        if (is_win(value)) return {Kind::win, kWin - value - ply};
        if (is_loss(value)) return {Kind::loss, kWin + value - ply};
        if (exact) return {Kind::draw, 0};
        return {Kind::heuristic, value};
    }

    friend bool operator==(const Score&, const Score&) = default;
};

}  // namespace enligne
