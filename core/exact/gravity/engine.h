// One solver for one geometry: owns the tables, drives the search.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "exact/gravity/root.h"
#include "exact/gravity/search.h"
#ifndef ENLIGNE_NO_THREADS
#include "exact/gravity/parallel.h"
#endif

namespace enligne::solver {

struct SolverResult {
    int score = 0;
    bool complete = false;  // false: stopped before the score was known
    std::uint64_t nodes = 0;
    std::uint64_t table_hits = 0;
};

// What every geometry's solver can do.
class AnyEngine {
   public:
    virtual ~AnyEngine() = default;
    virtual bool is_ready() const = 0;  // false: no memory for the table
    virtual void clear() = 0;
    virtual SolverResult solve(Bits mover, Bits occupied, int alpha, int beta,
                               const std::atomic<bool>* stop) = 0;
};

template <class Geometry, class Techniques = AllTechniques>
class Engine final : public AnyEngine {
   public:
    Engine(const Geometry& geometry, std::size_t table_mb, int threads)
        : geometry_(geometry), table_(table_mb) {
#ifdef ENLIGNE_NO_THREADS
        threads = 1;
#endif
        for (int i = 0; i < (threads > 1 ? threads : 1); ++i)
            near_tables_.push_back(std::make_unique<KeyTable>(1, near_level));
    }

    bool is_ready() const override {
        bool ready = table_.is_allocated();
        for (const auto& table : near_tables_) ready = ready && table->is_allocated();
        return ready;
    }

    void clear() override {
        table_.clear();
        for (const auto& table : near_tables_) table->clear();
    }

    // Contract: the position is not over. The score is exact when alpha < score < beta; when it is
    // <= alpha or >= beta, the true score is at most, respectively at least, that.
    SolverResult solve(Bits mover, Bits occupied, int alpha, int beta,
                       const std::atomic<bool>* stop) override {
        assert(alpha < beta && (mover & ~occupied) == 0);
        const Node node = make_node(geometry_, mover, occupied);
        const int stones_left = geometry_.cells() - node.ply;
        SolverResult result;
        result.complete = true;
        if (stones_left == 0) return result;
        if ((node.own_wins & playable_cells(geometry_, occupied)) != 0) {
            result.score = (stones_left + 1) / 2;
            return result;
        }
        const ScoreRange all{-(stones_left / 2), (stones_left - 1) / 2};
        WindowChooser windows(
            {std::clamp(alpha, all.low, all.high), std::clamp(beta, all.low, all.high)},
            stones_left);
        Team team;
        std::vector<AnySearch> searches;
        const bool alone = near_tables_.size() == 1;
        for (const auto& near_table : near_tables_)
            searches.emplace_back(geometry_, alone ? Memory{&table_, near_table.get(), stop,
                                                            nullptr, nullptr, nullptr}
                                                   : Memory{&table_, near_table.get(), stop, &busy_,
                                                            &team.answered, &team.table_is_full});
        if (!alone) searches[0].set_node_limit(nodes_alone);
        while (result.complete && !windows.is_decided()) {
            const int question = windows.next(searches[0].nodes());
            int answer = 0;
            result.complete = ask(searches, team, node, question, answer);
            if (result.complete) windows.learn(question, answer);
        }
        result.score = windows.score();
        for (const AnySearch& search : searches) {
            result.nodes += search.nodes();
            result.table_hits += search.table_hits();
        }
        return result;
    }

   private:
    using KeyTable = Table<Geometry::key_bits>;
    using Memory = SearchMemory<Geometry>;
    using AnySearch = Search<Geometry, Techniques>;
    struct Team {  // the threads of one call
        std::atomic<bool> answered{false};
        std::atomic<bool> table_is_full{false};
        bool together = false;  // the position proved worth more than one thread
    };
    static constexpr int near_level = 14;                // 2^14 buckets: half a MB
    static constexpr std::uint64_t nodes_alone = 10000;  // less is not worth starting a thread

    // One null window, by one thread as long as the position seems easy.
    bool ask(std::vector<AnySearch>& searches, Team& team, const Node& node, int question,
             int& answer) {
#ifndef ENLIGNE_NO_THREADS
        if (searches.size() > 1) {
            while (!team.together) {
                searches[0].resume();
                answer = searches[0].search(node, question);
                if (!searches[0].is_stopped()) return true;
                if (team.table_is_full.exchange(false)) {
                    table_.grow();
                } else {
                    if (searches[0].nodes() <= nodes_alone) return false;  // the caller's stop flag
                    searches[0].set_node_limit(~std::uint64_t{0});
                    team.together = true;
                }
            }
            while (!search_together(searches, team.answered, node, question, answer)) {
                if (!team.table_is_full.exchange(false)) return false;  // the caller's stop flag
                table_.grow();
            }
            return true;
        }
#endif
        (void)team;
        answer = searches[0].search(node, question);
        return !searches[0].is_stopped();
    }

    Geometry geometry_;
    KeyTable table_;
    std::vector<std::unique_ptr<KeyTable>> near_tables_;
    BusyMarks busy_;
};

}  // namespace enligne::solver
