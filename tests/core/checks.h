// Counts checks that hold and those that do not.
#pragma once

#include <cstdio>
#include <string>

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

}  // namespace enligne::test
