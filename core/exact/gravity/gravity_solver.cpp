// Compiled by itself: among other code the compiler inlines less of the search.
#include "exact/gravity/gravity_solver.h"

#include <cassert>

namespace enligne {

std::unique_ptr<Solver> make_gravity_solver(const Rules& rules, int table_mb, int threads) {
    assert(rules.gravity && bits_needed(rules) <= Bits<1>::kSize);
    if (rules == Rules{7, 6, 4, true, false}) {
        return std::make_unique<gravity::GravitySolver<gravity::FixedBoard<7, 6, 4>>>(
            rules, table_mb, threads);
    }
    return std::make_unique<gravity::GravitySolver<gravity::RuntimeBoard>>(rules, table_mb,
                                                                           threads);
}

}  // namespace enligne
