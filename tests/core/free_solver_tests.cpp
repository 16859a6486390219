// The solver of games without gravity against a plain minimax that knows nothing of it.
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "board/symmetry.h"
#include "checks.h"
#include "exact/free/free_solver.h"

using namespace enligne;
using enligne::test::check;
using enligne::test::name_of;
using enligne::test::pick;

namespace {

using free::FreeSolver;
using free::Pruning;

constexpr auto kTechniques = Pruning::techniques();

Pruning without(const Technique<Pruning>& technique) {
    return enligne::without(Pruning{}, std::array{technique.name});
}
Pruning without_any() { return enligne::without(Pruning{}, technique_names<Pruning>()); }

Verdict solved(Solver<1>& solver, const Position<1>& position, const StopFlag* stop = nullptr) {
    Clock clock({}, stop);
    return solver.solve(position, kEveryScore, clock);
}

// The score from nothing.
int score(const Position<1>& position, const Pruning& pruning = {}) {
    FreeSolver solver(position.geometry().rules, 1, pruning);
    return solved(solver, position).score;
}

// Cells in a string, row by row; minimax over every move, with a memo and nothing else.
class NaiveSolver {
   public:
    explicit NaiveSolver(const Rules& rules) : rules_(rules) {}

    // The score of a board in which nobody has won, from the side to move, `x` or `o`.
    int score(std::string& board, char side) {
        if (const auto found = memo_.find(board); found != memo_.end()) return found->second;
        const int cells = static_cast<int>(board.size());
        int best = -1000;
        for (int i = 0; i < cells; ++i) {
            if (board[i] != '.') continue;
            board[i] = side;
            const int stones =
                cells - static_cast<int>(std::count(board.begin(), board.end(), '.'));
            int value = 0;
            if (wins(board, i)) {
                value = (cells - stones) / 2 + 1;
            } else if (stones < cells) {
                value = -score(board, side == 'x' ? 'o' : 'x');
            }
            board[i] = '.';
            best = std::max(best, value);
        }
        memo_[board] = best;
        return best;
    }

    bool wins(const std::string& board, int cell) const {
        constexpr int kSteps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        for (const auto& step : kSteps) {
            int length = 1;
            for (const int way : {-1, 1}) {
                int column = cell % rules_.width + way * step[0];
                int row = cell / rules_.width + way * step[1];
                while (column >= 0 && column < rules_.width && row >= 0 && row < rules_.height &&
                       board[row * rules_.width + column] == board[cell]) {
                    ++length;
                    column += way * step[0];
                    row += way * step[1];
                }
            }
            if (rules_.exact ? length == rules_.run : length >= rules_.run) return true;
        }
        return false;
    }

    std::size_t positions() const { return memo_.size(); }
    const std::unordered_map<std::string, int>& memo() const { return memo_; }

   private:
    Rules rules_;
    std::unordered_map<std::string, int> memo_;
};

Position<1> position_of(const std::string& board, const Geometry<1>& geometry) {
    Bits<1> first;
    Bits<1> second;
    for (int i = 0; i < static_cast<int>(board.size()); ++i) {
        const int bit = geometry.bit({i % geometry.rules.width, i / geometry.rules.width});
        if (board[i] == 'x') first.flip(bit);
        if (board[i] == 'o') second.flip(bit);
    }
    return Position<1>(geometry, first, second);
}

// A board after random moves without a win, with n cells empty; retried until there is one.
std::string random_board(const Rules& rules, int empty_count, std::mt19937& random) {
    const NaiveSolver naive(rules);
    const int cells = rules.width * rules.height;
    for (;;) {
        std::string board(cells, '.');
        std::vector<int> order(cells);
        for (int i = 0; i < cells; ++i) order[i] = i;
        std::shuffle(order.begin(), order.end(), random);
        bool open = true;
        for (int ply = 0; ply < cells - empty_count && open; ++ply) {
            // Some other cell if this one would win, so that full boards are found at all.
            int at = ply;
            for (; at < cells; ++at) {
                board[order[at]] = ply % 2 == 0 ? 'x' : 'o';
                if (!naive.wins(board, order[at])) break;
                board[order[at]] = '.';
            }
            open = at < cells;
            if (open) std::swap(order[ply], order[at]);
        }
        if (open) return board;
    }
}

Rules random_rules(std::mt19937& random) {
    Rules rules{pick(random, 3, 5), pick(random, 3, 5), 0, false, pick(random, 0, 1) == 1};
    rules.run = pick(random, 3, std::max(rules.width, rules.height));
    return rules;
}

// Nobody can win on some boards filled at random, so a score of 0 must not be all there is.
void test_random_positions(int rounds, int least_empty, int most_empty, unsigned seed) {
    std::mt19937 random(seed);
    int nonzero = 0;
    int exact = 0;
    int symmetric_images = 0;
    int finished_children = 0;
    for (int round = 0; round < rounds; ++round) {
        const Rules rules = random_rules(random);
        const Geometry<1> geometry(rules);
        const int most = std::min(most_empty, geometry.cell_count());
        const int empty_count = pick(random, std::min(least_empty, most), most);
        std::string board = random_board(rules, empty_count, random);
        const char side = (geometry.cell_count() - empty_count) % 2 == 0 ? 'x' : 'o';
        NaiveSolver naive(rules);
        const int expected = empty_count == 0 ? 0 : naive.score(board, side);
        nonzero += expected != 0;
        exact += rules.exact;
        const std::string what = name_of(rules) + " " + board;
        const Position<1> position = position_of(board, geometry);
        FreeSolver solver(rules, 1);
        const auto result = solved(solver, position);
        check(result.is_complete, what + " complete");
        check(result.score == expected, what + " is " + std::to_string(expected) + " but got " +
                                            std::to_string(result.score));
        check(score(position, without_any()) == expected, what + " with all off");
        const auto& technique = kTechniques[round % kTechniques.size()];
        check(score(position, without(technique)) == expected, what + " without " + technique.name);
        // Each image from nothing, so that no table entry answers for it.
        for (const Symmetry& symmetry : symmetries(rules)) {
            if (empty_count > 10) break;
            check(score(image(position, symmetry)) == expected, what + " image");
            ++symmetric_images;
        }
        // The score is that of the best move, finished games included; so the plies add up.
        if (empty_count == 0) continue;
        int best = -1000;
        position.moves().for_each([&](int move) {
            Position<1> child = position;
            const bool wins = child.wins(move);
            finished_children += wins;
            child.play(move);
            best = std::max(best, wins ? win_score(empty_count, 1) : -solved(solver, child).score);
        });
        check(best == expected, what + " by its moves");
    }
    std::printf(
        "random positions, %d to %d empty: %d, of them exact %d, not drawn %d; images %d, "
        "won children %d\n",
        least_empty, most_empty, rounds, exact, nonzero, symmetric_images, finished_children);
}

// Every position of a whole game, as far as it is reachable.
void test_whole_game(const Rules& rules) {
    const Geometry<1> geometry(rules);
    NaiveSolver naive(rules);
    std::string board(geometry.cell_count(), '.');
    naive.score(board, 'x');
    FreeSolver solver(rules, 16);
    std::size_t wrong = 0;
    for (const auto& [stones, score] : naive.memo()) {
        wrong += solved(solver, position_of(stones, geometry)).score != score;
    }
    check(wrong == 0, name_of(rules) + ": every position");
    std::printf("%s: %zu positions, empty board %d\n", name_of(rules).c_str(), naive.positions(),
                solved(solver, Position<1>(geometry)).score);
}

// Positions too open for a plain search: no part of the pruning changes a score, with gains and
// losses of either side among them.
void test_agreement(int rounds) {
    std::mt19937 random(3);
    int won = 0;
    int lost = 0;
    int bare = 0;
    for (int round = 0; round < rounds; ++round) {
        const Rules rules = random_rules(random);
        const Geometry<1> geometry(rules);
        const int cells = geometry.cell_count();
        const int stones = pick(random, 0, std::min(cells, 12));
        const std::string board = random_board(rules, cells - stones, random);
        const Position<1> position = position_of(board, geometry);
        const int expected = score(position);
        won += expected > 0;
        lost += expected < 0;
        const std::string what = name_of(rules) + " " + board;
        for (const auto& technique : kTechniques) {
            check(score(position, without(technique)) == expected,
                  what + " without " + technique.name);
        }
        if (cells - stones > 14) continue;
        ++bare;
        check(score(position, without_any()) == expected, what + " with all off");
    }
    std::printf("open positions: %d, won %d, lost %d, searched without pruning %d\n", rounds, won,
                lost, bare);
}

void test_scores() {
    for (int empty = 1; empty <= 40; ++empty) {
        for (int nth = 1; nth <= own_stones_left(empty); ++nth) {
            const int score = win_score(empty, nth);
            check(score == (empty - (2 * nth - 1)) / 2 + 1, "score of a win by the definition");
            check(loss_score(empty - 1, nth - 1) == -score, "the same for the opponent");
        }
        for (int nth = 1; nth <= other_stones_left(empty); ++nth) {
            check(-loss_score(empty, nth) == (empty - 2 * nth) / 2 + 1, "score of a loss");
        }
    }
}

void test_known_values() {
    const auto solved = [](int width, int height, int run) {
        const Geometry<1> geometry({width, height, run, false, false});
        return score(Position<1>(geometry));
    };
    check(solved(3, 3, 3) == 0, "tic-tac-toe is a draw");
    check(solved(4, 3, 3) > 0 && solved(3, 4, 3) > 0, "4x3:3 is won");
    check(solved(4, 4, 3) > 0 && solved(5, 5, 3) > 0, "4x4:3 and 5x5:3 are won");
    check(solved(4, 4, 4) == 0 && solved(6, 4, 4) == 0, "4x4:4 and 6x4:4 are draws");
    check(solved(5, 4, 4) == 0 && solved(4, 5, 4) == 0, "5x4:4 is a draw");
    check(solved(7, 4, 4) == 0, "7x4:4 is a draw");
    check(solved(5, 5, 4) == 0, "5x5:4 is a draw");
    check(solved(5, 5, 5) == 0, "5x5:5 is a draw");
    check(solved(6, 5, 4) > 0 && solved(6, 6, 4) > 0, "6x5:4 and 6x6:4 are won");
}

void test_repeatable() {
    const Geometry<1> geometry({5, 5, 4, false, false});
    const Position<1> empty(geometry);
    FreeSolver solver(geometry.rules, 4);
    const auto first = solved(solver, empty);
    const auto again = solved(solver, empty);
    solver.clear();
    const auto cleared = solved(solver, empty);
    check(first.nodes == cleared.nodes, "the same nodes from nothing");
    check(again.nodes <= 2, "a solved position is known");
}

void test_stop() {
    const Geometry<1> geometry({8, 5, 4, false, false});
    FreeSolver slow(geometry.rules, 64, without_any());
    StopFlag stop{false};
    std::thread timer([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop = true;
    });
    const auto result = solved(slow, Position<1>(geometry), &stop);
    timer.join();
    check(!result.is_complete, "a stopped search is not complete");
    Clock clock({.nodes = 1000}, nullptr);
    const auto limited = slow.solve(Position<1>(geometry), kEveryScore, clock);
    check(!limited.is_complete && limited.nodes == 1000, "a limit of nodes ends the search");
    // What a stopped search left in the table is true.
    const Geometry<1> small({5, 4, 4, false, false});
    FreeSolver solver(small.rules, 4);
    for (int i = 0; i < 20; ++i) {
        const StopFlag now{true};
        check(solved(solver, Position<1>(small), &now).nodes <= Clock::kBatch,
              "stops at the first look");
    }
    check(solved(solver, Position<1>(small)).score == 0, "the right score after stops");
}

}  // namespace

int main(int count, char** arguments) {
    const int rounds = count > 1 ? std::atoi(arguments[1]) : 12000;
    test_scores();
    test_known_values();
    test_repeatable();
    test_stop();
    for (const bool exact : {false, true}) {
        test_whole_game({3, 3, 3, false, exact});
        test_whole_game({4, 3, 3, false, exact});
        test_whole_game({3, 4, 4, false, exact});
    }
    test_random_positions(rounds, 0, 8, 1);
    test_random_positions(rounds / 40, 9, 12, 2);
    test_agreement(rounds / 10);
    return enligne::test::summary("free solver");
}
