// Random numbers: the same seed gives the same numbers on every machine.
#pragma once

#include <cstdint>

#include "board/high_product.h"

namespace enligne {

// A well-mixed number from a counter: the same keys on every machine, with no state to keep.
constexpr std::uint64_t mixed(std::uint64_t counter) {
    std::uint64_t x = (counter + 1) * 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

// A counter through that function. Its whole state is one number, which is what lets a matchbox
// machine that was saved go on as if it had never stopped.
class Random {
   public:
    explicit Random(std::uint64_t state) : state_(state) {}

    std::uint64_t state() const { return state_; }

    std::uint64_t next() { return mixed(state_++); }

    // A number from 0 and below `bound`, which is above 0 and far below 2^64.
    std::uint64_t below(std::uint64_t bound) { return high_product(next(), bound); }

    // Whether something of this probability happens.
    bool happens(double probability) {
        return static_cast<double>(next() >> 11) * 0x1p-53 < probability;
    }

   private:
    std::uint64_t state_;
};

}  // namespace enligne
