// A number for a position without gravity that is the same for all its symmetric images and
// differs for all others, kept up to date by additions.
//
// Cell i of a board, counted 0, 1, 2 … over the cells, is worth 3^i to the side to move and
// twice that to its opponent: the position read as a number in base 3. Such a number is kept
// for each symmetry, with the cells where it takes them, and the smallest one is the key.
// 3^40 < 2^64, so boards of up to 40 cells have keys without any collision.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/geometry.h"
#include "board/symmetry.h"

namespace enligne::free {

inline constexpr int kMostKeyedCells = 40;

// The stones of one side as a number for each symmetry.
using Code = std::array<std::uint64_t, 8>;

class Keys {
   public:
    // Without symmetry only equal positions have equal keys.
    Keys(const Geometry<1>& geometry, bool symmetric) {
        std::vector<Symmetry> all = symmetries(geometry.rules);
        if (!symmetric) all.resize(1);
        std::array<std::uint64_t, Bits<1>::kSize> power{};
        std::uint64_t next = 1;
        geometry.cells.for_each([&](int bit) {
            power[bit] = next;
            next *= 3;
        });
        geometry.cells.for_each([&](int bit) {
            // A rectangle has four symmetries and fills the other places with the same four.
            for (std::size_t i = 0; i < worth_[bit].size(); ++i) {
                worth_[bit][i] = power[image(bit, all[i % all.size()], geometry)];
            }
        });
    }

    Code code(const Bits<1>& stones) const {
        Code result{};
        stones.for_each([&](int bit) { result = with(result, bit); });
        return result;
    }

    // The code after one more stone of its side.
    Code with(Code code, int bit) const {
        for (std::size_t i = 0; i < code.size(); ++i) code[i] += worth_[bit][i];
        return code;
    }

    static std::uint64_t key(const Code& own, const Code& opponent) {
        std::uint64_t least = ~std::uint64_t{0};
        for (std::size_t i = 0; i < own.size(); ++i) {
            const std::uint64_t number = own[i] + 2 * opponent[i];
            if (number < least) least = number;
        }
        return least;
    }

   private:
    std::array<Code, Bits<1>::kSize> worth_{};
};

}  // namespace enligne::free
