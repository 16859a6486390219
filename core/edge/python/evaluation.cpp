// What the evaluations see in a position, and their constants, for those who want to show it.
#include "play/alphabeta/evaluation.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <string>
#include <vector>

#include "board/any_position.h"
#include "edge/python/modules.h"
#include "play/gomoku/threat_position.h"
#include "play/gomoku/tuned_weights.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace enligne {
namespace {

// The open lines of a side by the number of stones on them, from none to one short of a run.
template <int Words>
std::vector<int> open_lines(const Position<Words>& position, Side side) {
    const auto& geometry = position.geometry();
    const auto counts =
        count_open_lines(position.stones(side), position.stones(other(side)), geometry);
    std::vector<int> result(counts.begin(), counts.begin() + geometry.rules.run);
    const Bits<Words> empty = geometry.cells & ~position.occupied();
    for (int d = 0; d < kDirections; ++d) result[0] += folded(empty, d, geometry).count();
    return result;
}

template <int Words>
std::vector<Pair> counted_threats_of(const Position<Words>& position, Side side) {
    const auto& geometry = position.geometry();
    if (!counts_threats(geometry.rules)) return {};
    const Bits<Words> empty = geometry.cells & ~position.occupied();
    std::vector<Pair> result;
    counted_threats(side, winning_cells(position.stones(side), geometry) & empty,
                    winning_cells(position.stones(other(side)), geometry) & empty, geometry)
        .for_each([&](int bit) { result.push_back(pair(geometry.cell(bit))); });
    return result;
}

// What the Gomoku engine sees in an empty cell for one side.
struct CellPatterns {
    Pair cell;
    // The name of the pattern in each direction: along the row, along the column, up to the right,
    // down to the right.
    std::array<std::string, kDirections> own;     // for the side to move
    std::array<std::string, kDirections> others;  // for the other side
    int own_weight;                               // what they add to the evaluation
    int others_weight;                            // what they take from it
};

std::array<std::string, kDirections> names(gomoku::Code code) {
    std::array<std::string, kDirections> result;
    for (int d = 0; d < kDirections; ++d) {
        result[d] = gomoku::kPatternNames[static_cast<int>(gomoku::pattern_in(code, d))];
    }
    return result;
}

std::vector<CellPatterns> patterns(const AnyPosition& position) {
    const gomoku::Layout layout(position.rules(), gomoku::kTunedWeights);
    return position.visit([&](const auto& each) {
        const gomoku::ThreatPosition threats(layout, each);
        const int mover = threats.side();
        std::vector<CellPatterns> result;
        threats.for_each_empty([&](gomoku::CellIndex index) {
            result.push_back({pair(gomoku::cell_of(index)), names(threats.code(mover, index)),
                              names(threats.code(1 - mover, index)),
                              threats.weights(mover, index).mover,
                              threats.weights(1 - mover, index).waiter});
        });
        return result;
    });
}

}  // namespace

void add_evaluation(nb::module_& module) {
    module.attr("REPORT_LONG_ROW") = kLongRow;
    module.attr("REPORT_SHORT_ROW") = kShortRow;
    module.attr("THREAT_WORTH") = kThreatWorth;

    module.def(
        "evaluate",
        [](const AnyPosition& position, Evaluation evaluation) {
            return position.visit([&](const auto& each) { return evaluate(each, evaluation); });
        },
        "position"_a, "evaluation"_a,
        "The static evaluation of a position that is not finished, from the side to move.");
    module.def(
        "line_factor", [](bool gravity) { return line_factor({.gravity = gravity}); }, "gravity"_a,
        "How many times as much an open line is worth with one more stone; with one it is worth "
        "1.");
    module.def(
        "open_lines",
        [](const AnyPosition& position, int side) {
            return position.visit(
                [&](const auto& each) { return open_lines(each, static_cast<Side>(side)); });
        },
        "position"_a, "side"_a,
        "The lines that the other side has not entered, by the number of stones on them.");
    module.def(
        "counted_threats",
        [](const AnyPosition& position, int side) {
            return position.visit([&](const auto& each) {
                return counted_threats_of(each, static_cast<Side>(side));
            });
        },
        "position"_a, "side"_a,
        "The cells of a side's threats that count: none without gravity or on odd heights.");

    nb::class_<CellPatterns>(module, "CellPatterns")
        .def_ro("cell", &CellPatterns::cell)
        .def_ro("own", &CellPatterns::own)
        .def_ro("others", &CellPatterns::others)
        .def_ro("own_weight", &CellPatterns::own_weight)
        .def_ro("others_weight", &CellPatterns::others_weight);
    module.def(
        "gomoku_patterns",
        [] {
            return std::vector<std::string>(gomoku::kPatternNames.begin(),
                                            gomoku::kPatternNames.end());
        },
        "The names of the patterns, the weakest first.");
    module.def("cell_patterns", &patterns, "position"_a,
               "What a stone of either side would make of each empty cell, for rules that the "
               "Gomoku engine supports.");
}

}  // namespace enligne
