// A function from known keys to bits that does not hold the keys: what it says of any other key
// means nothing.
//
// Each key is an equation: the bits at four places, which a hash of the key names, have this sum.
// The places of a key lie in four neighbouring segments of the table. With 1.075 places for each of
// many keys such equations can nearly always be solved by peeling: some place is in one equation
// only, which is put aside to be solved last, and so on (Graf and Lemire 2022, on fuse filters,
// after Dietzfelbinger and Walzer 2019). So n bits take 1.075 n places when n is large; smaller
// tables need more room, and what cannot be solved is tried again with another seed.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "board/bits.h"

namespace enligne {

// The shape of a table, and how keys are hashed to its places.
struct RetrievalShape {
    static constexpr int kPlaces = 4;

    Word seed = 0;
    int segment_bits = 0;           // a segment has 2^bits places
    std::uint32_t first_count = 0;  // segments in which a first place can lie

    std::size_t place_count() const {
        return (std::size_t{first_count} + kPlaces - 1) << segment_bits;
    }
    std::size_t byte_count() const { return (place_count() + 7) / 8; }

    static RetrievalShape for_count(std::size_t count, Word seed) {
        const double log = std::log(static_cast<double>(std::max<std::size_t>(count, 4)));
        const int bits = std::clamp(static_cast<int>(log / std::log(2.91) - 0.5), 2, 18);
        const double room = std::max(1.075, 0.77 + 0.305 * std::log(600000.0) / log);
        const auto places = static_cast<std::size_t>(room * static_cast<double>(count)) + 1;
        const std::size_t segments = (places >> bits) + 1;
        const auto first = segments > kPlaces ? segments - kPlaces + 1 : 1;
        return {seed, bits, static_cast<std::uint32_t>(first)};
    }

    // The places of the nth bit of a key.
    std::array<std::size_t, kPlaces> places(Word key, int nth) const {
        const Word hash = mixed(mixed(key ^ seed) + static_cast<Word>(nth));
        const Word offsets = mixed(hash);
        const Word mask = (Word{1} << segment_bits) - 1;
        const Word first = ((hash >> 32) * first_count >> 32) << segment_bits | (hash & mask);
        std::array<std::size_t, kPlaces> result;
        result[0] = static_cast<std::size_t>(first);
        for (int i = 1; i < kPlaces; ++i) {
            const Word segment = (first >> segment_bits) + static_cast<Word>(i);
            const Word offset = offsets >> (20 * (i - 1)) & mask;
            result[i] = static_cast<std::size_t>(segment << segment_bits | offset);
        }
        return result;
    }

    // The bit of a table of this shape.
    bool look_up(const std::uint8_t* table, Word key, int nth) const {
        bool sum = false;
        for (const std::size_t place : places(key, nth)) sum ^= table[place / 8] >> place % 8 & 1;
        return sum;
    }

   private:
    // The end of MurmurHash3: every bit of the result depends on every bit.
    static constexpr Word mixed(Word word) {
        word = (word ^ word >> 33) * 0xff51afd7ed558ccd;
        word = (word ^ word >> 33) * 0xc4ceb9fe1a85ec53;
        return word ^ word >> 33;
    }
};

struct RetrievalBit {
    Word key;
    std::uint8_t nth;
    bool value;
};

// The table that gives all these bits, no two of the same key and number; nothing when there is
// none with this shape, which then wants another seed.
inline std::optional<std::vector<std::uint8_t>> make_retrieval(const RetrievalShape& shape,
                                                               std::span<const RetrievalBit> bits) {
    // For each place, in how many equations it is, and the sum of their numbers.
    std::vector<std::uint8_t> counts(shape.place_count());
    std::vector<std::uint32_t> sums(shape.place_count());
    for (std::size_t i = 0; i < bits.size(); ++i) {
        for (const std::size_t place : shape.places(bits[i].key, bits[i].nth)) {
            if (counts[place] == std::numeric_limits<std::uint8_t>::max()) return std::nullopt;
            ++counts[place];
            sums[place] ^= static_cast<std::uint32_t>(i);
        }
    }
    struct Solved {
        std::uint32_t equation;
        std::uint32_t place;
    };
    std::vector<Solved> order;
    order.reserve(bits.size());
    std::vector<std::uint32_t> alone;
    const auto peel = [&] {
        while (!alone.empty()) {
            const std::uint32_t place = alone.back();
            alone.pop_back();
            if (counts[place] != 1) continue;
            const std::uint32_t equation = sums[place];
            order.push_back({equation, place});
            for (const std::size_t each : shape.places(bits[equation].key, bits[equation].nth)) {
                sums[each] ^= equation;
                if (--counts[each] == 1) alone.push_back(static_cast<std::uint32_t>(each));
            }
        }
    };
    for (std::size_t place = 0; place < counts.size(); ++place) {
        if (counts[place] != 1) continue;
        alone.push_back(static_cast<std::uint32_t>(place));
        peel();
    }
    if (order.size() != bits.size()) return std::nullopt;
    std::vector<std::uint8_t> table(shape.byte_count());
    for (std::size_t i = order.size(); i-- > 0;) {
        const RetrievalBit& bit = bits[order[i].equation];
        if (shape.look_up(table.data(), bit.key, bit.nth) != bit.value) {
            table[order[i].place / 8] ^= static_cast<std::uint8_t>(1u << order[i].place % 8);
        }
    }
    return table;
}

}  // namespace enligne
