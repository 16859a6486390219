// Several threads on one null window. The only file of the solver that knows threads.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "exact/gravity/search.h"

namespace enligne::solver {

// All threads search the same window and share the table; the busy marks keep them apart. The
// first to finish has the answer, which the others then find as well or are stopped.
// Contract as for Search::search. Returns false when the caller's stop flag ended it.
template <class AnySearch>
bool search_together(std::vector<AnySearch>& searches, std::atomic<bool>& answered,
                     const Node& node, int alpha, int& score) {
    answered.store(false);
    std::atomic<int> winner{-1};
    std::vector<int> scores(searches.size());
    const auto work = [&](int index) {
        AnySearch& search = searches[static_cast<std::size_t>(index)];
        search.resume();
        scores[static_cast<std::size_t>(index)] = search.search(node, alpha);
        if (search.is_stopped()) return;
        int nobody = -1;
        winner.compare_exchange_strong(nobody, index);
        answered.store(true);
    };
    std::vector<std::thread> threads;
    for (int i = 1; i < static_cast<int>(searches.size()); ++i) threads.emplace_back(work, i);
    work(0);
    for (std::thread& thread : threads) thread.join();
    if (winner.load() < 0) return false;
    score = scores[static_cast<std::size_t>(winner.load())];
    return true;
}

}  // namespace enligne::solver
