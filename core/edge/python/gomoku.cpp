// The Gomoku engine as seen from Python.
#include "play/gomoku/gomoku.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "board/any_position.h"
#include "edge/python/modules.h"
#include "play/gomoku/fours.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace enligne {
namespace {

gomoku::Weights weights_of(const nb::object& bytes) {
    if (bytes.is_none()) return gomoku::kTunedWeights;
    const auto given = nb::cast<nb::bytes>(bytes);
    gomoku::Weights weights;
    if (given.size() != sizeof weights) throw nb::value_error("these are not weights");
    std::memcpy(&weights, given.data(), sizeof weights);
    return weights;
}

// What tuning looks at in a position: for each empty cell its number, the combination of its
// patterns for the side to move and for the other, and whether it is near a stone; which threats
// there are; and whether the evaluation would ever be asked.
std::tuple<nb::bytes, int, bool> features(const AnyPosition& position) {
    // Kept because it costs more than what is asked of it; Python's lock guards it.
    static std::unique_ptr<const gomoku::Layout> layout;
    if (layout == nullptr || !(layout->rules == position.rules())) {
        layout = std::make_unique<const gomoku::Layout>(position.rules(), gomoku::kTunedWeights);
    }
    return position.visit([](const auto& each) {
        const gomoku::ThreatPosition threats(*layout, each);
        const int mover = threats.side();
        gomoku::CellRows near;
        threats.for_each_near([&](gomoku::CellIndex cell) { near.set(cell); });
        std::vector<std::uint16_t> rows;
        threats.for_each_empty([&](gomoku::CellIndex cell) {
            rows.push_back(static_cast<std::uint16_t>(cell));
            for (const int side : {mover, 1 - mover}) {
                rows.push_back(
                    static_cast<std::uint16_t>(gomoku::combination_of(threats.code(side, cell))));
            }
            rows.push_back(near.test(cell));
        });
        const bool is_quiet = threats.count(mover, gomoku::CellClass::five) == 0 &&
                              threats.count(mover, gomoku::CellClass::open_four) == 0 &&
                              threats.count(1 - mover, gomoku::CellClass::five) == 0;
        return std::tuple(nb::bytes(rows.data(), rows.size() * sizeof rows[0]),
                          threats.threat_index(), is_quiet);
    });
}

using Cells = std::vector<std::pair<int, int>>;

Cells cells_of(const Variation& line) {
    Cells cells;
    for (const int move : line) {
        const Cell cell = gomoku::cell_of(static_cast<gomoku::CellIndex>(move));
        cells.emplace_back(cell.column, cell.row);
    }
    return cells;
}

}  // namespace

void add_gomoku(nb::module_& module) {
    using gomoku::Gomoku;
    using gomoku::GomokuOptions;

    module.def("gomoku_techniques", &technique_names<GomokuOptions>,
               "The techniques that can be left out.");
    module.attr("GOMOKU_COMBINATIONS") = gomoku::kCombinations;
    module.attr("GOMOKU_THREAT_SETS") = gomoku::kThreatSets;

    module.def("gomoku_features", &features, "position"_a,
               "What tuning looks at in a position whose rules the engine's tables reach.");

    nb::class_<Gomoku>(module, "Gomoku")
        .def(
            "__init__",
            [](Gomoku* self, int table_mb, int threads, const std::vector<std::string>& without,
               const nb::object& weights) {
                const GomokuOptions options{.table_mb = table_mb, .threads = threads};
                new (self) Gomoku(enligne::without(options, without), weights_of(weights));
            },
            "table_mb"_a, "threads"_a, "without"_a, "weights"_a = nb::none(),
            "Weights other than its own, as bytes, are for tuning.")
        .def_static(
            "supports",
            [](int width, int height, int run, bool gravity, bool exact) {
                return gomoku::plays({width, height, run, gravity, exact});
            },
            "width"_a, "height"_a, "run"_a, "gravity"_a, "exact"_a)
        .def(
            "analyse",
            [](Gomoku& self, const AnyPosition& position, const Limit& limit, bool all_moves,
               StopFlag& stop, const nb::object& report) {
                return searched(stop, report, [&](const Report& told) {
                    return position.visit([&](const auto& root) {
                        return self.analyse(root, limit, &stop, all_moves, told);
                    });
                });
            },
            "position"_a, "limit"_a, "all_moves"_a, "stop"_a, "report"_a = nb::none(),
            "Analyses a position that is not finished; one call at a time.");

    using gomoku::Fours;
    nb::class_<Fours>(module, "Fours",
                      "Searches positions of one kind of rules that are not finished for wins by "
                      "fours alone; one call at a time.")
        .def(
            "__init__",
            [](Fours* self, int width, int height, int run, bool gravity, bool exact) {
                new (self) Fours({width, height, run, gravity, exact});
            },
            "width"_a, "height"_a, "run"_a, "gravity"_a, "exact"_a)
        .def(
            "win",
            [](Fours& self, const AnyPosition& position, int most_fours,
               std::uint64_t most_nodes) -> std::optional<Cells> {
                const auto line = position.visit(
                    [&](const auto& each) { return self.win(each, most_fours, most_nodes); });
                if (!line) return std::nullopt;
                return cells_of(*line);
            },
            "position"_a, "most_fours"_a, "most_nodes"_a,
            "A win with as few fours as can be; empty when there is none, None when the nodes did "
            "not suffice.")
        .def(
            "wins",
            [](Fours& self, const AnyPosition& position, int most_fours,
               std::uint64_t most_nodes) -> std::optional<std::vector<Cells>> {
                const auto lines = position.visit(
                    [&](const auto& each) { return self.wins(each, most_fours, most_nodes); });
                if (!lines) return std::nullopt;
                std::vector<Cells> found;
                for (const auto& line : *lines) found.push_back(cells_of(line));
                return found;
            },
            "position"_a, "most_fours"_a, "most_nodes"_a,
            "The same for each first move that wins so.");
}

}  // namespace enligne
