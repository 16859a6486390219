// What every exact solver can do.
#pragma once

#include <cstdint>
#include <memory>

#include "board/position.h"
#include "search/clock.h"

namespace enligne {

// What the exact solvers' scores mean, in the field's convention.
//
// A win scores the number of stones its winner could still place, the winning one included, if
// the board were filled; a loss is the negative of the other side's win, a draw is 0. So a win with
// the last stone a side can place scores 1, one of its stones earlier 2, and so on. The score of
// a variation is the same at each of its positions but for the sign.

// Beyond every score.
inline constexpr int kNoBound = 64;

// What is known of a score: it lies between these, both included.
struct Bounds {
    int lower;
    int upper;
};

inline constexpr Bounds kEveryScore{-kNoBound, kNoBound};

// Stones that the side to move and the other one would place on the empty cells.
constexpr int own_stones_left(int empty_count) { return (empty_count + 1) / 2; }
constexpr int other_stones_left(int empty_count) { return empty_count / 2; }

// The side to move wins with its nth stone from now, or the other side with its nth.
constexpr int win_score(int empty_count, int nth) { return own_stones_left(empty_count) - nth + 1; }
constexpr int loss_score(int empty_count, int nth) {
    return -(other_stones_left(empty_count) - nth + 1);
}

struct Verdict {
    int score = 0;             // in the convention above
    bool is_complete = false;  // false: stopped before the score was known
    std::uint64_t nodes = 0;
    std::uint64_t table_hits = 0;
    Bounds known = kEveryScore;  // when stopped: what the score lies between
};

// A solver of positions of the rules it was made for. What earlier calls found out is used.
template <int Words>
class Solver {
   public:
    virtual ~Solver() = default;

    // Forgets all positions, so that the next search counts the same nodes as a first one.
    virtual void clear() = 0;

    // The score of a position in which nobody has won. It is exact when it lies between the bounds
    // of the window; at or beyond one of these, the true score is there or further still.
    virtual Verdict solve(const Position<Words>& position, Bounds window, Clock& clock) = 0;
};

// One for rules with gravity whose positions fit one word, or two.
template <int Words>
std::unique_ptr<Solver<Words>> make_gravity_solver(const Rules& rules, int table_mb, int threads);

}  // namespace enligne
