// The exact solver as seen from Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>
#include <vector>

#include "board/any_position.h"
#include "edge/python/modules.h"
#include "exact/any_solver.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace enligne {
namespace {

using MoveScorePair = std::pair<Pair, int>;

MoveScorePair scored(const AnySolver::MoveVerdict& verdict) {
    return {pair(verdict.first), verdict.second};
}

// Rules that the solver supports have positions of one word or two; others never get here.
template <class Function>
auto with_words(const AnyPosition& position, Function function) {
    using Result = decltype(function(std::declval<const Position<1>&>()));
    return position.visit([&]<int Words>(const Position<Words>& each) -> Result {
        if constexpr (Words <= 2) {
            return function(each);
        } else {
            return {};
        }
    });
}

}  // namespace

void add_solver(nb::module_& module) {
    nb::class_<Verdict>(module, "Verdict")
        .def_ro("score", &Verdict::score)
        .def_ro("is_complete", &Verdict::is_complete)
        .def_ro("nodes", &Verdict::nodes)
        .def_ro("table_hits", &Verdict::table_hits)
        .def_prop_ro(
            "known",
            [](const Verdict& self) { return std::pair(self.known.lower, self.known.upper); },
            "What the score lies between, when it was stopped.");

    nb::class_<AnySolver>(module, "Solver",
                          "Solves positions of the rules it was made for that are not finished.")
        .def_static(
            "supports",
            [](int width, int height, int run, bool gravity, bool exact) {
                return AnySolver::supports({width, height, run, gravity, exact});
            },
            "width"_a, "height"_a, "run"_a, "gravity"_a, "exact"_a)
        .def(
            "__init__",
            [](AnySolver* self, int width, int height, int run, bool gravity, bool exact,
               int table_mb, int threads, std::shared_ptr<gravity::Book> book) {
                const Rules rules{width, height, run, gravity, exact};
                if (book != nullptr && !(book->rules() == rules)) {
                    throw nb::value_error("the book is of other rules");
                }
                new (self) AnySolver(rules, table_mb, threads, std::move(book));
            },
            "width"_a, "height"_a, "run"_a, "gravity"_a, "exact"_a, "table_mb"_a, "threads"_a,
            "book"_a.none())
        .def("clear", &AnySolver::clear)
        .def_prop_ro("nodes", &AnySolver::nodes,
                     "About how many were searched since it was made, also while it searches.")
        .def(
            "solve",
            [](AnySolver& self, const AnyPosition& position, const Limit& limit, StopFlag& stop) {
                const Away away(&stop);
                return with_words(position,
                                  [&](const auto& root) { return self.solve(root, limit, &stop); });
            },
            "position"_a, "limit"_a, "stop"_a)
        .def(
            "best",
            [](AnySolver& self, const AnyPosition& position, const Limit& limit, StopFlag& stop) {
                const Away away(&stop);
                return with_words(position, [&](const auto& root) -> std::optional<MoveScorePair> {
                    const auto found = self.best(root, limit, &stop);
                    return found ? std::optional(scored(*found)) : std::nullopt;
                });
            },
            "position"_a, "limit"_a, "stop"_a)
        .def(
            "solve_moves",
            [](AnySolver& self, const AnyPosition& position, const Limit& limit, StopFlag& stop) {
                const Away away(&stop);
                return with_words(
                    position, [&](const auto& root) -> std::optional<std::vector<MoveScorePair>> {
                        const auto found = self.solve_moves(root, limit, &stop);
                        if (!found) return std::nullopt;
                        std::vector<MoveScorePair> result;
                        for (const auto& each : *found) result.push_back(scored(each));
                        return result;
                    });
            },
            "position"_a, "limit"_a, "stop"_a);
}

}  // namespace enligne
