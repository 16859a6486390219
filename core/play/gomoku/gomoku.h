// The Gomoku engine.
#pragma once

#include <memory>

#include "play/gomoku/gomoku_analysis.h"
#include "play/gomoku/tuned_weights.h"

namespace enligne::gomoku {

// Whether the engine's tables reach to these rules.
constexpr bool plays(const Rules& rules) {
    return !rules.gravity && rules.run >= kShortestTableRun && rules.run <= kLongestTableRun;
}

class Gomoku {
   public:
    explicit Gomoku(const GomokuOptions& options, const Weights& weights = kTunedWeights)
        : options_(options), weights_(weights), table_(options.table_mb) {}

    // Analyses a position that is not finished, of rules that the engine plays. With `all_moves`
    // every legal move gets a score. There is always a move in the answer.
    template <int Words>
    Analysis analyse(const Position<Words>& position, const Limit& limit, const StopFlag* stop,
                     bool all_moves, const Report& report) {
        Clock clock(limit, stop, options_.threads);
        const Rules& rules = position.geometry().rules;
        if (layout_ == nullptr || !(layout_->rules == rules)) {
            layout_ = std::make_unique<Layout>(rules, weights_);
        }
        table_.start_search();
        const ThreatPosition root(*layout_, position);
        return GomokuAnalysis(root, options_, table_, clock, all_moves, report).analysis();
    }

   private:
    GomokuOptions options_;
    Weights weights_;
    TranspositionTable table_;
    std::unique_ptr<Layout> layout_;
};

}  // namespace enligne::gomoku
