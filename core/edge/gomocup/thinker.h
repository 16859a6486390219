// What chooses the moves behind the protocol.
#pragma once

#include <optional>

#include "board/any_position.h"
#include "edge/gomocup/notation.h"
#include "search/analysis.h"

namespace enligne::gomocup {

// What a table may take: as much as a search can fill in its time, and as much as there is room.
struct TableSize {
    int useful_mb = 0;
    int most_mb = 0;
};

class Thinker {
   public:
    struct Thought {
        std::optional<Analysis> analysis;
        Complaint complaint;  // why there is none
    };

    virtual ~Thinker() = default;

    // A new search for positions of these rules; what an earlier one held is given back first.
    virtual Complaint set_up(const Rules& rules, const TableSize& table) = 0;
    // Analyses a position that is not finished, and tells of each depth.
    virtual Thought think(const AnyPosition& position, double seconds, const Report& report) = 0;
};

}  // namespace enligne::gomocup
