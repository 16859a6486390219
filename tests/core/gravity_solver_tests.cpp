// Tests of the solver for games with gravity: against plain search on small boards, and with each
// technique against without it on Connect 4.
//
//     gravity_solver_tests [LATE_POSITIONS]
#include <bit>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "checks.h"
#include "board/position.h"
#include "exact/gravity/solver.h"

using namespace enligne;
using enligne::test::check;

namespace {

using Connect4 = solver::FixedGeometry<7, 6, 4>;

// A random position so many plies from the empty board, or one with fewer stones if the game
// would have ended.
Position<1> random_position(const Geometry<1>& geometry, int plies, std::mt19937_64& random) {
    Position<1> position(geometry);
    while (position.ply() < plies) {
        Bits<1> moves;
        position.moves().for_each([&](int move) {
            if (!position.wins(move)) moves.flip(move);
        });
        if (!moves.any() || position.ply() + 1 == geometry.cell_count()) break;
        int move = moves.pop_lowest();
        for (int skipped = random() % (moves.count() + 1); skipped > 0; --skipped) {
            move = moves.pop_lowest();
        }
        position.play(move);
    }
    return position;
}

std::uint64_t own(const Position<1>& position) { return position.stones(position.side()).word[0]; }

std::uint64_t occupied(const Position<1>& position) { return position.occupied().word[0]; }

// Plain search: every move to the end, cut only where the best possible is found.
int plain_score(Position<1>& position) {
    const int left = position.geometry().cell_count() - position.ply();
    int best = -(left / 2);
    bool any = false;
    bool won = false;
    position.moves().for_each([&](int move) { won |= position.wins(move); });
    if (won) return (left + 1) / 2;
    if (left == 1) return 0;
    position.moves().for_each([&](int move) {
        position.play(move);
        const int value = -plain_score(position);
        position.take_back(move);
        best = any ? std::max(best, value) : value;
        any = true;
    });
    return best;
}

void test_small_boards() {
    std::mt19937_64 random(1);
    const std::vector<Rules> boards = {{3, 3, 3, true}, {4, 3, 3, true},  {4, 4, 4, true},
                                       {5, 4, 4, true}, {4, 5, 3, true},  {3, 7, 4, true},
                                       {7, 3, 4, true}, {5, 5, 5, true},  {6, 4, 4, true},
                                       {8, 7, 4, true}, {3, 20, 10, true}};
    for (Rules rules : boards) {
        for (const bool exact : {false, true}) {
            rules.exact = exact;
            const Geometry<1> geometry(rules);
            solver::Solver solver(rules.width, rules.height, rules.run, exact, 1, 1);
            check(solver.is_ready(), "memory for the table");
            for (int i = 0; i < 150; ++i) {
                const int empty = 1 + static_cast<int>(random() % 10);
                Position<1> position =
                    random_position(geometry, geometry.cell_count() - empty, random);
                if (geometry.cell_count() - position.ply() > 10) continue;
                const int expected = plain_score(position);
                const auto found = solver.solve(own(position), occupied(position));
                check(found.complete && found.score == expected, "the score of a small board");
                const int alpha = static_cast<int>(random() % 7) - 3;
                const auto window =
                    solver.solve_window(own(position), occupied(position), alpha, alpha + 1);
                check((window.score > alpha) == (expected > alpha), "the answer to a window");
            }
        }
    }
}

struct None {
    static constexpr bool follow_up = false, bases = false, lead = false, double_threat = false,
                          enhanced_cutoff = false, cell_weights = false, near_table = false,
                          mirror = false;
};
struct NoBases : solver::AllTechniques {
    static constexpr bool bases = false;
};
struct NoLead : solver::AllTechniques {
    static constexpr bool lead = false;
};
struct NoDoubleThreat : solver::AllTechniques {
    static constexpr bool double_threat = false;
};
struct OnlyFollowUp : None {
    static constexpr bool follow_up = true;
};

// Bounds that skip search are proved where they stand; here they meet search without them.
template <class Techniques>
void compare(const std::string& name, int count, int fewest, int most, unsigned seed) {
    const Geometry<1> geometry({7, 6, 4, true});
    solver::Engine<Connect4> all(Connect4{}, 16, 1);
    solver::Engine<Connect4, Techniques> without(Connect4{}, 16, 1);
    std::mt19937_64 random(seed);
    int compared = 0;
    int differences = 0;
    int mirrors = 0;
    for (int i = 0; i < count; ++i) {
        const int plies = fewest + static_cast<int>(random() % (most - fewest + 1));
        const Position<1> position = random_position(geometry, plies, random);
        if (position.ply() < fewest) continue;
        ++compared;
        all.clear();
        without.clear();
        const int score = all.solve(own(position), occupied(position), -64, 64, nullptr).score;
        differences +=
            score != without.solve(own(position), occupied(position), -64, 64, nullptr).score;
        if (i % 10 == 0) {
            all.clear();
            const Connect4 board;
            mirrors +=
                score != all.solve(solver::mirrored(board, own(position)),
                                   solver::mirrored(board, occupied(position)), -64, 64, nullptr)
                             .score;
        }
    }
    check(compared > count / 2, "enough positions for " + name);
    check(differences == 0, "all techniques against " + name + ": " + std::to_string(differences));
    check(mirrors == 0, "mirror images score alike");
}

void test_node_counts_repeat() {
    const Geometry<1> geometry({7, 6, 4, true});
    std::mt19937_64 random(5);
    solver::Solver solver(7, 6, 4, false, 4, 1);
    std::uint64_t total = 0;
    for (int i = 0; i < 10; ++i) {
        const Position<1> position = random_position(geometry, 16, random);
        solver.clear();
        const auto first = solver.solve(own(position), occupied(position));
        solver.clear();
        const auto second = solver.solve(own(position), occupied(position));
        check(first.nodes == second.nodes, "the same nodes each time");
        total += first.nodes;
    }
    check(total > 1000, "positions that take some search");
}

}  // namespace

int main(int count, char** arguments) {
    const int late = count > 1 ? std::atoi(arguments[1]) : 100000;
    test_small_boards();
    compare<None>("none, late", late, 26, 40, 1);
    compare<None>("none, middle", late / 400, 18, 24, 2);
    compare<OnlyFollowUp>("only following up", late / 2, 26, 40, 3);
    compare<NoBases>("all but bases", late / 2, 26, 40, 4);
    compare<NoLead>("all but lead", late / 2, 26, 40, 5);
    compare<NoDoubleThreat>("all but double threats", late / 2, 26, 40, 6);
    test_node_counts_repeat();
    return enligne::test::summary("gravity solver");
}
