// The Gomoku engine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "play/gomoku/memory.h"
#include "play/gomoku/root_search.h"
#include "play/gomoku/tuned_weights.h"
#include "search/analysis.h"
#include "search/driver.h"

namespace enligne::gomoku {

// One analysis of a position: wins by force first, then deeper and deeper.

class GomokuAnalysis {
   public:
    GomokuAnalysis(const ThreatPosition& root, const GomokuOptions& options, Memory& memory,
                   Clock& clock, bool all_moves, const Report& report)
        : options_(options),
          root_(root),
          clock_(clock),
          all_moves_(all_moves),
          report_(report),
          driver_(clock, options.threads,
                  [&](int thread) {
                      return std::make_unique<RootSearch>(root, options, memory.table(),
                                                          memory.history(thread), clock, thread);
                  }),
          search_(driver_.first()) {}

    Analysis analysis() {
        tell({search_.moves().front().move, 0}, 0);
        is_won_ = wins_by_force();
        if (!is_won_ || all_moves_) {
            const int depth = clock_.limit().depth;
            const int deepest = depth > 0 ? std::min(depth, plies_left()) : plies_left();
            driver_.deepen(1, deepest, result_, report_, [&](int each) { return step(each); });
            if (all_moves_ && result_.moves.empty()) list_moves();
        }
        driver_.count(result_);
        return result_;
    }

   private:
    static constexpr int kRootFours = 40;
    static constexpr int kRootThreats = 30;
    static constexpr double kFoursPerSecond = 200'000;
    static constexpr double kThreatsPerSecond = 30'000;
    static constexpr Value kDisappointment = 40;
    static constexpr int kLessForOthers = 4;
    static constexpr Value kMostEvaluation = 10'000;

    int plies_left() const { return root_.layout().cell_count() - root_.ply(); }

    // 1. A win by threats is looked for first: it needs no other search.
    bool wins_by_force() {
        Forcing& forcing = search_.forcing();
        Value value = forcing.by_fours(kRootFours, share_of_nodes(kFoursPerSecond));
        if (value == 0 && options_.root_threats) {
            value = forcing.by_threats(kRootThreats, share_of_nodes(kThreatsPerSecond));
        }
        if (value == 0) return false;
        auto& moves = search_.moves();
        const auto best = find(moves, forcing.line().front());
        best->value = value;
        best->pv = forcing.line();
        std::rotate(moves.begin(), best, best + 1);
        tell_proven({value, forcing.line()}, static_cast<int>(forcing.line().size()));
        return true;
    }

    // The nodes for a search by force at the root: a small part of all.
    std::uint64_t share_of_nodes(double per_second) const {
        const Limit& limit = clock_.limit();
        const double seconds = limit.seconds > 0 ? limit.seconds : 1;
        const auto nodes = static_cast<std::uint64_t>(per_second * seconds);
        return limit.nodes > 0 ? std::min(nodes, limit.nodes / 20) : nodes;
    }

    // 2. To a depth. When it is won already only the other moves are searched.
    Depth step(int depth) {
        if (is_won_) return score_all(depth) ? Depth::open : Depth::unfinished;
        const Analysis before = result_;
        const int finished = search_.search_moves(depth);
        if (search_.is_stopped()) {
            if (!all_moves_) take_unfinished(finished);
            return Depth::unfinished;
        }
        const RootMove& best = search_.moves().front();
        if (is_loss(best.value) && search_.add_far_moves()) {
            tell({best.move, unproven(best.value), best.pv}, result_.depth);
            return step(depth);
        }
        tell(best, depth);
        // What is told of all moves is of one depth.
        if (all_moves_ && !score_all(depth)) {
            if (!before.moves.empty()) result_ = before;
            return Depth::unfinished;
        }
        const bool is_over = is_decided(value_) || root_.is_dead() || plies_left() == 1;
        return is_over && !all_moves_ ? Depth::decided : Depth::open;
    }

    // A depth that was begun and not ended: a move that was found to be good is played; when all
    // that was seen loses, the first that was not.
    void take_unfinished(int finished) {
        if (finished == 0) return;
        const auto& moves = search_.moves();
        const RootMove& best = moves.front();
        const bool is_bad = best.value <= -kLargestPlainValue;
        if (!is_bad && best.value >= search_.last() - kDisappointment) {
            tell(best, result_.depth);
        } else if (is_bad && finished < search_.hopeful()) {
            tell({moves[finished].move, std::min<Value>(value_, 0)}, result_.depth);
        }
    }

    // Each move's own value, less deep than the best one's; false when there was no time.
    bool score_all(int depth) {
        const int less = std::max(1, depth - kLessForOthers);
        auto scored = told_first();
        for (std::size_t i = 1; i < scored.size(); ++i) {
            search_.search_move(scored[i], less);
            if (search_.is_stopped()) return false;
            // None is better than the best, which was searched deeper.
            const Value value = search_.claims().of_move(scored[i].move, scored[i].value).value;
            scored[i].value = std::min(value, value_);
        }
        scored_ = std::move(scored);
        list_moves();
        return true;
    }

    // What is known of every move; before anything is, its static promise.
    void list_moves() {
        if (scored_.empty()) {
            scored_ = told_first();
            for (std::size_t i = 1; i < scored_.size(); ++i) {
                scored_[i].value = std::min<Value>(0, value_);
            }
        }
        std::stable_sort(scored_.begin() + 1, scored_.end(),
                         [](const auto& a, const auto& b) { return a.value > b.value; });
        result_.moves.clear();
        for (const auto& each : scored_) {
            result_.moves.push_back({cell_of(each.move), score_of(each.value)});
        }
    }

    // All moves, the one that the result names at the front with its value.
    std::vector<RootMove> told_first() {
        auto moves = search_.moves();
        const auto told = find(moves, index_of(result_.pv.front()));
        std::rotate(moves.begin(), told, told + 1);
        moves.front().value = value_;
        return moves;
    }

    static std::vector<RootMove>::iterator find(std::vector<RootMove>& moves, int move) {
        return std::find_if(moves.begin(), moves.end(),
                            [&](const RootMove& each) { return each.move == move; });
    }

    Score score_of(Value value) const {
        if (root_.is_dead()) return Score::of(0, root_.ply(), true);
        if (!is_decided(value)) value = std::clamp(value, -kMostEvaluation, kMostEvaluation);
        return Score::of(value, root_.ply(), false);
    }

    // 3. The result so far: only what was proven again is told as won or lost.
    void tell(const RootMove& best, int depth) {
        Claim claim = search_.claims().of_best(best.move, best.value);
        if (claim.pv.empty()) claim.pv = best.pv;
        if (claim.pv.empty()) claim.pv = {best.move};
        tell_proven(claim, depth);
    }
    void tell_proven(const Claim& claim, int depth) {
        value_ = claim.value;
        result_.score = score_of(claim.value);
        result_.depth = depth;
        result_.pv.clear();
        for (const int move : claim.pv) result_.pv.push_back(cell_of(move));
    }

    const GomokuOptions& options_;
    const ThreatPosition& root_;
    Clock& clock_;
    const bool all_moves_;
    const Report& report_;
    Driver<RootSearch> driver_;
    RootSearch& search_;  // whose results are told
    bool is_won_ = false;
    std::vector<RootMove> scored_;
    Value value_ = 0;  // of the move that the result names
    Analysis result_;
};

// Whether the engine's tables reach to these rules.
constexpr bool plays(const Rules& rules) {
    return !rules.gravity && rules.run >= kShortestTableRun && rules.run <= kLongestTableRun;
}

class Gomoku {
   public:
    explicit Gomoku(const GomokuOptions& options, const Weights& weights = kTunedWeights)
        : options_(options), weights_(weights), memory_(options_) {}

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
        memory_.start_search(position);
        const ThreatPosition root(*layout_, position);
        return GomokuAnalysis(root, options_, memory_, clock, all_moves, report).analysis();
    }

   private:
    GomokuOptions options_;
    Weights weights_;
    Memory memory_;
    std::unique_ptr<Layout> layout_;
};

}  // namespace enligne::gomoku
