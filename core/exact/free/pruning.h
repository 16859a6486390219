// What a solver of games without gravity may leave out, and why that changes no score.
//
// Every question it asks is a game of its own, the target game: the attacker wins it by
// completing a line with one of its next n stones, and the defender by anything else. Either
// side is limited to the stones it can place before the attacker's nth. Open lines that lack
// more stones than that cannot be completed in time and do not matter, now or later, because
// each stone placed lowers the limit by one and what a line lacks by at most one. Stones never
// leave, so a line that is not open never opens again. This is the reach of a Scan; all
// below speaks of the lines within reach only.
#pragma once

#include <array>
#include <bit>

#include "exact/free/lines.h"
#include "search/techniques.h"

namespace enligne::free {

// Each can be switched off, to test that scores do not depend on it and to see its worth.
struct Pruning {
    bool forced = true;     // a threat is answered, two threats are lost
    bool doubles = true;    // double threats
    bool reach = true;      // lines out of reach
    bool potential = true;  // a defender who can stop every line
    bool dominance = true;  // a move that another one serves for
    bool symmetry = true;   // one table entry for symmetric positions

    static constexpr auto techniques() {
        return std::array{
            Technique("forced", &Pruning::forced),
            Technique("doubles", &Pruning::doubles),
            Technique("reach", &Pruning::reach),
            Technique("potential", &Pruning::potential),
            Technique("dominance", &Pruning::dominance),
            Technique("symmetry", &Pruning::symmetry),
        };
    }
};

// Whether the attacker cannot complete any line, by the weight of its lines (Erdos and Selfridge).
//
// The attacker's stone on a cell doubles the weight of the lines through it: it adds that cell's
// weight. The defender's stone removes them: it subtracts it. Let the defender always take the
// heaviest cell. Then the attacker's next stone adds at most what was just subtracted, since the
// cell it takes was not heavier, and is no heavier now. So the weight before each of the
// defender's moves never rises. A full line alone weighs 2^run, so while the weight stays below
// that no line is full. Hence the attacker fails if the weight is below 2^run with the defender
// to move, or would be after the attacker's heaviest move. Exact rules and the reach only take
// more lines away. The defender may win meanwhile, which is no success of the attacker's either.
inline bool is_stopped_by_weight(const Scan& attacker, int run, bool attacker_moves) {
    const int full = 1 << run;
    if (!attacker_moves) return attacker.weight < full;
    return attacker.weight < full && attacker.weight + attacker.heaviest_cell() < full;
}

// Whether the side to move, when nobody threatens, has a move that makes two threats at once. The
// opponent stops one of them and the other wins: with its second stone from now, and no sooner.
inline bool has_double_threat(const Lines& lines, Word own, Word empty, const Scan& scan) {
    // A move becomes a threat to a cell through a line that lacked these two.
    for (Word rest = scan.twice; rest != 0; rest &= rest - 1) {
        const Word move = rest & -rest;
        const Word threats = lines.completing(own | move, empty & ~move);
        if ((threats & (threats - 1)) != 0) return true;
    }
    return false;
}

// The moves that may keep the opponent from a double threat, when nobody threatens yet. A stone
// that makes no threat must spoil every double threat, by taking its cell or, if it makes just
// two threats, one of those: otherwise the opponent plays it and wins with its second stone from
// now. A stone that makes a threat, in a line that lacked two, has to be answered first.
inline Word answers_to_double_threats(const Lines& lines, Word opponent, Word empty,
                                      const Scan& own_scan, const Scan& opponent_scan) {
    Word spoiling = empty;
    for (Word rest = opponent_scan.twice; rest != 0; rest &= rest - 1) {
        const Word move = rest & -rest;
        const Word threats = lines.completing(opponent | move, empty & ~move);
        const int count = std::popcount(threats);
        if (count >= 2) spoiling &= count == 2 ? move | threats : move;
    }
    return spoiling | own_scan.once;
}

// The moves without those that another move serves for as well.
//
// Let all lines through an empty cell x, of both sides, also run through another empty cell y.
// Then a stone on y is at least as good for the side that places it as one on x. Proof: let S be
// the game after x and T the one after y, and let the mover play T like S with the names of x and y
// exchanged for all later stones. As long as the other of the two cells is empty, each line
// through both lacks as much in T as in S; a line through y alone lacks one stone less in T if
// it is the mover's, and is closed if it is the opponent's. If the mover takes the other cell
// too, S and T are the same. If the opponent does, the mover's lines through x are closed in S,
// as they run through y, and in T those through y alone remain; the opponent's lines through x
// are closed in T. So the mover completes a line in T no later than in S, the opponent no
// sooner. A cell through which there is no line at all gives way to any other.
// Where runs can be too long a stone also counts on the ends of a line, so cells on the ends of
// any line are neither left out nor served for: then stones on x and y matter by lines only.
//
// The relation is transitive. Of cells that serve for each other the lowest stays, so a cell that
// is left out always has one that stays and serves for it.
inline Word without_dominated(Word moves, const SharedCells& shared, Word ends) {
    Word result = moves;
    for (Word rest = moves & ~ends; rest != 0; rest &= rest - 1) {
        const int x = std::countr_zero(rest);
        const Word self = rest & -rest;
        for (Word serving = shared[x] & ~ends & ~self; serving != 0; serving &= serving - 1) {
            const int y = std::countr_zero(serving);
            const bool mutual = shared[y] >> x & 1;
            if (mutual && y > x) continue;
            result &= ~self;
            break;
        }
    }
    return result;
}

}  // namespace enligne::free
