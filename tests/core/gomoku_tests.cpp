// Tests of the Gomoku engine's parts: each against a plainer way to find the same thing.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "checks.h"
#include "gomoku_board.h"

using namespace enligne;
using namespace enligne::gomoku;
using enligne::test::check;

namespace {

// 1. Incremental state.

// The cells near a lone stone, for every place it may have.
class Nearness {
   public:
    explicit Nearness(const Layout& layout) {
        Both both(layout);
        for (const CellIndex stone : both.board.empty()) {
            both.play(stone);
            both.position.for_each_near([&](CellIndex cell) { near_[stone].set(cell); });
            both.take_back();
        }
    }

    // The empty cells near any stone.
    CellRows around(const Both& both) const {
        CellRows found;
        for (const CellIndex cell : both.board.empty()) {
            for (const CellIndex stone : both.moves) {
                if (near_[stone].test(cell)) {
                    found.set(cell);
                    break;
                }
            }
        }
        return found;
    }

    // Whether all neighbours are near, and whatever is near one cell has it near itself.
    bool is_sensible(const Board& board) const {
        for (const CellIndex stone : board.empty()) {
            for (const CellIndex cell : board.empty()) {
                const auto [column, row] = cell_of(stone);
                const auto [other_column, other_row] = cell_of(cell);
                const int far =
                    std::max(std::abs(column - other_column), std::abs(row - other_row));
                if (far == 1 && !near_[stone].test(cell)) return false;
                if (near_[stone].test(cell) != near_[cell].test(stone)) return false;
            }
        }
        return true;
    }

   private:
    std::array<CellRows, kCellSlots> near_{};
};

// The window of a cell in one direction, by walking, as bits: own stones and what is lost.
std::pair<std::uint32_t, std::uint32_t> window_of(const Board& board, CellIndex cell, int d,
                                                  char stone, int reach) {
    const auto [column, row] = cell_of(cell);
    std::uint32_t own = 0;
    std::uint32_t lost = 0;
    for (int i = -reach; i <= reach; ++i) {
        const char there = board.at(column + i * kLineSteps[d][0], row + i * kLineSteps[d][1]);
        if (there == stone) {
            own |= 1u << (i + reach);
        } else if (there != '.') {
            lost |= 1u << (i + reach);
        }
    }
    return {own, lost};
}

// All that a position keeps, found from the board of letters.
bool agrees_with_board(const Both& both, const Nearness& nearness) {
    const auto& [position, board, moves] = both;
    const Layout& layout = position.layout();
    const auto empty = board.empty();
    std::array<std::array<int, kCellClasses>, 2> count{};
    std::array<CellRows, 2> fours{};
    std::array<CellRows, 2> threes{};
    bool same = true;
    bool is_dead = true;
    int evaluation = 0;
    const int mover = static_cast<int>(moves.size()) % 2;
    for (const CellIndex cell : empty) {
        same &= position.is_empty(cell);
        for (int side = 0; side < 2; ++side) {
            Code code = 0;
            for (int d = 0; d < kDirections; ++d) {
                const auto [own, lost] = window_of(board, cell, d, kStones[side], layout.reach());
                const Pattern pattern = layout.patterns.at(own, lost);
                is_dead &= pattern == Pattern::dead;
                code = with_pattern(code, d, pattern);
            }
            const CellClass cell_class = class_of(code);
            same &= position.code(side, cell) == code;
            same &= position.cell_class(side, cell) == cell_class;
            ++count[side][static_cast<int>(cell_class)];
            if (cell_class >= CellClass::four) {
                fours[side].set(cell);
            } else if (cell_class >= CellClass::three) {
                threes[side].set(cell);
            }
            const CellWeights& weights = kTunedWeights.cells[combination_of(code)];
            evaluation += side == mover ? weights.mover : -weights.waiter;
        }
    }
    evaluation += kTunedWeights.threats[position.threat_index()];
    for (int side = 0; side < 2; ++side) {
        for (int i = 0; i < kCellClasses; ++i) {
            same &= position.count(side, static_cast<CellClass>(i)) == count[side][i];
        }
        same &= position.fours(side) == fours[side] && position.threes(side) == threes[side];
    }
    CellRows seen;
    position.for_each_near([&](CellIndex cell) { seen.set(cell); });
    same &= seen == nearness.around(both);
    std::vector<CellIndex> found;
    position.for_each_empty([&](CellIndex cell) { found.push_back(cell); });
    same &= found == empty;
    same &= position.side() == mover && position.ply() == static_cast<int>(moves.size());
    same &= position.is_full() == empty.empty() && position.is_dead() == is_dead;
    return same && position.evaluation() == evaluation;
}

// The same of a position set up anew from the stones.
bool agrees_with_fresh(const Both& both, const Geometry<11>& geometry) {
    const auto& position = both.position;
    const auto& moves = both.moves;
    std::array<Bits<11>, 2> stones{};
    for (std::size_t i = 0; i < moves.size(); ++i) {
        stones[i % 2].flip(geometry.bit(cell_of(moves[i])));
    }
    const ThreatPosition fresh(position.layout(), Position<11>(geometry, stones[0], stones[1]));
    return fresh.is_consistent() && position.ply() == fresh.ply() &&
           position.hash() == fresh.hash() && position.evaluation() == fresh.evaluation() &&
           position.threat_index() == fresh.threat_index() && position.is_dead() == fresh.is_dead();
}

int walk(const Rules& rules, int least_changes, std::mt19937& random) {
    const Layout layout(rules, kTunedWeights);
    const Geometry<11> geometry(rules);
    const Nearness nearness(layout);
    Both both(layout);
    check(nearness.is_sensible(both.board), "what is near what, " + name_of(rules));
    bool consistent = true;
    bool fresh = true;
    bool plain = true;
    int changes = 0;
    for (int round = 0; changes < least_changes; ++round) {
        // Forwards to some number of stones, often nearly all, then back to another.
        const int most =
            round % 8 == 0 ? layout.cell_count() : pick(random, 1, layout.cell_count());
        while (both.position.ply() < most && changes < least_changes) {
            both.play(some_cell(both, random));
            ++changes;
            if (changes % 8 == 0) consistent &= both.position.is_consistent();
            if (changes % 16 == 0) fresh &= agrees_with_fresh(both, geometry);
            if (changes % 16 == 8) plain &= agrees_with_board(both, nearness);
        }
        const int least = round % 5 == 0 ? 0 : pick(random, 0, both.position.ply());
        while (both.position.ply() > least) {
            both.take_back();
            ++changes;
            if (changes % 16 == 0) fresh &= agrees_with_fresh(both, geometry);
            if (changes % 16 == 8) plain &= agrees_with_board(both, nearness);
        }
        consistent &= both.position.is_consistent();
        fresh &= agrees_with_fresh(both, geometry);
        plain &= agrees_with_board(both, nearness);
    }
    check(consistent, "what moves keep is consistent, " + name_of(rules));
    check(fresh, "what moves keep is that of a position set up anew, " + name_of(rules));
    check(plain, "what moves keep is what the board shows, " + name_of(rules));
    return changes;
}

void test_moves() {
    std::mt19937 random(1);
    int changes = 0;
    for (int run = kShortestTableRun; run <= kLongestTableRun; ++run) {
        for (const bool exact : {false, true}) {
            for (const int largest : {5, 9, 15, 26, 26}) {
                Rules rules{pick(random, 5, largest), pick(random, 5, largest), run, false, exact};
                if (largest == 26) rules.width = pick(random, 16, 26);
                if (pick(random, 0, 3) == 0) rules.height = rules.width;
                if (std::max(rules.width, rules.height) < run) rules.height = run;
                if (pick(random, 0, 1) == 0) std::swap(rules.width, rules.height);
                changes += walk(rules, 2600, random);
            }
            // The corners of what can be: words filled to their ends.
            if (run % 2 == 1) changes += walk({26, 26, run, false, exact}, 2600, random);
        }
    }
    check(changes >= 100'000, "enough moves were played and taken back");
}

// 2. Patterns.

// A window by what may come of it, from its own stones and what is lost alone.
class SlowWindow {
   public:
    explicit SlowWindow(const Rules& rules) : rules_(rules), reach_(reach_of(rules)) {}

    // The pattern of a window once a stone is in its middle.
    Pattern pattern(std::uint32_t own, std::uint32_t lost) const {
        own |= 1u << reach_;
        switch (missing(own, lost)) {
            case 0:
                return Pattern::five;
            case 1:
                return ways_to_five(own, lost) > 1 ? Pattern::open_four : Pattern::four;
            case 2: {
                const int ways = ways_to_open_four(own, lost);
                return ways > 1    ? Pattern::open_three_2
                       : ways == 1 ? Pattern::open_three
                                   : Pattern::three;
            }
            case 3: {
                const int ways = ways_to_open_three(own, lost);
                return ways > 2    ? Pattern::open_two_3
                       : ways == 2 ? Pattern::open_two
                                   : Pattern::two;
            }
            case 4:
                return ways_to_open_two(own, lost) > 0 ? Pattern::open_one : Pattern::one;
            case kNever:
                return Pattern::dead;
            default:
                return Pattern::one;
        }
    }

   private:
    static constexpr int kNever = 99;

    // How many stones a winning run through the middle still needs, at best.
    int missing(std::uint32_t own, std::uint32_t lost) const {
        int least = kNever;
        for (int from = reach_ - rules_.run + 1; from <= reach_; ++from) {
            const std::uint32_t run = ((1u << rules_.run) - 1) << from;
            if (lost & run) continue;
            if (rules_.exact) {
                const std::uint32_t ends = (run << 1 | run >> 1) & ~run;
                if (own & ends) continue;
            }
            least = std::min(least, std::popcount(run & ~own));
        }
        return least;
    }

    // Over the cells that bring the win nearer, how many lead to what is wanted.
    template <class Wanted>
    int ways(std::uint32_t own, std::uint32_t lost, Wanted is_wanted) const {
        const int now = missing(own, lost);
        int count = 0;
        for (int i = 0; i <= 2 * reach_; ++i) {
            const std::uint32_t cell = 1u << i;
            if ((own | lost) & cell || missing(own | cell, lost) != now - 1) continue;
            count += is_wanted(own | cell);
        }
        return count;
    }
    int ways_to_five(std::uint32_t own, std::uint32_t lost) const {
        return ways(own, lost, [](std::uint32_t) { return true; });
    }
    int ways_to_open_four(std::uint32_t own, std::uint32_t lost) const {
        return ways(own, lost, [&](std::uint32_t then) { return ways_to_five(then, lost) > 1; });
    }
    int ways_to_open_three(std::uint32_t own, std::uint32_t lost) const {
        return ways(own, lost,
                    [&](std::uint32_t then) { return ways_to_open_four(then, lost) > 0; });
    }
    int ways_to_open_two(std::uint32_t own, std::uint32_t lost) const {
        return ways(own, lost,
                    [&](std::uint32_t then) { return ways_to_open_three(then, lost) > 0; });
    }

    Rules rules_;
    int reach_;
};

void test_patterns() {
    std::mt19937 random(2);
    for (int run = kShortestTableRun; run <= kLongestTableRun; ++run) {
        for (const bool exact : {false, true}) {
            const Rules rules{9, 9, run, false, exact};
            const PatternTable table(rules);
            const SlowWindow slow(rules);
            const int reach = table.reach();
            bool agree = reach == (exact ? run : run - 1);
            std::set<Pattern> seen;
            const auto compare = [&](std::uint32_t own, std::uint32_t lost) {
                const Pattern pattern = table.at(own, lost);
                agree &= pattern == slow.pattern(own, lost);
                seen.insert(pattern);
            };
            const std::uint32_t middle = 1u << reach;
            const std::uint32_t all = (middle << (reach + 1)) - 1;
            if (exact && run == kLongestTableRun) {
                // The largest table is looked into here and there, at windows of every density.
                for (int i = 0; i < 300'000; ++i) {
                    std::uint32_t own = random();
                    std::uint32_t lost = random();
                    for (int j = i % 4; j > 0; --j) own &= random();
                    for (int j = i / 4 % 4; j > 0; --j) lost &= random();
                    own &= all & ~middle;
                    compare(own, lost & all & ~middle & ~own);
                }
            } else {
                for (std::uint32_t own = 0; own <= all; ++own) {
                    if (own & middle) continue;
                    const std::uint32_t rest = all & ~middle & ~own;
                    std::uint32_t lost = rest;
                    do {
                        compare(own, lost);
                        lost = (lost - 1) & rest;
                    } while (lost != rest);
                }
            }
            check(agree, "patterns by definition, " + name_of(rules));
            // Of a run of 4, one stone is as good as two of a run of 5.
            std::set<Pattern> never;
            if (run == 4) never = {Pattern::one, Pattern::open_one};
            for (int i = 0; i < kPatterns; ++i) {
                const auto pattern = static_cast<Pattern>(i);
                check(seen.contains(pattern) != never.contains(pattern),
                      "windows of pattern " + std::to_string(i) + ", " + name_of(rules));
            }
        }
    }
    // The examples of its comment. The middle is at bit 4.
    const PatternTable table({15, 15, 5});
    const auto drawn = [&](const std::string& text) {
        std::uint32_t own = 0;
        std::uint32_t lost = 0;
        const int from = 4 - static_cast<int>(text.find('o'));
        for (int i = 0; i <= 8; ++i) {
            const int place = i - from;
            const char there =
                place < 0 || place >= static_cast<int>(text.size()) ? '.' : text[place];
            if (there == 'x') own |= 1u << i;
            if (there == '#') lost |= 1u << i;
        }
        return table.at(own, lost);
    };
    check(drawn("xxoxx") == Pattern::five && drawn("#.xxox.#") == Pattern::open_four &&
              drawn("#xxox.#") == Pattern::four && drawn("#.xox..#") == Pattern::open_three &&
              drawn("#..xox..#") == Pattern::open_three_2 && drawn("#xox..#") == Pattern::three &&
              drawn("#o...#") == Pattern::dead && drawn("#o....#") == Pattern::one,
          "patterns as they are drawn");
}

// 3. Classes and combinations of patterns.

// The class by the comments of the classes, from the patterns of all directions, best first.
CellClass slow_class(std::vector<Pattern> patterns) {
    std::sort(patterns.rbegin(), patterns.rend());
    const auto is_open_three = [](Pattern pattern) {
        return pattern == Pattern::open_three || pattern == Pattern::open_three_2;
    };
    const auto is_more = [](Pattern pattern) {
        return pattern == Pattern::three || pattern == Pattern::open_two ||
               pattern == Pattern::open_two_3;
    };
    const auto count = [&](auto is) { return std::count_if(patterns.begin(), patterns.end(), is); };
    if (patterns[0] == Pattern::five) return CellClass::five;
    if (patterns[0] == Pattern::open_four) return CellClass::open_four;
    if (patterns[0] == Pattern::four) {
        if (patterns[1] == Pattern::four) return CellClass::open_four;
        if (is_open_three(patterns[1])) return CellClass::four_three;
        return count(is_more) > 0 ? CellClass::four_and_more : CellClass::four;
    }
    if (is_open_three(patterns[0])) {
        if (is_open_three(patterns[1])) return CellClass::two_threes;
        return count(is_more) > 0 ? CellClass::three_and_more : CellClass::three;
    }
    return CellClass::quiet;
}

void test_codes() {
    std::map<std::array<int, 4>, std::set<int>> numbers;  // by patterns, the highest first
    const CodeTable codes(kTunedWeights);
    bool classes = true;
    bool facts = true;
    for (int number = 0; number < kPatterns * kPatterns * kPatterns * kPatterns; ++number) {
        Code code = 0;
        std::vector<Pattern> patterns;
        std::array<int, 4> sorted{};
        int rest = number;
        for (int d = 0; d < 4; ++d, rest /= kPatterns) {
            sorted[d] = rest % kPatterns;
            patterns.push_back(static_cast<Pattern>(sorted[d]));
            code = with_pattern(code, d, patterns[d]);
        }
        for (int d = 0; d < 4; ++d) classes &= pattern_in(code, d) == patterns[d];
        classes &= class_of(code) == slow_class(patterns);
        std::sort(sorted.rbegin(), sorted.rend());
        const int combination = combination_of(code);
        numbers[sorted].insert(combination);
        facts &= codes[code].cell_class == class_of(code);
        facts &= codes[code].weights.own == kTunedWeights.cells[combination].own;
    }
    check(classes, "the class of every code");
    check(facts, "what a table says of every code");
    // In ascending order by the highest pattern, then the next: each its own place, whatever the
    // directions.
    bool ordered = numbers.size() == kCombinations;
    int place = 0;
    for (const auto& [patterns, found] : numbers) ordered &= found == std::set{place++};
    check(ordered, "combinations are numbered without gaps, in order");
    bool replaced = true;
    for (int d = 0; d < 4; ++d) {
        for (int i = 0; i < kPatterns; ++i) {
            const Code code = with_pattern(0xba98, d, static_cast<Pattern>(i));
            for (int e = 0; e < 4; ++e) {
                const Pattern expected = e == d ? static_cast<Pattern>(i) : pattern_in(0xba98, e);
                replaced &= pattern_in(code, e) == expected;
            }
        }
    }
    check(replaced, "one pattern is replaced and no other");
}

// 4. What stops an open four.

void test_stops() {
    std::mt19937 random(4);
    int none = 0;
    for (const Rules& rules : kTactical) {
        const Layout layout(rules, kTunedWeights);
        bool agree = true;
        bool plain = true;
        int seen = 0;
        while (seen < 200) {
            Both both = tactical(layout, random);
            ThreatPosition& position = both.position;
            const int attacker = 1 - position.side();
            if (position.count(attacker, CellClass::five) > 0) continue;
            if (position.count(attacker, CellClass::open_four) == 0) {
                if (seen % 40 == 0) plain &= !both.board.has_open_four(kStones[attacker]);
                continue;
            }
            ++seen;
            std::vector<CellIndex> listed;
            position.for_each_stop([&](CellIndex cell) { listed.push_back(cell); });
            std::sort(listed.begin(), listed.end());
            std::vector<CellIndex> expected;
            for (const CellIndex cell : both.board.empty()) {
                both.play(cell);
                const bool stops = position.count(attacker, CellClass::open_four) == 0;
                if (stops) expected.push_back(cell);
                if (seen % 40 == 0) plain &= stops != both.board.has_open_four(kStones[attacker]);
                both.take_back();
            }
            agree &= listed == expected;
            none += listed.empty();
        }
        check(agree, "the stops of open fours, " + name_of(rules));
        check(plain, "open fours by playing them, " + name_of(rules));
    }
    check(none > 100, "there are some that nothing stops");
}

}  // namespace

int main() {
    test_moves();
    test_patterns();
    test_codes();
    test_stops();
    return enligne::test::summary("gomoku");
}
