// Tests of the core on its own, compiled without exceptions and without Python.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "board/any_position.h"
#include "board/batch.h"
#include "board/high_product.h"
#include "checks.h"

using namespace enligne;
using enligne::test::check;
using enligne::test::pick;

namespace {

const std::atomic<bool> kGoOn{false};

template <int Words>
std::uint64_t count(const Rules& rules, int depth) {
    const Geometry<Words> geometry(rules);
    Position<Words> position(geometry);
    return perft(position, depth, kGoOn).leaves;
}

// The known counts, in the width that the edge chooses and in wider ones.
void test_perft_tables(const std::string& path) {
    std::ifstream file(path);
    check(file.is_open(), "perft table at " + path);
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        std::string name;
        Rules rules{};
        words >> name >> rules.width >> rules.height >> rules.run >> rules.gravity >> rules.exact;
        std::uint64_t expected = 0;
        for (int depth = 1; words >> expected; ++depth) {
            const std::string what = name + " at depth " + std::to_string(depth);
            check(AnyPosition::empty(rules).perft(depth, kGoOn)->leaves == expected, what);
            if (expected > 1'000'000) continue;
            if (bits_needed(rules) <= 128) check(count<2>(rules, depth) == expected, what + ", 2");
            check(count<4>(rules, depth) == expected, what + ", 4 words");
            check(count<6>(rules, depth) == expected, what + ", 6 words");
            check(count<11>(rules, depth) == expected, what + ", 11 words");
        }
    }
}

void test_perft_stops() {
    const std::atomic<bool> stop{true};
    const auto found = AnyPosition::empty({15, 15, 5, false, false}).perft(9, stop);
    check(!found, "a stopped count is no count");
}

Rules random_rules(std::mt19937& random) {
    const int largest = pick(random, 0, 3) == 0 ? 26 : 9;
    Rules rules{pick(random, 3, largest), pick(random, 3, largest), 0, pick(random, 0, 1) == 1,
                pick(random, 0, 1) == 1};
    rules.run = pick(random, 3, std::min(10, std::max(rules.width, rules.height)));
    return rules;
}

// Plays a random game to its end and back: the two ways to find a win agree at every ply, the
// incremental hash equals the recomputed one, and taking back restores every earlier state.
template <int Words>
void play_and_take_back(const Rules& rules, std::mt19937& random) {
    const Geometry<Words> geometry(rules);
    Position<Words> position(geometry);
    std::vector<Position<Words>> before;
    std::vector<int> moves;
    bool agree = true;
    bool hashes = true;
    for (bool won = false; !won && !position.is_full();) {
        const int move = test::some_bit(position.moves(), random);
        won = has_run(position.stones(position.side()) | Bits<Words>::of(move), geometry);
        agree &= won == has_run_through(position.stones(position.side()), move, geometry);
        agree &= won == position.wins(move);
        before.push_back(position);
        moves.push_back(move);
        position.play(move);
        const Position<Words> anew(geometry, position.stones(Side::first),
                                   position.stones(Side::second));
        hashes &= position.hash() == anew.hash() && position.ply() == anew.ply();
    }
    bool restored = true;
    while (!moves.empty()) {
        position.take_back(moves.back());
        restored &= position == before.back() && position.hash() == before.back().hash() &&
                    position.ply() == before.back().ply();
        moves.pop_back();
        before.pop_back();
    }
    check(agree, "both ways to find a win agree");
    check(hashes, "the hash kept equals the hash recomputed");
    check(restored, "taking back restores everything");
}

void test_random_games() {
    std::mt19937 random(20261115);
    for (int i = 0; i < 2000; ++i) {
        const Rules rules = random_rules(random);
        const int bits = bits_needed(rules);
        if (bits <= 64) play_and_take_back<1>(rules, random);
        if (bits <= 128) play_and_take_back<2>(rules, random);
        if (bits <= 256) play_and_take_back<4>(rules, random);
        if (bits <= 384) play_and_take_back<6>(rules, random);
        play_and_take_back<11>(rules, random);
    }
}

// What random numbers are made with, in the one way and the other.
void test_high_product() {
    std::mt19937 random(1);
    const auto word = [&] {
        const std::uint64_t any = std::uint64_t{random()} << 32 | random();
        constexpr std::uint64_t kEdges[] = {0, 1, 0xffffffff, 0x100000000, ~std::uint64_t{0}};
        return pick(random, 0, 3) == 0 ? kEdges[pick(random, 0, 4)] : any;
    };
    bool is_same = true;
    for (int i = 0; i < 100'000; ++i) {
        const std::uint64_t a = word();
        const std::uint64_t b = word();
        is_same = is_same && high_product(a, b) == high_product_by_digits(a, b);
    }
    check(is_same, "the high half of a product, digit by digit");
    check(high_product_by_digits(~std::uint64_t{0}, ~std::uint64_t{0}) == ~std::uint64_t{0} - 1,
          "the largest product");
}

void test_refusals() {
    check(refusal({7, 6, 4, true, false}).empty(), "connect4 can be played");
    check(refusal({3, 10, 10, false, true}).empty(), "a run of the longer side can be played");
    for (const Rules& rules :
         {Rules{2, 3, 3}, Rules{27, 3, 3}, Rules{3, 2, 3}, Rules{3, 27, 3}, Rules{3, 3, 2},
          Rules{20, 20, 11}, Rules{5, 4, 6}, Rules{-1, 3, 3}}) {
        check(!refusal(rules).empty(), "rules that cannot be played are refused");
    }
}

// Random games in a batch: what the view has of each is what its position has, replayed by its
// actions alone.
void test_batches() {
    std::mt19937 random(5);
    for (int round = 0; round < 60; ++round) {
        const Rules rules = random_rules(random);
        const int size = plane_size(rules), actions_each = action_count(rules);
        const std::string what = "batch of " + std::to_string(rules.width) + "x" +
                                 std::to_string(rules.height) + (rules.gravity ? " falling" : "");
        constexpr int kGames = 5;
        const auto batch = Batch::make(rules, kGames);
        std::vector<std::uint8_t> planes(2 * size * kGames), masks(actions_each * kGames),
            results(kGames), all(kGames, 1), expected(2 * size), legal(actions_each);
        std::vector<std::int64_t> actions(kGames);
        const BatchView view{planes, masks, results};
        std::vector<AnyPosition> games(kGames, AnyPosition::empty(rules));
        batch->seed(round);
        batch->reset(all, view);
        for (int ply = 0; ply < rules.width * rules.height; ++ply) {
            batch->random_actions(actions, view);
            for (int i = 0; i < kGames; ++i) {
                if (games[i].result() != Result::open) continue;
                const int action = static_cast<int>(actions[i]);
                const Cell cell = rules.gravity
                                      ? Cell{action, games[i].landing_row(action).value_or(-1)}
                                      : Cell{action % rules.width, action / rules.width};
                check(games[i].legality(cell) == Legality::legal, what + ": a random action");
                games[i] = games[i].played(cell);
            }
            check(batch->step(actions, view) < 0, what + ": a step");
            for (int i = 0; i < kGames; ++i) {
                std::ranges::fill(legal, std::uint8_t{0});
                games[i].visit([&](const auto& position) {
                    write_planes(position, Side::first, expected.data());
                    if (games[i].result() == Result::open) write_mask(position, legal.data());
                });
                check(std::equal(expected.begin(), expected.end(), planes.begin() + 2 * size * i),
                      what + ": planes");
                check(std::equal(legal.begin(), legal.end(), masks.begin() + actions_each * i),
                      what + ": mask");
                check(results[i] == static_cast<std::uint8_t>(games[i].result()), what + ": end");
            }
        }
        actions.assign(kGames, actions_each);
        batch->reset(all, view);
        check(batch->step(actions, view) == 0, what + ": an action that there is not");
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::printf("usage: core_tests DATA_FOLDER\n");
        return 2;
    }
    test_refusals();
    test_high_product();
    test_perft_tables(std::string(arguments[1]) + "/perft.txt");
    test_perft_stops();
    test_random_games();
    test_batches();
    return enligne::test::summary("core");
}
