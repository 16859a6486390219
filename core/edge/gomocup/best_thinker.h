// Chooses moves with the search of the core that is best for the rules.
#pragma once

#include <memory>

#include "edge/gomocup/thinker.h"
#include "search/clock.h"

namespace enligne {

class AlphaBeta;
namespace gomoku {
class Gomoku;
}

namespace gomocup {

class BestThinker final : public Thinker {
   public:
    // The flag ends every search once it is set.
    explicit BestThinker(const StopFlag& stop);
    ~BestThinker() override;

    Complaint set_up(const Rules& rules, const TableSize& table) override;
    Thought think(const AnyPosition& position, double seconds, const Report& report) override;

   private:
    const StopFlag& stop_;
    // One of them.
    std::unique_ptr<AlphaBeta> alphabeta_;
    std::unique_ptr<gomoku::Gomoku> gomoku_;
};

}  // namespace gomocup
}  // namespace enligne
