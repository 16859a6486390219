// The way to a solver of games with gravity without compiling one.
#pragma once

#include <memory>

#include "board/rules.h"
#include "exact/solver.h"

namespace enligne::gravity {

// For rules with gravity whose positions fit one word.
std::unique_ptr<Solver> make_solver(const Rules& rules, int table_mb, int threads);

}  // namespace enligne::gravity
