// Counts the positions a given number of plies away: the yardstick of a rules implementation.
#pragma once

#include <atomic>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "board/position.h"

namespace enligne {

struct Perft {
    std::uint64_t leaves = 0;  // positions at the depth, each way of reaching one counted
    std::uint64_t wins = 0;    // of those, the ones in which the last move won
    std::uint64_t draws = 0;   // of those, the ones with a full board and no winner

    Perft& operator+=(const Perft& other) {
        leaves += other.leaves;
        wins += other.wins;
        draws += other.draws;
        return *this;
    }
};

// What lies `depth` plies, at least one, below a position that is not won. Nothing lies below a
// win or a full board, and every leaf is tested for a win. The position is restored.
template <int Words>
Perft perft(Position<Words>& position, int depth) {
    assert(depth >= 1);
    Perft total;
    if (depth == 1) {
        const bool fills = position.ply() + 1 == position.geometry().cell_count();
        position.moves().for_each([&](int move) {
            const bool wins = position.wins(move);
            ++total.leaves;
            total.wins += wins;
            total.draws += fills && !wins;
        });
        return total;
    }
    position.moves().for_each([&](int move) {
        if (position.wins(move)) return;
        position.play(move);
        total += perft(position, depth - 1);
        position.take_back(move);
    });
    return total;
}

// The same, but once the flag is set the count ends soon, and means nothing. The flag is looked at
// between parts of about a million leaves, which then cost nothing for it.
template <int Words>
Perft perft(Position<Words>& position, int depth, const std::atomic<bool>& stop) {
    constexpr double kLeavesAtOnce = 1e6;
    if (std::pow(position.moves().count(), depth) <= kLeavesAtOnce) return perft(position, depth);
    Perft total;
    position.moves().for_each([&](int move) {
        if (position.wins(move) || stop.load(std::memory_order_relaxed)) return;
        position.play(move);
        total += perft(position, depth - 1, stop);
        position.take_back(move);
    });
    return total;
}

}  // namespace enligne
