// Rules, symmetries and positions as seen from Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "board/any_position.h"
#include "edge/python/modules.h"
#include "search/clock.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace enligne {
namespace {

std::vector<Pair> pairs(const std::vector<Cell>& cells) {
    std::vector<Pair> result;
    result.reserve(cells.size());
    for (const Cell cell : cells) result.push_back(pair(cell));
    return result;
}

std::vector<Cell> cells(const std::vector<Pair>& pairs) {
    std::vector<Cell> result;
    result.reserve(pairs.size());
    for (const Pair& pair : pairs) result.push_back(cell(pair));
    return result;
}

Side side(int number) { return number == 0 ? Side::first : Side::second; }

using Flags = std::tuple<bool, bool, bool>;

Flags flags(const Symmetry& symmetry) {
    return {symmetry.mirror, symmetry.flip, symmetry.transpose};
}

Symmetry symmetry(const Flags& flags) {
    return {std::get<0>(flags), std::get<1>(flags), std::get<2>(flags)};
}

Rules rules(int width, int height, int run, bool gravity, bool exact) {
    const Rules result{width, height, run, gravity, exact};
    if (const auto reason = refusal(result); !reason.empty()) throw nb::value_error(reason.c_str());
    return result;
}

}  // namespace

void add_position(nb::module_& module) {
    module.attr("SMALLEST_SIDE") = kSmallestSide;
    module.attr("LARGEST_SIDE") = kLargestSide;
    module.attr("SHORTEST_RUN") = kShortestRun;
    module.attr("LONGEST_RUN") = kLongestRun;
    module.attr("WORD_BITS") = Bits<1>::kSize;

    nb::enum_<Result>(module, "Result")
        .value("OPEN", Result::open)
        .value("FIRST_WINS", Result::first_wins)
        .value("SECOND_WINS", Result::second_wins)
        .value("DRAW", Result::draw);
    nb::enum_<Legality>(module, "Legality")
        .value("LEGAL", Legality::legal)
        .value("OUTSIDE", Legality::outside)
        .value("OCCUPIED", Legality::occupied)
        .value("COLUMN_FULL", Legality::column_full)
        .value("IN_THE_AIR", Legality::in_the_air)
        .value("FINISHED", Legality::finished);
    nb::enum_<Flaw>(module, "Flaw")
        .value("NONE", Flaw::none)
        .value("IN_THE_AIR", Flaw::in_the_air)
        .value("COUNTS", Flaw::counts)
        .value("BOTH_WIN", Flaw::both_win)
        .value("AFTER_A_WIN", Flaw::after_a_win);

    nb::class_<Perft>(module, "Perft")
        .def_ro("leaves", &Perft::leaves)
        .def_ro("wins", &Perft::wins)
        .def_ro("draws", &Perft::draws);

    module.def(
        "refusal", [](int width, int height, int run) { return refusal({width, height, run}); },
        "width"_a, "height"_a, "run"_a,
        "Why rules of these measures cannot be played; empty when they can.");
    module.def(
        "symmetries",
        [](int width, int height, bool gravity) {
            std::vector<Flags> result;
            for (const auto& symmetry : symmetries({width, height, 0, gravity})) {
                result.push_back(flags(symmetry));
            }
            return result;
        },
        "width"_a, "height"_a, "gravity"_a,
        "The symmetries of a board as (mirror, flip, transpose), the identity first.");
    module.def(
        "inverse", [](const Flags& f) { return flags(symmetry(f).inverse()); }, "symmetry"_a);
    module.def(
        "image_of_cell",
        [](const Flags& f, int width, int height, const Pair& c) {
            return pair(symmetry(f)(cell(c), {width, height}));
        },
        "symmetry"_a, "width"_a, "height"_a, "cell"_a);

    nb::class_<AnyPosition>(module, "Position")
        .def(
            "__init__",
            [](AnyPosition* self, int width, int height, int run, bool gravity, bool exact) {
                new (self)
                    AnyPosition(AnyPosition::empty(rules(width, height, run, gravity, exact)));
            },
            "width"_a, "height"_a, "run"_a, "gravity"_a, "exact"_a)
        .def(
            "with_stones",
            [](const AnyPosition& self, const std::vector<Pair>& first,
               const std::vector<Pair>& second) {
                return self.with_stones(cells(first), cells(second));
            },
            "first"_a, "second"_a,
            "These stones, each on a cell of the board and named once; see flaw.")
        .def("flaw",
             [](const AnyPosition& self) {
                 const auto found = self.flaw();
                 return std::pair{found.flaw, pair(found.cell)};
             })
        .def_prop_ro("shape", [](const AnyPosition& self) { return shape(self.rules()); })
        .def_prop_ro("ply", &AnyPosition::ply)
        .def_prop_ro("result", &AnyPosition::result)
        .def(
            "stones", [](const AnyPosition& self, int s) { return pairs(self.stones(side(s))); },
            "side"_a)
        .def(
            "words", [](const AnyPosition& self, int s) { return self.words(side(s)); }, "side"_a)
        .def(
            "at",
            [](const AnyPosition& self, const Pair& c) -> std::optional<int> {
                const auto owner = self.at(cell(c));
                return owner ? std::optional(static_cast<int>(*owner)) : std::nullopt;
            },
            "cell"_a)
        .def("moves", [](const AnyPosition& self) { return pairs(self.moves()); })
        .def("move_count", &AnyPosition::move_count)
        .def(
            "legality",
            [](const AnyPosition& self, const Pair& c) { return self.legality(cell(c)); }, "cell"_a)
        .def("landing_row", &AnyPosition::landing_row, "column"_a)
        .def(
            "played", [](const AnyPosition& self, const Pair& c) { return self.played(cell(c)); },
            "cell"_a, "The position after a move, which must be legal.")
        .def("winning_cells", [](const AnyPosition& self) { return pairs(self.winning_cells()); })
        .def(
            "image",
            [](const AnyPosition& self, const Flags& f) { return self.image(symmetry(f)); },
            "symmetry"_a)
        .def("canonical",
             [](const AnyPosition& self) {
                 auto [position, symmetry] = self.canonical();
                 return std::pair{std::move(position), flags(symmetry)};
             })
        .def(
            "perft",
            [](const AnyPosition& self, int depth, StopFlag& stop) {
                const Away away(&stop);
                return self.perft(depth, stop);
            },
            "depth"_a, "stop"_a, "The positions n plies below; None when the stop ended the count.")
        .def("hash", &AnyPosition::hash)
        .def(
            "equals",
            [](const AnyPosition& self, const AnyPosition& other) { return self == other; },
            "other"_a);
}

}  // namespace enligne
