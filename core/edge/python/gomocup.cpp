// The Gomocup protocol as seen from Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edge/estimator.h"
#include "edge/gomocup/engine.h"
#include "edge/gomocup/serve.h"
#include "edge/python/modules.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace enligne {
namespace {

using namespace gomocup;

std::string one_line(const nb::handle& text) {
    return nb::cast<std::string>(nb::str(" ").attr("join")(nb::str(text).attr("split")()));
}

// An engine of Python: an object with the functions of a Thinker. What it raises is a complaint.
class PythonThinker final : public Thinker {
   public:
    explicit PythonThinker(nb::object engine) : engine_(std::move(engine)) {}

    Complaint set_up(const Rules& rules, const TableSize& table) override {
        return complaint(
            [&] { engine_.attr("set_up")(shape(rules), table.useful_mb, table.most_mb); });
    }
    Thought think(const AnyPosition& position, double seconds, const Report& report) override {
        Thought thought;
        thought.complaint = complaint([&] {
            const auto told = nb::cpp_function([&](const Analysis& found) { report(found); });
            thought.analysis = nb::cast<Analysis>(engine_.attr("think")(position, seconds, told));
        });
        return thought;
    }

   private:
    template <class Call>
    static Complaint complaint(Call call) {
        const nb::gil_scoped_acquire gil;
        try {
            call();
            return {};
        } catch (nb::python_error& error) {
            if (error.matches(PyExc_ValueError)) return one_line(error.value());
            if (error.matches(PyExc_MemoryError)) return "there is not enough memory";
            return "the engine failed: " + one_line(nb::repr(error.value()));
        }
    }

    const nb::object engine_;
};

struct Answering {
    PythonThinker thinker;
    Engine engine;

    Answering(nb::object player, std::string version, std::uint64_t seed)
        : thinker(std::move(player)), engine(thinker, std::move(version), seed) {}
};

std::vector<nb::bytes> byte_lines(const std::vector<std::string>& lines) {
    std::vector<nb::bytes> result;
    for (const auto& line : lines) result.emplace_back(line.data(), line.size());
    return result;
}

}  // namespace

void add_gomocup(nb::module_& module) {
    module.attr("GOMOCUP_UNLIMITED_MS") = kUnlimitedMilliseconds;
    module.attr("GOMOCUP_USUAL_MEMORY_MB") = kUsualMemoryMb;

    module.def(
        "is_estimated_by_gomoku",
        [](int width, int height, int run, bool gravity, bool exact) {
            return is_estimated_by_gomoku({width, height, run, gravity, exact});
        },
        "width"_a, "height"_a, "run"_a, "gravity"_a, "exact"_a,
        "Whether the Gomoku engine estimates best by these rules; else alpha-beta does.");

    nb::class_<TimeBudget>(module, "TimeBudget")
        .def(nb::init<>())
        .def_prop_ro("turn_seconds", &TimeBudget::turn_seconds)
        .def("start_game", &TimeBudget::start_game)
        .def("tell_turn", &TimeBudget::tell_turn, "milliseconds"_a)
        .def("tell_game", &TimeBudget::tell_game, "milliseconds"_a)
        .def("tell_left", &TimeBudget::tell_left, "milliseconds"_a)
        .def("spend", &TimeBudget::spend, "seconds"_a)
        .def("seconds_for", &TimeBudget::seconds_for, "cell_count"_a, "ply"_a);

    module.def(
        "gomocup_numbers", [](const std::string& text) { return parse_numbers(text); }, "text"_a,
        "Numbers with commas between them; None when it is something else.");
    module.def(
        "gomocup_cell_text",
        [](const Pair& c, int width, int height) { return cell_text(cell(c), {width, height}); },
        "cell"_a, "width"_a, "height"_a, "A cell as x,y from the top left.");
    module.def(
        "gomocup_cell",
        [](int x, int y, int width, int height) {
            Cell found{};
            Complaint wrong = read_cell(x, y, {width, height}, found);
            return std::pair(pair(found), std::move(wrong));
        },
        "x"_a, "y"_a, "width"_a, "height"_a, "The cell at x,y, and what is wrong, if anything is.");
    nb::class_<Lines>(module, "GomocupLines")
        .def(nb::init<std::size_t>(), "longest"_a)
        .def(
            "feed",
            [](Lines& self, const nb::bytes& data) {
                return byte_lines(self.feed({data.c_str(), data.size()}));
            },
            "data"_a)
        .def("end", [](Lines& self) { return byte_lines(self.end()); });

    nb::class_<Answering>(module, "GomocupEngine")
        .def(nb::init<nb::object, std::string, std::uint64_t>(), "player"_a, "version"_a, "seed"_a)
        .def(
            "answer",
            [](Answering& self, const std::string& line) {
                std::vector<std::string> replies;
                self.engine.answer(line, now(),
                                   [&](const std::string& each) { replies.push_back(each); });
                return replies;
            },
            "line"_a, "The lines of the reply.")
        .def(
            "serve",
            [](Answering& self, const nb::object& stop, int input, int output) {
                auto* const flag = nb::cast<StopFlag*>(stop);
                stop.inc_ref();  // for ever: a thread that waits for input may outlive this call
                const std::shared_ptr<StopFlag> shared(flag, [](StopFlag*) {});
                const Away away(flag);
                return serve(self.engine, shared, input, output);
            },
            "stop"_a, "input"_a, "output"_a,
            "Answers the lines of an open file until END or its end; false when nobody reads the "
            "answers.")
        .def_prop_ro("stone_count",
                     [](const Answering& self) { return self.engine.stone_count(); });
}

}  // namespace enligne
