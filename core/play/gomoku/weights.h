// What patterns are worth. The numbers come from games: see tuned_weights.h and docs/gomoku.md.
#pragma once

#include <array>
#include <cstdint>

namespace enligne::gomoku {

inline constexpr int kCombinations = 1365;  // of four patterns, whatever their directions
inline constexpr int kThreatSets = 512;     // see ThreatPosition::threat_index

// The weights of an empty cell by its patterns for one side. All weights are in 1/256 of a unit
// of the logistic function: an evaluation of 256 expects 73 % of the points.
struct CellWeights {
    std::int16_t mover;   // in the evaluation, when that side is to move
    std::int16_t waiter;  // and when the other one is
    std::int16_t own;     // for playing there oneself
    std::int16_t other;   // for taking it from that side
};

struct Weights {
    std::array<CellWeights, kCombinations> cells;
    std::array<std::int16_t, kThreatSets> threats;
};

}  // namespace enligne::gomoku
