// What every search reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "board/geometry.h"
#include "search/score.h"

namespace enligne {

struct MoveScore {
    Cell move;
    Score score;  // from the side that plays the move
};

struct Analysis {
    Score score;           // from the side to move
    std::vector<Cell> pv;  // the best line of play, its first move the one to play
    int depth = 0;
    int selective_depth = 0;
    std::uint64_t nodes = 0;
    std::uint64_t table_hits = 0;
    double seconds = 0;
    std::vector<MoveScore> moves;  // the score of every legal move, where asked for
};

// Called with what is known so far each time a search has got deeper.
using Report = std::function<void(const Analysis&)>;

// The best variation, kept while a search goes on.

using Variation = std::vector<int>;  // moves, as a search numbers them

// The best variation from each ply below the root.
class PvTable {
   public:
    explicit PvTable(std::size_t plies) : variations_(plies) {}

    Variation& operator[](int below) { return variations_[static_cast<std::size_t>(below)]; }
    // A move, then what is best below it.
    void set(int below, int move) {
        Variation& pv = (*this)[below];
        const Variation& rest = (*this)[below + 1];
        pv.assign(1, move);
        pv.insert(pv.end(), rest.begin(), rest.end());
    }

   private:
    std::vector<Variation> variations_;
};

}  // namespace enligne
