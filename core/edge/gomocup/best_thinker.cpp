#include "edge/gomocup/best_thinker.h"

#include <algorithm>

#include "edge/estimator.h"
#include "play/alphabeta/alphabeta.h"
#include "play/gomoku/gomoku.h"

namespace enligne::gomocup {

BestThinker::BestThinker(const StopFlag& stop) : stop_(stop) {}
BestThinker::~BestThinker() = default;

Complaint BestThinker::set_up(const Rules& rules, const TableSize& table) {
    alphabeta_.reset();
    gomoku_.reset();
    const int table_mb =
        std::min({table.useful_mb, table.most_mb, TranspositionTable::kMostMegabytes});
    if (is_estimated_by_gomoku(rules)) {
        gomoku_ = std::make_unique<gomoku::Gomoku>(gomoku::GomokuOptions{.table_mb = table_mb});
    } else {
        alphabeta_ = std::make_unique<AlphaBeta>(AlphaBetaOptions{.table_mb = table_mb});
    }
    return {};
}

Thinker::Thought BestThinker::think(const AnyPosition& position, double seconds,
                                    const Report& report) {
    const Limit limit{.seconds = seconds};
    const auto analysis = position.visit([&](const auto& root) {
        if (gomoku_ != nullptr) return gomoku_->analyse(root, limit, &stop_, false, report);
        NoTrace nobody;
        return alphabeta_->analyse(root, limit, &stop_, false, report, nobody);
    });
    return {analysis, {}};
}

}  // namespace enligne::gomocup
