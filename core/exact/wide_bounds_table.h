// The table of bounds_table.h for keys of two words, which leave no room in an entry of one word.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>

#include "board/wide_word.h"
#include "exact/solver.h"
#include "search/prefetch.h"

namespace enligne {

// An entry keeps its whole key. No thread reads or writes three words at once, so each takes the
// lock of the bucket: one of a few, none of which is waited for long.
//
// A full bucket gives up the entry that took least work. Clearing is counting up the generation.
class WideBoundsTable {
   public:
    // At most as large as asked for, and of the level, where the bits of a bucket's number are its
    // level. The bits of a key do not matter.
    WideBoundsTable(int /*key_bits*/, int table_mb, int largest_level = 64) {
        const auto buckets = (static_cast<std::uint64_t>(table_mb) << 20) / sizeof(Bucket);
        largest_level_ = std::min(static_cast<int>(std::bit_width(buckets)) - 1, largest_level);
        largest_level_ = std::max(largest_level_, kSmallestLevel);
        smallest_ = std::make_unique<Bucket[]>(std::size_t{1} << kSmallestLevel);
        use(smallest_.get(), kSmallestLevel);
    }
    WideBoundsTable(const WideBoundsTable&) = delete;
    WideBoundsTable& operator=(const WideBoundsTable&) = delete;

    void clear() { ++generation_; }

    // The bounds kept for the key; false if there are none.
    bool probe(WideWord key, Bounds& bounds) const {
        const std::size_t number = bucket_of(key);
        const Lock lock(locks_[number % kLocks]);
        for (const Entry& entry : buckets_[number]) {
            if (entry.key != key || entry.generation != generation_) continue;
            bounds = {entry.lower, entry.upper};
            return true;
        }
        return false;
    }

    // Lets the memory come near that a probe for the key will read.
    void prefetch(WideWord key) const { enligne::prefetch(&buckets_[bucket_of(key)]); }

    // Keeps the bounds; work is a count of nodes.
    void store(WideWord key, Bounds bounds, std::uint64_t work) {
        assert(-kNoBound <= bounds.lower && bounds.lower <= bounds.upper &&
               bounds.upper <= kNoBound);
        const std::size_t number = bucket_of(key);
        const Lock lock(locks_[number % kLocks]);
        put({key, generation_, static_cast<std::int8_t>(bounds.lower),
             static_cast<std::int8_t>(bounds.upper),
             static_cast<std::uint8_t>(std::bit_width(work))},
            number);
    }

    // A table that took more new entries than this should grow; nobody may use it meanwhile.
    std::uint64_t grow_after() const {
        return level_ < largest_level_ ? (std::uint64_t{kWays} << level_) / 2 : ~std::uint64_t{0};
    }
    void grow() {
        const int level = std::min(level_ + 2, largest_level_);
        if (level <= level_) return;
        std::unique_ptr<void, Free> memory(std::calloc(std::size_t{1} << level, sizeof(Bucket)));
        if (memory == nullptr) {
            largest_level_ = level_;
            return;
        }
        const Bucket* old = buckets_;
        const std::size_t count = std::size_t{1} << level_;
        use(static_cast<Bucket*>(memory.get()), level);
        for (std::size_t number = 0; number < count; ++number) {
            for (const Entry& entry : old[number]) {
                if (entry.generation == generation_) put(entry, bucket_of(entry.key));
            }
        }
        memory_ = std::move(memory);
        smallest_.reset();
    }

   private:
    static constexpr int kWays = 2;
    static constexpr int kSmallestLevel = 9;
    static constexpr std::size_t kLocks = 1024;

    struct Entry {
        WideWord key;
        std::uint32_t generation;  // 0 in an empty entry
        std::int8_t lower;
        std::int8_t upper;
        std::uint8_t work;  // the bits of the count of nodes
    };
    using Bucket = std::array<Entry, kWays>;

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    class Lock {
       public:
        explicit Lock(std::atomic_flag& flag) : flag_(flag) {
            while (flag_.test_and_set(std::memory_order_acquire)) {
            }
        }
        ~Lock() { flag_.clear(std::memory_order_release); }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;

       private:
        std::atomic_flag& flag_;
    };

    void use(Bucket* buckets, int level) {
        buckets_ = buckets;
        level_ = level;
    }

    std::size_t bucket_of(WideWord key) const {
        const Word mixed = (key.low ^ key.high * 0xd6e8feb86659fd93) * 0x9e3779b97f4a7c15;
        return static_cast<std::size_t>(mixed >> (64 - level_));
    }

    void put(const Entry& entry, std::size_t number) {
        Entry* place = nullptr;
        int least = 256;
        for (Entry& each : buckets_[number]) {
            const bool is_current = each.generation == generation_;
            if (is_current && each.key == entry.key) {
                place = &each;
                break;
            }
            const int value = is_current ? each.work : -1;
            if (value < least) {
                least = value;
                place = &each;
            }
        }
        *place = entry;
    }

    std::unique_ptr<Bucket[]> smallest_;  // until it grows
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_ = nullptr;
    int level_ = 0;
    int largest_level_ = 0;
    std::uint32_t generation_ = 1;
    mutable std::array<std::atomic_flag, kLocks> locks_{};
};

}  // namespace enligne
