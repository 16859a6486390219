// Counts the positions a given number of plies away: the yardstick of a rules implementation.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>

#include "board/position.h"

namespace enligne {

struct Perft {
    std::uint64_t leaves = 0;  // positions at the depth, each way of reaching one counted
    std::uint64_t wins = 0;    // of those, the ones in which the last move won
    std::uint64_t draws = 0;   // of those, the ones with a full board and no winner
};

// What lies one ply below a position that is not won.
template <int Words>
Perft perft_of_moves(const Position<Words>& position) {
    Perft total;
    const bool fills = position.ply() + 1 == position.geometry().cell_count();
    position.moves().for_each([&](int move) {
        const bool wins = position.wins(move);
        ++total.leaves;
        total.wins += wins;
        total.draws += fills && !wins;
    });
    return total;
}

// What lies `depth` plies, at least one, below a position that is not won. Nothing lies below a
// win or a full board, and every leaf is tested for a win. The position is restored. Once the flag
// is set the count ends soon, and means nothing.
template <int Words>
Perft perft(Position<Words>& position, int depth, const std::atomic<bool>& stop) {
    assert(depth >= 1);
    if (depth == 1) return perft_of_moves(position);
    Perft total;
    if (stop.load(std::memory_order_relaxed)) return total;
    position.moves().for_each([&](int move) {
        if (position.wins(move)) return;
        position.play(move);
        const Perft below =
            depth == 2 ? perft_of_moves(position) : perft(position, depth - 1, stop);
        total.leaves += below.leaves;
        total.wins += below.wins;
        total.draws += below.draws;
        position.take_back(move);
    });
    return total;
}

}  // namespace enligne
