// The bands of values at Gomoku: what is proven, what is likely, and evaluations.
//
// A loss is proven only when every reply was searched, and a win is claimed only once it was proven
// again (see proof.h). Until then a value moves from the proven band into the likely one, in which
// the same order holds:
//
//     -kWin … proven losses … | -kLikelyWin … likely losses … | evaluations | … and the same above
#pragma once

#include <algorithm>

#include "search/score.h"

namespace enligne::gomoku {

inline constexpr Value kLikelyWin = kWin / 2;
inline constexpr Value kLargestPlainValue = kLikelyWin - kLongestGame - 1;

constexpr bool is_settled(Value value) {
    return value > kLargestPlainValue || value < -kLargestPlainValue;
}
// A proven win or loss, as a likely one.
constexpr Value unproven(Value decided) {
    return is_win(decided) ? decided - (kWin - kLikelyWin) : decided + (kWin - kLikelyWin);
}
// An evaluation within the plain band, whatever the weights say.
constexpr Value plain(Value evaluation) {
    return std::clamp(evaluation, -kLargestPlainValue, kLargestPlainValue);
}

}  // namespace enligne::gomoku
