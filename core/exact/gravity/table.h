// The solver's table: proven bounds on the score of positions, shared by threads without locks.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "exact/gravity/geometry.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace enligne::solver {

struct Bounds {
    int lower;
    int upper;
};

// An entry is one word, so that a reader sees a whole entry or another whole entry:
//
//   | remainder | generation | work | upper + 32 | lower + 32 |
//      the rest       8         5         6            6         bits
//
// A key is multiplied by an odd number modulo 2^KeyBits, which loses nothing; the high bits of the
// product choose the bucket, the entry keeps all the others. A hit is therefore never a mistake.
//
// The table starts small and grows with the search, so that an easy position touches only memory
// that the cache holds. Clearing is counting up the generation. Keys of more than 49 bits leave no
// room for work and generation; then clearing means wiping what was used.
template <int KeyBits>
class Table {
    static constexpr bool compact = KeyBits <= 49;
    static constexpr int ways = 2;  // entries in a bucket
    static constexpr int bounds_bits = 12;
    static constexpr int work_bits = compact ? 5 : 0;
    static constexpr int generation_bits = compact ? 8 : 0;
    static constexpr int remainder_shift = bounds_bits + work_bits + generation_bits;
    static constexpr int remainder_bits = 64 - remainder_shift;
    static constexpr int generation_limit = 1 << generation_bits;
    static constexpr Bits key_mask = KeyBits == 64 ? ~Bits{0} : (Bits{1} << (KeyBits % 64)) - 1;
    static constexpr Bits multiplier = 0x9E3779B97F4A7C15u | 1;

   public:
    static constexpr int smallest_level =
        KeyBits - remainder_bits > 9 ? KeyBits - remainder_bits : 9;

    explicit Table(std::size_t table_mb, int cap = 64) {
        const std::size_t buckets = (table_mb << 20) / (ways * sizeof(Entry));
        largest_level_ = buckets > 1 ? std::bit_width(buckets) - 1 : 0;
        if (largest_level_ > cap) largest_level_ = cap;
        if (largest_level_ < smallest_level) largest_level_ = smallest_level;
        constexpr std::size_t alignment = std::size_t{1} << 21;  // lets the system use huge pages
        const std::size_t bytes = (std::size_t{1} << largest_level_) * ways * sizeof(Entry);
        // calloc hands out zero pages without touching them: an unused table costs nothing.
        memory_ = std::calloc(bytes + alignment, 1);
        if (memory_ == nullptr) return;
        const auto address = reinterpret_cast<std::uintptr_t>(memory_);
        entries_ = reinterpret_cast<Entry*>((address + alignment - 1) & ~(alignment - 1));
#if defined(__linux__)
        madvise(static_cast<void*>(entries_), bytes, MADV_HUGEPAGE);
#endif
        set_level(smallest_level);
    }
    ~Table() { std::free(memory_); }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    bool is_allocated() const { return memory_ != nullptr; }

    void clear() {
        if (++generation_ >= generation_limit) {
            generation_ = compact ? 1 : 0;
            std::memset(static_cast<void*>(entries_), 0,
                        (ways * sizeof(Entry)) << highest_used_level_);
        }
        set_level(smallest_level);
    }

    void prefetch(Bits key) const { __builtin_prefetch(&entries_[first_entry(product(key))]); }

    // The bounds kept for the key; false if there are none.
    bool probe(Bits key, Bounds& bounds) const {
        const Bits mixed = product(key);
        const Entry* bucket = &entries_[first_entry(mixed)];
        const Bits wanted = signature(mixed);
        for (int i = 0; i < ways; ++i) {
            const Bits word = bucket[i].load(std::memory_order_relaxed);
            if (((word ^ wanted) & signature_mask) == 0 && word != 0) {
                bounds = {static_cast<int>(word & 63) - 32,
                          static_cast<int>((word >> 6) & 63) - 32};
                return true;
            }
        }
        return false;
    }

    // Keeps the bounds; gives up the entry of the bucket that took least work.
    void store(Bits key, Bounds bounds, std::uint64_t nodes) {
        const Bits mixed = product(key);
        Entry* bucket = &entries_[first_entry(mixed)];
        const Bits wanted = signature(mixed);
        Entry* victim = bucket;
        Bits least = ~Bits{0};
        bool found = false;
        for (int i = 0; i < ways; ++i) {
            const Bits word = bucket[i].load(std::memory_order_relaxed);
            if (((word ^ wanted) & signature_mask) == 0 && word != 0) {
                victim = &bucket[i];
                found = true;
                break;
            }
            const Bits rank = value_of(word);
            if (rank < least) least = rank, victim = &bucket[i];
        }
        if constexpr (!compact)
            if (least != 0 && !found) victim = &bucket[mixed % ways];  // any will do
        const Bits work = compact ? static_cast<Bits>(std::bit_width(nodes)) & 31 : 0;
        victim->store(wanted | work << bounds_bits | static_cast<Bits>(bounds.upper + 32) << 6 |
                          static_cast<Bits>(bounds.lower + 32),
                      std::memory_order_relaxed);
    }

    // For one thread, between two nodes: a table that took this many new entries should grow.
    std::uint64_t grow_after() const { return grow_after_; }
    void grow() { grow_to(level_ + 2 < largest_level_ ? level_ + 2 : largest_level_); }

   private:
    using Entry = std::atomic<Bits>;
    static_assert(Entry::is_always_lock_free && sizeof(Entry) == sizeof(Bits));
    static constexpr Bits signature_mask = ~((Bits{1} << (bounds_bits + work_bits)) - 1);

    static Bits product(Bits key) { return (key * multiplier) & key_mask; }
    std::size_t first_entry(Bits mixed) const {
        return static_cast<std::size_t>(mixed >> (KeyBits - level_)) * ways;
    }
    Bits signature(Bits mixed) const {
        const Bits remainder = mixed & ((Bits{1} << (KeyBits - level_)) - 1);
        return remainder << remainder_shift | static_cast<Bits>(generation_)
                                                  << (bounds_bits + work_bits);
    }
    // Empty and outdated entries are worth nothing.
    Bits value_of(Bits word) const {
        if (word == 0) return 0;
        if constexpr (!compact) return 1;
        const auto generation =
            static_cast<int>(word >> (bounds_bits + work_bits)) & (generation_limit - 1);
        return generation == generation_ ? 1 + ((word >> bounds_bits) & 31) : 0;
    }

    void set_level(int level) {
        level_ = level;
        grow_after_ =
            level < largest_level_ ? (std::uint64_t{ways} << level) / 2 : ~std::uint64_t{0};
        if (level > highest_used_level_) highest_used_level_ = level;
    }

    // Moves every entry to its bucket in the larger table, from the last bucket down: bucket b goes
    // to buckets from b * 2^steps on, so nothing is overwritten before it was read. What lies
    // beyond the old size is from older generations, or empty.
    void grow_to(int level) {
        const int old_level = level_;
        if (level <= old_level) return;
        set_level(level);
        for (std::size_t b = std::size_t{1} << old_level; b-- > 0;) {
            Bits words[ways];
            for (int i = 0; i < ways; ++i) {
                words[i] = entries_[b * ways + i].load(std::memory_order_relaxed);
                entries_[b * ways + i].store(0, std::memory_order_relaxed);
            }
            for (const Bits word : words) {
                if (value_of(word) == 0) continue;
                const Bits mixed =
                    static_cast<Bits>(b) << (KeyBits - old_level) | word >> remainder_shift;
                Entry* bucket = &entries_[first_entry(mixed)];
                for (int i = 0; i < ways; ++i) {
                    if (value_of(bucket[i].load(std::memory_order_relaxed)) != 0) continue;
                    bucket[i].store(signature(mixed) | (word & ~signature_mask),
                                    std::memory_order_relaxed);
                    break;
                }
            }
        }
    }

    void* memory_ = nullptr;
    Entry* entries_ = nullptr;
    std::uint64_t grow_after_ = 0;
    int level_ = 0;
    int largest_level_ = 0;
    int highest_used_level_ = 0;
    int generation_ = compact ? 1 : 0;
};

}  // namespace enligne::solver
