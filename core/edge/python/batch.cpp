// Positions and many games as arrays, as seen from Python. What holds an array there is anything
// with a buffer: the core does not know NumPy.
#include "board/batch.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
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

// One game of a batch of its own, in arrays that are held as long as it lives: a step is one call.
class OneGame {
   public:
    OneGame(const Rules& rules, const nb::handle& planes, const nb::handle& array,
            const nb::handle& mask)
        : batch_(Batch::make(rules, 1)),
          planes_(planes, planes_bytes(*batch_)),
          array_(array, planes_bytes(*batch_)),
          mask_(mask, static_cast<std::size_t>(action_count(rules))) {
        reset();
    }

    Result result() const { return static_cast<Result>(result_); }
    int ply() const { return ply_; }
    void seed(std::uint64_t seed) { batch_->seed(seed); }

    void reset() {
        constexpr std::uint8_t kAll = 1;
        batch_->reset({&kAll, 1}, view());
        ply_ = 0;
        std::ranges::copy(planes_.get(), array_.get().begin());
    }

    // Whether the game is over now; none when the action is not legal, and then nothing changed.
    std::optional<bool> step(std::int64_t action) {
        if (result() != Result::open || batch_->step({&action, 1}, view()) >= 0) return {};
        ++ply_;
        // The side that moved is now the other one: its planes are copied the other way round.
        const auto planes = planes_.get();
        const auto middle = planes.size() / 2;
        const auto array = array_.get();
        const auto half = ply_ % 2 == 0 ? std::size_t{0} : middle;
        std::ranges::copy(planes.first(middle), array.begin() + half);
        std::ranges::copy(planes.last(middle), array.begin() + (middle - half));
        return result() != Result::open;
    }

    // Made with its size, which takes half the time of a list that grows.
    nb::object legal_actions() const {
        const auto mask = mask_.get();
        const auto count = std::ranges::count(mask, std::uint8_t{1});
        nb::object actions = nb::steal(PyList_New(count));
        Py_ssize_t place = 0;
        for (std::size_t action = 0; action < mask.size(); ++action) {
            if (mask[action] == 0) continue;
            PyList_SetItem(actions.ptr(), place++, PyLong_FromSize_t(action));
        }
        return actions;
    }

    std::int64_t random_action() {
        std::int64_t action = 0;
        batch_->random_actions({&action, 1}, view());
        return action;
    }

   private:
    BatchView view() { return {planes_.get(), mask_.get(), {&result_, 1}}; }

    std::unique_ptr<Batch> batch_;
    const Bytes planes_, array_, mask_;
    std::uint8_t result_ = 0;
    int ply_ = 0;
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
    nb::class_<OneGame>(module, "OneGame", "One game, whose arrays every step keeps up to date.")
        .def(
            "__init__",
            [](OneGame* self, int width, int height, int run, bool gravity, bool exact,
               nb::handle planes, nb::handle array, nb::handle mask) {
                new (self) OneGame({width, height, run, gravity, exact}, planes, array, mask);
            },
            "width"_a, "height"_a, "run"_a, "gravity"_a, "exact"_a, "planes"_a, "array"_a, "mask"_a)
        .def_prop_ro("result", &OneGame::result)
        .def_prop_ro("ply", &OneGame::ply)
        .def("seed", &OneGame::seed, "seed"_a)
        .def("reset", &OneGame::reset)
        .def("step", &OneGame::step, "action"_a,
             "Plays, and tells whether the game is over; None, and nothing changed, when the "
             "action is "
             "not legal.")
        .def("legal_actions", &OneGame::legal_actions,
             nb::sig("def legal_actions(self) -> list[int]"))
        .def("random_action", &OneGame::random_action);
}

}  // namespace enligne
