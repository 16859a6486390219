// The matchbox machine as seen from Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "board/any_position.h"
#include "edge/python/modules.h"
#include "learn/matchbox/chances.h"
#include "learn/matchbox/label.h"
#include "learn/matchbox/machine.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace enligne {
namespace {

using namespace matchbox;
using NodeAndPlace = std::pair<Node, std::uint32_t>;

// A graph is made for rules whose positions have one word, or not at all.
Stones stones(const AnyPosition& position) {
    return {position.words(Side::first)[0], position.words(Side::second)[0]};
}

std::tuple<double, double, double> tuple(const Chances& chances) {
    return {chances.win, chances.draw, chances.loss};
}

}  // namespace

void add_matchbox(nb::module_& module) {
    nb::enum_<Empty>(module, "Empty")
        .value("RESIGN", Empty::resign)
        .value("REFILL", Empty::refill)
        .value("CHARGE", Empty::charge);
    nb::enum_<Blame>(module, "Blame").value("ALL", Blame::all).value("LAST", Blame::last);
    nb::enum_<Per>(module, "Per").value("MOVE", Per::move).value("CELL", Per::cell);
    nb::enum_<Ending>(module, "Ending")
        .value("WIN", Ending::win)
        .value("DRAW", Ending::draw)
        .value("LOSS", Ending::loss)
        .value("RESIGNED", Ending::resigned);
    nb::enum_<MachineSide>(module, "MachineSide")
        .value("FIRST", MachineSide::first)
        .value("SECOND", MachineSide::second)
        .value("RANDOM", MachineSide::random);
    nb::enum_<Partner>(module, "Partner")
        .value("MIX", Partner::mix)
        .value("SELF", Partner::self)
        .value("COACH", Partner::coach);
    nb::enum_<Opponent>(module, "Opponent")
        .value("RANDOM", Opponent::random)
        .value("PERFECT", Opponent::perfect)
        .value("WORST", Opponent::worst);

    nb::class_<Variant>(module, "Variant")
        .def(nb::init<>())
        .def_rw("beads", &Variant::beads)
        .def_rw("per", &Variant::per)
        .def_rw("win", &Variant::win)
        .def_rw("draw", &Variant::draw)
        .def_rw("loss", &Variant::loss)
        .def_rw("blame", &Variant::blame)
        .def_rw("empty", &Variant::empty)
        .def_rw("floor", &Variant::floor)
        .def_rw("cap", &Variant::cap);

    nb::class_<Graph>(module, "Graph", "Every unfinished position of a small game.")
        .def_static(
            "make",
            [](int width, int height, int run, bool gravity, bool exact, bool with_symmetry,
               Node most) -> std::shared_ptr<Graph> {
                const Rules rules{width, height, run, gravity, exact};
                if (bits_needed(rules) > 64) return nullptr;
                return Graph::make(rules, with_symmetry, most);
            },
            "width"_a, "height"_a, "run"_a, "gravity"_a, "exact"_a, "with_symmetry"_a, "most"_a,
            nb::call_guard<Away>(),
            nb::sig("def make(width: int, height: int, run: int, gravity: bool, exact: bool, "
                    "with_symmetry: bool, most: int) -> Graph | None"))
        .def("__len__", &Graph::size)
        .def(
            "count",
            [](const Graph& self, int side, bool forced) {
                return self.count(static_cast<Side>(side), forced);
            },
            "side"_a, "forced"_a, "How many positions a side has to move in.")
        .def("is_forced", &Graph::is_forced, "node"_a)
        .def("number", &Graph::number, "node"_a,
             "Which box of its side a node has, from 1; 0 where it needs none.")
        .def("ply", &Graph::ply, "node"_a)
        .def("label", &label, "node"_a, "Position text.")
        .def(
            "find",
            [](const Graph& self, const AnyPosition& position)
                -> std::optional<std::pair<Node, std::tuple<bool, bool, bool>>> {
                const auto found = self.find(stones(position));
                if (!found) return std::nullopt;
                const auto& way = self.images().symmetry(found->symmetry);
                return std::pair{found->node, std::tuple{way.mirror, way.flip, way.transpose}};
            },
            "position"_a, "The node of an unfinished position, and the symmetry that leads to it.")
        .def(
            "moves",
            [](const Graph& self, Node node) {
                std::vector<std::pair<Pair, int>> result;
                for (const Edge& edge : self.edges(node)) {
                    result.emplace_back(pair(self.geometry().cell(edge.bit)), edge.images);
                }
                return result;
            },
            "node"_a, "The moves up to symmetry, each with the number of moves it stands for.");

    nb::class_<Machine>(module, "Machine")
        .def(nb::init<std::shared_ptr<Graph>, const Variant&, std::uint64_t>(), "graph"_a,
             "variant"_a, "random_state"_a)
        .def_prop_rw("random_state", &Machine::random_state, &Machine::set_random_state)
        .def(
            "beads",
            [](const Machine& self, Node node) {
                const auto beads = self.boxes().beads(node);
                return std::vector<Beads>(beads.begin(), beads.end());
            },
            "node"_a)
        .def(
            "boxes", [](const Machine& self) { return labelled_boxes(self.boxes()); },
            nb::call_guard<Away>(),
            "The boxes that have other beads than at the start, by their labels.")
        .def(
            "set_boxes",
            [](Machine& self, const std::vector<LabelAndBeads>& boxes) -> std::optional<int> {
                return set_labelled_boxes(self, boxes);
            },
            "boxes"_a, nb::call_guard<Away>(),
            "Fills boxes; answers with the index of the first that does not exist or has another"
            " number of moves.")
        .def("toss", [](Machine& self) { return static_cast<int>(self.toss()); })
        .def("draw", &Machine::draw, "node"_a)
        .def(
            "learn",
            [](Machine& self, const std::vector<NodeAndPlace>& drawn, Ending ending) {
                std::vector<Draw> draws;
                for (const auto& [node, place] : drawn) draws.push_back({node, place});
                self.learn(draws, ending);
            },
            "drawn"_a, "ending"_a)
        .def(
            "train",
            [](Machine& self, std::uint64_t games, MachineSide side, Partner partner,
               double perfect_share) {
                const Tally tally = self.train(games, side, partner, perfect_share);
                return std::tuple{tally.wins, tally.draws, tally.losses};
            },
            "games"_a, "side"_a, "partner"_a, "perfect_share"_a, nb::call_guard<Away>())
        .def(
            "chances",
            [](Machine& self, int side, Opponent opponent) {
                return tuple(self.chances(static_cast<Side>(side), opponent));
            },
            "side"_a, "opponent"_a, nb::call_guard<Away>())
        .def(
            "losing_line",
            [](const Machine& self, int side) {
                return losing_line(self.boxes(), static_cast<Side>(side));
            },
            "side"_a, nb::call_guard<Away>(),
            "The shortest way to lose, as places of moves; none when it never loses.")
        .def(
            "value", [](Machine& self, Node node) { return static_cast<int>(self.values()[node]); },
            "node"_a);
    module.def("random_state", &mixed, "seed"_a,
               "The state in which the random numbers of a seed begin.");
}

}  // namespace enligne
