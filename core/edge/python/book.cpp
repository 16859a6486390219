// What opening books are made of, as seen from Python.
#include "exact/gravity/book.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "board/any_position.h"
#include "edge/python/modules.h"
#include "exact/gravity/boards.h"
#include "exact/gravity/layer.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace enligne {
namespace {

using gravity::Book;
using gravity::RuntimeBoard;
using gravity::TreeOrder;

template <class Number>
nb::bytes bytes(const std::vector<Number>& numbers) {
    return nb::bytes(numbers.data(), numbers.size() * sizeof(Number));
}

template <class Number>
std::vector<Number> numbers(const nb::bytes& bytes) {
    std::vector<Number> result(bytes.size() / sizeof(Number));
    std::memcpy(result.data(), bytes.c_str(), result.size() * sizeof(Number));
    return result;
}

// The keys of a layer that have to be searched, and the sizes of its subtrees.
std::pair<nb::bytes, nb::bytes> tree_order(int width, int height, int run, bool exact, int ply,
                                           StopFlag& stop) {
    TreeOrder order;
    {
        const Away away(&stop);
        const Geometry<1> geometry({width, height, run, true, exact});
        order = gravity::tree_order(RuntimeBoard(geometry), ply, &stop);
    }
    return {bytes(order.keys), bytes(order.subtrees)};
}

// Solves parts of layers, one after the other.
class LayerSolver {
   public:
    LayerSolver(int width, int height, int run, bool exact, int table_mb)
        : geometry_({width, height, run, true, exact}),
          solver_(make_gravity_solver<1>(geometry_.rules, table_mb, 1)) {}

    std::optional<nb::bytes> solve(const nb::bytes& keys, const nb::bytes& subtrees,
                                   StopFlag& stop) {
        const TreeOrder order{numbers<Word>(keys), numbers<std::uint32_t>(subtrees)};
        std::optional<std::vector<std::int8_t>> scores;
        {
            const Away away(&stop);
            Clock clock({}, &stop);
            scores = gravity::solve_subtrees(RuntimeBoard(geometry_), order, *solver_, clock);
        }
        return scores ? std::optional(bytes(*scores)) : std::nullopt;
    }

   private:
    const Geometry<1> geometry_;
    const std::unique_ptr<Solver<1>> solver_;
};

nb::bytes build_book(int width, int height, int run, bool exact, int plies, const nb::bytes& keys,
                     const nb::bytes& scores) {
    Book::Bytes book;
    {
        const auto all_keys = numbers<Word>(keys);
        const auto all_scores = numbers<std::int8_t>(scores);
        const Away away;
        book = Book::build({width, height, run, true, exact}, plies, all_keys, all_scores);
    }
    return bytes(book);
}

}  // namespace

void add_book(nb::module_& module) {
    module.def("tree_order", &tree_order, "width"_a, "height"_a, "run"_a, "exact"_a, "ply"_a,
               "stop"_a,
               "Keys of the positions of a layer that have to be searched, and how many of them"
               " are in each subtree.");
    module.def("build_book", &build_book, "width"_a, "height"_a, "run"_a, "exact"_a, "plies"_a,
               "keys"_a, "scores"_a, "The bytes of the book to a layer that was solved.");
    nb::class_<Book>(module, "Book", "The exact score of every position up to a ply.")
        .def_static(
            "load",
            [](const nb::bytes& bytes) {
                return std::const_pointer_cast<Book>(Book::load(numbers<std::uint8_t>(bytes)));
            },
            "bytes"_a, "None when these are not the whole bytes of a book.")
        .def_prop_ro("shape",
                     [](const Book& self) {
                         const Rules& rules = self.rules();
                         return std::tuple(rules.width, rules.height, rules.run, rules.exact);
                     })
        .def_prop_ro("plies", &Book::plies)
        .def_prop_ro("positions", &Book::position_count)
        .def(
            "score",
            [](const Book& self, const AnyPosition& position) {
                return position.visit([&]<int Words>(const Position<Words>& each) {
                    std::optional<int> found;
                    if constexpr (Words == 1) {
                        if (each.geometry().rules == self.rules()) found = self.score(each);
                    }
                    return found;
                });
            },
            "position"_a, "Of a position that is not finished; None beyond the book.");
    nb::class_<LayerSolver>(module, "LayerSolver")
        .def(nb::init<int, int, int, bool, int>(), "width"_a, "height"_a, "run"_a, "exact"_a,
             "table_mb"_a)
        .def("solve", &LayerSolver::solve, "keys"_a, "subtrees"_a, "stop"_a,
             "The scores of whole subtrees, a byte each; None when stopped.");
}

}  // namespace enligne
