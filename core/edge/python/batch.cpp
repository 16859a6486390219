// Positions and many games as arrays, as seen from Python. What holds an array there is anything
// with a buffer: the core does not know NumPy.
#include "board/batch.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstdint>
#include <span>

#include "edge/python/modules.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace enligne {
namespace {

// The numbers of a buffer, borrowed.
template <class Number>
class Numbers {
   public:
    Numbers(const nb::handle& owner, std::size_t count) {
        constexpr bool kIsConst = std::is_const_v<Number>;
        const int flags = PyBUF_C_CONTIGUOUS | (kIsConst ? 0 : PyBUF_WRITABLE);
        if (PyObject_GetBuffer(owner.ptr(), &buffer_, flags) != 0) nb::raise_python_error();
        if (buffer_.itemsize != sizeof(Number) ||
            buffer_.len != static_cast<Py_ssize_t>(count * sizeof(Number))) {
            PyBuffer_Release(&buffer_);
            throw nb::value_error("an array has another size than the games need");
        }
    }
    ~Numbers() { PyBuffer_Release(&buffer_); }
    Numbers(const Numbers&) = delete;
    Numbers& operator=(const Numbers&) = delete;

    std::span<Number> get() const {
        return {static_cast<Number*>(buffer_.buf),
                static_cast<std::size_t>(buffer_.len) / sizeof(Number)};
    }

   private:
    Py_buffer buffer_;
};

using Bytes = Numbers<std::uint8_t>;

std::size_t games(const Batch& batch) { return static_cast<std::size_t>(batch.size()); }
std::size_t planes_bytes(const Batch& batch) {
    return games(batch) * static_cast<std::size_t>(2 * plane_size(batch.rules()));
}

// The arrays of a batch.
class View {
   public:
    View(const Batch& batch, nb::handle planes, nb::handle masks, nb::handle results)
        : planes_(planes, planes_bytes(batch)),
          masks_(masks, games(batch) * static_cast<std::size_t>(action_count(batch.rules()))),
          results_(results, games(batch)) {}

    BatchView get() const { return {planes_.get(), masks_.get(), results_.get()}; }

   private:
    const Bytes planes_, masks_, results_;
};

}  // namespace

void add_batch(nb::module_& module) {
    module.def(
        "planes",
        [](const AnyPosition& position, int own) {
            nb::bytearray result;
            result.resize(static_cast<std::size_t>(2 * plane_size(position.rules())));
            position.visit([&](const auto& each) {
                write_planes(each, static_cast<Side>(own),
                             static_cast<std::uint8_t*>(result.data()));
            });
            return result;
        },
        "position"_a, "own"_a,
        "The stones of a side, then those of the other, a byte for each cell from the bottom row.");
    module.def(
        "legal_mask",
        [](const AnyPosition& position) {
            nb::bytearray result;
            result.resize(static_cast<std::size_t>(action_count(position.rules())));
            auto* const mask = static_cast<std::uint8_t*>(result.data());
            std::fill_n(mask, result.size(), std::uint8_t{0});
            if (position.result() == Result::open) {
                position.visit([&](const auto& each) { write_mask(each, mask); });
            }
            return result;
        },
        "position"_a, "A byte for each action, 1 where it is legal.");
    nb::class_<Batch>(module, "Batch", "Many games of the same rules.")
        .def_static(
            "make",
            [](int width, int height, int run, bool gravity, bool exact, int count) {
                return Batch::make({width, height, run, gravity, exact}, count);
            },
            "width"_a, "height"_a, "run"_a, "gravity"_a, "exact"_a, "count"_a)
        .def("seed", &Batch::seed, "seed"_a)
        .def(
            "reset",
            [](Batch& self, nb::handle which, nb::handle planes, nb::handle masks,
               nb::handle results) {
                const View view(self, planes, masks, results);
                const Numbers<const std::uint8_t> chosen(which, games(self));
                self.reset(chosen.get(), view.get());
            },
            "which"_a, "planes"_a, "masks"_a, "results"_a)
        .def(
            "step",
            [](Batch& self, nb::handle actions, nb::handle planes, nb::handle masks,
               nb::handle results) {
                const View view(self, planes, masks, results);
                const Numbers<const std::int64_t> wanted(actions, games(self));
                return self.step(wanted.get(), view.get());
            },
            "actions"_a, "planes"_a, "masks"_a, "results"_a,
            "Plays; answers with the first game whose action is not legal, and then has played "
            "none, else with -1.")
        .def(
            "random_actions",
            [](Batch& self, nb::handle actions, nb::handle planes, nb::handle masks,
               nb::handle results) {
                const View view(self, planes, masks, results);
                const Numbers<std::int64_t> chosen(actions, games(self));
                self.random_actions(chosen.get(), view.get());
            },
            "actions"_a, "planes"_a, "masks"_a, "results"_a)
        .def(
            "write_planes",
            [](const Batch& self, nb::handle planes) {
                const Bytes all(planes, planes_bytes(self));
                self.write_planes(all.get());
            },
            "planes"_a, "Two planes of each game: those of the side to move first.");
}

}  // namespace enligne
