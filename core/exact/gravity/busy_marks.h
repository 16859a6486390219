// Which positions some thread is searching right now, so that another one can begin elsewhere.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include "board/wide_word.h"

namespace enligne::gravity {

// A position as one word; of those of two words, several may share one.
constexpr Word mark_of(Word key) { return key; }
constexpr Word mark_of(WideWord key) { return key.low ^ key.high * 0xd6e8feb86659fd93; }

// Only a hint: a lost or overwritten mark costs time, never correctness.
class BusyMarks {
   public:
    bool contains(Word key) const {
        return marks_[index(key)].load(std::memory_order_relaxed) == key;
    }
    void add(Word key) { marks_[index(key)].store(key, std::memory_order_relaxed); }
    void remove(Word key) {
        if (contains(key)) marks_[index(key)].store(0, std::memory_order_relaxed);
    }

   private:
    static constexpr int kIndexBits = 12;
    static std::size_t index(Word key) {
        return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15) >> (64 - kIndexBits));
    }

    std::array<std::atomic<Word>, std::size_t{1} << kIndexBits> marks_{};
};

}  // namespace enligne::gravity
