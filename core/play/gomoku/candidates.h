// Which moves are looked at.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "play/gomoku/threat_position.h"
#include "search/move_list.h"

namespace enligne::gomoku {

// On a board as small as this every move is looked at.
inline constexpr int kSmallCells = 36;
inline bool sees_all(const ThreatPosition& position) {
    return position.layout().cell_count() <= kSmallCells;
}

// Before an open four of the other side: the cells that stop it, and fours of one's own. All other
// moves lose at once.
template <class Score>
void list_replies(const ThreatPosition& position, MoveList<>& list, Score score) {
    list.count = 0;
    position.for_each_stop([&](CellIndex cell) { list.add(cell, score(cell)); });
    position.for_each(position.fours(position.side()), [&](CellIndex cell) {
        if (!list.contains(cell)) list.add(cell, score(cell));
    });
}

template <class Score>
void list_all(const ThreatPosition& position, MoveList<>& list, Score score) {
    list.count = 0;
    position.for_each_empty([&](CellIndex cell) { list.add(cell, score(cell)); });
}

// The cells near stones. Returns whether these are all there are.
template <class Score>
bool list_near(const ThreatPosition& position, MoveList<>& list, Score score) {
    list.count = 0;
    if (!sees_all(position)) {
        position.for_each_near([&](CellIndex cell) { list.add(cell, score(cell)); });
    }
    if (list.count == 0) list_all(position, list, score);
    return list.count == position.layout().cell_count() - position.ply();
}

// All others.
inline void list_far(const ThreatPosition& position, MoveList<>& list) {
    CellRows near;
    position.for_each_near([&](CellIndex cell) { near.set(cell); });
    list.count = 0;
    position.for_each_empty([&](CellIndex cell) {
        if (!near.test(cell)) list.add(cell, 0);
    });
}

// Every move of the root, the most promising first.
struct RootCandidates {
    std::vector<int> moves;
    int count;     // the first n are worth a search
    bool are_all;  // that matter: the others lose at once
};

// Calls with the cells of which one must be played; false when there is no such duty.
template <class Add>
bool for_each_duty(const ThreatPosition& position, Add add) {
    const int mover = position.side();
    const int waiter = 1 - mover;
    for (const int side : {mover, waiter}) {
        if (position.count(side, CellClass::five) == 0) continue;
        position.for_each(position.fours(side), [&](CellIndex cell) {
            if (position.cell_class(side, cell) == CellClass::five) add(cell);
        });
        return true;
    }
    if (position.count(waiter, CellClass::open_four) == 0) return false;
    MoveList<> replies;
    list_replies(position, replies, [](CellIndex) { return 0; });
    for (const auto& each : replies) add(each.move);
    return replies.count > 0;
}

// When a five must be parried or an open four stopped, the cells that do it come first; else those
// near stones.
template <class Score>
RootCandidates root_candidates(const ThreatPosition& position, Score score) {
    CellRows first;
    int count = 0;
    const auto add = [&](CellIndex cell) {
        count += !first.test(cell);
        first.set(cell);
    };
    const bool is_duty = for_each_duty(position, add);
    if (!is_duty && sees_all(position)) position.for_each_empty(add);
    if (!is_duty && position.ply() > 0) position.for_each_near(add);

    // An empty board says nothing but where its middle is.
    const auto& rules = position.layout().rules;
    const auto off_centre = [&](CellIndex cell) {
        const auto [column, row] = cell_of(cell);
        return std::abs(2 * column - rules.width + 1) + std::abs(2 * row - rules.height + 1);
    };
    MoveList<> list;
    list_all(position, list, [&](CellIndex cell) {
        const std::int32_t later = first.test(cell) ? 0 : 1 << 20;
        return (position.ply() == 0 ? 0 : score(cell)) - later - off_centre(cell);
    });
    list.sort();
    // Where an open four can be neither stopped nor answered, all moves lose alike.
    const bool is_hopeless =
        position.count(1 - position.side(), CellClass::open_four) > 0 && !is_duty;
    RootCandidates result{{}, std::max(count, 1), is_duty || is_hopeless};
    for (const auto& each : list) result.moves.push_back(each.move);
    return result;
}

}  // namespace enligne::gomoku
