// A position that knows the patterns of every empty cell for both sides, kept by every move.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "board/position.h"
#include "play/gomoku/layout.h"

namespace enligne::gomoku {

// Refers to its layout, which must outlive it. A move changes the patterns of the empty cells
// within reach on its four lines, and of no others; what they were, and what all of them came to,
// is kept to take it back.
class ThreatPosition {
   public:
    explicit ThreatPosition(const Layout& layout) : layout_(&layout) {
        for (int row = 0; row < layout.rules.height; ++row) {
            for (int column = 0; column < layout.rules.width; ++column) {
                const CellIndex cell = index_of({column, row});
                is_cell_[cell] = true;
                for (int side = 0; side < 2; ++side) add(side, cell, computed_code(side, cell));
            }
        }
        changes_.reserve(std::size_t{4} * layout.cell_count() * layout.reach());
        past_.reserve(layout.cell_count());
    }

    // A position set up from the stones of another; they may be any, also a finished game's.
    template <int Words>
    ThreatPosition(const Layout& layout, const Position<Words>& position) : ThreatPosition(layout) {
        const auto& geometry = position.geometry();
        auto first = position.stones(Side::first);
        auto second = position.stones(Side::second);
        while (first.any()) {
            play(index_of(geometry.cell(first.pop_lowest())));
            if (second.any()) play(index_of(geometry.cell(second.pop_lowest())));
        }
    }

    const Layout& layout() const { return *layout_; }
    int ply() const { return ply_; }
    int side() const { return ply_ & 1; }
    bool is_full() const { return ply_ == layout_->cell_count(); }
    std::uint64_t hash() const { return hash_; }
    bool is_empty(CellIndex cell) const { return is_cell_[cell] && !stones_.test(cell); }
    CellIndex last_move() const { return past_.empty() ? kNoCell : past_.back().cell; }

    Code code(int side, CellIndex cell) const { return code_[side][cell]; }
    CellClass cell_class(int side, CellIndex cell) const {
        return layout_->codes[code_[side][cell]].cell_class;
    }
    const CellWeights& weights(int side, CellIndex cell) const {
        return layout_->codes[code_[side][cell]].weights;
    }
    // What playing on a cell promises the side to move, by the tuned weights.
    std::int32_t promise(CellIndex cell) const {
        return weights(side(), cell).own + weights(1 - side(), cell).other;
    }
    // How many empty cells are of a class for a side.
    int count(int side, CellClass cell_class) const {
        return totals_.count[side][static_cast<int>(cell_class)];
    }
    // Neither side can win any more.
    bool is_dead() const { return totals_.alive[0] + totals_.alive[1] == 0; }

    // The cells that would make a four or more, or an open three and no four.
    const CellRows& fours(int side) const { return totals_.fours[side]; }
    const CellRows& threes(int side) const { return totals_.threes[side]; }

    // The first cell of a class from four up, other than `but`; there must be one.
    CellIndex find(int side, CellClass cell_class, CellIndex but = kNoCell) const {
        CellIndex found = kNoCell;
        for_each(totals_.fours[side], [&](CellIndex cell) {
            if (found == kNoCell && cell != but && this->cell_class(side, cell) == cell_class) {
                found = cell;
            }
        });
        assert(found != kNoCell);
        return found;
    }

    // The empty cells near stones.
    template <class Visitor>
    void for_each_near(Visitor visit) const {
        CellRows cells;
        for (int row = 0; row < layout_->rules.height; ++row) {
            cells.row[row] = totals_.near.row[row] & ~stones_.row[row];
        }
        for_each(cells, visit);
    }
    template <class Visitor>
    void for_each_empty(Visitor visit) const {
        CellRows cells;
        for (int row = 0; row < layout_->rules.height; ++row) {
            cells.row[row] = ~stones_.row[row] & ((std::uint32_t{1} << layout_->rules.width) - 1);
        }
        for_each(cells, visit);
    }
    template <class Visitor>
    void for_each(const CellRows& cells, Visitor visit) const {
        for (int row = 0; row < layout_->rules.height; ++row) {
            for (auto rest = cells.row[row]; rest != 0; rest &= rest - 1) {
                visit(static_cast<CellIndex>(kStride * row + std::countr_zero(rest)));
            }
        }
    }

    // The static evaluation for the side to move, which has no five, nor has the other.
    int evaluation() const {
        const int mover = side();
        return totals_.mover_sum[mover] - totals_.waiter_sum[1 - mover] +
               layout_->threat_weights[threat_index()];
    }
    // Which threats there are, a bit each.
    int threat_index() const {
        const int mover = side();
        const int waiter = 1 - mover;
        const auto has = [&](int side, CellClass a, CellClass b) {
            return count(side, a) + count(side, b) > 0;
        };
        return has(mover, CellClass::three, CellClass::three_and_more) |
               (count(mover, CellClass::two_threes) > 0) << 1 |
               has(mover, CellClass::four, CellClass::four_and_more) << 2 |
               (count(mover, CellClass::four_three) > 0) << 3 |
               has(waiter, CellClass::three, CellClass::three_and_more) << 4 |
               (count(waiter, CellClass::two_threes) > 0) << 5 |
               has(waiter, CellClass::four, CellClass::four_and_more) << 6 |
               (count(waiter, CellClass::four_three) > 0) << 7 |
               (count(waiter, CellClass::open_four) > 0) << 8;
    }

    // Plays on an empty cell for the side to move.
    void play(CellIndex cell) {
        assert(is_empty(cell));
        const int mover = side();
        past_.push_back({cell, changes_.size(), hash_, totals_});
        count_code(0, cell, -1);
        count_code(1, cell, -1);
        stones_.flip(cell);
        hash_ ^= layout_->key[mover][cell];
        ++ply_;
        for (int d = 0; d < kDirections; ++d) {
            const auto [line, place] = layout_->place[d][cell];
            line_[mover][d][line] ^= bit(place);
            update_line(cell, d, line, place);
        }
        approach(cell);
    }

    void take_back() {
        const Past& past = past_.back();
        --ply_;
        const int mover = side();
        stones_.flip(past.cell);
        for (int d = 0; d < kDirections; ++d) {
            const auto [line, place] = layout_->place[d][past.cell];
            line_[mover][d][line] ^= bit(place);
        }
        // From the last: a cell may have changed twice. The codes of the cell itself have waited
        // beneath the stone.
        for (; changes_.size() > past.changes; changes_.pop_back()) {
            const Change& was = changes_.back();
            code_[0][was.cell] = was.code[0];
            code_[1][was.cell] = was.code[1];
        }
        hash_ = past.hash;
        totals_ = past.totals;
        past_.pop_back();
    }

    // Whether a stone of the other side on `stop` would leave `side` no open four on `cell`.
    bool would_stop(int side, CellIndex cell, CellIndex stop) const {
        if (cell == stop) return true;
        for (int d = 0; d < kDirections; ++d) {
            const auto [line, place] = layout_->place[d][cell];
            const auto [other_line, other_place] = layout_->place[d][stop];
            if (line != other_line || std::abs(place - other_place) > layout_->reach()) continue;
            const Pattern pattern = pattern_at(side, d, line, place, bit(other_place));
            const Code code = with_pattern(code_[side][cell], d, pattern);
            return layout_->codes[code].cell_class < CellClass::open_four;
        }
        return false;
    }

    // Calls with each empty cell on which the side to move stops every open four of the other.
    template <class Visitor>
    void for_each_stop(Visitor visit) const {
        const int attacker = 1 - side();
        const CellIndex threat = find(attacker, CellClass::open_four);
        const auto consider = [&](CellIndex stop) {
            bool stops = true;
            for_each(totals_.fours[attacker], [&](CellIndex cell) {
                if (stops && cell_class(attacker, cell) == CellClass::open_four) {
                    stops = would_stop(attacker, cell, stop);
                }
            });
            if (stops) visit(stop);
        };
        consider(threat);
        for (int d = 0; d < kDirections; ++d) {
            if (pattern_in(code_[attacker][threat], d) < Pattern::four) continue;
            const auto [line, place] = layout_->place[d][threat];
            for_each_in_reach(threat, d, line, place, consider);
        }
    }

    // What `code` must be: computed from the stones alone.
    Code computed_code(int side, CellIndex cell) const {
        Code code = 0;
        for (int d = 0; d < kDirections; ++d) {
            const auto [line, place] = layout_->place[d][cell];
            code = with_pattern(code, d, pattern_at(side, d, line, place, 0));
        }
        return code;
    }

    // Whether all that moves keep is what follows from the stones.
    bool is_consistent() const {
        ThreatPosition fresh(*layout_);
        fresh.stones_ = stones_;
        fresh.line_ = line_;
        fresh.totals_ = {};
        fresh.totals_.near = totals_.near;
        bool same = true;
        for_each_empty([&](CellIndex cell) {
            for (int s = 0; s < 2; ++s) {
                const Code code = fresh.computed_code(s, cell);
                same &= code == code_[s][cell];
                fresh.add(s, cell, code);
            }
        });
        return same && totals_ == fresh.totals_;
    }

   private:
    static constexpr int kNear = 3;

    struct Change {
        CellIndex cell;
        std::array<Code, 2> code;  // what it was, by side
    };
    // What the stones and the patterns of all cells come to.
    struct Totals {
        CellRows near;
        std::array<CellRows, 2> fours{};
        std::array<CellRows, 2> threes{};
        std::array<std::array<int, kCellClasses>, 2> count{};
        std::array<int, 2> alive{};  // cells with a pattern that is not dead
        std::array<int, 2> mover_sum{};
        std::array<int, 2> waiter_sum{};
        friend bool operator==(const Totals&, const Totals&) = default;
    };
    struct Past {
        CellIndex cell;
        std::size_t changes;  // how many there were before
        std::uint64_t hash;
        Totals totals;
    };

    std::uint64_t bit(int place) const { return std::uint64_t{1} << (place + layout_->reach()); }

    // The pattern of an empty cell for a side, with cells more that are lost to it.
    Pattern pattern_at(int side, int d, int line, int place, std::uint64_t lost) const {
        const std::uint32_t window = layout_->window();
        return layout_->patterns.at(
            static_cast<std::uint32_t>(line_[side][d][line] >> place) & window,
            static_cast<std::uint32_t>(
                (line_[1 - side][d][line] | layout_->off_board[d][line] | lost) >> place) &
                window);
    }

    template <class Visitor>
    void for_each_in_reach(CellIndex cell, int d, int line, int place, Visitor visit) const {
        const std::uint64_t taken =
            line_[0][d][line] | line_[1][d][line] | layout_->off_board[d][line];
        const int reach = layout_->reach();
        auto empty = static_cast<std::uint32_t>(~taken >> place) & layout_->window() &
                     ~(std::uint32_t{1} << reach);
        for (; empty != 0; empty &= empty - 1) {
            const int distance = std::countr_zero(empty) - reach;
            visit(static_cast<CellIndex>(cell + distance * Layout::step[d]));
        }
    }

    void update_line(CellIndex cell, int d, int line, int place) {
        const std::uint64_t first = line_[0][d][line];
        const std::uint64_t second = line_[1][d][line];
        const std::uint64_t off = layout_->off_board[d][line];
        const std::uint32_t window = layout_->window();
        const int reach = layout_->reach();
        auto empty = static_cast<std::uint32_t>(~(first | second | off) >> place) & window;
        for (; empty != 0; empty &= empty - 1) {
            const int distance = std::countr_zero(empty) - reach;
            const auto near = static_cast<CellIndex>(cell + distance * Layout::step[d]);
            const int at = place + distance;
            const auto seen = [&](std::uint64_t bits) {
                return static_cast<std::uint32_t>(bits >> at) & window;
            };
            const Pattern a = layout_->patterns.at(seen(first), seen(second | off));
            const Pattern b = layout_->patterns.at(seen(second), seen(first | off));
            const Code code_a = with_pattern(code_[0][near], d, a);
            const Code code_b = with_pattern(code_[1][near], d, b);
            if (code_a == code_[0][near] && code_b == code_[1][near]) continue;
            changes_.push_back({near, {code_[0][near], code_[1][near]}});
            replace(0, near, code_a);
            replace(1, near, code_b);
        }
    }

    void replace(int side, CellIndex cell, Code code) {
        Code& current = code_[side][cell];
        if (current == code) return;
        const CodeFacts& was = layout_->codes[current];
        const CodeFacts& is = layout_->codes[code];
        totals_.mover_sum[side] += is.weights.mover - was.weights.mover;
        totals_.waiter_sum[side] += is.weights.waiter - was.weights.waiter;
        totals_.alive[side] += (code != 0) - (current != 0);
        current = code;
        if (was.cell_class == is.cell_class) return;
        --totals_.count[side][static_cast<int>(was.cell_class)];
        ++totals_.count[side][static_cast<int>(is.cell_class)];
        if (is_four(was.cell_class) != is_four(is.cell_class)) totals_.fours[side].flip(cell);
        if (is_three(was.cell_class) != is_three(is.cell_class)) totals_.threes[side].flip(cell);
    }

    void add(int side, CellIndex cell, Code code) {
        code_[side][cell] = code;
        count_code(side, cell, 1);
    }

    // Counts a cell that became empty once, one that no longer is -1 times.
    void count_code(int side, CellIndex cell, int times) {
        const Code code = code_[side][cell];
        const CodeFacts& facts = layout_->codes[code];
        totals_.mover_sum[side] += times * facts.weights.mover;
        totals_.waiter_sum[side] += times * facts.weights.waiter;
        totals_.alive[side] += times * (code != 0);
        totals_.count[side][static_cast<int>(facts.cell_class)] += times;
        if (is_four(facts.cell_class)) totals_.fours[side].flip(cell);
        if (is_three(facts.cell_class)) totals_.threes[side].flip(cell);
    }

    static bool is_four(CellClass cell_class) { return cell_class >= CellClass::four; }
    static bool is_three(CellClass cell_class) {
        return cell_class >= CellClass::three && cell_class < CellClass::four;
    }

    // Near is what lies two cells away, or three along a line.
    void approach(CellIndex cell) {
        const int column = cell % kStride;
        const int row = cell / kStride;
        const std::uint32_t all = (std::uint32_t{1} << layout_->rules.width) - 1;
        // Around a middle at bit 3.
        static constexpr std::array<std::uint64_t, 2 * kNear + 1> kShape{
            0, 0b0111110, 0b0111110, 0b0111110, 0b0111110, 0b0111110, 0};
        for (int i = 0; i <= 2 * kNear; ++i) {
            const int at = row + i - kNear;
            if (at < 0 || at >= layout_->rules.height) continue;
            totals_.near.row[at] |= static_cast<std::uint32_t>(kShape[i] << column >> kNear) & all;
        }
    }
    const Layout* layout_;
    std::array<std::array<std::array<std::uint64_t, kMostLines>, kDirections>, 2> line_{};
    std::array<std::array<Code, kCellSlots>, 2> code_{};
    std::array<bool, kCellSlots> is_cell_{};
    CellRows stones_;
    Totals totals_;
    std::uint64_t hash_ = 0;
    int ply_ = 0;
    std::vector<Change> changes_;
    std::vector<Past> past_;
};

}  // namespace enligne::gomoku
