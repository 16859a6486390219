// The order in which a search tries moves.
#pragma once

#include <algorithm>
#include <utility>

#include "threats.h"

namespace enligne::solver {

// Tuned for Connect 4 by hill climbing on node counts over positions outside every test set. A cell
// in columns 0 to 3 (4 to 6 are their mirror), rows from below; first side, then second side.
struct ConnectFourWeights {
    static constexpr int cells[2][4][6] = {
        {{1, 1, 5, 3, 4, 5}, {3, -5, 7, 6, 6, 3}, {6, 6, 11, 9, 7, 5}, {16, 16, 11, 16, 16, 6}},
        {{1, 5, 2, 6, 5, 10}, {5, 6, 7, 9, 7, 7}, {6, 5, 12, 11, 8, 6}, {11, 13, 12, 24, 12, 12}}};
    // By side: a threat on the rows that side gets in the end, and one on the other rows.
    static constexpr int good_threat[2] = {17, 19};
    static constexpr int other_threat[2] = {13, 8};
    static constexpr int under_own_threat = 16;  // such a move lets the other side block
    static constexpr int free_reply = 4;         // each reply that does not lose at once
};

template <class Geometry>
class Ordering {
   public:
    explicit Ordering(const Geometry& geometry) : geometry_(geometry) {
        const bool connect_four =
            geometry.width() == 7 && geometry.height() == 6 && geometry.run() == 4;
        const int stride = geometry.height() + 1;
        for (int column = 0; column < geometry.width(); ++column) {
            const int from_edge = std::min(column, geometry.width() - 1 - column);
            for (int row = 0; row < geometry.height(); ++row) {
                for (int side = 0; side < 2; ++side)
                    weights_[side][column * stride + row] =
                        connect_four ? ConnectFourWeights::cells[side][from_edge][row]
                                     : lines_through(column, row);
            }
        }
    }

    // Higher is tried earlier. `threats` are the winning cells of the side to move after the move,
    // `free_replies` the playable cells that are not below one of them.
    int rank(int side, Bits move, Bits threats, Bits own_wins, Bits other_wins,
             Bits free_replies) const {
        using W = ConnectFourWeights;
        // A threat right above one of the other side can never be carried out.
        const Bits useful = threats & ~(other_wins << 1);
        const Bits good_rows = side == 0 ? geometry_.even_rows() : geometry_.odd_rows();
        int rank = weights_[side][std::countr_zero(move)];
        rank += W::good_threat[side] * std::popcount(useful & good_rows);
        rank += W::other_threat[side] * std::popcount(useful & ~good_rows);
        rank -= W::free_reply * std::popcount(free_replies);
        if ((own_wins & (move << 1)) != 0) rank -= W::under_own_threat;
        return rank;
    }

   private:
    // Lines on the board that contain the cell.
    int lines_through(int column, int row) const {
        int lines = 0;
        for (const auto& [right, up] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}})
            for (int i = 0; i < geometry_.run(); ++i) {
                const int c = column - i * right, r = row - i * up;
                const int c_end = c + (geometry_.run() - 1) * right;
                const int r_end = r + (geometry_.run() - 1) * up;
                lines += is_on_board(c, r) && is_on_board(c_end, r_end);
            }
        return lines;
    }
    bool is_on_board(int column, int row) const {
        return column >= 0 && column < geometry_.width() && row >= 0 && row < geometry_.height();
    }

    Geometry geometry_;
    int weights_[2][64] = {};
};

}  // namespace enligne::solver
