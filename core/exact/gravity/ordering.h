// The order in which a search tries moves.
#pragma once

#include <algorithm>
#include <utility>

#include "exact/gravity/threats.h"

namespace enligne::solver {

// A move made: the stones and winning cells of the side that made it.
struct Candidate {
    Bits own, wins;
    int rank;
};

// Exchanges the best of the first `count` candidates with the last of them. Most searches end after
// one or two, so picking them one by one beats sorting; the choices compile to no jump.
inline const Candidate& best_to_end(Candidate* list, int count) {
    int best = 0;
    int rank = list[0].rank;
    for (int i = 1; i < count; ++i) {
        best = list[i].rank > rank ? i : best;
        rank = list[i].rank > rank ? list[i].rank : rank;
    }
    std::swap(list[best], list[count - 1]);
    return list[count - 1];
}

// What a move's effects on threats are worth, in the units of the cell weights below.
struct ThreatWeights {
    int good;              // a threat on the rows its side gets in the end
    int other;             // a threat on the other rows
    int under_own_threat;  // taken off: such a move lets the other side block
    int free_reply;        // taken off for each reply that does not lose at once
    int forcing;           // the move makes a playable threat: the other side must block
};

// Tuned for Connect 4 by hill climbing on the mean logarithm of the node counts of 500 positions
// with 3000 to 60000 nodes, outside every test set. (Fewer and harder positions are not enough:
// the gain does not carry over.)
struct ConnectFourWeights {
    // A cell in columns 0 to 3 (4 to 6 are their mirror), rows from below; by side.
    static constexpr int cells[2][4][6] = {
        {{0, 2, 3, 5, 2, 3}, {6, -2, 7, 6, 6, 3}, {6, 9, 10, 9, 7, 4}, {13, 17, 11, 16, 14, 6}},
        {{1, 3, 2, 7, 6, 7}, {6, 6, 7, 9, 8, 7}, {6, 9, 9, 11, 9, 7}, {12, 13, 13, 24, 13, 17}}};
    // First early, then late; by side.
    static constexpr ThreatWeights threats[2][2] = {{{12, 13, 38, 5, 10}, {17, 11, 11, 4, 6}},
                                                    {{23, 18, 25, 13, 8}, {21, 11, 3, 8, 13}}};
    static constexpr int late_stones_left = 14;
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
    // `playable` those it could take next, `free_replies` the playable cells not below a threat.
    int rank(const ThreatWeights& weights, int side, Bits move, Bits threats, Bits own_wins,
             Bits other_wins, Bits free_replies, Bits playable) const {
        // A threat right above one of the other side can never be carried out.
        const Bits useful = threats & ~(other_wins << 1);
        const Bits good_rows = side == 0 ? geometry_.even_rows() : geometry_.odd_rows();
        int rank = weights_[side][std::countr_zero(move)];
        rank += weights.good * std::popcount(useful & good_rows);
        rank += weights.other * std::popcount(useful & ~good_rows);
        rank -= weights.free_reply * std::popcount(free_replies);
        rank -= (own_wins & (move << 1)) != 0 ? weights.under_own_threat : 0;
        rank += playable != 0 ? weights.forcing : 0;
        return rank;
    }

    static const ThreatWeights& weights_for(int side, int stones_left) {
        return ConnectFourWeights::threats[stones_left <= ConnectFourWeights::late_stones_left]
                                          [side];
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
