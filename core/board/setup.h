// Whether stones put on a board could be a position of a game.
#pragma once

#include "board/position.h"

namespace enligne {

enum class Flaw {
    none,
    in_the_air,   // gravity, and an empty cell below a stone
    counts,       // the sides have not played in turn
    both_win,     // both sides have a winning run
    after_a_win,  // a side won and play went on
};

struct SetupCheck {
    Flaw flaw = Flaw::none;
    int bit = 0;  // the stone in the air
};

// Finds the first flaw of a position set up from stones. What it lets through need not be
// reachable stone by stone: with gravity, the order of the stones in the columns is not checked.
template <int Words>
SetupCheck check_setup(const Position<Words>& position) {
    const auto& geometry = position.geometry();
    const auto& first = position.stones(Side::first);
    const auto& second = position.stones(Side::second);
    const auto occupied = position.occupied();

    if (geometry.rules.gravity) {
        // A stone stands on the bottom row or on another stone.
        auto floating = occupied & ~((occupied << 1) | geometry.bottom);
        if (floating.any()) return {Flaw::in_the_air, floating.pop_lowest()};
    }

    const int lead = first.count() - second.count();
    if (lead != 0 && lead != 1) return {Flaw::counts};

    const bool first_wins = has_run(first, geometry);
    const bool second_wins = has_run(second, geometry);
    if (first_wins && second_wins) return {Flaw::both_win};
    if (!first_wins && !second_wins) return {};

    // The winner must have moved last, with a stone without which nobody had won yet.
    const Side winner = first_wins ? Side::first : Side::second;
    if (winner == position.side()) return {Flaw::after_a_win};
    const auto& stones = position.stones(winner);
    auto last = run_cells(stones, geometry);
    if (geometry.rules.gravity) last = last & ~(occupied >> 1);
    while (last.any()) {
        if (!has_run(stones ^ Bits<Words>::of(last.pop_lowest()), geometry)) return {};
    }
    return {Flaw::after_a_win};
}

}  // namespace enligne
