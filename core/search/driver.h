// Deepening, helper threads and reports: what is around every search against the clock.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "search/analysis.h"
#include "search/clock.h"
#include "search/score.h"
#include "search/threads.h"

namespace enligne {

// The moves of the root and the loop over them.

struct RootMove {
    int move;
    Value value = -kInfinity;
    Variation pv{};
};

// Searches root moves in their order, best known first, inside a window, and sorts them by what
// was found. The best is exact if it is inside the window. With `all` each move gets its own
// value; else one that is no better than those before it gets -kInfinity: how much worse it is, is
// not known. When the search is stopped, moves that were not finished go behind all others, in the
// order they had. Returns how many were finished.
//
// `value_of(move, number, floor)` is the value of a move for the side that plays it, and must be
// exact only above the floor; `pv` is what the search keeps of the variation from the root on.
template <class Search, class ValueOf>
int search_root(const Search& search, std::span<RootMove> moves, Value alpha, Value beta, bool all,
                PvTable& pv, ValueOf value_of) {
    Value best = -kInfinity;
    int finished = 0;
    for (RootMove& each : moves) {
        const Value floor = all ? alpha : std::max(alpha, best);
        const Value value = value_of(each.move, finished, floor);
        if (search.is_stopped()) break;
        if (all || finished == 0 || value > floor) {
            each.value = value;
            pv.set(0, each.move);
            each.pv = pv[0];
        } else {
            each.value = -kInfinity;
        }
        ++finished;
        best = std::max(best, value);
        if (best >= beta) break;
    }
    for (RootMove& each : moves.subspan(static_cast<std::size_t>(finished)))
        each.value = -kInfinity;
    std::stable_sort(moves.begin(), moves.end(),
                     [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
    return finished;
}

// What came of searching to a depth.
enum class Depth {
    unfinished,  // stopped on the way
    open,        // looking deeper may find more
    decided,     // it cannot
};

// Owns a search for each thread; all share what they are made with. A Search counts with a
// NodeCounter and has
//     bool search_depth(int depth)   for helpers: searches all root moves; false to give up
//     counter()                      the NodeCounter
//     table_hits()                   that any thread may read
//     selective_depth()
template <class Search>
class Driver {
   public:
    // `make(number)` makes the search of a thread, number 0 the one whose results are told.
    template <class Make>
    Driver(Clock& clock, int threads, Make make) : clock_(clock) {
        for (int i = 0; i < std::max(threads, 1); ++i) searches_.push_back(make(i));
    }

    Search& first() { return *searches_.front(); }

    // Calls step(depth), which searches with the first search and updates the analysis, for each
    // depth until one is the last; after each the analysis is reported, but for the deepest, which
    // the caller returns. Meanwhile the helpers search the same depths, every other of them one
    // ahead, and leave what they find in the table.
    template <class Step>
    void deepen(int first, int deepest, Analysis& analysis, const Report& report, Step step) {
        const HelperThreads helpers(static_cast<int>(searches_.size()) - 1, [&](int number) {
            int depth = std::min(first + number % 2, deepest);
            while (depth <= deepest && searches_[number]->search_depth(depth)) ++depth;
        });
        const StopAtEnd end{clock_};  // before the helpers are waited for, however this is left
        for (int depth = first; depth <= deepest; ++depth) {
            const Depth result = step(depth);
            if (result == Depth::unfinished) return;
            if (report && depth < deepest) {
                count(analysis, true);
                report(analysis);
            }
            if (result == Depth::decided) return;
        }
    }

    // What all threads did so far. While helpers run, of them it is what they did lately.
    void count(Analysis& analysis, bool helpers_run = false) const {
        analysis.nodes = analysis.table_hits = 0;
        for (const auto& search : searches_) {
            const NodeCounter& counter = search->counter();
            const bool is_running = helpers_run && search != searches_.front();
            analysis.nodes += is_running ? counter.nodes_at_look() : counter.nodes();
            analysis.table_hits += search->table_hits();
        }
        analysis.selective_depth = searches_.front()->selective_depth();
        analysis.seconds = clock_.seconds();
    }

   private:
    struct StopAtEnd {
        Clock& clock;
        ~StopAtEnd() { clock.stop(); }
    };

    Clock& clock_;
    std::vector<std::unique_ptr<Search>> searches_;
};

}  // namespace enligne
