// Which search estimates best by given rules, where no proof is asked for.
#pragma once

#include "exact/any_solver.h"
#include "play/gomoku/gomoku.h"

namespace enligne {

// Whether it is the Gomoku engine; else it is alpha-beta, which on boards so small that they can be
// solved follows most lines to their end.
inline bool is_estimated_by_gomoku(const Rules& rules) {
    return gomoku::plays(rules) && !AnySolver::supports(rules);
}

}  // namespace enligne
