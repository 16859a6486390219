// A set of bits in a fixed number of 64-bit words, with the arithmetic that bitboards need.
//
// The number of words is a template argument: one word compiles to plain register arithmetic,
// several words to short unrolled loops, and no loop ever asks how wide the board is.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>

namespace enligne {

// A set of bits that fits one word: what code for small boards alone works with.
using Word = std::uint64_t;

template <int Words>
struct Bits {
    static_assert(Words >= 1);
    static constexpr int kSize = 64 * Words;

    std::array<Word, Words> word{};

    static constexpr Bits of(int bit) {
        Bits result;
        result.flip(bit);
        return result;
    }

    constexpr bool test(int bit) const { return word[bit / 64] >> (bit % 64) & 1; }
    constexpr void flip(int bit) { word[bit / 64] ^= Word{1} << (bit % 64); }

    constexpr bool any() const {
        Word all = 0;
        for (const auto w : word) all |= w;
        return all != 0;
    }

    constexpr int count() const {
        int total = 0;
        for (const auto w : word) total += std::popcount(w);
        return total;
    }

    // The lowest bit, which leaves the set. The set must not be empty.
    constexpr int pop_lowest() {
        int index = 0;
        while (index < Words - 1 && word[index] == 0) ++index;
        const int bit = 64 * index + std::countr_zero(word[index]);
        word[index] &= word[index] - 1;
        return bit;
    }

    // The bit that has `n` others of the set below it. The set must have more than `n`.
    constexpr int nth(int n) const {
        int index = 0;
        for (; index < Words - 1; ++index) {
            const int here = std::popcount(word[index]);
            if (n < here) break;
            n -= here;
        }
        Word rest = word[index];
        // The first few without a branch, which nothing could predict.
        constexpr int kFew = 8;
        for (int i = 0; i < kFew; ++i) rest &= rest - Word{i < n};
        for (int i = kFew; i < n; ++i) rest &= rest - 1;
        return 64 * index + std::countr_zero(rest);
    }

    template <class Visitor>
    constexpr void for_each(Visitor visit) const {
        for (int index = 0; index < Words; ++index) {
            for (auto rest = word[index]; rest != 0; rest &= rest - 1) {
                visit(64 * index + std::countr_zero(rest));
            }
        }
    }

    friend constexpr Bits operator&(Bits a, const Bits& b) {
        for (int i = 0; i < Words; ++i) a.word[i] &= b.word[i];
        return a;
    }
    friend constexpr Bits operator|(Bits a, const Bits& b) {
        for (int i = 0; i < Words; ++i) a.word[i] |= b.word[i];
        return a;
    }
    friend constexpr Bits operator^(Bits a, const Bits& b) {
        for (int i = 0; i < Words; ++i) a.word[i] ^= b.word[i];
        return a;
    }
    friend constexpr Bits operator~(Bits a) {
        for (auto& w : a.word) w = ~w;
        return a;
    }

    // Addition as of one long number: this is what lets a stone fall onto a column.
    friend constexpr Bits operator+(Bits a, const Bits& b) {
        Word carry = 0;
        for (int i = 0; i < Words; ++i) {
            const Word partial = a.word[i] + carry;
            carry = partial < carry;
            a.word[i] = partial + b.word[i];
            carry |= a.word[i] < partial;
        }
        return a;
    }

    // As for a built-in word, the distance must be less than the size.
    friend constexpr Bits operator>>(const Bits& a, int distance) {
        assert(distance >= 0 && distance < kSize);
        if constexpr (Words == 1) return {{a.word[0] >> distance}};
        Bits result;
        const int skipped = distance / 64;
        const int rest = distance % 64;
        for (int i = 0; i + skipped < Words; ++i) {
            result.word[i] = a.word[i + skipped] >> rest;
            if (rest != 0 && i + skipped + 1 < Words) {
                result.word[i] |= a.word[i + skipped + 1] << (64 - rest);
            }
        }
        return result;
    }
    friend constexpr Bits operator<<(const Bits& a, int distance) {
        assert(distance >= 0 && distance < kSize);
        if constexpr (Words == 1) return {{a.word[0] << distance}};
        Bits result;
        const int skipped = distance / 64;
        const int rest = distance % 64;
        for (int i = Words - 1; i >= skipped; --i) {
            result.word[i] = a.word[i - skipped] << rest;
            if (rest != 0 && i - skipped > 0) {
                result.word[i] |= a.word[i - skipped - 1] >> (64 - rest);
            }
        }
        return result;
    }

    friend constexpr auto operator<=>(const Bits&, const Bits&) = default;
};

}  // namespace enligne
