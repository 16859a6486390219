// Counts the positions a given number of plies away: the yardstick of a rules implementation.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>

#include "board/position.h"
#include "board/threats.h"

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
// win or a full board, and whether a move wins is asked of all moves at once. The position is
// restored. Once the flag is set the count ends soon, and means nothing.
template <int Words>
Perft perft(Position<Words>& position, int depth, const std::atomic<bool>& stop) {
    assert(depth >= 1);
    constexpr int kLook = 3;  // a look costs nothing so high above the leaves
    const auto moves = position.moves();
    const auto wins = winning_moves(position, position.side());
    if (depth == 1) {
        const auto leaves = static_cast<std::uint64_t>(moves.count());
        const auto won = static_cast<std::uint64_t>(wins.count());
        const bool fills = position.ply() + 1 == position.geometry().cell_count();
        return {leaves, won, fills ? leaves - won : 0};
    }
    Perft total;
    if (depth >= kLook && stop.load(std::memory_order_relaxed)) return total;
    (moves & ~wins).for_each([&](int move) {
        position.play(move);
        total += perft(position, depth - 1, stop);
        position.take_back(move);
    });
    return total;
}

}  // namespace enligne
