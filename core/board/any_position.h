// The edge of the core: a position of any rules as one type, for callers outside of C++.
//
// Here, and only here, the number of words is chosen. Nothing throws: what cannot be done is
// answered with a reason.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "board/perft.h"
#include "board/position.h"
#include "board/setup.h"
#include "board/symmetry.h"

namespace enligne {

enum class Legality {
    legal,
    outside,      // not a cell of the board
    occupied,     // a stone is there
    column_full,  // gravity, and no empty cell left in the column
    in_the_air,   // gravity, and the stone would fall further
    finished,     // the game is over
};

enum class Result { open, first_wins, second_wins, draw };

class AnyPosition {
   public:
    // Calls the visitor with the position in the width it has. Stands first because the types
    // that the members below return follow from it.
    template <class Visitor>
    decltype(auto) visit(Visitor visitor) const {
        return std::visit(visitor, position_);
    }

    // The empty board of rules that are not refused.
    static AnyPosition empty(const Rules& rules) {
        const int bits = bits_needed(rules);
        if (bits <= 64) return of<1>(rules);   // 7x6
        if (bits <= 128) return of<2>(rules);  // 10x10
        if (bits <= 256) return of<4>(rules);  // 15x15
        if (bits <= 384) return of<6>(rules);  // 19x19
        return of<11>(rules);                  // 26x26
    }

    // The same rules with these stones, each a cell of the board and named once; they may be
    // flawed, so check_setup comes next.
    AnyPosition with_stones(const std::vector<Cell>& first, const std::vector<Cell>& second) const {
        return visit([&]<int Words>(const Position<Words>& position) {
            const auto& geometry = position.geometry();
            const auto bits = [&](const std::vector<Cell>& cells) {
                Bits<Words> result;
                for (const Cell cell : cells) result.flip(geometry.bit(cell));
                return result;
            };
            return derived(Position<Words>(geometry, bits(first), bits(second)));
        });
    }

    struct CellFlaw {
        Flaw flaw;
        Cell cell;
    };
    CellFlaw flaw() const {
        return visit([](const auto& position) {
            const auto check = check_setup(position);
            return CellFlaw{check.flaw, position.geometry().cell(check.bit)};
        });
    }

    const Rules& rules() const {
        return visit(
            [](const auto& position) -> const Rules& { return position.geometry().rules; });
    }
    int ply() const {
        return visit([](const auto& position) { return position.ply(); });
    }
    std::uint64_t hash() const {
        return visit([](const auto& position) { return position.hash(); });
    }
    Result result() const { return result_; }

    std::vector<Cell> stones(Side side) const {
        return visit([&](const auto& position) {
            return cells(position.stones(side), position.geometry());
        });
    }
    std::vector<std::uint64_t> words(Side side) const {
        return visit([&](const auto& position) {
            const auto& word = position.stones(side).word;
            return std::vector<std::uint64_t>(word.begin(), word.end());
        });
    }
    // Who has a stone on a cell of the board.
    std::optional<Side> at(Cell cell) const {
        return visit([&](const auto& position) -> std::optional<Side> {
            const int bit = position.geometry().bit(cell);
            if (position.stones(Side::first).test(bit)) return Side::first;
            if (position.stones(Side::second).test(bit)) return Side::second;
            return std::nullopt;
        });
    }

    std::vector<Cell> moves() const {
        return visit([&](const auto& position) {
            return result_ == Result::open ? cells(position.moves(), position.geometry())
                                           : std::vector<Cell>{};
        });
    }
    int move_count() const {
        return visit([&](const auto& position) {
            return result_ == Result::open ? position.moves().count() : 0;
        });
    }
    Legality legality(Cell cell) const {
        return visit([&](const auto& position) {
            const auto& geometry = position.geometry();
            if (!geometry.contains(cell)) return Legality::outside;
            if (result_ != Result::open) return Legality::finished;
            if (position.moves().test(geometry.bit(cell))) return Legality::legal;
            if (position.occupied().test(geometry.bit({cell.column, geometry.rules.height - 1})) &&
                geometry.rules.gravity) {
                return Legality::column_full;
            }
            return position.occupied().test(geometry.bit(cell)) ? Legality::occupied
                                                                : Legality::in_the_air;
        });
    }
    // The row a stone falls to in a column of the board, with gravity; none when it is full.
    std::optional<int> landing_row(int column) const {
        return visit([&](const auto& position) -> std::optional<int> {
            const auto moves = position.moves();
            for (int row = 0; row < position.geometry().rules.height; ++row) {
                if (moves.test(position.geometry().bit({column, row}))) return row;
            }
            return std::nullopt;
        });
    }

    // The position after a legal move.
    AnyPosition played(Cell cell) const {
        return visit([&](auto position) {
            const int bit = position.geometry().bit(cell);
            const bool wins = position.wins(bit);
            const Side mover = position.side();
            position.play(bit);
            Result result = position.is_full() ? Result::draw : Result::open;
            if (wins) result = mover == Side::first ? Result::first_wins : Result::second_wins;
            return AnyPosition(geometry_, position, result);
        });
    }

    // All cells of the winning runs; none while nobody has won.
    std::vector<Cell> winning_cells() const {
        return visit([&](const auto& position) {
            const auto& geometry = position.geometry();
            return cells(run_cells(position.stones(Side::first), geometry) |
                             run_cells(position.stones(Side::second), geometry),
                         geometry);
        });
    }

    AnyPosition image(const Symmetry& symmetry) const {
        return visit(
            [&](const auto& position) { return derived(enligne::image(position, symmetry)); });
    }
    std::pair<AnyPosition, Symmetry> canonical() const {
        return visit([&](const auto& position) {
            const auto best = enligne::canonical(position);
            return std::pair{derived(best.position), best.symmetry};
        });
    }

    // Nothing when the flag ended the count.
    std::optional<Perft> perft(int depth, const std::atomic<bool>& stop) const {
        if (depth == 0) {
            return Perft{1, result_ == Result::first_wins || result_ == Result::second_wins,
                         result_ == Result::draw};
        }
        if (result_ != Result::open) return Perft{};
        const Perft found =
            visit([&](auto position) { return enligne::perft(position, depth, stop); });
        return stop.load() ? std::nullopt : std::optional(found);
    }

    friend bool operator==(const AnyPosition& a, const AnyPosition& b) {
        return a.position_ == b.position_;
    }

   private:
    using Variant = std::variant<Position<1>, Position<2>, Position<4>, Position<6>, Position<11>>;

    AnyPosition(std::shared_ptr<const void> geometry, const Variant& position, Result result)
        : geometry_(std::move(geometry)), position_(position), result_(result) {}

    template <int Words>
    static AnyPosition of(const Rules& rules) {
        const auto geometry = std::make_shared<const Geometry<Words>>(rules);
        return {geometry, Position<Words>(*geometry), Result::open};
    }

    // A position of the same rules, whatever way it came about: its result is computed anew.
    template <int Words>
    AnyPosition derived(const Position<Words>& position) const {
        const auto& geometry = position.geometry();
        Result result = position.is_full() ? Result::draw : Result::open;
        if (has_run(position.stones(Side::first), geometry)) result = Result::first_wins;
        if (has_run(position.stones(Side::second), geometry)) result = Result::second_wins;
        return {geometry_, position, result};
    }

    template <int Words>
    static std::vector<Cell> cells(const Bits<Words>& bits, const Geometry<Words>& geometry) {
        std::vector<Cell> result;
        result.reserve(bits.count());
        bits.for_each([&](int bit) { result.push_back(geometry.cell(bit)); });
        return result;
    }

    std::shared_ptr<const void> geometry_;  // keeps alive what the position refers to
    Variant position_;
    Result result_;
};

}  // namespace enligne
