// Numbers drawn by lot: the same seed gives the same numbers on every machine.
#pragma once

#include <cstdint>

#include "board/geometry.h"

namespace enligne::matchbox {

// A counter through a mixing function. Its whole state is one number, which is what lets a
// machine that was saved go on as if it had never stopped.
class Lot {
   public:
    explicit Lot(std::uint64_t state) : state_(state) {}

    std::uint64_t state() const { return state_; }

    // A number from 0 and below `bound`, which is above 0 and far below 2^64.
    std::uint64_t below(std::uint64_t bound) {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>(static_cast<Wide>(mixed(state_++)) * bound >> 64);
    }

    // Whether something of this probability happens.
    bool happens(double probability) {
        return static_cast<double>(mixed(state_++) >> 11) * 0x1p-53 < probability;
    }

   private:
    std::uint64_t state_;
};

}  // namespace enligne::matchbox
