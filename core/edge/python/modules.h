// What the parts of the Python module share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <utility>

#include "board/geometry.h"

namespace enligne {

// A cell is a pair of column and row in Python.
using Pair = std::pair<int, int>;

inline Pair pair(Cell cell) { return {cell.column, cell.row}; }
inline Cell cell(const Pair& pair) { return {pair.first, pair.second}; }

void add_position(nanobind::module_& module);
void add_engines(nanobind::module_& module);
void add_evaluation(nanobind::module_& module);
void add_traces(nanobind::module_& module);
void add_solver(nanobind::module_& module);
void add_gomoku(nanobind::module_& module);
void add_matchbox(nanobind::module_& module);

}  // namespace enligne
