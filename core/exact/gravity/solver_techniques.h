// Which techniques a search uses. Each can be switched off when compiling, at no cost, so that a
// test can compare scores with and without it, and a benchmark can tell what it is worth.
#pragma once

#include <array>

#include "search/techniques.h"

namespace enligne::gravity {

struct Techniques {
    bool follow_up = true;        // bounds from following up, by the other side
    bool bases = true;            // … also by pairing the odd columns
    bool lead = true;             // … and by the side to move, after one move
    bool double_threat = true;    // a move that makes two threats wins
    bool enhanced_cutoff = true;  // look for a sufficient child in the table
    bool cell_weights = true;     // rank moves by their cell, not by threats alone
    bool near_table = true;       // late positions have a table in the cache
    bool mirror = true;           // early positions share an entry with their mirror

    static constexpr auto techniques() {
        return std::array{
            Technique("follow_up", &Techniques::follow_up),
            Technique("bases", &Techniques::bases),
            Technique("lead", &Techniques::lead),
            Technique("double_threat", &Techniques::double_threat),
            Technique("enhanced_cutoff", &Techniques::enhanced_cutoff),
            Technique("cell_weights", &Techniques::cell_weights),
            Technique("near_table", &Techniques::near_table),
            Technique("mirror", &Techniques::mirror),
        };
    }
};

}  // namespace enligne::gravity
