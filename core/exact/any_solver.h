// The exact solver at the edge of the core: one type for every game that can be solved.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "exact/free/free_solver.h"
#include "exact/gravity/book.h"
#include "exact/solver.h"

namespace enligne {

class AnySolver {
   public:
    static bool supports(const Rules& rules) {
        return rules.gravity ? bits_needed(rules) <= Bits<2>::kSize
                             : free::FreeSolver::supports(rules);
    }

    // The rules must be supported, and those of the book, if there is one.
    AnySolver(const Rules& rules, int table_mb, int threads,
              std::shared_ptr<const gravity::Book> book = nullptr)
        : threads_(threads), book_(std::move(book)) {
        assert(book_ == nullptr || book_->rules() == rules);
        if (!rules.gravity) {
            solver_ = std::make_unique<free::FreeSolver>(rules, table_mb);
        } else if (bits_needed(rules) <= Bits<1>::kSize) {
            solver_ = make_gravity_solver<1>(rules, table_mb, threads);
        } else {
            solver_ = make_gravity_solver<2>(rules, table_mb, threads);
        }
    }

    void clear() {
        std::visit([](auto& solver) { solver->clear(); }, solver_);
    }

    // Searched since the solver was made, to within a batch for each thread: for any thread, at any
    // time.
    std::uint64_t nodes() const { return counted_.load(std::memory_order_relaxed); }

    // All of these want positions of the solver's rules that are not finished.

    template <int Words>
    Verdict solve(const Position<Words>& position, const Limit& limit, const StopFlag* stop) {
        Clock clock(limit, stop, threads_, &counted_);
        return solve(position, kEveryScore, clock);
    }

    using MoveVerdict = std::pair<Cell, int>;

    // A move that keeps the score, and the score; nothing when the limit came first.
    template <int Words>
    std::optional<MoveVerdict> best(const Position<Words>& position, const Limit& limit,
                                    const StopFlag* stop) {
        Clock clock(limit, stop, threads_, &counted_);
        const Verdict root = solve(position, kEveryScore, clock);
        if (!root.is_complete) return std::nullopt;
        for (const int move : from_the_middle(position)) {
            const auto score = solve_move(position, move, {-root.score, -root.score + 1}, clock);
            if (!score) return std::nullopt;
            if (*score >= root.score) {
                return MoveVerdict{position.geometry().cell(move), root.score};
            }
        }
        return std::nullopt;  // not reached: some move keeps the score
    }

    // The score of every move, from the side that plays it; nothing when the limit came first.
    template <int Words>
    std::optional<std::vector<MoveVerdict>> solve_moves(const Position<Words>& position,
                                                        const Limit& limit, const StopFlag* stop) {
        Clock clock(limit, stop, threads_, &counted_);
        std::vector<MoveVerdict> result;
        for (const int move : from_the_middle(position)) {
            const auto score = solve_move(position, move, kEveryScore, clock);
            if (!score) return std::nullopt;
            result.emplace_back(position.geometry().cell(move), *score);
        }
        return result;
    }

   private:
    // As Solver::solve.
    template <int Words>
    Verdict solve(const Position<Words>& position, Bounds window, Clock& clock) {
        if (book_ != nullptr) {
            if (const auto known = book_->score(position)) return {*known, true};
        }
        return std::get<std::unique_ptr<Solver<Words>>>(solver_)->solve(position, window, clock);
    }

    // The moves, those in the middle columns first: they are the best more often, and between
    // moves of the same score the choice is always the same.
    template <int Words>
    static std::vector<int> from_the_middle(const Position<Words>& position) {
        const auto& geometry = position.geometry();
        std::vector<int> moves;
        position.moves().for_each([&](int move) { moves.push_back(move); });
        const auto off_centre = [&](int move) {
            const Cell cell = geometry.cell(move);
            return std::abs(2 * cell.column - geometry.rules.width + 1) +
                   (geometry.rules.gravity ? 0
                                           : std::abs(2 * cell.row - geometry.rules.height + 1));
        };
        std::stable_sort(moves.begin(), moves.end(),
                         [&](int a, int b) { return off_centre(a) < off_centre(b); });
        return moves;
    }

    // The score of a move, from the side that plays it; nothing when stopped. The window is one of
    // the position after it.
    template <int Words>
    std::optional<int> solve_move(Position<Words> position, int move, Bounds window, Clock& clock) {
        const int empty_count = position.geometry().cell_count() - position.ply();
        if (position.wins(move)) return win_score(empty_count, 1);
        position.play(move);
        const Verdict found = solve(position, window, clock);
        return found.is_complete ? std::optional(-found.score) : std::nullopt;
    }

    int threads_;
    std::atomic<std::uint64_t> counted_{0};
    std::shared_ptr<const gravity::Book> book_;
    std::variant<std::unique_ptr<Solver<1>>, std::unique_ptr<Solver<2>>> solver_;
};

}  // namespace enligne
