// Which techniques a search uses. Each can be switched off when compiling, so that a test can
// compare scores with and without it, and a benchmark can tell what it is worth.
#pragma once

namespace enligne::gravity {

struct AllTechniques {
    static constexpr bool follow_up = true;        // bounds from following up, by the other side
    static constexpr bool bases = true;            // ... also by pairing the odd columns
    static constexpr bool lead = true;             // ... and by the side to move, after one move
    static constexpr bool double_threat = true;    // a move that makes two threats wins
    static constexpr bool enhanced_cutoff = true;  // look for a sufficient child in the table
    static constexpr bool cell_weights = true;     // rank moves by their cell, not by threats alone
    static constexpr bool near_table = true;       // late positions have a table in the cache
    static constexpr bool mirror = true;  // early positions share an entry with their mirror
};

}  // namespace enligne::gravity
