// A word of 128 bits, with the operators of a built-in one, and both words' way to sets of bits:
// what is written for boards of one word compiles for those of two.
#pragma once

#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>
#include <type_traits>

#include "board/bits.h"

namespace enligne {

struct WideWord {
    Word low = 0;
    Word high = 0;

    constexpr WideWord() = default;
    constexpr WideWord(Word value) : low(value) {}  // NOLINT: as a built-in word is widened
    constexpr WideWord(Word low_word, Word high_word) : low(low_word), high(high_word) {}

    friend constexpr WideWord operator&(WideWord a, WideWord b) {
        return {a.low & b.low, a.high & b.high};
    }
    friend constexpr WideWord operator|(WideWord a, WideWord b) {
        return {a.low | b.low, a.high | b.high};
    }
    friend constexpr WideWord operator^(WideWord a, WideWord b) {
        return {a.low ^ b.low, a.high ^ b.high};
    }
    friend constexpr WideWord operator~(WideWord a) { return {~a.low, ~a.high}; }
    friend constexpr WideWord operator+(WideWord a, WideWord b) {
        const Word low = a.low + b.low;
        return {low, a.high + b.high + Word{low < a.low}};
    }
    friend constexpr WideWord operator-(WideWord a, WideWord b) {
        return {a.low - b.low, a.high - b.high - Word{a.low < b.low}};
    }
    friend constexpr WideWord operator-(WideWord a) { return WideWord{} - a; }
    friend constexpr WideWord operator<<(WideWord a, int distance) {
        assert(distance >= 0 && distance < 128);
        if (distance >= 64) return {0, a.low << (distance - 64)};
        // In two steps, for a shift by 64 is none.
        return {a.low << distance, a.high << distance | a.low >> 1 >> (63 - distance)};
    }
    friend constexpr WideWord operator>>(WideWord a, int distance) {
        assert(distance >= 0 && distance < 128);
        if (distance >= 64) return {a.high >> (distance - 64), 0};
        return {a.low >> distance | a.high << 1 << (63 - distance), a.high >> distance};
    }
    constexpr WideWord& operator&=(WideWord b) { return *this = *this & b; }
    constexpr WideWord& operator|=(WideWord b) { return *this = *this | b; }
    constexpr WideWord& operator^=(WideWord b) { return *this = *this ^ b; }

    friend constexpr bool operator==(const WideWord&, const WideWord&) = default;
    friend constexpr std::strong_ordering operator<=>(WideWord a, WideWord b) {
        return a.high == b.high ? a.low <=> b.low : a.high <=> b.high;
    }
};

constexpr int count(Word word) { return std::popcount(word); }
constexpr int count(WideWord word) { return std::popcount(word.low) + std::popcount(word.high); }

// The number of the lowest bit of a word that has one.
constexpr int lowest(Word word) { return std::countr_zero(word); }
constexpr int lowest(WideWord word) {
    return word.low != 0 ? std::countr_zero(word.low) : 64 + std::countr_zero(word.high);
}

// The word that holds a set of bits, and back.
template <int Words>
using WordOf = std::conditional_t<Words == 1, Word, WideWord>;

constexpr Word word_of(const Bits<1>& bits) { return bits.word[0]; }
constexpr WideWord word_of(const Bits<2>& bits) { return {bits.word[0], bits.word[1]}; }
constexpr Bits<1> bits_of(Word word) { return {{word}}; }
constexpr Bits<2> bits_of(WideWord word) { return {{word.low, word.high}}; }

}  // namespace enligne
