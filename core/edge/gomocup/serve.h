// An engine between an input and an output: reads commands while it thinks, and answers them in
// their order.
#pragma once

#include <memory>

#include "edge/gomocup/engine.h"
#include "search/clock.h"

namespace enligne::gomocup {

// Answers the lines of an open file, by another one, until END or the end of the input. Both set
// the stop as soon as they are read: the search is of no more use then. So does an output that
// nobody reads any more; then the answer is false, and a thread may still wait for input, which is
// why the stop is shared with it.
bool serve(Engine& engine, const std::shared_ptr<StopFlag>& stop, int input = 0, int output = 1);

}  // namespace enligne::gomocup
