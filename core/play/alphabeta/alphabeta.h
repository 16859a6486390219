// The alpha-beta engine.
#pragma once

#include <algorithm>
#include <memory>

#include "play/alphabeta/alphabeta_search.h"
#include "search/analysis.h"
#include "search/driver.h"

namespace enligne {

class AlphaBeta {
   public:
    explicit AlphaBeta(const AlphaBetaOptions& options)
        : options_(options), table_(options.table_mb) {}

    // Analyses a position that is not finished. With `all_moves` every legal move gets a score.
    // There is always a move in the answer, however soon the limit or the stop comes.
    // A tracer is told of every node of the first thread; a trace is of one thread only.
    template <class PositionType, class Tracer>
    Analysis analyse(const PositionType& root, const Limit& limit, const StopFlag* stop,
                     bool all_moves, const Report& report, Tracer& tracer) {
        using Search = AlphaBetaSearch<PositionType, Tracer>;
        Clock clock(limit, stop, options_.threads);
        table_.start_search();
        Driver<Search> driver(clock, options_.threads, [&](int thread) {
            return std::make_unique<Search>(root, options_, table_, clock, tracer, thread);
        });
        Search& search = driver.first();
        const int horizon = longest_line(root);
        const int deepest = limit.depth > 0 ? std::min(limit.depth, horizon) : horizon;

        Analysis analysis;
        analysis.pv = {cell_of(root, search.moves().front().move)};
        analysis.score = verdict(root, evaluate(root, options_.evaluation), false);
        const auto step = [&](int depth) {
            if (!search.search_moves(depth, all_moves)) return Depth::unfinished;
            // A depth begun and not ended may still have found a better move, but it cannot
            // compare all of them.
            const bool is_complete = !search.is_stopped();
            if (!is_complete && all_moves && analysis.depth > 0) return Depth::unfinished;
            const bool is_exact = is_complete && depth == horizon;
            const RootMove& best = search.moves().front();
            analysis.score = verdict(root, best.value, is_exact);
            analysis.pv.clear();
            for (const int move : best.pv) analysis.pv.push_back(cell_of(root, move));
            if (!is_complete) return Depth::unfinished;
            analysis.depth = depth;
            if (!all_moves) return is_decided(best.value) ? Depth::decided : Depth::open;
            analysis.moves.clear();
            for (const RootMove& each : search.moves()) {
                analysis.moves.push_back(
                    {cell_of(root, each.move), verdict(root, each.value, is_exact)});
            }
            return Depth::open;
        };
        driver.deepen(options_.deepen ? 1 : deepest, deepest, analysis, report, step);
        driver.count(analysis);
        return analysis;
    }

   private:
    AlphaBetaOptions options_;
    TranspositionTable table_;
};

}  // namespace enligne
