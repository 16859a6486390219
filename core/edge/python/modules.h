// What the parts of the Python module share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <exception>
#include <tuple>
#include <utility>

#include "board/geometry.h"
#include "edge/python/away.h"
#include "search/analysis.h"
#include "search/clock.h"

namespace enligne {

// A cell is a pair of column and row in Python.
using Pair = std::pair<int, int>;

inline Pair pair(Cell cell) { return {cell.column, cell.row}; }
inline Cell cell(const Pair& pair) { return {pair.first, pair.second}; }

// Rules are a tuple of all they have, in the order in which they are given.
using Shape = std::tuple<int, int, int, bool, bool>;

inline Shape shape(const Rules& rules) {
    return {rules.width, rules.height, rules.run, rules.gravity, rules.exact};
}

// How a search is run for Python: without the interpreter's lock, telling of its progress.

namespace nb = nanobind;

// Wraps a Python function that wants to hear of progress. Whatever it throws stops the search and
// is thrown again by the call that started it: nothing is thrown through the core.
class Listener {
   public:
    Listener(const nb::object& function, StopFlag& stop) : function_(function), stop_(stop) {}

    Report report() {
        if (function_.is_none()) return {};
        return [this](const Analysis& analysis) {
            nb::gil_scoped_acquire gil;
            if (error_) return;
            try {
                function_(nb::cast(analysis));
            } catch (...) {
                error_ = std::current_exception();
                stop_.store(true);
            }
        };
    }
    void rethrow() {
        if (error_) std::rethrow_exception(error_);
    }

   private:
    nb::object function_;
    StopFlag& stop_;
    std::exception_ptr error_;
};

template <class Search>
Analysis searched(StopFlag& stop, const nb::object& listener, Search search) {
    Listener heard(listener, stop);
    Analysis analysis;
    {
        const Report report = heard.report();
        const Away away(&stop);
        analysis = search(report);
    }
    heard.rethrow();
    return analysis;
}

void add_position(nanobind::module_& module);
void add_batch(nanobind::module_& module);
void add_engines(nanobind::module_& module);
void add_evaluation(nanobind::module_& module);
void add_traces(nanobind::module_& module);
void add_solver(nanobind::module_& module);
void add_book(nanobind::module_& module);
void add_gomoku(nanobind::module_& module);
void add_gomocup(nanobind::module_& module);
void add_matchbox(nanobind::module_& module);

}  // namespace enligne
