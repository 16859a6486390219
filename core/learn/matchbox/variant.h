// The rules by which a matchbox machine is filled, rewarded and punished.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace enligne::matchbox {

using Beads = std::uint32_t;

// What a machine does whose box for the position is empty.
enum class Empty {
    resign,  // it gives up, which is a loss like any other
    refill,  // the box is filled as at the start
    charge,  // it gives up, and only the bead that led here pays
};

// Which of the beads drawn in a lost game pay for it.
enum class Blame { all, last };

// What the beads at the start, the floor and the cap are counted for. A move up to symmetry
// stands for several cells where the position is symmetric: the first corner for four.
enum class Per { move, cell };

struct Variant {
    std::vector<Beads> beads = {1};  // at its 1st, 2nd … turn; the last one repeats
    Per per = Per::move;
    Beads win = 0;   // added for each bead drawn in a game it won
    Beads draw = 0;  // … that was drawn
    Beads loss = 1;  // taken for each bead that pays for a lost game
    Blame blame = Blame::all;
    Empty empty = Empty::resign;
    Beads floor = 0;  // a loss leaves a move at least n beads
    Beads cap = 0;    // a reward leaves a move at most n beads; 0 means no limit

    Beads beads_at(int ply) const {
        return beads[std::min<std::size_t>(ply / 2, beads.size() - 1)];
    }
    Beads times(int images) const { return per == Per::cell ? images : 1; }
};

}  // namespace enligne::matchbox
