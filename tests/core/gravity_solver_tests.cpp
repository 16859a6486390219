// Tests of the solver for games with gravity: against plain search on small boards, and with each
// technique against without it on Connect 4.
//
//     gravity_solver_tests [LATE_POSITIONS]
#include <bit>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "board/position.h"
#include "board/symmetry.h"
#include "checks.h"
#include "exact/gravity/gravity_solver.h"

using namespace enligne;
using enligne::test::check;

namespace {

using Connect4 = gravity::FixedBoard<7, 6, 4>;
constexpr Rules kConnect4{7, 6, 4, true, false};

template <int Words>
Verdict solved(Solver<Words>& solver, const Position<Words>& position,
               Bounds window = kEveryScore) {
    Clock clock({}, nullptr);
    return solver.solve(position, window, clock);
}

// A random position n plies from the empty board, or one with fewer stones if the game
// would have ended.
template <int Words>
Position<Words> random_position(const Geometry<Words>& geometry, int plies,
                                std::mt19937_64& random) {
    Position<Words> position(geometry);
    while (position.ply() < plies) {
        Bits<Words> moves;
        position.moves().for_each([&](int move) {
            if (!position.wins(move)) moves.flip(move);
        });
        if (!moves.any() || position.ply() + 1 == geometry.cell_count()) break;
        position.play(test::some_bit(moves, random));
    }
    return position;
}

// Plain search: every move to the end, cut only where the best possible is found.
template <int Words>
int plain_score(Position<Words>& position) {
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

// Against plain search, with ten empty cells at most.
template <int Words>
void test_late_positions(const std::vector<Rules>& boards) {
    std::mt19937_64 random(1);
    for (Rules rules : boards) {
        for (const bool exact : {false, true}) {
            rules.exact = exact;
            const Geometry<Words> geometry(rules);
            const auto solver = make_gravity_solver<Words>(rules, 1, 1);
            int compared = 0;
            for (int i = 0; i < 150; ++i) {
                const int empty = 1 + static_cast<int>(random() % 10);
                Position<Words> position =
                    random_position(geometry, geometry.cell_count() - empty, random);
                if (geometry.cell_count() - position.ply() > 10) continue;
                ++compared;
                const int expected = plain_score(position);
                const auto found = solved(*solver, position);
                check(found.is_complete && found.score == expected, "the score of a late position");
                const int alpha = static_cast<int>(random() % 7) - 3;
                const auto window = solved(*solver, position, {alpha, alpha + 1});
                check((window.score > alpha) == (expected > alpha), "the answer to a window");
            }
            check(compared > 0, "some late position of " + test::name_of(rules));
        }
    }
}

void test_late_positions() {
    test_late_positions<1>({{3, 3, 3, true},
                            {4, 3, 3, true},
                            {4, 4, 4, true},
                            {5, 4, 4, true},
                            {4, 5, 3, true},
                            {3, 7, 4, true},
                            {7, 3, 4, true},
                            {5, 5, 5, true},
                            {6, 4, 4, true},
                            {7, 7, 4, true},
                            {8, 6, 4, true},
                            {9, 5, 4, true},
                            {8, 7, 4, true},
                            {3, 20, 10, true}});
    test_late_positions<2>({{8, 8, 4, true},
                            {9, 7, 4, true},
                            {10, 6, 4, true},
                            {7, 9, 4, true},
                            {12, 9, 5, true},
                            {16, 7, 6, true},
                            {26, 3, 4, true},
                            {5, 24, 5, true}});
}

using gravity::Techniques;

constexpr Techniques kNone{false, false, false, false, false, false, false, false};
constexpr Techniques kOnlyFollowUp{true, false, false, false, false, false, false, false};

// Bounds that skip search are proved where they stand; here they meet search without them.
template <Techniques kUsed>
void compare(const std::string& name, int count, int fewest, int most, unsigned seed) {
    const Geometry<1> geometry(kConnect4);
    gravity::GravitySolver<Connect4> all(kConnect4, 16, 1);
    gravity::GravitySolver<Connect4, kUsed> without(kConnect4, 16, 1);
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
        const int score = solved(all, position).score;
        differences += score != solved(without, position).score;
        if (i % 10 == 0) {
            all.clear();
            mirrors += score != solved(all, image(position, {.mirror = true})).score;
        }
    }
    check(compared > count / 2, "enough positions for " + name);
    check(differences == 0, "all techniques against " + name + ": " + std::to_string(differences));
    check(mirrors == 0, "mirror images score alike");
}

// What the search computes its own way is what the board's functions say.
void test_boards() {
    std::mt19937_64 random(7);
    for (const Rules& rules : {kConnect4, Rules{7, 5, 4, true}, Rules{3, 20, 4, true},
                               Rules{8, 6, 5, true}, Rules{6, 5, 4, true, true}}) {
        const Geometry<1> geometry(rules);
        const gravity::RuntimeBoard board(geometry);
        for (int i = 0; i < 200; ++i) {
            const int plies = static_cast<int>(random() % geometry.cell_count());
            const Position<1> position = random_position(geometry, plies, random);
            const Position<1> mirror = image(position, {.mirror = true});
            const Word empty = geometry.cells.word[0] & ~position.occupied().word[0];
            for (const Side side : {Side::first, Side::second}) {
                const Bits<1>& stones = position.stones(side);
                check(gravity::mirrored(board, stones.word[0]) == mirror.stones(side).word[0],
                      "the mirror image");
                check((gravity::winning_cells(board, stones.word[0]) & empty) ==
                          (winning_cells(stones, geometry).word[0] & empty),
                      "the winning cells");
            }
        }
    }
}

// The code for two words, on a board that fits one.
void test_two_words() {
    const Geometry<1> one(kConnect4);
    const Geometry<2> two(kConnect4);
    const auto narrow = make_gravity_solver<1>(kConnect4, 16, 1);
    const auto wide = make_gravity_solver<2>(kConnect4, 16, 2);
    std::mt19937_64 random(9);
    for (int i = 0; i < 60; ++i) {
        const auto position = random_position(one, 15 + i % 10, random);
        const auto widened = [](const Bits<1>& bits) { return Bits<2>{{bits.word[0], 0}}; };
        const Position<2> same(two, widened(position.stones(Side::first)),
                               widened(position.stones(Side::second)));
        if (i % 7 == 0) wide->clear();
        check(solved(*wide, same).score == solved(*narrow, position).score, "two words for one");
    }
}

// Threads find the same scores, and stop when the caller or a limit says so.
void test_threads() {
    const Geometry<1> geometry(kConnect4);
    std::mt19937_64 random(8);
    const auto alone = make_gravity_solver<1>(kConnect4, 16, 1);
    const auto together = make_gravity_solver<1>(kConnect4, 16, 3);
    for (int i = 0; i < 12; ++i) {
        const Position<1> position = random_position(geometry, 12, random);
        if (position.ply() < 12) continue;
        alone->clear();
        together->clear();
        const auto expected = solved(*alone, position);
        const auto found = solved(*together, position);
        check(found.is_complete && found.score == expected.score, "threads find the score");
        together->clear();
        if (expected.nodes < 40000) continue;
        for (const std::uint64_t nodes : {5000, 20000}) {
            Clock clock({.nodes = nodes}, nullptr, 3);
            const auto limited = together->solve(position, kEveryScore, clock);
            check(!limited.is_complete && limited.nodes <= nodes, "a limit counts all threads");
            check(limited.known.lower <= expected.score && expected.score <= limited.known.upper,
                  "what is known when stopped is true");
        }
        const StopFlag stop{true};
        Clock clock({}, &stop, 3);
        const auto stopped = together->solve(position, kEveryScore, clock);
        check(!stopped.is_complete && stopped.nodes <= 3 * Clock::kBatch, "a stop is obeyed");
    }
}

void test_node_counts_repeat() {
    const Geometry<1> geometry(kConnect4);
    std::mt19937_64 random(5);
    const auto solver = make_gravity_solver<1>(kConnect4, 4, 1);
    std::uint64_t total = 0;
    for (int i = 0; i < 10; ++i) {
        const Position<1> position = random_position(geometry, 16, random);
        solver->clear();
        const auto first = solved(*solver, position);
        solver->clear();
        const auto second = solved(*solver, position);
        check(first.nodes == second.nodes, "the same nodes each time");
        total += first.nodes;
    }
    check(total > 1000, "positions that take some search");
}

}  // namespace

int main(int count, char** arguments) {
    const int late = count > 1 ? std::atoi(arguments[1]) : 100000;
    test_late_positions();
    compare<kNone>("none, late", late, 26, 40, 1);
    compare<kNone>("none, middle", late / 400, 18, 24, 2);
    compare<kOnlyFollowUp>("only following up", late / 2, 26, 40, 3);
    compare<Techniques{.bases = false}>("all but bases", late / 2, 26, 40, 4);
    compare<Techniques{.lead = false}>("all but lead", late / 2, 26, 40, 5);
    compare<Techniques{.double_threat = false}>("all but double threats", late / 2, 26, 40, 6);
    test_boards();
    test_two_words();
    test_threads();
    test_node_counts_repeat();
    return enligne::test::summary("gravity solver");
}
