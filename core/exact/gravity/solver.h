// The exact solver for every game with gravity on up to 64 bits: the only header users need.
#pragma once

#include <memory>

#include "exact/gravity/engine.h"

namespace enligne::solver {

class Solver {
   public:
    static constexpr bool supports(int width, int height, int run) {
        return width >= 1 && height >= 1 && run >= 3 && width * (height + 1) <= 64;
    }

    // Contract: supports(width, height, run). `exact`: a run longer than `run` does not win.
    Solver(int width, int height, int run, bool exact, std::size_t table_mb, int threads) {
        assert(supports(width, height, run));
        if (width == 7 && height == 6 && run == 4 && !exact)
            engine_ = std::make_unique<Engine<FixedGeometry<7, 6, 4>>>(FixedGeometry<7, 6, 4>{},
                                                                       table_mb, threads);
        else
            engine_ = std::make_unique<Engine<RuntimeGeometry>>(
                RuntimeGeometry(width, height, run, exact), table_mb, threads);
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

   private:
    std::unique_ptr<AnyEngine> engine_;
};

}  // namespace enligne::solver
