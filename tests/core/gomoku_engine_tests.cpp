// Tests of the whole Gomoku engine, with its assertions on: what it claims is so.
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "checks.h"
#include "gomoku_board.h"
#include "play/gomoku/gomoku.h"

using namespace enligne;
using namespace enligne::gomoku;
using enligne::test::check;

namespace {

Position<11> position_of(const Both& both, const Geometry<11>& geometry) {
    std::array<Bits<11>, 2> stones{};
    for (std::size_t i = 0; i < both.moves.size(); ++i) {
        stones[i % 2].flip(geometry.bit(cell_of(both.moves[i])));
    }
    return {geometry, stones[0], stones[1]};
}

// Whether a variation is legal, and nobody wins before its end; with `wins`, its last stone does.
bool is_legal(const Variation& pv, Board board, std::size_t ply, bool wins) {
    for (std::size_t i = 0; i < pv.size(); ++i) {
        const auto cell = static_cast<CellIndex>(pv[i]);
        const char stone = kStones[(ply + i) % 2];
        if (board.at(cell) != '.') return false;
        const bool is_last = i + 1 == pv.size();
        if (board.wins(cell, stone) ? !is_last : is_last && wins) return false;
        board.set(cell, stone);
    }
    return !pv.empty();
}

bool is_proven(const Score& score) {
    return score.kind == Score::Kind::win || score.kind == Score::Kind::loss;
}

// Whether the best variation is as long as a proven score says, and the right side wins in it.
bool is_line_of(const Analysis& found, const Both& both) {
    Variation pv;
    for (const Cell& cell : found.pv) pv.push_back(index_of(cell));
    if (!is_legal(pv, both.board, both.moves.size(), is_proven(found.score))) return false;
    if (!is_proven(found.score)) return true;
    const bool mover_is_last = pv.size() % 2 == 1;
    return static_cast<int>(pv.size()) == found.score.number &&
           mover_is_last == (found.score.kind == Score::Kind::win);
}

// Whether a short win or loss comes about when the score says, by plain search.
bool is_in_time(const Score& score, Board board, std::size_t ply) {
    const char mover = kStones[ply % 2];
    const char waiter = kStones[1 - ply % 2];
    if (score.kind == Score::Kind::win && score.number <= 5) {
        return board.wins_within(score.number, mover, waiter);
    }
    if (score.kind == Score::Kind::loss && score.number <= 4) {
        for (const CellIndex cell : board.empty()) {
            if (board.wins(cell, mover)) return false;
            board.set(cell, mover);
            const bool is_lost = board.wins_within(score.number - 1, waiter, mover);
            board.set(cell, '.');
            if (!is_lost) return false;
        }
    }
    return true;
}

void test_engine() {
    std::mt19937 random(6);
    for (const Rules& rules : kTactical) {
        const Layout layout(rules, kTunedWeights);
        const Geometry<11> geometry(rules);
        Gomoku engine({.table_mb = 1, .threads = pick(random, 1, 2)});
        Gomoku again({.table_mb = 1});
        Gomoku once_more({.table_mb = 1});
        bool lines = true;
        bool in_time = true;
        bool complete = true;
        bool same = true;
        for (int i = 0; i < 60; ++i) {
            const Both both = tactical(layout, random);
            const std::size_t ply = both.moves.size();
            const Position<11> position = position_of(both, geometry);
            const Limit limit{.depth = pick(random, 0, 6),
                              .nodes = static_cast<std::uint64_t>(pick(random, 1, 2000))};
            const bool all_moves = i % 4 == 0;
            const Analysis found = engine.analyse(position, limit, nullptr, all_moves, {});
            lines &= is_line_of(found, both);
            in_time &= is_in_time(found.score, both.board, ply);
            if (all_moves) {
                std::set<Cell> cells;
                for (const auto& each : found.moves) cells.insert(each.move);
                complete &= cells.size() == both.board.empty().size();
                complete &= found.moves.front().move == found.pv.front() &&
                            found.moves.front().score == found.score;
            }
            const Analysis first = again.analyse(position, limit, nullptr, all_moves, {});
            const Analysis second = once_more.analyse(position, limit, nullptr, all_moves, {});
            same &=
                first.nodes == second.nodes && first.pv == second.pv && first.score == second.score;
        }
        check(lines, "variations are legal, and as long as a proven score says, " + name_of(rules));
        check(in_time, "short wins and losses by plain search, " + name_of(rules));
        check(complete, "every move has a score, the best one first, " + name_of(rules));
        check(same, "the same input gives the same nodes, " + name_of(rules));
    }
}

// The variation that the search itself keeps, before anything is proven. After these moves the
// side that loses holds out longest with a move far from all stones.
void test_own_line() {
    const Layout layout({15, 15, 5}, kTunedWeights);
    Both both(layout);
    for (const Cell& cell : std::vector<Cell>{
             {0, 4}, {0, 2}, {0, 6},   {0, 5}, {0, 1}, {9, 14}, {1, 2}, {10, 14}, {2, 3}, {12, 14},
             {2, 1}, {2, 0}, {11, 14}, {2, 6}, {3, 1}, {0, 8},  {4, 2}, {4, 0},   {6, 0}, {2, 4}}) {
        both.play(index_of(cell));
    }
    TranspositionTable table(1);
    table.start_search();
    Clock clock({}, nullptr);
    const GomokuOptions options;
    MoveHistory history(options);
    RootSearch search(both.position, options, table, history, clock, 1);
    for (int depth = 1; depth <= 6 && search.search_depth(depth); ++depth) {
    }
    const RootMove& best = search.moves().front();
    check(is_win(best.value) && is_legal(best.pv, both.board, both.moves.size(), true) &&
              both.moves.size() + best.pv.size() == static_cast<std::size_t>(kWin - best.value),
          "the search's own variation is as long as its value says");
}

// With time enough to find long wins and losses, also by the tree search, which has moves far from
// all stones to see to. Also what is reported on the way.
void test_long_lines() {
    std::mt19937 random(3);
    const Rules rules{15, 15, 5};
    const Layout layout(rules, kTunedWeights);
    const Geometry<11> geometry(rules);
    int wins = 0;
    int losses = 0;
    bool lines = true;
    for (int i = 0; i < 200; ++i) {
        Both both = tactical(layout, random);
        const auto has = [&](int side, CellClass cell_class) {
            return both.position.count(side, cell_class) > 0;
        };
        // Not those that are over in a few plies.
        while (!both.moves.empty() &&
               (has(0, CellClass::five) || has(1, CellClass::five) ||
                has(both.position.side(), CellClass::open_four) || both.moves.size() > 40)) {
            both.take_back();
        }
        Gomoku engine({.table_mb = 1, .root_threats = i % 2 == 0});
        const auto look = [&](const Analysis& told) { lines &= is_line_of(told, both); };
        const Analysis found =
            engine.analyse(position_of(both, geometry), {.nodes = 10'000}, nullptr, false, look);
        look(found);
        wins += found.score.kind == Score::Kind::win && found.score.number > 5;
        losses += found.score.kind == Score::Kind::loss && found.score.number > 4;
    }
    check(lines, "long variations are as long as proven scores say");
    check(wins > 20 && losses > 5, "there are enough of both");
}

// 2. Wins by force.

// Proves a win once more: after each move of the attacker, who asks the search, every cell is
// tried as a reply. Every reply must leave a win to be found again.
class Trial {
   public:
    Trial(Both& both, bool by_fours) : both_(both), by_fours_(by_fours) {}

    // What the search finds for the side to move, with n moves to make.
    Value found(int moves, TranspositionTable& table) {
        Clock clock({}, nullptr);
        NodeCounter counter(clock);
        Forcing forcing(both_.position, table, counter);
        const std::uint64_t hash = both_.position.hash();
        const Value value =
            by_fours_ ? forcing.by_fours(moves, kNodes) : forcing.by_threats(moves, kNodes);
        line_ = forcing.line();
        is_left_alone_ &= both_.position.hash() == hash;
        return value;
    }

    // Whether the line is one of legal moves that wins when the value says, and not before.
    bool is_line_of(Value value) {
        const std::size_t before = both_.moves.size();
        bool holds = static_cast<int>(line_.size() + before) == kWin - value;
        const char attacker = kStones[both_.position.side()];
        for (std::size_t i = 0; holds && i < line_.size(); ++i) {
            const char mover = kStones[both_.position.side()];
            holds &= both_.board.at(line_[i]) == '.';
            if (!holds) break;
            const bool wins = both_.board.wins(line_[i], mover);
            holds &= wins == (i + 1 == line_.size()) && (!wins || mover == attacker);
            both_.play(line_[i]);
        }
        while (both_.moves.size() > before) both_.take_back();
        return holds;
    }

    bool wins_against_all(int moves) {
        TranspositionTable table(1);
        const Value value = found(moves, table);
        if (value == 0 || !is_line_of(value)) return false;
        const char attacker = kStones[both_.position.side()];
        const char defender = kStones[1 - both_.position.side()];
        const CellIndex move = line_.front();
        if (both_.board.wins(move, attacker)) return true;
        both_.play(move);
        const int threats = both_.board.count_wins(attacker);
        bool holds = true;
        for (const CellIndex reply : both_.board.empty()) {
            if (both_.board.wins(reply, defender)) {
                holds = false;
            } else if (threats - both_.board.wins(reply, attacker) > 0) {
                continue;  // the attacker makes a run at once
            } else {
                both_.play(reply);
                // Moves are counted down to 1, with which an open four is still seen.
                holds = wins_against_all(std::max(moves - 1, 1));
                both_.take_back();
            }
            if (!holds) break;
        }
        both_.take_back();
        return holds;
    }

    bool is_left_alone() const { return is_left_alone_; }

   private:
    static constexpr std::uint64_t kNodes = 3000;

    Both& both_;
    bool by_fours_;
    Variation line_;
    bool is_left_alone_ = true;
};

void test_forcing() {
    std::mt19937 random(5);
    for (const bool by_fours : {true, false}) {
        const std::string name = by_fours ? "fours" : "threats";
        std::map<int, int> lengths;
        for (const Rules& rules : kTactical) {
            if (rules.width * rules.height > 100) continue;
            const Layout layout(rules, kTunedWeights);
            TranspositionTable table(1);
            bool lines = true;
            bool proven = true;
            bool in_time = true;
            bool left_alone = true;
            int seen = 0;
            for (int tries = 0; tries < 6000 && seen < 60; ++tries) {
                Both both = tactical(layout, random);
                Trial proof(both, by_fours);
                const int moves = by_fours ? 10 : 4;
                const Value value = proof.found(moves, table);
                left_alone &= proof.is_left_alone() && both.position.is_consistent();
                const int plies = kWin - value - both.position.ply();
                // What is won at once teaches little: a few will do.
                if (value == 0 || (plies <= 3 && lengths[plies] >= 40)) continue;
                ++seen;
                ++lengths[plies];
                lines &= is_win(value) && proof.is_line_of(value);
                proven &= proof.wins_against_all(moves);
                if (plies <= 5) {
                    const int side = both.position.side();
                    in_time &= both.board.wins_within(plies, kStones[side], kStones[1 - side]);
                }
            }
            check(lines, "the lines of wins by " + name + ", " + name_of(rules));
            check(proven, "wins by " + name + " hold against all, " + name_of(rules));
            check(in_time, "wins by " + name + " come when they should, " + name_of(rules));
            check(left_alone, "the search for " + name + " leaves no trace, " + name_of(rules));
        }
        int all = 0;
        int longer = 0;
        for (const auto& [plies, count] : lengths) {
            all += count;
            longer += plies > 5 ? count : 0;
        }
        check(all > 200 && longer > 40, "there are enough wins by " + name + ", and long ones");
    }
}

// 3. Proofs.

// What a proof says holds, whatever moves the table names.
void test_proofs() {
    std::mt19937 random(8);
    int wins = 0;
    int losses = 0;
    for (const Rules& rules : kTactical) {
        const Layout layout(rules, kTunedWeights);
        bool lines = true;
        bool in_time = true;
        bool left_alone = true;
        for (int i = 0; i < 300; ++i) {
            Both both = tactical(layout, random);
            ThreatPosition& position = both.position;
            TranspositionTable table(1);
            table.start_search();
            const auto cells = both.board.empty();
            table.store(position.hash(),
                        {win_at(position.ply() + 1), 99, Bound::exact,
                         cells[pick(random, 0, static_cast<int>(cells.size()) - 1)] + 1});
            Clock clock({}, nullptr);
            NodeCounter counter(clock);
            Proof proof(position, table, counter);
            const bool is_win = i % 2 == 0;
            const int last = position.ply() + 12;
            const int stones = is_win ? proof.win(last, 2000) : proof.loss(last, 2000);
            left_alone &=
                position.is_consistent() && position.ply() == static_cast<int>(both.moves.size());
            if (stones == 0) continue;
            ++(is_win ? wins : losses);
            const Score score{is_win ? Score::Kind::win : Score::Kind::loss,
                              stones - position.ply()};
            lines &= static_cast<int>(proof.line().size()) == score.number &&
                     score.number % 2 == (is_win ? 1 : 0) &&
                     is_legal(proof.line(), both.board, both.moves.size(), true);
            in_time &= is_in_time(score, both.board, both.moves.size());
        }
        check(lines, "the lines of proofs, " + name_of(rules));
        check(in_time, "what is proven by plain search, " + name_of(rules));
        check(left_alone, "a proof leaves the position as it was, " + name_of(rules));
    }
    check(wins > 200 && losses > 40, "there are enough proofs of wins and of losses");
}

// A table that says of every move that the side to move wins after any reply. The search believes
// it where the reply that it looks at itself loses, as it would believe two positions with one
// hash; what is told does not.
void test_lying_table() {
    std::mt19937 random(9);
    const Rules rules{9, 9, 5};
    const Layout layout(rules, kTunedWeights);
    int lies = 0;
    bool in_time = true;
    for (int i = 0; i < 150; ++i) {
        Both both = tactical(layout, random);
        ThreatPosition& position = both.position;
        TranspositionTable table(1);
        table.start_search();
        for (const CellIndex move : both.board.empty()) {
            position.play(move);
            position.for_each_empty([&](CellIndex reply) {
                position.play(reply);
                table.store(position.hash(), {win_at(position.ply() + 7), 99, Bound::exact, 0});
                position.take_back();
            });
            position.take_back();
        }
        Clock clock({}, nullptr);
        const GomokuOptions options;
        MoveHistory history(options);
        RootSearch search(position, options, table, history, clock, 0);
        search.search_moves(4);
        const RootMove& best = search.moves().front();
        if (!is_win(best.value)) continue;
        const Value told = search.claims().of_best(best.move, best.value).value;
        lies += !is_decided(told);
        if (is_decided(told)) {
            in_time &=
                is_in_time(Score::of(told, position.ply(), false), both.board, both.moves.size());
        }
    }
    check(lies > 10, "what a table alone says is not told as proven");
    check(in_time, "what is told is so");
}

// What a game's earlier searches found is used for its later positions, and for no others.
void test_memory() {
    std::mt19937 random(12);
    const Rules rules{15, 15, 5};
    const Layout layout(rules, kTunedWeights);
    const Geometry<11> geometry(rules);
    const Limit limit{.depth = 7};
    Gomoku engine({.table_mb = 4});
    Gomoku forgetful({.table_mb = 4, .memory = false});
    const auto nodes = [&](Gomoku& any, const Position<11>& position) {
        return any.analyse(position, limit, nullptr, false, {}).nodes;
    };
    bool same = true;
    std::uint64_t going_on = 0;
    std::uint64_t anew = 0;
    for (int i = 0; i < 8; ++i) {
        Both both(layout);
        for (int n = 0; n < 6; ++n) {
            CellIndex cell = kNoCell;
            do {
                cell = index_of({pick(random, 5, 9), pick(random, 5, 9)});
            } while (!both.position.is_empty(cell));
            both.play(cell);
        }
        const Position<11> before = position_of(both, geometry);
        const std::uint64_t first = nodes(engine, before);
        same &= first == nodes(forgetful, before) && first == nodes(engine, before);
        Position<11> after = before;
        for (int ply = 0; ply < 2; ++ply) {
            const auto found = forgetful.analyse(after, limit, nullptr, false, {});
            const int bit = geometry.bit(found.pv.front());
            if (after.wins(bit)) break;
            after.play(bit);
        }
        if (after.ply() == before.ply() + 2) {
            going_on += nodes(engine, after);
            anew += nodes(forgetful, after);
        }
        same &= nodes(engine, before) == first;  // an earlier position is another game
    }
    check(same, "a new game is searched as by a new engine");
    check(going_on < anew, "a game that goes on needs fewer nodes");
}

void test_table() {
    const TableEntry entry{17, 5, Bound::lower, 3};
    TranspositionTable table(1);
    table.start_search();
    check(!table.find(0) && !table.find(12345), "an empty table finds nothing");
    table.store(12345, entry);
    const auto found = table.find(12345);
    check(found && found->value == 17 && found->depth == 5 && found->bound == Bound::lower &&
              found->move == 3,
          "what was stored is found");
    table.start_search(true);
    check(table.find(12345).has_value(), "a search that goes on finds what was before");
    table.start_search();
    check(!table.find(12345), "one that starts anew does not");
    // The high half of a hash names the bucket.
    table.store(1, {1, 30, Bound::exact, 1});
    for (std::uint64_t hash = 2; hash < 100; ++hash) table.store(hash, {1, 2, Bound::exact, 1});
    check(table.find(1).has_value() && table.find(99).has_value(),
          "a full bucket gives up what is least deep");
    for (int i = 0; i < 12; ++i) table.start_search(true);
    for (std::uint64_t hash = 2; hash < 100; ++hash) table.store(hash, {1, 2, Bound::exact, 1});
    check(!table.find(1), "and what is old");
    bool is_right = true;
    for (int i = 0; i < 1000; ++i) {
        table.store(7, entry);
        table.start_search();
        is_right &= !table.find(7);
    }
    check(is_right, "however many searches there were");
}

}  // namespace

int main() {
    test_engine();
    test_memory();
    test_table();
    test_own_line();
    test_long_lines();
    test_forcing();
    test_proofs();
    test_lying_table();
    return enligne::test::summary("gomoku engine");
}
