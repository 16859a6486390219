// The exact score of any position of a game with gravity on up to 128 bits.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "exact/gravity/null_window.h"
#include "exact/solver.h"
#include "search/threads.h"

namespace enligne::gravity {

// From null windows to the exact score.

// Which null window to ask next. First short wins and losses, from both ends inwards, as long as
// that is cheap: a position with a short win is solved by looking only a few stones ahead. Then
// from 0, where most scores are, following the answers.
class WindowChooser {
   public:
    WindowChooser(Bounds bounds, int stones_left)
        : bounds_(bounds),
          nodes_for_ends_(stones_left > kFewestForLong ? 3000 : 1000),
          probes_ends_(stones_left > kFewestForEnds) {}

    bool is_decided() const { return bounds_.lower >= bounds_.upper; }
    int score() const { return bounds_.lower; }
    Bounds bounds() const { return bounds_; }

    // The next question: is the score greater than this?
    int next(std::uint64_t nodes_so_far) {
        if (nodes_so_far > nodes_for_ends_ || bounds_.lower >= -kStep || bounds_.upper <= kStep) {
            probes_ends_ = false;
        }
        if (probes_ends_) {
            from_above_ = !from_above_;
            return from_above_ ? bounds_.upper - kStep : bounds_.lower + kStep - 1;
        }
        return std::clamp(guess_, bounds_.lower, bounds_.upper - 1);
    }

    // The answer of NullWindow::search to the question.
    void learn(int question, int answer) {
        if (answer <= question) {
            bounds_.upper = std::max(answer, bounds_.lower);
        } else {
            bounds_.lower = std::min(answer, bounds_.upper);
        }
        if (!probes_ends_) guess_ = answer <= question ? answer - 1 : answer;
    }

   private:
    static constexpr int kStep = 3;
    static constexpr int kFewestForEnds = 18;
    // With more stones left the rest costs more, and a short win missed costs most: one position
    // in a thousand took 250000 nodes instead of 2000 when the ends were given up too early.
    static constexpr int kFewestForLong = 27;

    Bounds bounds_;
    int guess_ = 0;
    std::uint64_t nodes_for_ends_;
    bool probes_ends_;
    bool from_above_ = false;
};

// Several threads on one null window.

// Contract as for NullWindow::search; nothing when it was stopped.
template <class Search, class Node>
std::optional<int> search_alone(Search& search, const Node& node, int alpha) {
    search.resume();
    const int score = search.search(node, alpha);
    return search.is_stopped() ? std::nullopt : std::optional(score);
}

// All threads search the same window and share the table; the busy marks keep them apart. The
// first to finish has the answer and stops the others. Contract as above.
template <class Searches, class Node>
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

template <class Board, Techniques kUsed = Techniques{}>
class GravitySolver final : public Solver<Board::kWords> {
   public:
    GravitySolver(const Rules& rules, int table_mb, int threads)
        : geometry_(rules), board_(geometry_), table_(bits_needed(rules), table_mb) {
        for (int i = 0; i < std::max(threads, 1); ++i) {
            near_tables_.push_back(
                std::make_unique<Table<Board>>(bits_needed(rules), 1, kNearLevel));
        }
    }

    void clear() override {
        table_.clear();
        for (const auto& table : near_tables_) table->clear();
    }

    Verdict solve(const Position<Board::kWords>& position, Bounds window, Clock& clock) override {
        assert(window.lower < window.upper);
        const auto occupied = word_of(position.occupied());
        const Node node = make_node(board_, word_of(position.stones(position.side())), occupied);
        const int stones_left = board_.cell_count() - node.ply;
        if (stones_left == 0) return {0, true};
        if ((node.own_wins & playable_cells(board_, occupied)) != 0) {
            return {win_score(stones_left, 1), true};
        }
        const Bounds all{loss_score(stones_left, 1), win_score(stones_left, 2)};
        WindowChooser windows({std::clamp(window.lower, all.lower, all.upper),
                               std::clamp(window.upper, all.lower, all.upper)},
                              stones_left);
        const bool alone = near_tables_.size() == 1;
        Searches searches;
        for (const auto& near_table : near_tables_) {
            searches.emplace_back(
                board_, Memory<Board>{&table_, near_table.get(), alone ? nullptr : &team_}, clock);
        }
        if (!alone) searches[0].counter().pause_at(kNodesAlone);
        Verdict verdict{.is_complete = true};
        while (verdict.is_complete && !windows.is_decided()) {
            const int question = windows.next(searches[0].nodes());
            const auto answer = ask(searches, node, question, clock);
            verdict.is_complete = answer.has_value();
            if (answer) windows.learn(question, *answer);
        }
        verdict.score = windows.score();
        verdict.known = windows.bounds();
        for (const auto& search : searches) {
            verdict.nodes += search.nodes();
            verdict.table_hits += search.table_hits();
        }
        return verdict;
    }

   private:
    using Node = gravity::Node<WordIn<Board>>;
    using Searches = std::deque<NullWindow<Board, kUsed>>;

    static constexpr int kNearLevel = 14;                // 2^14 buckets: a quarter of a MB
    static constexpr std::uint64_t kNodesAlone = 10000;  // less is not worth starting a thread

    // The answer to one null window, by one thread as long as the position seems easy; nothing when
    // a limit or the caller ended the search.
    std::optional<int> ask(Searches& searches, const Node& node, int question, Clock& clock) {
        for (;;) {
            if (team_.table_is_full.exchange(false)) table_.grow();
            clock.resume();
            std::optional<int> answer;
            if (searches.size() == 1 || searches[0].nodes() < kNodesAlone) {
                answer = search_alone(searches[0], node, question);
            } else {
                searches[0].counter().pause_at();
                for (auto& search : searches) search.expect(node, question <= 0);
                answer = search_together(searches, node, question, clock);
            }
            if (answer) return answer;
            // Not stopped by the clock, the first thread has paused: the position is hard.
            if (clock.is_stopped() && !team_.table_is_full) return std::nullopt;
        }
    }

    const Geometry<Board::kWords> geometry_;
    const Board board_;
    Table<Board> table_;
    std::vector<std::unique_ptr<Table<Board>>> near_tables_;
    Team team_;
};

}  // namespace enligne::gravity
