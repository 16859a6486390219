// The moves of a node, each with what it promises.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <utility>

#include "board/rules.h"

namespace enligne {

struct ScoredMove {
    int move;
    std::int32_t score;

    // Of moves that promise the same the lower one comes first, so that an order depends on
    // nothing but the moves and their scores.
    bool comes_before(const ScoredMove& other) const {
        return score != other.score ? score > other.score : move < other.move;
    }
};

// No board has more cells than the usual room.
template <int Room = kLargestSide * kLargestSide>
struct MoveList {
    std::array<ScoredMove, Room> moves;
    int count = 0;

    auto begin() { return moves.begin(); }
    auto end() { return moves.begin() + count; }
    bool is_full() const { return count == Room; }
    bool contains(int move) const {
        return std::any_of(moves.begin(), moves.begin() + count,
                           [&](const ScoredMove& each) { return each.move == move; });
    }
    void add(int move, std::int32_t score) {
        assert(!is_full());
        moves[count++] = {move, score};
    }

    // Best first.
    void sort() {
        std::sort(begin(), end(),
                  [](const ScoredMove& a, const ScoredMove& b) { return a.comes_before(b); });
    }
    // The best of the moves from number i on, which becomes number i: cheaper than to sort where
    // most searches end after a few moves.
    int pick(int i) {
        int best = i;
        for (int j = i + 1; j < count; ++j) {
            if (moves[j].comes_before(moves[best])) best = j;
        }
        std::swap(moves[i], moves[best]);
        return moves[i].move;
    }
};

}  // namespace enligne
