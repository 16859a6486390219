// Compiled by itself: among other code the compiler inlines less of the search.
#include "exact/gravity/gravity_solver.h"

#include <cassert>

namespace enligne {
namespace {

template <class Board>
std::unique_ptr<Solver<Board::kWords>> made(const Rules& rules, int table_mb, int threads) {
    return std::make_unique<gravity::GravitySolver<Board>>(rules, table_mb, threads);
}

}  // namespace

template <>
std::unique_ptr<Solver<1>> make_gravity_solver<1>(const Rules& rules, int table_mb, int threads) {
    assert(rules.gravity && bits_needed(rules) <= Bits<1>::kSize);
    // What many play, or many solve, is compiled for its own geometry: a tenth faster or more.
    if (rules.run == 4 && !rules.exact) {
        const auto is = [&](int width, int height) {
            return rules.width == width && rules.height == height;
        };
        if (is(7, 6)) return made<gravity::FixedBoard<7, 6, 4>>(rules, table_mb, threads);
        if (is(7, 7)) return made<gravity::FixedBoard<7, 7, 4>>(rules, table_mb, threads);
        if (is(8, 6)) return made<gravity::FixedBoard<8, 6, 4>>(rules, table_mb, threads);
        if (is(9, 5)) return made<gravity::FixedBoard<9, 5, 4>>(rules, table_mb, threads);
    }
    if (bits_needed(rules) <= 58) return made<gravity::BoardUpTo<58>>(rules, table_mb, threads);
    return made<gravity::BoardUpTo<64>>(rules, table_mb, threads);
}

template <>
std::unique_ptr<Solver<2>> make_gravity_solver<2>(const Rules& rules, int table_mb, int threads) {
    assert(rules.gravity && bits_needed(rules) <= Bits<2>::kSize);
    return made<gravity::BoardUpTo<128>>(rules, table_mb, threads);
}

}  // namespace enligne
