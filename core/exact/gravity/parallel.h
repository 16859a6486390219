// Several threads on one null window.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "exact/gravity/null_window.h"
#include "search/threads.h"

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
    const auto work = [&](int thread) {
        const auto index = static_cast<std::size_t>(thread);
        answers[index] = search_alone(searches[index], node, alpha);
        if (answers[index]) clock.stop();
    };
    {
        const HelperThreads helpers(static_cast<int>(searches.size()) - 1, work);
        work(0);
    }
    for (const auto& answer : answers) {
        if (answer) return answer;
    }
    return std::nullopt;
}

}  // namespace enligne::gravity
