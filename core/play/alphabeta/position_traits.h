// What the search asks of a position besides playing on it. textbook_tree.h answers the same for a
// tree that is no game.
#pragma once

#include "play/alphabeta/evaluation.h"
#include "search/score.h"
#include "search/trace.h"

namespace enligne {

// Whether threats say something about a position.
template <class PositionType>
inline constexpr bool kHasThreats = false;
template <int Words>
inline constexpr bool kHasThreats<Position<Words>> = true;

// The most plies that can be played from here.
template <int Words>
int longest_line(const Position<Words>& position) {
    return position.geometry().cell_count() - position.ply();
}

// What a position in which nothing can be played is worth to the side to move, if the last move
// did not win, and what that end is called.
template <int Words>
constexpr Value final_value(const Position<Words>&) {
    return 0;
}
template <int Words>
constexpr NodeEnd final_end(const Position<Words>&) {
    return NodeEnd::draw;
}

// A value as a verdict. It is exact when every line was followed to its end.
template <int Words>
Score verdict(const Position<Words>& position, Value value, bool exact) {
    return Score::of(value, position.ply(), exact);
}

template <int Words>
Cell cell_of(const Position<Words>& position, int move) {
    return position.geometry().cell(move);
}

}  // namespace enligne
