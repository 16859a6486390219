// Counts checks that hold and those that do not; and what several tests draw at random and name.
#pragma once

#include <cstdio>
#include <random>
#include <string>

#include "board/bits.h"
#include "board/rules.h"

namespace enligne::test {

struct Tally {
    int passed = 0;
    int failed = 0;
};

inline Tally tally;

inline void check(bool holds, const std::string& what) {
    ++(holds ? tally.passed : tally.failed);
    if (!holds && tally.failed <= 30) std::printf("FAILED: %s\n", what.c_str());
}

// Prints the closing line; the exit code of the test.
inline int summary(const char* name) {
    std::printf("%s: %d passed, %d failed\n", name, tally.passed, tally.failed);
    return tally.failed == 0 ? 0 : 1;
}

// The same numbers on every machine: the distributions of the standard are not.
inline int pick(std::mt19937& random, int least, int most) {
    return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
}

// The place of some bit that is set.
template <int Words, class Random>
int some_bit(Bits<Words> bits, Random& random) {
    for (int skipped = random() % bits.count(); skipped > 0; --skipped) bits.pop_lowest();
    return bits.pop_lowest();
}

inline std::string name_of(const Rules& rules) {
    return std::to_string(rules.width) + "x" + std::to_string(rules.height) + ":" +
           std::to_string(rules.run) + (rules.gravity ? "+gravity" : "") +
           (rules.exact ? "+exact" : "");
}

}  // namespace enligne::test
