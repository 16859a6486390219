// Which positions some thread is searching right now, so that another one can begin elsewhere.
#pragma once

#include <atomic>
#include <cstddef>

#include "exact/gravity/geometry.h"

namespace enligne::solver {

// Only a hint: a lost or overwritten mark costs time, never correctness.
class BusyMarks {
   public:
    BusyMarks() {
        for (auto& mark : marks_) mark.store(0, std::memory_order_relaxed);
    }
    bool contains(Bits key) const { return slot(key).load(std::memory_order_relaxed) == key; }
    void add(Bits key) { slot(key).store(key, std::memory_order_relaxed); }
    void remove(Bits key) {
        if (contains(key)) slot(key).store(0, std::memory_order_relaxed);
    }

   private:
    static constexpr int index_bits = 12;
    static std::size_t index(Bits key) {
        return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> (64 - index_bits));
    }
    std::atomic<Bits>& slot(Bits key) { return marks_[index(key)]; }
    const std::atomic<Bits>& slot(Bits key) const { return marks_[index(key)]; }

    std::atomic<Bits> marks_[std::size_t{1} << index_bits];
};

}  // namespace enligne::solver
