// Asks for memory before it is needed, where the compiler knows how.
#pragma once

#if defined(_MSC_VER) && defined(_M_X64)
#include <xmmintrin.h>
#endif

namespace enligne {

inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#elif defined(_MSC_VER) && defined(_M_X64)
    _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#endif
}

}  // namespace enligne
