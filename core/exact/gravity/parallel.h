// Several threads on one null window. The only file of the solver that knows threads.
#pragma once

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include "exact/gravity/null_window.h"

namespace enligne::gravity {

// Contract as for NullWindow::search; nothing when it was stopped.
template <class Search>
std::optional<int> search_alone(Search& search, const Node& node, int alpha) {
    search.resume();
    const int score = search.search(node, alpha);
    return search.is_stopped() ? std::nullopt : std::optional(score);
}

// All threads search the same window and share the table; the busy marks keep them apart. The
// first to finish has the answer and stops the others. Contract as above.
template <class Searches>
std::optional<int> search_together(Searches& searches, const Node& node, int alpha, Clock& clock) {
    std::vector<std::optional<int>> answers(searches.size());
    const auto work = [&](std::size_t index) {
        answers[index] = search_alone(searches[index], node, alpha);
        if (answers[index]) clock.stop();
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < searches.size(); ++i) threads.emplace_back(work, i);
    work(0);
    for (std::thread& thread : threads) thread.join();
    for (const auto& answer : answers) {
        if (answer) return answer;
    }
    return std::nullopt;
}

}  // namespace enligne::gravity
