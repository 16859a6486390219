// The order in which a search looks at moves. The better the first one, the more is cut.
#pragma once

#include <array>
#include <cstdint>

#include "board/threats.h"
#include "play/alphabeta/alphabeta_options.h"
#include "search/move_list.h"

namespace enligne {

template <class PositionType>
class MoveOrder;

template <int Words>
class MoveOrder<Position<Words>> {
   public:
    MoveOrder(const Position<Words>& root, const AlphaBetaOptions& options, int thread)
        : order_(options.order), random_(options.seed * 1000003 + thread) {
        lines_ = lines_through(root.geometry());
    }

    // Lists the moves, best first, `table_move` (-1 for none) at the front.
    void list(const Position<Words>& position, Bits<Words> moves, int table_move, MoveList<>& out) {
        out.count = 0;
        const Side side = position.side();
        moves.for_each([&](int move) { out.add(move, score(position, side, move, table_move)); });
        if (order_ != Order::none) out.sort();
    }

    // A move cut the search at a node with so much depth left.
    void reward(Side side, int move, int depth) {
        auto& entry = history_[static_cast<int>(side)][move];
        entry += depth * depth;
        if (entry > kMostHistory) {
            for (auto& each : history_) {
                for (auto& value : each) value /= 2;
            }
        }
    }

   private:
    static constexpr std::int32_t kTableMove = 1 << 30;
    static constexpr std::int32_t kThreat = 1 << 20;
    static constexpr std::int32_t kMostHistory = 1 << 19;

    std::int32_t score(const Position<Words>& position, Side side, int move, int table_move) {
        if (order_ == Order::none) return 0;
        if (order_ == Order::shuffle) return static_cast<std::int32_t>(random_.next() >> 34);
        if (move == table_move) return kTableMove;
        std::int32_t value = history_[static_cast<int>(side)][move] + lines_[move];
        // Counting threats takes shifts over the whole board: worth it in one word only.
        if constexpr (Words == 1) {
            const auto& geometry = position.geometry();
            const auto stones = position.stones(side) | Bits<Words>::of(move);
            const auto empty = geometry.cells & ~position.occupied();
            value += kThreat * (winning_cells(stones, geometry) & empty).count();
        }
        return value;
    }

    Order order_;
    Random random_;
    std::array<std::int32_t, Bits<Words>::kSize> lines_{};
    std::array<std::array<std::int32_t, Bits<Words>::kSize>, 2> history_{};
};

}  // namespace enligne
