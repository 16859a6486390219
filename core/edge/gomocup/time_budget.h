// The limits that a manager names, and the share of each move in the time for a game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace enligne::gomocup {

// What managers send as `time_left` when the time for a game is not limited.
inline constexpr std::int64_t kUnlimitedMilliseconds = (std::int64_t{1} << 31) - 1;

class TimeBudget {
   public:
    // The limit of each move.
    double turn_seconds() const { return turn_seconds_; }

    // The time for a game begins again.
    void start_game() { left_ = game_seconds_; }

    // The limit of each move; 0 for as fast as possible.
    void tell_turn(std::int64_t milliseconds) {
        turn_seconds_ = seconds(std::max<std::int64_t>(0, milliseconds));
    }
    // The limit of the whole game; 0 for none.
    void tell_game(std::int64_t milliseconds) {
        game_seconds_.reset();
        if (0 < milliseconds && milliseconds < kUnlimitedMilliseconds) {
            game_seconds_ = seconds(milliseconds);
        }
        left_ = game_seconds_;
    }
    // What is left for the game; it may be less than nothing.
    void tell_left(std::int64_t milliseconds) {
        left_.reset();
        if (milliseconds < kUnlimitedMilliseconds) left_ = seconds(milliseconds);
    }
    // Counts what a move took, for managers that do not tell what is left.
    void spend(double seconds) {
        if (left_) *left_ -= seconds;
    }

    // How long the side to move may think, from the moment it was asked to the reply, with so many
    // stones on a board of so many cells.
    double seconds_for(int cell_count, int ply) const {
        if (turn_seconds_ == 0) return kFastest;
        double result = usable(turn_seconds_);
        if (left_) result = std::min(result, share(std::max(0.0, *left_), cell_count, ply));
        return std::max(result, kFastest);
    }

   private:
    static constexpr double kFastest = 0.005;  // where no time can be lost
    static constexpr double kUntoldSeconds = 5.0;
    // A game seldom has more moves of one side; in a longer one, this many more are always
    // expected.
    static constexpr int kExpectedMoves = 28;
    static constexpr int kExpectedMovesMore = 10;
    static constexpr double kReserveAMove = 0.02;

    static double seconds(std::int64_t milliseconds) {
        return static_cast<double>(milliseconds) / 1000;
    }

    // A limit less what a reply may take on its way; of a very short one, half.
    static double usable(double limit) {
        return limit - std::min(limit / 2, 0.025 + std::min(0.02 * limit, 0.1));
    }

    // What a move may take of the time for the rest of the game.
    static double share(double left, int cell_count, int ply) {
        const int possible = (cell_count - ply + 1) / 2;
        const int expected = std::max(kExpectedMoves - ply / 2, kExpectedMovesMore);
        // A game may last until the board is full; that much is put by for the last of its moves.
        const double reserve = kReserveAMove * possible;
        if (left <= reserve) return left / std::max(1, possible);
        return usable(left - reserve) / std::max(1, std::min(possible, expected)) + kReserveAMove;
    }

    double turn_seconds_ = kUntoldSeconds;
    std::optional<double> game_seconds_;
    std::optional<double> left_;
};

}  // namespace enligne::gomocup
