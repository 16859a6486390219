// Work in the core without Python's lock, and what happens to it when Python leaves.
//
// While Python ends, a thread that asks for its lock is ended on the spot, in the middle of C++,
// and takes the whole program with it. So Python waits until nobody is away, and from then on
// nobody leaves its side any more.
#pragma once

#include <nanobind/nanobind.h>

#include "search/clock.h"

namespace enligne {

// Gives Python's lock back while it lives.
class Away {
   public:
    // The flag ends the work early when Python leaves; work without one is waited for.
    explicit Away(StopFlag* stop = nullptr);
    ~Away();
    Away(const Away&) = delete;
    Away& operator=(const Away&) = delete;

   private:
    PyThreadState* state_;
};

// Stops the work of all other threads, and returns when it has ended; these threads then stay where
// they are, and so does every other one that would begin some. Called once, at Python's end.
void leave();

// Has that called.
void await_the_end();

}  // namespace enligne
