// The parts that the Python module is put together from.
#pragma once

#include <nanobind/nanobind.h>

namespace enligne {

void add_engines(nanobind::module_& module);
void add_solver(nanobind::module_& module);

}  // namespace enligne
