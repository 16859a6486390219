// What every exact solver can do.
#pragma once

#include <cstdint>

#include "board/position.h"
#include "exact/exact_score.h"
#include "search/clock.h"

namespace enligne {

struct Verdict {
    int score = 0;             // see exact_score.h
    bool is_complete = false;  // false: stopped before the score was known
    std::uint64_t nodes = 0;
    std::uint64_t table_hits = 0;
};

// A solver of positions of the rules it was made for. What earlier calls found out is used.
class Solver {
   public:
    static constexpr Bounds kEveryScore{-kNoBound, kNoBound};

    virtual ~Solver() = default;

    // Forgets all positions, so that the next search counts the same nodes as a first one.
    virtual void clear() = 0;

    // The score of a position in which nobody has won. It is exact when it lies between the bounds
    // of the window; at or beyond one of these, the true score is there or further still.
    virtual Verdict solve(const Position<1>& position, Bounds window, Clock& clock) = 0;
};

}  // namespace enligne
