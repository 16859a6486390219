// What moves promise in the search: by the tuned weights, and by which moves cut it elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "play/gomoku/gomoku_options.h"
#include "play/gomoku/threat_position.h"
#include "search/move_list.h"

namespace enligne::gomoku {

class MoveHistory {
   public:
    explicit MoveHistory(const GomokuOptions& options) : options_(options) {
        for (auto& side : counter_) side.fill(kNoCell);
    }

    std::int32_t score(const ThreatPosition& position, CellIndex cell, CellIndex table_move) const {
        if (cell == table_move) return kTableMove;
        const int side = position.side();
        std::int32_t score = position.promise(cell);
        if (options_.history) score += history_[side][cell] / 16;
        const CellIndex last = position.last_move();
        if (options_.counter && last != kNoCell && counter_[side][last] == cell) {
            score += kCounterMove;
        }
        return score;
    }

    // `move` cut the search at a node with so much depth left; those before it did not.
    void reward(const ThreatPosition& position, const MoveList<>& list, int tried, CellIndex move,
                int depth) {
        const int side = position.side();
        const int bonus = std::min(32 * depth * depth, 2048);
        for (int i = 0; i < tried; ++i) shift(history_[side][list.moves[i].move], -bonus / 4);
        shift(history_[side][move], bonus);
        if (const CellIndex last = position.last_move(); last != kNoCell) {
            counter_[side][last] = move;
        }
    }

    // Before the next search of a game: what was learned counts less than what will be.
    void fade() {
        for (auto& side : history_) {
            for (auto& entry : side) entry /= 2;
        }
    }

    int of(int side, CellIndex cell) const { return history_[side][cell]; }

   private:
    static constexpr std::int32_t kTableMove = 1 << 30;
    static constexpr std::int32_t kCounterMove = 300;
    static constexpr int kMostHistory = 8192;

    // Towards a limit that is never passed: what was learned last counts most.
    static void shift(std::int32_t& entry, int bonus) {
        entry += bonus - entry * std::abs(bonus) / kMostHistory;
    }

    const GomokuOptions& options_;
    std::array<std::array<std::int32_t, kCellSlots>, 2> history_{};
    std::array<std::array<CellIndex, kCellSlots>, 2> counter_;
};

}  // namespace enligne::gomoku
