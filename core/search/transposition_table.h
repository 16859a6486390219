// A transposition table that several threads share without locks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>

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
//
// Entries of earlier searches stay until they are overwritten but are never found: a search
// finds what it would find in an empty table, which keeps its node count repeatable, and a large
// table need not be cleared before a short search.
class TranspositionTable {
   public:
    static constexpr int kMostMegabytes = 32768;

    // A table of no megabytes finds nothing. One that cannot be had is as small as it must be.
    explicit TranspositionTable(int megabytes) {
        std::size_t wanted = static_cast<std::size_t>(megabytes) * 1024 * 1024 / sizeof(Slot);
        while (wanted > 0 && slots_ == nullptr) {
            slots_.reset(new (std::nothrow) Slot[wanted]());
            if (slots_ == nullptr) wanted /= 2;
        }
        size_ = wanted;
    }

    bool is_enabled() const { return size_ > 0; }

    // Forgets everything.
    void start_search() {
        if (++generation_ != 0 || size_ == 0) return;
        for (std::size_t i = 0; i < size_; ++i) slots_[i].data.store(0, std::memory_order_relaxed);
        generation_ = 1;
    }

    std::optional<TableEntry> find(std::uint64_t hash) const {
        if (size_ == 0) return std::nullopt;
        const Slot& slot = slots_[index(hash)];
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if ((slot.check.load(std::memory_order_relaxed) ^ data) != hash) return std::nullopt;
        if (static_cast<std::uint8_t>(data) != generation_) return std::nullopt;
        return TableEntry{static_cast<Value>(data >> 32), static_cast<int>(data >> 8 & 0x3ff),
                          static_cast<Bound>(data >> 18 & 3), static_cast<int>(data >> 20 & 0xfff)};
    }

    // The newest entry replaces what was there: it is of the depth now being searched.
    void store(std::uint64_t hash, const TableEntry& entry) {
        if (size_ == 0) return;
        Slot& slot = slots_[index(hash)];
        const std::uint64_t data = static_cast<std::uint64_t>(entry.value) << 32 |
                                   static_cast<std::uint64_t>(entry.move) << 20 |
                                   static_cast<std::uint64_t>(entry.bound) << 18 |
                                   static_cast<std::uint64_t>(entry.depth) << 8 | generation_;
        slot.check.store(hash ^ data, std::memory_order_relaxed);
        slot.data.store(data, std::memory_order_relaxed);
    }

   private:
    struct Slot {
        std::atomic<std::uint64_t> check;
        std::atomic<std::uint64_t> data;
    };

    // A product spreads hashes evenly over any size below 2^32 slots.
    std::size_t index(std::uint64_t hash) const {
        return static_cast<std::size_t>((hash >> 32) * size_ >> 32);
    }

    std::unique_ptr<Slot[]> slots_;
    std::size_t size_ = 0;
    std::uint8_t generation_ = 0;
};

}  // namespace enligne
