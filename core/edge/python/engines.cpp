// The searches as seen from Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "board/any_position.h"
#include "edge/python/modules.h"
#include "play/alphabeta/alphabeta.h"
#include "play/alphabeta/minimax.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace enligne {
void add_engines(nb::module_& module) {
    nb::enum_<Score::Kind>(module, "ScoreKind")
        .value("HEURISTIC", Score::Kind::heuristic)
        .value("WIN", Score::Kind::win)
        .value("LOSS", Score::Kind::loss)
        .value("DRAW", Score::Kind::draw);
    nb::enum_<Evaluation>(module, "Evaluation")
        .value("ZERO", Evaluation::zero)
        .value("REPORT", Evaluation::report)
        .value("LINES", Evaluation::lines);
    nb::enum_<Order>(module, "Order")
        .value("NONE", Order::none)
        .value("SHUFFLE", Order::shuffle)
        .value("THREATS", Order::threats);

    nb::class_<Score>(module, "Score")
        .def_ro("kind", &Score::kind)
        .def_ro("number", &Score::number);

    nb::class_<Analysis>(module, "Analysis")
        .def(
            "__init__",
            [](Analysis* self, Score::Kind kind, int number, const std::vector<Pair>& pv, int depth,
               int selective_depth, std::uint64_t nodes, double seconds) {
                std::vector<Cell> cells;
                for (const Pair& each : pv) cells.push_back(cell(each));
                new (self) Analysis{.score = {kind, number},
                                    .pv = std::move(cells),
                                    .depth = depth,
                                    .selective_depth = selective_depth,
                                    .nodes = nodes,
                                    .table_hits = 0,
                                    .seconds = seconds,
                                    .moves = {}};
            },
            "kind"_a, "number"_a, "pv"_a, "depth"_a, "selective_depth"_a, "nodes"_a, "seconds"_a)
        .def_ro("score", &Analysis::score)
        .def_prop_ro("pv",
                     [](const Analysis& self) {
                         std::vector<Pair> result;
                         for (const Cell cell : self.pv) result.push_back(pair(cell));
                         return result;
                     })
        .def_ro("depth", &Analysis::depth)
        .def_ro("selective_depth", &Analysis::selective_depth)
        .def_ro("nodes", &Analysis::nodes)
        .def_ro("table_hits", &Analysis::table_hits)
        .def_ro("seconds", &Analysis::seconds)
        .def_prop_ro("moves", [](const Analysis& self) {
            std::vector<std::pair<Pair, Score>> result;
            for (const auto& each : self.moves) result.push_back({pair(each.move), each.score});
            return result;
        });

    nb::class_<StopFlag>(module, "Stop")
        .def(nb::init<>())
        .def("set", [](StopFlag& self) { self.store(true); })
        .def("is_set", [](const StopFlag& self) { return self.load(); });

    nb::class_<Limit>(module, "Limit")
        .def(
            "__init__",
            [](Limit* self, int depth, std::uint64_t nodes, double seconds) {
                new (self) Limit{depth, nodes, seconds};
            },
            "depth"_a, "nodes"_a, "seconds"_a);

    module.def("alphabeta_techniques", &technique_names<AlphaBetaOptions>,
               "The techniques that can be left out.");
    nb::class_<AlphaBeta>(module, "AlphaBeta")
        .def(
            "__init__",
            [](AlphaBeta* self, const std::vector<std::string>& without, Order order,
               Evaluation evaluation, int table_mb, int threads, std::uint64_t seed) {
                const AlphaBetaOptions options{.order = order,
                                               .evaluation = evaluation,
                                               .table_mb = table_mb,
                                               .threads = threads,
                                               .seed = seed};
                new (self) AlphaBeta(enligne::without(options, without));
            },
            "without"_a, "order"_a, "evaluation"_a, "table_mb"_a, "threads"_a, "seed"_a)
        .def(
            "analyse",
            [](AlphaBeta& self, const AnyPosition& position, const Limit& limit, bool all_moves,
               StopFlag& stop, const nb::object& report) {
                NoTrace nobody;
                return searched(stop, report, [&](const Report& told) {
                    return position.visit([&](const auto& root) {
                        return self.analyse(root, limit, &stop, all_moves, told, nobody);
                    });
                });
            },
            "position"_a, "limit"_a, "all_moves"_a, "stop"_a, "report"_a = nb::none(),
            "Analyses a position that is not finished; one call at a time.");

    module.def(
        "minimax",
        [](const AnyPosition& position, Evaluation evaluation, const Limit& limit, StopFlag& stop) {
            const Away away(&stop);
            NoTrace nobody;
            return position.visit([&]<int Words>(const Position<Words>& root) {
                return Minimax<Words, NoTrace>(root, evaluation, limit, &stop, nobody).analyse();
            });
        },
        "position"_a, "evaluation"_a, "limit"_a, "stop"_a,
        "Plain minimax of a position that is not finished.");
    module.def(
        "has_winning_move",
        [](const AnyPosition& position) {
            return position.visit(
                [](const auto& each) { return winning_moves(each, each.side()).any(); });
        },
        "position"_a, "Whether the side to move can win at once in a position not finished.");
}

}  // namespace enligne
