// The exact solver at the edge of the core: one type for every game that can be solved.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "search/clock.h"
#include "board/position.h"
#include "board/threats.h"
#include "search/alarm.h"
#include "exact/free/solver.h"
#include "exact/gravity/solver.h"

namespace enligne {

// A score in the field's convention: 0 for a draw; when the side to move wins, the number of
// stones that it could still place after the win, and one for the winning one; negative when it
// loses, by the other side's stones.
struct Verdict {
    int score = 0;
    bool is_complete = false;  // false: stopped before the score was known
    std::uint64_t nodes = 0;
    std::uint64_t table_hits = 0;
};

class AnySolver {
   public:
    static bool supports(const Rules& rules) {
        if (rules.gravity) return bits_needed(rules) <= Bits<1>::kSize;
        return FreeSolver::supports(rules);
    }

    // The rules must be supported.
    AnySolver(const Rules& rules, int table_mb, int threads) {
        if (rules.gravity) {
            // Where there is not that much memory, less must do.
            do {
                gravity_ = std::make_unique<solver::Solver>(rules.width, rules.height, rules.run,
                                                            rules.exact, table_mb, threads);
                table_mb /= 2;
            } while (!gravity_->is_ready() && table_mb > 0);
        } else {
            free_ = std::make_unique<FreeSolver>(table_mb);
        }
    }

    void clear() {
        if (gravity_) gravity_->clear();
        if (free_) free_->clear();
    }

    // All of these want positions of the solver's rules that are not finished.

    Verdict solve(const Position<1>& position, const Limit& limit, const StopFlag* stop) {
        Alarm alarm(limit.seconds, stop);
        return solve(position, alarm.flag());
    }

    using MoveVerdict = std::pair<Cell, int>;

    // A move that keeps the score, and the score; nothing when the limit came first.
    std::optional<MoveVerdict> best(const Position<1>& position, const Limit& limit,
                                    const StopFlag* stop) {
        Alarm alarm(limit.seconds, stop);
        const Verdict root = solve(position, alarm.flag());
        if (!root.is_complete) return std::nullopt;
        for (const int move : from_the_middle(position)) {
            const auto keeps = reaches(position, move, root.score, alarm.flag());
            if (!keeps) return std::nullopt;
            if (*keeps) return MoveVerdict{position.geometry().cell(move), root.score};
        }
        return std::nullopt;  // not reached: some move keeps the score
    }

    // The score of every move, from the side that plays it; nothing when the limit came first.
    std::optional<std::vector<MoveVerdict>> solve_moves(const Position<1>& position,
                                                        const Limit& limit, const StopFlag* stop) {
        Alarm alarm(limit.seconds, stop);
        std::vector<MoveVerdict> result;
        for (const int move : from_the_middle(position)) {
            int score = win_now(position);
            if (!position.wins(move)) {
                const Verdict below = solve(after(position, move), alarm.flag());
                if (!below.is_complete) return std::nullopt;
                score = -below.score;
            }
            result.emplace_back(position.geometry().cell(move), score);
        }
        return result;
    }

   private:
    // The score of a win with the next stone.
    static int win_now(const Position<1>& position) {
        return (position.geometry().cell_count() - position.ply() + 1) / 2;
    }

    static Position<1> after(Position<1> position, int move) {
        position.play(move);
        return position;
    }

    // The moves, those in the middle columns first: they are the best more often, and between
    // moves of the same score the choice is always the same.
    static std::vector<int> from_the_middle(const Position<1>& position) {
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

    Verdict solve(const Position<1>& position, const StopFlag* stop) {
        if (position.is_full()) return {0, true};
        if (gravity_) {
            const auto found = gravity_->solve(position.stones(position.side()).word[0],
                                               position.occupied().word[0], stop);
            return {found.score, found.complete, found.nodes, found.table_hits};
        }
        const auto found = free_->solve(position, stop);
        return {found.score, found.complete, found.nodes};
    }

    // Whether a move scores at least so much; nothing when stopped.
    std::optional<bool> reaches(const Position<1>& position, int move, int score,
                                const StopFlag* stop) {
        if (position.wins(move)) return win_now(position) >= score;
        const Position<1> next = after(position, move);
        if (next.is_full()) return 0 >= score;
        if (gravity_) {
            const auto found =
                gravity_->solve_window(next.stones(next.side()).word[0], next.occupied().word[0],
                                       -score, -score + 1, stop);
            if (!found.complete) return std::nullopt;
            return found.score <= -score;
        }
        const Verdict found = solve(next, stop);
        if (!found.is_complete) return std::nullopt;
        return found.score <= -score;
    }

    std::unique_ptr<solver::Solver> gravity_;
    std::unique_ptr<FreeSolver> free_;
};

}  // namespace enligne
