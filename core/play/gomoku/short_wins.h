// Wins that need no search, move by move. Both play on the position and leave it as it was.
#pragma once

#include "play/gomoku/threat_position.h"
#include "search/pv.h"

namespace enligne::gomoku {

// The side to move can make an open four: the four, a reply, the five.
inline Variation open_four_line(ThreatPosition& position) {
    const int mover = position.side();
    const CellIndex four = position.find(mover, CellClass::open_four);
    position.play(four);
    const CellIndex reply = position.find(mover, CellClass::five);
    const CellIndex win = position.find(mover, CellClass::five, reply);
    position.take_back();
    return {four, reply, win};
}

// Nothing that the side to move can play stops an open four of the other side.
inline Variation hopeless_line(ThreatPosition& position) {
    // The cell of the open four does not stop it either: there is another.
    const CellIndex any = position.find(1 - position.side(), CellClass::open_four);
    position.play(any);
    Variation line = open_four_line(position);
    position.take_back();
    line.insert(line.begin(), any);
    return line;
}

}  // namespace enligne::gomoku
