// Proven bounds on the scores of positions, with exact keys: a hit is never a mistake.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "board/bits.h"
#include "exact/solver.h"
#include "search/prefetch.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace enligne {

// An entry is one word, so that a thread reads a whole entry or another whole entry:
//
//   | remainder | generation | work | upper + 32 | lower + 32 |
//      the rest                            6            6         bits
//
// A key is multiplied by an odd number modulo 2^KeyBits, which loses nothing; the high bits of the
// product choose the bucket, the entry keeps all the others. That is why two keys are never
// confused, and why a table has a smallest size.
//
// The table starts small and grows with the search, so that an easy position touches only memory
// that the cache holds. A full bucket gives up the entry that took least work; without bits for
// the work, any. Clearing is counting up the generation; without bits for that, and when they run
// out, it is wiping what was used.
//
// Threads share a table without locks, but only one may let it grow while no other uses it.
//
// KeyBits 0: they are known when running.
template <int KeyBits, int Ways, int WorkBits, int GenerationBits>
class BoundsTable {
    using Entry = std::atomic<Word>;
    static_assert(Entry::is_always_lock_free && sizeof(Entry) == sizeof(Word));
    static_assert(std::has_single_bit(static_cast<unsigned>(Ways)));

    static constexpr int kWorkShift = 12;
    static constexpr int kGenerationShift = kWorkShift + WorkBits;
    static constexpr int kRemainderShift = kGenerationShift + GenerationBits;
    static constexpr int kRemainderBits = 64 - kRemainderShift;
    static constexpr Word kSignature = ~((Word{1} << kGenerationShift) - 1);
    static constexpr Word kWork = (Word{1} << WorkBits) - 1;
    static constexpr Word kFirstGeneration = GenerationBits > 0;
    static constexpr Word kGenerations = Word{1} << GenerationBits;

    // From here on the table grows late: what it gives up by then costs less than memory that no
    // cache holds.
    static constexpr int kLeisurelyLevel = 18;

   public:
    // At most as large as asked for, and of the level; where there is not that much memory, as
    // large as can be. A machine without even the least is out of memory as for any vector.
    BoundsTable(int key_bits, int table_mb, int largest_level = 64)
        : key_bits_(key_bits), smallest_level_(std::max(key_bits - kRemainderBits, 9)) {
        assert(KeyBits == 0 || key_bits == KeyBits);
        const auto buckets = (static_cast<std::uint64_t>(table_mb) << 20) / (Ways * sizeof(Entry));
        largest_level_ = std::min(static_cast<int>(std::bit_width(buckets)) - 1, largest_level);
        largest_level_ = std::clamp(largest_level_, smallest_level_, key_bits);
        while (!allocate() && largest_level_ > smallest_level_) --largest_level_;
        if (entries_ == nullptr) {
            smallest_ = std::make_unique<Entry[]>(std::size_t{Ways} << smallest_level_);
            entries_ = smallest_.get();
        }
        set_level(smallest_level_);
    }
    BoundsTable(const BoundsTable&) = delete;
    BoundsTable& operator=(const BoundsTable&) = delete;

    void clear() {
        if (++generation_ >= kGenerations) {
            generation_ = kFirstGeneration;
            std::memset(static_cast<void*>(entries_), 0,
                        (Ways * sizeof(Entry)) << highest_used_level_);
        }
        set_level(smallest_level_);
    }

    // The bounds kept for the key; false if there are none.
    bool probe(Word key, Bounds& bounds) const {
        const Word mixed = product(key);
        const Entry* bucket = &entries_[first_entry(mixed)];
        const Word wanted = signature(mixed);
        for (int i = 0; i < Ways; ++i) {
            const Word word = bucket[i].load(std::memory_order_relaxed);
            if (((word ^ wanted) & kSignature) == 0 && word != 0) {
                bounds = {static_cast<int>(word & 63) - 32,
                          static_cast<int>((word >> 6) & 63) - 32};
                return true;
            }
        }
        return false;
    }

    // Lets the memory come near that a probe for the key will read.
    void prefetch(Word key) const { enligne::prefetch(&entries_[first_entry(product(key))]); }

    // Keeps the bounds; work is a count of nodes.
    void store(Word key, Bounds bounds, std::uint64_t work) {
        assert(-32 <= bounds.lower && bounds.lower <= bounds.upper && bounds.upper < 32);
        const Word mixed = product(key);
        Entry* bucket = &entries_[first_entry(mixed)];
        const Word wanted = signature(mixed);
        Entry* place = bucket;
        Word least = ~Word{0};
        bool is_known = false;
        for (int i = 0; i < Ways; ++i) {
            const Word word = bucket[i].load(std::memory_order_relaxed);
            if (((word ^ wanted) & kSignature) == 0 && word != 0) {
                place = &bucket[i];
                is_known = true;
                break;
            }
            const Word value = value_of(word);
            if (value < least) {
                least = value;
                place = &bucket[i];
            }
        }
        if constexpr (WorkBits == 0) {
            if (least != 0 && !is_known) place = &bucket[mixed % Ways];
        }
        place->store(wanted | work_of(work) << kWorkShift |
                         static_cast<Word>(bounds.upper + 32) << 6 |
                         static_cast<Word>(bounds.lower + 32),
                     std::memory_order_relaxed);
    }

    // A table that took more new entries than this should grow.
    std::uint64_t grow_after() const { return grow_after_; }
    void grow() { grow_to(std::min(level_ + 2, largest_level_)); }

   private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    bool allocate() {
        constexpr std::size_t kHugePage = std::size_t{1} << 21;
        const std::size_t bytes = (Ways * sizeof(Entry)) << largest_level_;
        const std::size_t alignment = std::min(bytes, kHugePage);
        // calloc hands out zero pages without touching them: an unused table costs nothing.
        memory_.reset(std::calloc(bytes + alignment, 1));
        if (memory_ == nullptr) return false;
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        entries_ = reinterpret_cast<Entry*>((address + alignment - 1) & ~(alignment - 1));
#if defined(__linux__)
        if (bytes >= kHugePage) madvise(static_cast<void*>(entries_), bytes, MADV_HUGEPAGE);
#endif
        return true;
    }

    int key_bits() const { return KeyBits == 0 ? key_bits_ : KeyBits; }
    Word product(Word key) const {
        return (key * 0x9e3779b97f4a7c15) & (~Word{0} >> (64 - key_bits()));
    }
    std::size_t first_entry(Word mixed) const {
        return static_cast<std::size_t>(mixed >> (key_bits() - level_)) * Ways;
    }
    Word signature(Word mixed) const {
        const Word remainder = mixed & ((Word{1} << (key_bits() - level_)) - 1);
        return remainder << kRemainderShift | generation_ << kGenerationShift;
    }
    // The logarithm of a count of nodes, as finely as there are bits for it.
    static Word work_of(std::uint64_t nodes) {
        return static_cast<Word>(std::min(static_cast<int>(std::bit_width(nodes)), 31)) >>
               (5 - WorkBits);
    }
    // What an entry is worth; nothing if it is empty or outdated.
    Word value_of(Word word) const {
        if (word == 0) return 0;
        if ((word >> kGenerationShift) % kGenerations != generation_) return 0;
        return 1 + (word >> kWorkShift & kWork);
    }

    void set_level(int level) {
        level_ = level;
        const std::uint64_t entries = std::uint64_t{Ways} << level;
        grow_after_ = level >= largest_level_   ? ~std::uint64_t{0}
                      : level < kLeisurelyLevel ? entries / 2
                                                : entries * 4;
        highest_used_level_ = std::max(highest_used_level_, level);
    }

    // Moves every entry to its bucket in the larger table, from the last bucket down: bucket b goes
    // to buckets from b * 2^steps on, so nothing is overwritten before it was read. What lies
    // beyond the old size is from older generations, or empty.
    void grow_to(int level) {
        const int old_level = level_;
        if (level <= old_level) return;
        set_level(level);
        for (std::size_t b = std::size_t{1} << old_level; b-- > 0;) {
            Word words[Ways];
            for (int i = 0; i < Ways; ++i) {
                words[i] = entries_[b * Ways + i].load(std::memory_order_relaxed);
                entries_[b * Ways + i].store(0, std::memory_order_relaxed);
            }
            for (const Word word : words) {
                if (value_of(word) == 0) continue;
                const Word mixed =
                    static_cast<Word>(b) << (key_bits() - old_level) | word >> kRemainderShift;
                Entry* bucket = &entries_[first_entry(mixed)];
                for (int i = 0; i < Ways; ++i) {
                    if (value_of(bucket[i].load(std::memory_order_relaxed)) != 0) continue;
                    bucket[i].store(signature(mixed) | (word & ~kSignature),
                                    std::memory_order_relaxed);
                    break;
                }
            }
        }
    }

    const int key_bits_;
    // The level of a table is the bits of a bucket's number.
    const int smallest_level_;
    std::unique_ptr<void, Free> memory_;
    std::unique_ptr<Entry[]> smallest_;  // in its place, when there is next to no memory
    Entry* entries_ = nullptr;
    std::uint64_t grow_after_ = 0;
    Word generation_ = kFirstGeneration;
    int level_ = 0;
    int largest_level_ = 0;
    int highest_used_level_ = 0;
};

}  // namespace enligne
