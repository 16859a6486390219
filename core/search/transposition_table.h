// A transposition table that several threads share without locks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>

#include "search/prefetch.h"
#include "search/score.h"

namespace enligne {

enum class Bound : std::uint8_t { exact, lower, upper };

struct TableEntry {
    Value value;
    int depth;
    Bound bound;
    int move;
};

// Each slot is two words: what is known of a position, and its hash xor that. A slot that two
// threads wrote at once does not give back any hash that was asked for, so it is just not found.
// Four slots are a bucket, which is a line of the cache; a full one gives up the entry that is
// least deep, where each search that has begun since counts as kPliesOfAge plies.
//
// A search that starts anew finds what it would find in an empty table, which keeps its node count
// repeatable: entries of earlier searches stay until they are overwritten but are not found, and a
// large table need not be cleared before a short search. A search that goes on finds them.
class TranspositionTable {
   public:
    static constexpr int kMostMegabytes = 32768;

    // A table of no megabytes finds nothing. One that cannot be had is as small as it must be.
    explicit TranspositionTable(int megabytes) {
        std::size_t wanted = static_cast<std::size_t>(megabytes) * 1024 * 1024 / sizeof(Bucket);
        while (wanted > 0 && buckets_ == nullptr) {
            buckets_.reset(new (std::nothrow) Bucket[wanted]());
            if (buckets_ == nullptr) wanted /= 2;
        }
        size_ = wanted;
    }

    bool is_enabled() const { return size_ > 0; }

    // Forgets everything, unless it goes on with what earlier searches found.
    void start_search(bool goes_on = false) {
        if (!goes_on) oldest_ = generation_ + 1;
        if (++generation_ <= kMostGeneration) return;
        for (std::size_t i = 0; i < size_; ++i) {
            for (Slot& slot : buckets_[i]) slot.data.store(0, std::memory_order_relaxed);
        }
        generation_ = oldest_ = 1;
    }

    std::optional<TableEntry> find(std::uint64_t hash) const {
        if (size_ == 0) return std::nullopt;
        for (const Slot& slot : buckets_[index(hash)]) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) != hash) continue;
            if (!is_known(data)) return std::nullopt;
            return TableEntry{static_cast<Value>(data >> 32), depth_in(data),
                              static_cast<Bound>(data >> 18 & 3),
                              static_cast<int>(data >> 20 & 0xfff)};
        }
        return std::nullopt;
    }

    // Lets the memory come near that a look for the hash will read.
    void prefetch(std::uint64_t hash) const {
        if (size_ > 0) enligne::prefetch(&buckets_[index(hash)]);
    }

    // What was known of the position is replaced: the newest is of the depth now being searched.
    void store(std::uint64_t hash, const TableEntry& entry) {
        if (size_ == 0) return;
        Slot* place = nullptr;
        int least = std::numeric_limits<int>::max();
        for (Slot& slot : buckets_[index(hash)]) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            const bool is_same = (slot.check.load(std::memory_order_relaxed) ^ data) == hash;
            const int worth = is_same ? kNothing - 1 : worth_of(data);
            if (worth >= least) continue;
            least = worth;
            place = &slot;
        }
        const std::uint64_t data = static_cast<std::uint64_t>(entry.value) << 32 |
                                   static_cast<std::uint64_t>(entry.move) << 20 |
                                   static_cast<std::uint64_t>(entry.bound) << 18 |
                                   static_cast<std::uint64_t>(entry.depth) << 8 | generation_;
        place->check.store(hash ^ data, std::memory_order_relaxed);
        place->data.store(data, std::memory_order_relaxed);
    }

   private:
    struct Slot {
        std::atomic<std::uint64_t> check;
        std::atomic<std::uint64_t> data;
    };
    struct alignas(64) Bucket {
        Slot slots[4];
        Slot* begin() { return slots; }
        Slot* end() { return slots + 4; }
        const Slot* begin() const { return slots; }
        const Slot* end() const { return slots + 4; }
    };

    static constexpr std::uint32_t kMostGeneration = 255;
    static constexpr int kPliesOfAge = 4;
    static constexpr int kNothing = -100'000;

    // A product spreads hashes evenly over any size below 2^32 buckets.
    std::size_t index(std::uint64_t hash) const {
        return static_cast<std::size_t>((hash >> 32) * size_ >> 32);
    }
    static int depth_in(std::uint64_t data) { return static_cast<int>(data >> 8 & 0x3ff); }
    static std::uint32_t generation_in(std::uint64_t data) {
        return static_cast<std::uint8_t>(data);
    }
    bool is_known(std::uint64_t data) const { return generation_in(data) >= oldest_; }
    int worth_of(std::uint64_t data) const {
        if (!is_known(data)) return kNothing;
        return depth_in(data) - kPliesOfAge * static_cast<int>(generation_ - generation_in(data));
    }

    std::unique_ptr<Bucket[]> buckets_;
    std::size_t size_ = 0;
    std::uint32_t generation_ = 0;
    std::uint32_t oldest_ = 1;  // the first search whose entries are found
};

}  // namespace enligne
