// The Gomoku engine: deepening, threads and reports around the search.
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "search/analysis.h"
#include "play/gomoku/search.h"
#include "play/gomoku/tuned_weights.h"

namespace enligne::gomoku {

// Whether the engine's tables reach to these rules.
constexpr bool plays(const Rules& rules) {
    return !rules.gravity && rules.run >= kShortestTableRun && rules.run <= kLongestTableRun;
}

class Gomoku {
   public:
    explicit Gomoku(const Options& options, const Weights& weights = kTunedWeights)
        : options_(options), weights_(weights), table_(options.table_mb) {}

    // Analyses a position that is not finished, of rules that the engine plays. With `all_moves`
    // every legal move gets a score. There is always a move in the answer.
    template <int Words>
    Analysis analyse(const Position<Words>& position, const Limit& limit, const StopFlag* stop,
                     bool all_moves, const Report& report) {
        const Clock clock(limit, stop);
        const Rules& rules = position.geometry().rules;
        if (layout_ == nullptr || !(layout_->rules == rules)) {
            layout_ = std::make_unique<Layout>(rules, weights_);
        }
        table_.start_search();
        const ThreatPosition root(*layout_, position);
        return Run(*this, root, clock, all_moves, report).analysis();
    }

   private:
    // One analysis.
    class Run {
       public:
        Run(Gomoku& engine, const ThreatPosition& root, const Clock& clock, bool all_moves,
            const Report& report)
            : options_(engine.options_),
              root_(root),
              clock_(clock),
              all_moves_(all_moves),
              report_(report),
              shared_{engine.table_, clock} {
            for (int i = 0; i < options_.threads; ++i) {
                searches_.push_back(std::make_unique<Search>(root, options_, shared_));
            }
            auto root_moves = searches_[0]->root_moves();
            moves_ = std::move(root_moves.all);
            candidates_ = hopeful_ = root_moves.candidates;
            are_all_ = root_moves.are_all;
            describe({moves_.front().cell, 0}, 0);
        }

        Analysis analysis() {
            const bool is_won = wins_by_force();
            if (!is_won || all_moves_) deepen(is_won);
            count(result_);
            return result_;
        }

       private:
        // 1. A win by threats is looked for first: it needs no other search.
        bool wins_by_force() {
            Forcing& forcing = searches_[0]->forcing();
            Value value = forcing.by_fours(kRootFours, share_of_nodes(kFoursPerSecond));
            if (value == 0 && options_.root_threats) {
                value = forcing.by_threats(kRootThreats, share_of_nodes(kThreatsPerSecond));
            }
            if (value == 0) return false;
            RootMove& best = find(forcing.line().front());
            best.value = value;
            best.pv = forcing.line();
            std::rotate(moves_.data(), &best, &best + 1);
            describe(moves_.front(), static_cast<int>(moves_.front().pv.size()));
            return true;
        }

        // 2. Deeper and deeper, with helpers that share the table. When it is won already only the
        // other moves are searched.
        void deepen(bool is_won) {
            std::vector<std::thread> helpers;
            for (int i = 1; i < options_.threads; ++i) {
                helpers.emplace_back([this, i] { help(*searches_[i], i); });
            }
            const Limit& limit = clock_.limit();
            const int horizon = root_.layout().cell_count() - root_.ply();
            const int deepest = limit.depth > 0 ? std::min(limit.depth, horizon) : horizon;
            Search& search = *searches_[0];
            Value last = 0;
            for (int depth = 1; depth <= deepest; ++depth) {
                if (!is_won) {
                    const Analysis before = result_;
                    const int finished = aspire(search, moves_, candidates_, depth, last);
                    if (search.is_stopped()) {
                        if (!all_moves_) take_unfinished(finished, last);
                        break;
                    }
                    last = moves_.front().value;
                    const int all = static_cast<int>(moves_.size());
                    if (is_loss(last) && !are_all_ && candidates_ < all) {
                        // It is lost only if also the moves far from all stones lose.
                        const RootMove& best = moves_.front();
                        describe({best.cell, unproven(last), best.pv}, result_.depth);
                        candidates_ = all;
                        --depth;
                        continue;
                    }
                    describe(moves_.front(), depth);
                    // What is told of all moves is of one depth.
                    if (all_moves_ && !score_all(depth)) {
                        if (!before.moves.empty()) result_ = before;
                        break;
                    }
                } else if (!score_all(depth)) {
                    break;
                }
                if (report_ && depth < deepest) {
                    this->count(result_);
                    report_(result_);
                }
                if (!all_moves_ && (is_decided(last) || root_.is_dead() || horizon == 1)) break;
            }
            if (all_moves_ && result_.moves.empty()) list_moves();
            shared_.stopped.store(true, std::memory_order_relaxed);
            for (auto& helper : helpers) helper.join();
        }

        // A depth that was begun and not ended: a move that was found to be good is played; when
        // all that was seen loses, the first that was not.
        void take_unfinished(int finished, Value last) {
            if (finished == 0) return;
            const RootMove& best = moves_.front();
            const bool is_bad = best.value <= -kLargestPlainValue;
            if (!is_bad && best.value >= last - kDisappointment) {
                describe(best, result_.depth);
            } else if (is_bad && finished < hopeful_) {
                describe({moves_[finished].cell, std::min<Value>(value_, 0)}, result_.depth);
            }
        }
        static constexpr Value kDisappointment = 40;

        void help(Search& search, int number) {
            auto root_moves = search.root_moves();
            auto& moves = root_moves.all;
            const int count = root_moves.candidates;
            const int horizon = root_.layout().cell_count() - root_.ply();
            Value last = 0;
            for (int depth = 1 + number % 2; depth <= horizon && !search.is_stopped(); ++depth) {
                aspire(search, moves, count, depth, last);
                last = moves.front().value;
                if (is_decided(last)) break;
            }
        }

        using RootMove = Search::RootMove;
        static constexpr int kRootFours = 40;
        static constexpr int kRootThreats = 30;
        static constexpr double kFoursPerSecond = 200'000;
        static constexpr double kThreatsPerSecond = 30'000;

        // The nodes for a search by force at the root: a small part of all.
        std::uint64_t share_of_nodes(double per_second) const {
            const Limit& limit = clock_.limit();
            const double seconds = limit.seconds > 0 ? limit.seconds : 1;
            const auto nodes = static_cast<std::uint64_t>(per_second * seconds);
            return limit.nodes > 0 ? std::min(nodes, limit.nodes / 20) : nodes;
        }

        // A window around the value of the depth before, widened on the side where it failed.
        int aspire(Search& search, std::vector<RootMove>& moves, int count, int depth, Value last) {
            Value width = 40;
            const bool is_narrow = options_.aspiration && depth > 4 && !is_settled(last);
            Value alpha = is_narrow ? last - width : -kInfinity;
            Value beta = is_narrow ? last + width : kInfinity;
            while (true) {
                const int finished = search.search_root(moves, count, depth, alpha, beta);
                if (search.is_stopped()) return finished;
                const Value value = moves.front().value;
                width *= 3;
                if (value <= alpha && alpha > -kInfinity) {
                    alpha = width > 1500 ? -kInfinity : last - width;
                } else if (value >= beta && beta < kInfinity) {
                    beta = width > 1500 ? kInfinity : last + width;
                } else {
                    return finished;
                }
            }
        }

        // Each move's own value, less deep than the best one's; false when there was no time.
        bool score_all(int depth) {
            const int less = std::max(1, depth - kLessForOthers);
            auto scored = moves_;
            for (std::size_t i = 1; i < scored.size(); ++i) {
                searches_[0]->value_of(scored[i], less);
                if (searches_[0]->is_stopped()) return false;
                // None is better than the best, which was searched deeper.
                scored[i].value = std::min(scored[i].value, scored[0].value);
            }
            scored_ = std::move(scored);
            list_moves();
            return true;
        }
        static constexpr int kLessForOthers = 4;

        // What is known of every move; before anything is, its static promise.
        void list_moves() {
            if (scored_.empty()) {
                scored_ = moves_;
                const auto best = std::find_if(
                    scored_.begin(), scored_.end(),
                    [&](const RootMove& each) { return cell_of(each.cell) == result_.pv.front(); });
                std::rotate(scored_.begin(), best, best + 1);
                for (auto& each : scored_) each.value = std::min<Value>(0, value_);
                scored_[0].value = value_;
            }
            std::stable_sort(scored_.begin() + 1, scored_.end(),
                             [](const auto& a, const auto& b) { return a.value > b.value; });
            result_.moves.clear();
            for (const auto& each : scored_) {
                result_.moves.push_back({cell_of(each.cell), score_of(each.value)});
            }
        }

        RootMove& find(CellIndex cell) {
            return *std::find_if(moves_.begin(), moves_.end(),
                                 [&](const RootMove& each) { return each.cell == cell; });
        }

        Score score_of(Value value) const {
            if (root_.is_dead()) return Score::of(0, root_.ply(), true);
            if (!is_decided(value)) {
                value = std::clamp(value, -kMostEvaluation, kMostEvaluation);
            }
            return Score::of(value, root_.ply(), false);
        }
        static constexpr Value kMostEvaluation = 10'000;

        void describe(const RootMove& best, int depth) {
            value_ = best.value;
            result_.score = score_of(best.value);
            result_.depth = depth;
            result_.pv.clear();
            if (best.pv.empty()) result_.pv.push_back(cell_of(best.cell));
            for (const CellIndex cell : best.pv) result_.pv.push_back(cell_of(cell));
        }

        void count(Analysis& analysis) const {
            analysis.nodes = analysis.table_hits = 0;
            for (const auto& search : searches_) {
                analysis.nodes += search->nodes();
                analysis.table_hits += search->table_hits();
            }
            analysis.selective_depth = std::max(analysis.depth, searches_[0]->selective_depth());
            analysis.seconds = clock_.seconds();
        }

        const Options& options_;
        const ThreatPosition& root_;
        const Clock& clock_;
        const bool all_moves_;
        const Report& report_;
        SharedSearch shared_;
        std::vector<std::unique_ptr<Search>> searches_;
        std::vector<RootMove> moves_;
        std::vector<RootMove> scored_;
        int candidates_ = 0;    // how many of the moves are searched
        int hopeful_ = 0;       // how many of these before it looked lost
        bool are_all_ = false;  // the candidates are all moves that matter
        Value value_ = 0;       // of the move that the result names
        Analysis result_;
    };

    Options options_;
    Weights weights_;
    Table table_;
    std::unique_ptr<Layout> layout_;
};

}  // namespace enligne::gomoku
