// Traces of searches as seen from Python. In a file of its own, so that the searches that nobody
// traces are compiled as if there were no others.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdlib>
#include <utility>

#include "board/any_position.h"
#include "edge/python/modules.h"
#include "play/alphabeta/alphabeta.h"
#include "play/alphabeta/minimax.h"
#include "play/alphabeta/textbook_tree.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace enligne {
namespace {

// Something of each node, as the bytes of an array of 32-bit numbers.
template <class Function>
nb::bytes column(const Trace& trace, Function function) {
    std::vector<std::int32_t> numbers;
    numbers.reserve(trace.nodes().size());
    for (const auto& node : trace.nodes()) {
        numbers.push_back(static_cast<std::int32_t>(function(node)));
    }
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * 4);
}

template <auto Member>
nb::bytes member(const Trace& trace) {
    return column(trace, [](const Trace::Node& node) { return node.*Member; });
}

// The parents of the nodes behind a root, which has none, and what is at each leaf.
Tree tree(const std::vector<int>& parents, const std::vector<int>& leaves, bool second_begins) {
    Tree result{.nodes = std::vector<Tree::Node>(parents.size() + 1),
                .second_begins = second_begins};
    if (parents.empty() || leaves.size() != result.nodes.size()) {
        throw nb::value_error("a tree has a root with children, and a number for every node");
    }
    for (std::size_t i = 0; i < parents.size(); ++i) {
        if (parents[i] < 0 || parents[i] > static_cast<int>(i)) {
            throw nb::value_error("every child stands behind its parent");
        }
        result.nodes[parents[i]].children.push_back(static_cast<int>(i) + 1);
    }
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        if (std::abs(leaves[i]) > Tree::kLargestLeaf ||
            result.nodes[i].children.size() > kLargestSide * kLargestSide) {
            throw nb::value_error("a leaf is too large, or a node has too many children");
        }
        result.nodes[i].leaf = leaves[i];
    }
    result.prepare();
    return result;
}

}  // namespace

void add_traces(nb::module_& module) {
    nb::enum_<NodeEnd>(module, "NodeEnd")
        .value("ALL", NodeEnd::all)
        .value("WIN", NodeEnd::win)
        .value("DRAW", NodeEnd::draw)
        .value("LEAF", NodeEnd::leaf)
        .value("DEPTH", NodeEnd::depth)
        .value("BETA", NodeEnd::beta)
        .value("ALPHA", NodeEnd::alpha)
        .value("TABLE", NodeEnd::table)
        .value("CAN_WIN", NodeEnd::can_win)
        .value("CANNOT_PARRY", NodeEnd::cannot_parry)
        .value("STOPPED", NodeEnd::stopped);
    nb::enum_<Asked>(module, "Asked")
        .value("FULL", Asked::full)
        .value("PROBE", Asked::probe)
        .value("AGAIN", Asked::again);
    module.attr("WIN_VALUE") = kWin;
    module.attr("INFINITE_VALUE") = kInfinity;
    module.attr("LARGEST_EVALUATION") = kLargestEvaluation;
    module.attr("LARGEST_LEAF") = Tree::kLargestLeaf;

    nb::class_<Trace>(module, "Trace")
        .def(nb::init<int>(), "most"_a)
        .def("__len__", [](const Trace& self) { return self.nodes().size(); })
        .def_prop_ro("parent", &member<&Trace::Node::parent>)
        .def_prop_ro("move", &member<&Trace::Node::move>)
        .def_prop_ro("depth", &member<&Trace::Node::depth>)
        .def_prop_ro("iteration", &member<&Trace::Node::iteration>)
        .def_prop_ro("asked", &member<&Trace::Node::asked>)
        .def_prop_ro("alpha", &member<&Trace::Node::alpha>)
        .def_prop_ro("beta", &member<&Trace::Node::beta>)
        .def_prop_ro("value", &member<&Trace::Node::value>)
        .def_prop_ro("end", &member<&Trace::Node::end>)
        .def_prop_ro("forced", &member<&Trace::Node::forced>)
        .def_prop_ro("unvisited", &member<&Trace::Node::unvisited>)
        .def_prop_ro("first_unvisited", &member<&Trace::Node::first_unvisited>)
        .def_prop_ro(
            "unvisited_moves",
            [](const Trace& self) {
                const auto& moves = self.unvisited();
                return nb::bytes(reinterpret_cast<const char*>(moves.data()),
                                 moves.size() * sizeof(moves[0]));
            },
            "The moves never visited, node after node, as 16-bit numbers.")
        .def_prop_ro("left_out", [](const Trace& self) {
            std::vector<std::pair<std::int32_t, std::uint64_t>> result;
            for (const auto& each : self.left_out()) result.push_back({each.row, each.nodes});
            return result;
        });

    module.def(
        "trace_alphabeta",
        [](AlphaBeta& engine, const AnyPosition& position, const Limit& limit, bool all_moves,
           StopFlag& stop, const nb::object& report, Trace& trace) {
            return searched(stop, report, [&](const Report& told) {
                return position.visit([&](const auto& root) {
                    return engine.analyse(root, limit, &stop, all_moves, told, trace);
                });
            });
        },
        "engine"_a, "position"_a, "limit"_a, "all_moves"_a, "stop"_a, "report"_a.none(), "trace"_a,
        "AlphaBeta.analyse, with one thread and into a new trace.");
    module.def(
        "trace_minimax",
        [](const AnyPosition& position, Evaluation evaluation, const Limit& limit, StopFlag& stop,
           Trace& trace) {
            const Away away(&stop);
            return position.visit([&]<int Words>(const Position<Words>& root) {
                return Minimax<Words, Trace>(root, evaluation, limit, &stop, trace).analyse();
            });
        },
        "position"_a, "evaluation"_a, "limit"_a, "stop"_a, "trace"_a, "minimax, into a new trace.");
    module.def(
        "trace_tree",
        [](AlphaBeta& engine, const std::vector<int>& parents, const std::vector<int>& leaves,
           bool second_begins, Trace& trace) {
            const Tree searched_tree = tree(parents, leaves, second_begins);
            return engine.analyse(TreePosition(searched_tree), {}, nullptr, false, {}, trace);
        },
        "engine"_a, "parents"_a, "leaves"_a, "second_begins"_a, "trace"_a,
        "AlphaBeta.analyse of a tree that is no game. Its nodes stand behind their parents, whose "
        "numbers `parents` has for all but the root.");
}

}  // namespace enligne
