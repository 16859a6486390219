// The techniques of the Gomoku engine, each a switch, so that its worth can be measured in games.
#pragma once

#include <array>

#include "search/techniques.h"

namespace enligne::gomoku {

struct GomokuOptions {
    int table_mb = 64;
    int threads = 1;
    bool memory = true;          // what earlier moves of a game found out is used
    bool aspiration = true;      // search a narrow window around the last value first
    bool history = true;         // moves that cut elsewhere come sooner
    bool counter = true;         // and so do replies that cut after the same move
    bool futility = true;        // far above the window, believe the evaluation
    bool move_count = true;      // leave out quiet moves late in the order
    bool reductions = true;      // search late moves less deep first
    bool singular = true;        // search the only good move deeper
    bool extend_replies = true;  // the reply to a four costs no depth
    bool leaf_fours = true;      // search forcing fours where the depth ends
    bool root_threats = true;    // search forcing threes and fours at the root

    static constexpr auto techniques() {
        using Options = GomokuOptions;
        return std::array{
            Technique("memory", &Options::memory),
            Technique("aspiration", &Options::aspiration),
            Technique("history", &Options::history),
            Technique("counter", &Options::counter),
            Technique("futility", &Options::futility),
            Technique("move_count", &Options::move_count),
            Technique("reductions", &Options::reductions),
            Technique("singular", &Options::singular),
            Technique("extend_replies", &Options::extend_replies),
            Technique("leaf_fours", &Options::leaf_fours),
            Technique("root_threats", &Options::root_threats),
        };
    }
};

}  // namespace enligne::gomoku
