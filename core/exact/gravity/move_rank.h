// What a search expects of its moves: the one that promises most is tried first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "exact/gravity/boards.h"

namespace enligne::gravity {

// A move made: the stones and winning cells of the side that made it.
template <class Word>
struct Candidate {
    Word own;
    Word wins;
    int rank;
};

// Exchanges the best of the first `count` candidates with the last of them. Most searches end after
// one or two, so picking them one by one beats sorting; the choices compile to no jump.
template <class Word>
const Candidate<Word>& best_to_end(Candidate<Word>* list, int count) {
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
    static constexpr int kCells[2][4][6] = {
        {{0, 2, 3, 5, 2, 3}, {6, -2, 7, 6, 6, 3}, {6, 9, 10, 9, 7, 4}, {13, 17, 11, 16, 14, 6}},
        {{1, 3, 2, 7, 6, 7}, {6, 6, 7, 9, 8, 7}, {6, 9, 9, 11, 9, 7}, {12, 13, 13, 24, 13, 17}}};
    // First early, then late; by side.
    static constexpr ThreatWeights kThreats[2][2] = {{{12, 13, 38, 5, 10}, {17, 11, 11, 4, 6}},
                                                     {{23, 18, 25, 13, 8}, {21, 11, 3, 8, 13}}};
    static constexpr int kLateStonesLeft = 14;
};

template <class Board>
class MoveRank {
    using Word = typename Board::Word;

   public:
    explicit MoveRank(const Board& board) : board_(board) {
        const auto& geometry = board.geometry();
        if (board.width() != 7 || board.height() != 6 || board.run() != 4) {
            weights_.fill(lines_through(geometry));
            return;
        }
        geometry.cells.for_each([&](int bit) {
            const auto [column, row] = geometry.cell(bit);
            for (int side = 0; side < 2; ++side) {
                weights_[side][bit] =
                    ConnectFourWeights::kCells[side][std::min(column, 6 - column)][row];
            }
        });
    }

    // Higher is tried earlier. `threats` are the winning cells of the side to move after the move,
    // `playable` those it could take next, `free_replies` the playable cells not below a threat.
    int rank(const ThreatWeights& weights, int side, Word move, Word threats, Word own_wins,
             Word other_wins, Word free_replies, Word playable) const {
        // A threat right above one of the other side can never be carried out.
        const Word useful = threats & ~(other_wins << 1);
        const Word good_rows = side == 0 ? board_.odd_rows() : board_.even_rows();
        int rank = weights_[side][lowest(move)];
        rank += weights.good * count(useful & good_rows);
        rank += weights.other * count(useful & ~good_rows);
        rank -= weights.free_reply * count(free_replies);
        // A mask instead of a choice: which of the two it is cannot be guessed.
        rank -= -static_cast<int>((own_wins & (move << 1)) != 0) & weights.under_own_threat;
        rank += -static_cast<int>(playable != 0) & weights.forcing;
        return rank;
    }

    static const ThreatWeights& weights_for(int side, int stones_left) {
        return ConnectFourWeights::kThreats[stones_left <= ConnectFourWeights::kLateStonesLeft]
                                           [side];
    }

   private:
    Board board_;
    std::array<std::array<std::int32_t, 8 * sizeof(Word)>, 2> weights_{};  // of each cell, by side
};

}  // namespace enligne::gravity
