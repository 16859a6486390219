#include "edge/python/away.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <vector>

namespace nb = nanobind;

namespace enligne {
namespace {

struct Absence {
    Away* away;
    std::thread::id thread;
    StopFlag* stop;
};

std::mutex guard;  // of these two; nobody who has it waits for Python's lock
std::vector<Absence> absences;
std::optional<std::thread::id> left_by;

constexpr auto kTurn = std::chrono::milliseconds(1);
constexpr auto kForever = std::chrono::hours(24);

bool has_left(std::thread::id thread) { return left_by && *left_by != thread; }

// The program ends around this thread, which must not have Python's lock.
[[noreturn]] void wait_for_the_end() {
    while (true) std::this_thread::sleep_for(kForever);
}

void forget_parent() {
    new (&guard) std::mutex;  // whoever had it is not here
    absences.clear();
}

}  // namespace

Away::Away(StopFlag* stop) {
    const auto thread = std::this_thread::get_id();
    bool is_too_late = false;
    {
        const std::lock_guard lock(guard);
        // A listener of a search that is still awaited may start another one.
        is_too_late = has_left(thread) &&
                      std::none_of(absences.begin(), absences.end(),
                                   [&](const Absence& each) { return each.thread == thread; });
        if (!is_too_late) absences.push_back({this, thread, stop});
    }
    state_ = PyEval_SaveThread();
    if (is_too_late) wait_for_the_end();
}

Away::~Away() {
    const auto thread = std::this_thread::get_id();
    bool is_too_late = false;
    {
        const std::lock_guard lock(guard);
        is_too_late = has_left(thread);
        if (is_too_late) {
            std::erase_if(absences, [&](const Absence& each) { return each.thread == thread; });
        }
    }
    if (is_too_late) wait_for_the_end();  // nobody reads an answer that was stopped
    PyEval_RestoreThread(state_);
    const std::lock_guard lock(guard);
    std::erase_if(absences, [this](const Absence& each) { return each.away == this; });
}

void leave() {
    const nb::gil_scoped_release release;
    std::unique_lock lock(guard);
    left_by = std::this_thread::get_id();
    while (!absences.empty()) {
        for (const Absence& each : absences) {
            if (each.stop != nullptr) each.stop->store(true);
        }
        lock.unlock();
        std::this_thread::sleep_for(kTurn);
        lock.lock();
    }
}

void await_the_end() {
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&leave));
    const nb::module_ os = nb::module_::import_("os");
    if (nb::hasattr(os, "register_at_fork")) {
        os.attr("register_at_fork")(nb::arg("after_in_child") = nb::cpp_function(&forget_parent));
    }
}

}  // namespace enligne
