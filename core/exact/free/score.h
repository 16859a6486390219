// What scores mean for a solver of games without gravity, where every game ends after at most as
// many plies as there are empty cells.
//
// A win scores the number of stones its winner would still place, the winning one included, if
// the board were filled; a loss is the negative of the opponent's win, a draw is 0. So a win with
// the last stone a side can place scores 1, one of its stones earlier 2, and so on. The score of
// a variation is the same at each of its positions but for the sign.
#pragma once

namespace enligne {

// Stones that the side to move and its opponent would place on so many empty cells.
constexpr int own_stones_left(int empty_count) { return (empty_count + 1) / 2; }
constexpr int opponent_stones_left(int empty_count) { return empty_count / 2; }

// The side to move wins with its nth stone from now, or its opponent with its nth.
constexpr int win_score(int empty_count, int nth) { return own_stones_left(empty_count) - nth + 1; }
constexpr int loss_score(int empty_count, int nth) {
    return -(opponent_stones_left(empty_count) - nth + 1);
}

// How many plies after a position with this score and so many empty cells the game ends.
constexpr int plies_to_end(int score, int empty_count) {
    if (score > 0) return 2 * (own_stones_left(empty_count) - score + 1) - 1;
    if (score < 0) return 2 * (opponent_stones_left(empty_count) + score + 1);
    return empty_count;
}

}  // namespace enligne
