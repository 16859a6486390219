// What every search reports.
#pragma once

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

}  // namespace enligne
