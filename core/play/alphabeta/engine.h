// The alpha-beta engine: deepening, threads and reports around the search.
#pragma once

#include <thread>
#include <utility>
#include <vector>

#include "search/analysis.h"
#include "play/alphabeta/search.h"

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
        const Clock clock(limit, stop);
        table_.start_search();
        SharedSearch shared{table_, clock};
        const int horizon = longest_line(root);
        const int deepest = limit.depth > 0 ? std::min(limit.depth, horizon) : horizon;
        const int first = options_.deepen ? 1 : deepest;

        std::vector<AlphaBetaSearch<PositionType, Tracer>> searches;
        for (int i = 0; i < options_.threads; ++i) {
            searches.emplace_back(root, options_, shared, tracer, i);
        }
        std::vector<std::thread> helpers;
        for (int i = 1; i < options_.threads; ++i) {
            helpers.emplace_back([&search = searches[i], first, deepest] {
                auto moves = search.root_moves();
                for (int depth = first; depth <= deepest; ++depth) {
                    if (!search.search_root(moves, depth, false)) return;
                }
            });
        }

        const auto counted = [&](Analysis& analysis) {
            analysis.nodes = analysis.table_hits = 0;
            for (const auto& search : searches) {
                analysis.nodes += search.nodes();
                analysis.table_hits += search.table_hits();
            }
            analysis.selective_depth = searches[0].selective_depth();
            analysis.seconds = clock.seconds();
        };

        Analysis analysis;
        auto moves = searches[0].root_moves();
        analysis.pv = {cell_of(root, moves.front().move)};
        analysis.score = verdict(root, evaluate(root, options_.evaluation), false);
        for (int depth = first; depth <= deepest; ++depth) {
            if (!searches[0].search_root(moves, depth, all_moves)) break;
            const bool complete = !shared.stopped.load(std::memory_order_relaxed);
            // A depth begun and not ended may still have found a better move, but it cannot
            // compare all of them.
            if (!complete && all_moves && analysis.depth > 0) break;
            describe(analysis, root, moves, complete && depth == horizon);
            if (!complete) break;
            analysis.depth = depth;
            if (all_moves) list_moves(analysis, root, moves, depth == horizon);
            if (report && depth < deepest) {
                counted(analysis);
                report(analysis);
            }
            if (!all_moves && is_decided(moves.front().value)) break;
        }
        shared.stopped.store(true, std::memory_order_relaxed);
        for (auto& helper : helpers) helper.join();
        counted(analysis);
        return analysis;
    }

   private:
    template <class PositionType, class Moves>
    static void describe(Analysis& analysis, const PositionType& root, const Moves& moves,
                         bool exact) {
        const auto& best = moves.front();
        analysis.score = verdict(root, best.value, exact);
        analysis.pv.clear();
        for (const int move : best.pv) analysis.pv.push_back(cell_of(root, move));
    }

    template <class PositionType, class Moves>
    static void list_moves(Analysis& analysis, const PositionType& root, const Moves& moves,
                           bool exact) {
        analysis.moves.clear();
        for (const auto& each : moves) {
            analysis.moves.push_back({cell_of(root, each.move), verdict(root, each.value, exact)});
        }
    }

    AlphaBetaOptions options_;
    Table table_;
};

}  // namespace enligne
