// The images of small boards by table, for going through all positions of a game.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "board/symmetry.h"

namespace enligne::matchbox {

// The stones of a board of one word: enough to tell a position, whose counts tell who moves.
struct Stones {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    friend auto operator<=>(const Stones&, const Stones&) = default;
};

class Images {
   public:
    // All symmetries of the rules, or the identity alone.
    Images(const Geometry<1>& geometry, bool with_symmetry) {
        auto all = symmetries(geometry.rules);
        if (!with_symmetry) all.resize(1);
        for (const auto& symmetry : all) {
            Table table{};
            for (int byte = 0; byte < kBytes; ++byte) {
                for (int value = 1; value < 256; ++value) {
                    // The image of a byte is that of its lowest bit and that of the others.
                    const int bit = 8 * byte + std::countr_zero(static_cast<unsigned>(value));
                    if (!geometry.cells.test(bit)) continue;
                    table[byte][value] = table[byte][value & (value - 1)] |
                                         Word{1} << enligne::image(bit, symmetry, geometry);
                }
            }
            tables_.push_back(table);
        }
        symmetries_ = std::move(all);
    }

    int count() const { return static_cast<int>(tables_.size()); }
    const Symmetry& symmetry(int index) const { return symmetries_[index]; }

    std::uint64_t image(std::uint64_t stones, int index) const {
        std::uint64_t result = 0;
        for (int byte = 0; stones != 0; ++byte, stones >>= 8) {
            result |= tables_[index][byte][stones & 255];
        }
        return result;
    }
    Stones image(const Stones& stones, int index) const {
        return {image(stones.first, index), image(stones.second, index)};
    }

    // The smallest image, and the first symmetry that leads to it: what `canonical` finds.
    std::pair<Stones, int> canonical(const Stones& stones) const {
        std::pair best{stones, 0};
        for (int index = 1; index < count(); ++index) {
            const std::uint64_t first = image(stones.first, index);
            if (first > best.first.first) continue;
            const Stones candidate{first, image(stones.second, index)};
            if (candidate < best.first) best = {candidate, index};
        }
        return best;
    }

   private:
    static constexpr int kBytes = 8;
    using Table = std::array<std::array<std::uint64_t, 256>, kBytes>;

    std::vector<Table> tables_;
    std::vector<Symmetry> symmetries_;
};

}  // namespace enligne::matchbox
