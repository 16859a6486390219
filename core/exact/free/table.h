// What is known about the scores of positions: a lower and an upper bound for each key.
//
// An entry is one word:
//      63                     15 14       9 8        3 2      0
//      rest of the scrambled key  lower + 32  upper + 32  effort
// Scrambling is a bijection and a bucket's number gives the bits that an entry leaves out, so
// two keys are never confused.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace enligne {

struct FreeBounds {
    static constexpr int kUnknown = 31;  // beyond any score
    int lower = -kUnknown;
    int upper = kUnknown;
};

class FreeTable {
   public:
    // The size is rounded down to a power of two, at least 1 MB.
    explicit FreeTable(int table_mb) {
        const auto mb = static_cast<unsigned>(std::max(table_mb, 1));
        bits_ = kFewestBits + std::bit_width(mb) - 1;
        clear();
    }

    // Fresh pages come zeroed and cost nothing until they are used, unlike wiping the old ones.
    void clear() {
        memory_.reset();
        buckets_ = nullptr;
        for (;; --bits_) {
            std::size_t room = (std::size_t{1} << bits_) * sizeof(Bucket) + sizeof(Bucket);
            memory_.reset(std::calloc(room, 1));
            if (memory_ != nullptr) {
                void* place = memory_.get();
                std::align(sizeof(Bucket), sizeof(Bucket), place, room);
                buckets_ = static_cast<Bucket*>(place);
                return;
            }
            if (bits_ == kFewestBits) return;  // no memory at all: search without a table
        }
    }

    FreeBounds find(std::uint64_t key) const {
        if (buckets_ == nullptr) return {};
        const std::uint64_t code = scrambled(key);
        for (const std::uint64_t entry : bucket(code).entry) {
            if (is_for(entry, code)) return bounds(entry);
        }
        return {};
    }

    // Keeps the bounds in place of the entry that took the least work; work is a count of nodes.
    void store(std::uint64_t key, FreeBounds known, std::uint64_t work) {
        assert(-kOffset < known.lower && known.lower <= known.upper && known.upper < kOffset);
        if (buckets_ == nullptr) return;
        const std::uint64_t code = scrambled(key);
        std::uint64_t* place = nullptr;
        for (std::uint64_t& entry : bucket(code).entry) {
            if (is_for(entry, code)) {
                place = &entry;
                break;
            }
            if (place == nullptr || effort(entry) < effort(*place)) place = &entry;
        }
        const auto spent = std::min<std::uint64_t>(std::bit_width(work) / 3, kMostEffort);
        *place = code << kKeyShift |
                 static_cast<std::uint64_t>(known.lower + kOffset) << kLowerShift |
                 static_cast<std::uint64_t>(known.upper + kOffset) << kUpperShift | spent;
    }

   private:
    static constexpr int kFewestBits = 15;  // of a bucket's number: 1 MB
    static constexpr int kKeyShift = 15;
    static constexpr int kLowerShift = 9;
    static constexpr int kUpperShift = 3;
    static constexpr int kOffset = 32;
    static constexpr std::uint64_t kMostEffort = 7;

    struct alignas(32) Bucket {  // two to a cache line
        std::uint64_t entry[4];
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    static std::uint64_t scrambled(std::uint64_t key) {
        key *= 0x9e3779b97f4a7c15;
        key ^= key >> 32;
        key *= 0xd6e8feb86659fd93;
        return key ^ (key >> 32);
    }
    static int effort(std::uint64_t entry) { return static_cast<int>(entry & kMostEffort); }
    static FreeBounds bounds(std::uint64_t entry) {
        return {static_cast<int>(entry >> kLowerShift & 63) - kOffset,
                static_cast<int>(entry >> kUpperShift & 63) - kOffset};
    }
    // The number of a bucket is the high bits, 15 or more; its entries hold the low 49.
    Bucket& bucket(std::uint64_t code) const { return buckets_[code >> (64 - bits_)]; }
    static bool is_for(std::uint64_t entry, std::uint64_t code) {
        return entry != 0 && (entry ^ code << kKeyShift) >> kKeyShift == 0;
    }

    int bits_ = 0;
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_ = nullptr;
};

}  // namespace enligne
