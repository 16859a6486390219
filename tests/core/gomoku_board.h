// A board of letters for the tests of the Gomoku engine, and positions to try it on.
#pragma once

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "checks.h"
#include "play/gomoku/threat_position.h"
#include "play/gomoku/tuned_weights.h"

namespace enligne::gomoku {

using test::name_of;
using test::pick;

inline constexpr int kLineSteps[kDirections][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

// A board of letters, `x`, `o` and `.`, that knows nothing but how to walk over it.
class Board {
   public:
    explicit Board(const Rules& rules)
        : rules_(rules), cells_(rules.height, std::string(rules.width, '.')) {}

    bool has(int column, int row) const {
        return column >= 0 && column < rules_.width && row >= 0 && row < rules_.height;
    }
    char at(int column, int row) const { return has(column, row) ? cells_[row][column] : '#'; }
    char at(CellIndex cell) const { return at(cell_of(cell).column, cell_of(cell).row); }
    void set(CellIndex cell, char stone) {
        cells_[cell_of(cell).row][cell_of(cell).column] = stone;
    }

    std::vector<CellIndex> empty() const {
        std::vector<CellIndex> found;
        for (int row = 0; row < rules_.height; ++row) {
            for (int column = 0; column < rules_.width; ++column) {
                if (at(column, row) == '.') found.push_back(index_of({column, row}));
            }
        }
        return found;
    }

    // Whether a stone on an empty cell would win.
    bool wins(CellIndex cell, char stone) const {
        const auto [column, row] = cell_of(cell);
        for (const auto& step : kLineSteps) {
            int length = 1;
            for (const int way : {-1, 1}) {
                for (int i = way; at(column + i * step[0], row + i * step[1]) == stone; i += way) {
                    ++length;
                }
            }
            if (rules_.exact ? length == rules_.run : length >= rules_.run) return true;
        }
        return false;
    }
    int count_wins(char stone) const {
        int count = 0;
        for (const CellIndex cell : empty()) count += wins(cell, stone);
        return count;
    }

    // Whether some stone here would make two or more ways to win, where there is none yet.
    bool has_open_four(char stone) {
        for (const CellIndex cell : empty()) {
            set(cell, stone);
            const bool is_open_four = count_wins(stone) > 1;
            set(cell, '.');
            if (is_open_four) return true;
        }
        return false;
    }

    // Whether the side with these stones, to move, can win within n plies whatever the
    // other side does. Plain search; a pass is tried first as the weakest of all replies.
    bool wins_within(int plies, char mine, char others) {
        const auto cells = empty();
        int dangers = 0;
        CellIndex danger = kNoCell;
        for (const CellIndex cell : cells) {
            if (wins(cell, mine)) return plies > 0;
            if (wins(cell, others)) {
                ++dangers;
                danger = cell;
            }
        }
        if (plies < 3 || dangers > 1) return false;
        for (const CellIndex move : cells) {
            if (dangers == 1 && move != danger) continue;
            set(move, mine);
            const bool holds = wins_after(plies - 1, mine, others);
            set(move, '.');
            if (holds) return true;
        }
        return false;
    }

   private:
    // The same when the other side, which cannot win at once, is to move.
    bool wins_after(int plies, char mine, char others) {
        const auto cells = empty();
        std::vector<CellIndex> threats;
        std::copy_if(cells.begin(), cells.end(), std::back_inserter(threats),
                     [&](CellIndex cell) { return wins(cell, mine); });
        if (threats.size() > 1) return true;
        if (threats.empty() && (plies < 4 || !wins_within(plies - 1, mine, others))) return false;
        for (const CellIndex reply : threats.empty() ? cells : threats) {
            set(reply, others);
            const bool holds = wins_within(plies - 1, mine, others);
            set(reply, '.');
            if (!holds) return false;
        }
        return true;
    }

    Rules rules_;
    std::vector<std::string> cells_;
};

inline constexpr char kStones[2] = {'x', 'o'};

// A position with the same stones on a board of letters.
struct Both {
    ThreatPosition position;
    Board board;
    std::vector<CellIndex> moves{};

    explicit Both(const Layout& layout) : position(layout), board(layout.rules) {}

    void play(CellIndex cell) {
        board.set(cell, kStones[position.side()]);
        position.play(cell);
        moves.push_back(cell);
    }
    void take_back() {
        position.take_back();
        board.set(moves.back(), '.');
        moves.pop_back();
    }
};

// An empty cell, mostly near the last stones, where patterns come about.
inline CellIndex some_cell(const Both& both, std::mt19937& random) {
    const auto empty = both.board.empty();
    if (!both.moves.empty() && pick(random, 0, 9) > 0) {
        const int recent = std::min<int>(static_cast<int>(both.moves.size()), 6);
        const auto [column, row] = cell_of(both.moves[both.moves.size() - pick(random, 1, recent)]);
        for (int tries = 0; tries < 8; ++tries) {
            const auto& step = kLineSteps[pick(random, 0, 3)];
            const int far = pick(random, -3, 3);
            const Cell cell{column + far * step[0], row + far * step[1]};
            if (both.board.at(cell.column, cell.row) == '.') return index_of(cell);
        }
    }
    return empty[pick(random, 0, static_cast<int>(empty.size()) - 1)];
}

inline const std::vector<Rules> kTactical = {
    {7, 7, 4},  {6, 8, 4, false, true},   {9, 9, 5},  {9, 8, 5, false, true},  {15, 15, 5},
    {12, 7, 6}, {10, 10, 6, false, true}, {14, 9, 7}, {11, 11, 7, false, true}};

// A position that some game leads to, in which both sides mostly play where it promises much;
// nobody has won.
inline Both tactical(const Layout& layout, std::mt19937& random) {
    Both both(layout);
    const int most = pick(random, 4, layout.cell_count() * 3 / 4);
    while (both.position.ply() < most) {
        CellIndex best = some_cell(both, random);
        for (int tries = pick(random, 0, 6); tries > 0; --tries) {
            const CellIndex other = some_cell(both, random);
            if (both.position.promise(other) > both.position.promise(best)) best = other;
        }
        if (both.position.cell_class(both.position.side(), best) == CellClass::five) {
            // The last moves before a win are those at which there was something to find.
            for (int back = pick(random, 0, 8); back > 0 && !both.moves.empty(); --back) {
                both.take_back();
            }
            break;
        }
        both.play(best);
    }
    return both;
}

}  // namespace enligne::gomoku
