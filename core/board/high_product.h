// The high half of a product of two words, which C++ has no word for.
#pragma once

#include <cstdint>

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

namespace enligne {

// As at school, with digits of 32 bits.
constexpr std::uint64_t high_product_by_digits(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t kDigit = 0xffffffff;
    const std::uint64_t low = (a & kDigit) * (b & kDigit);
    const std::uint64_t middle = (a >> 32) * (b & kDigit) + (low >> 32);
    const std::uint64_t other_middle = (a & kDigit) * (b >> 32) + (middle & kDigit);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (other_middle >> 32);
}

inline std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(a) * b >> 64);
#elif defined(_MSC_VER) && defined(_M_X64)
    return __umulh(a, b);
#else
    return high_product_by_digits(a, b);
#endif
}

}  // namespace enligne
