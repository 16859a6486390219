// `pbrain-enligne`: the engine for Gomocup managers as a program of its own.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>

#include "edge/gomocup/best_thinker.h"
#include "edge/gomocup/engine.h"
#include "edge/gomocup/serve.h"

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#endif

int main(int count, char**) {
    using namespace enligne;
    if (count > 1) {
        std::fputs("pbrain-enligne: it takes no arguments: a manager speaks to it by its input\n",
                   stderr);
        return 2;
    }
#if defined(_WIN32)
    // Lines end as they are written.
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
#else
    std::signal(SIGPIPE, SIG_IGN);  // a manager that is gone is noticed by the write that fails
#endif
    const auto stop = std::make_shared<StopFlag>(false);
    gomocup::BestThinker thinker(*stop);
    gomocup::Engine engine(thinker, ENLIGNE_VERSION, std::random_device{}());
    // At once: a thread that waits for input does not end, and need not be waited for.
    if (!gomocup::serve(engine, stop)) std::_Exit(1);
    return 0;
}
