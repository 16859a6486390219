// The core as a Python module: its parts convert arguments and results, and release Python's lock.
#include "edge/python/modules.h"

NB_MODULE(_core, module) {
    // They tell a developer of counts gone wrong, but a program that ends while a thread searches
    // has references left, too.
    nanobind::set_leak_warnings(false);
    module.doc() = "The compiled core. Use the classes of enligne instead.";
    enligne::await_the_end();
    enligne::add_position(module);
    enligne::add_batch(module);
    enligne::add_engines(module);
    enligne::add_evaluation(module);
    enligne::add_traces(module);
    enligne::add_solver(module);
    enligne::add_book(module);
    enligne::add_gomoku(module);
    enligne::add_gomocup(module);
    enligne::add_matchbox(module);
}
