// The exact solver for every game with gravity on up to 64 bits: the only header users need.
#pragma once

#include <array>
#include <memory>

#include "engine.h"

namespace enligne::solver {

class Solver {
   public:
    static constexpr int max_width = 32;

    // A score for each column, for the side to move; only where `playable` says so.
    struct ColumnScores {
        std::array<int, max_width> score{};
        std::array<bool, max_width> playable{};
        bool complete = false;
        std::uint64_t nodes = 0;
        std::uint64_t table_hits = 0;
    };

    static constexpr bool supports(int width, int height, int run) {
        return width >= 1 && height >= 1 && run >= 3 && width * (height + 1) <= 64;
    }

    // Contract: supports(width, height, run). `exact`: a run longer than `run` does not win.
    explicit Solver(int width, int height, int run, bool exact, std::size_t table_mb, int threads)
        : geometry_(width, height, run, exact) {
        assert(supports(width, height, run));
        if (width == 7 && height == 6 && run == 4 && !exact)
            engine_ = std::make_unique<Engine<FixedGeometry<7, 6, 4>>>(FixedGeometry<7, 6, 4>{},
                                                                       table_mb, threads);
        else
            engine_ = std::make_unique<Engine<RuntimeGeometry>>(geometry_, table_mb, threads);
    }

    bool is_ready() const { return engine_->is_ready(); }
    void clear() { engine_->clear(); }

    // The exact score. Bits as drawn in geometry.h; `mover` holds the stones of the side to move.
    // Contract: nobody has a run yet.
    SolverResult solve(Bits mover, Bits occupied, const std::atomic<bool>* stop = nullptr) {
        return engine_->solve(mover, occupied, -64, 64, stop);
    }

    // Only what [alpha, beta] asks: exact strictly between them, else a bound.
    SolverResult solve_window(Bits mover, Bits occupied, int alpha, int beta,
                              const std::atomic<bool>* stop = nullptr) {
        return engine_->solve(mover, occupied, alpha, beta, stop);
    }

    ColumnScores solve_all(Bits mover, Bits occupied, const std::atomic<bool>* stop = nullptr) {
        ColumnScores result;
        result.complete = true;
        const Bits playable = playable_cells(geometry_, occupied);
        const Bits wins = winning_cells(geometry_, mover);
        const int stones_left = geometry_.cells() - std::popcount(occupied);
        for (int i = 0; i < geometry_.width() && result.complete; ++i) {
            // From the middle outwards: neighbours share most of their table entries.
            const int column = (geometry_.width() - 1) / 2 + (i % 2 == 1 ? (i + 1) / 2 : -(i / 2));
            const Bits move = playable & column_cells(geometry_, column);
            if (move == 0) continue;
            const auto index = static_cast<std::size_t>(column);
            result.playable[index] = true;
            if ((move & wins) != 0) {
                result.score[index] = (stones_left + 1) / 2;
                continue;
            }
            const SolverResult child = solve(mover ^ occupied, occupied | move, stop);
            result.score[index] = -child.score;
            result.complete = child.complete;
            result.nodes += child.nodes;
            result.table_hits += child.table_hits;
        }
        return result;
    }

   private:
    RuntimeGeometry geometry_;
    std::unique_ptr<AnyEngine> engine_;
};

}  // namespace enligne::solver
