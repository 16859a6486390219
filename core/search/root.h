// The moves of the root and the loop over them.
#pragma once

#include <algorithm>
#include <span>

#include "search/pv.h"
#include "search/score.h"

namespace enligne {

struct RootMove {
    int move;
    Value value = -kInfinity;
    Variation pv{};
};

// Searches root moves in their order, best known first, inside a window, and sorts them by what
// was found. The best is exact if it is inside the window. With `all` each move gets its own
// value; else one that is no better than those before it gets -kInfinity: how much worse it is, is
// not known. When the search is stopped, moves that were not finished go behind all others, in the
// order they had. Returns how many were finished.
//
// `value_of(move, number, floor)` is the value of a move for the side that plays it, and must be
// exact only above the floor; `pv` is what the search keeps of the variation from the root on.
template <class Search, class ValueOf>
int search_root(const Search& search, std::span<RootMove> moves, Value alpha, Value beta, bool all,
                PvTable& pv, ValueOf value_of) {
    Value best = -kInfinity;
    int finished = 0;
    for (RootMove& each : moves) {
        const Value floor = all ? alpha : std::max(alpha, best);
        const Value value = value_of(each.move, finished, floor);
        if (search.is_stopped()) break;
        if (all || finished == 0 || value > floor) {
            each.value = value;
            pv.set(0, each.move);
            each.pv = pv[0];
        } else {
            each.value = -kInfinity;
        }
        ++finished;
        best = std::max(best, value);
        if (best >= beta) break;
    }
    for (RootMove& each : moves.subspan(static_cast<std::size_t>(finished)))
        each.value = -kInfinity;
    std::stable_sort(moves.begin(), moves.end(),
                     [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
    return finished;
}

}  // namespace enligne
