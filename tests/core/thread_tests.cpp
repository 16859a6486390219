// Tests of what threads share: clock, counters, helpers and reports. `make race` runs them on a
// build that sees every race.
#if !defined(_WIN32)
#include <sys/resource.h>
#endif

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "board/any_position.h"
#include "checks.h"
#include "exact/any_solver.h"
#include "play/alphabeta/alphabeta.h"
#include "play/alphabeta/minimax.h"
#include "play/gomoku/gomoku.h"
#include "search/clock.h"
#include "search/threads.h"

using namespace enligne;
using enligne::test::check;

namespace {

// A sanitizer needs the address space, and every access that it sees takes longer.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool kIsSanitized = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif
#else
constexpr bool kIsSanitized = false;
#endif
constexpr int kThreads = 4;

AnyPosition position_after(const Rules& rules, const std::vector<Cell>& moves) {
    AnyPosition position = AnyPosition::empty(rules);
    for (const Cell& move : moves) position = position.played(move);
    return position;
}
const AnyPosition kConnect4 = position_after({7, 6, 4, true, false}, {{3, 0}, {3, 1}});
const AnyPosition kGomoku = position_after({15, 15, 5, false, false}, {{7, 7}, {8, 8}, {7, 8}});

Analysis alphabeta(int threads, const Limit& limit, const StopFlag* stop, const Report& report) {
    AlphaBeta engine({.table_mb = 1, .threads = threads});
    NoTrace nobody;
    return kConnect4.visit(
        [&](const auto& root) { return engine.analyse(root, limit, stop, false, report, nobody); });
}
Analysis gomoku_engine(int threads, const Limit& limit, const StopFlag* stop,
                       const Report& report) {
    gomoku::Gomoku engine({.table_mb = 1, .threads = threads});
    return kGomoku.visit(
        [&](const auto& root) { return engine.analyse(root, limit, stop, false, report); });
}
struct NamedEngine {
    std::string name;
    Analysis (*analyse)(int, const Limit&, const StopFlag*, const Report&);
    int depth;
};
const std::array kEngines{NamedEngine{"alphabeta", &alphabeta, 9},
                          NamedEngine{"gomoku", &gomoku_engine, 6}};

void test_counters() {
    for (const std::uint64_t limit : {1, 511, 512, 513, 1000, 1024, 5000}) {
        Clock clock({.nodes = limit}, nullptr);
        NodeCounter counter(clock);
        while (counter.count()) {
        }
        check(!counter.count() && counter.nodes() == limit, "one thread stops at the limit");
    }
    for (const std::uint64_t limit : {1, 100, 100'000}) {
        Clock clock({.nodes = limit}, nullptr, kThreads);
        std::vector<std::unique_ptr<NodeCounter>> counters;
        for (int i = 0; i < kThreads; ++i) counters.push_back(std::make_unique<NodeCounter>(clock));
        const auto count = [&](int i) {
            while (counters[static_cast<std::size_t>(i)]->count()) {
            }
        };
        {
            const HelperThreads helpers(kThreads - 1, [&](int i) { count(i); });
            count(0);
        }
        std::uint64_t nodes = 0;
        for (const auto& each : counters) nodes += each->nodes();
        check(nodes <= limit && nodes + kThreads * Clock::kBatch >= limit,
              "a limit of nodes is of all threads together");
    }
    Clock clock({}, nullptr);
    NodeCounter counter(clock);
    counter.pause_at(700);
    while (counter.count()) {
    }
    check(counter.nodes() == 700 && counter.is_stopped() && !clock.is_stopped(),
          "a pause is of one thread");
    counter.pause_at();
    check(counter.count() && counter.nodes() == 701, "and can be ended");
    clock.stop();
    while (counter.count()) {
    }
    const std::uint64_t nodes = counter.nodes();
    check(nodes <= 701 + Clock::kBatch && !counter.count(), "another thread's stop is seen");
    clock.resume();
    check(counter.count() && counter.nodes() == nodes + 1, "a search can begin again");
}

// What is reported while helpers search is sound, and the result that of one thread.
void test_engines() {
    for (const auto& [name, analyse, depth] : kEngines) {
        const Limit to_depth{.depth = kIsSanitized ? depth - 2 : depth};
        std::uint64_t nodes = 0;
        int reports = 0;
        bool grows = true;
        const auto found = analyse(kThreads, to_depth, nullptr, [&](const Analysis& told) {
            grows &= told.nodes >= nodes && !told.pv.empty();
            nodes = told.nodes;
            ++reports;
        });
        check(reports >= to_depth.depth - 1 && grows && found.nodes >= nodes,
              name + " reports each depth, and more nodes each time");
        check(found.depth >= to_depth.depth, name + " gets to the depth");
        if (name == "alphabeta") {
            check(found.score == analyse(1, to_depth, nullptr, {}).score,
                  name + " finds with threads what it finds alone");
        }

        const Limit few{.nodes = 20'000};
        const auto limited = analyse(kThreads, few, nullptr, {});
        check(limited.nodes <= few.nodes && limited.nodes + kThreads * Clock::kBatch >= few.nodes,
              name + " keeps a limit of nodes with threads");
        check(analyse(1, few, nullptr, {}).nodes == few.nodes, name + " keeps it alone, exactly");

        // Stopped by another thread, and by a report.
        StopFlag stop{false};
        std::atomic<int> told{0};
        {
            const HelperThreads caller(1, [&](int) {
                while (told.load() < 3) std::this_thread::yield();
                stop.store(true);
            });
            analyse(kThreads, {}, &stop, [&](const Analysis&) { ++told; });
        }
        check(told.load() >= 3, name + " obeys a stop from another thread");
        StopFlag stop_in_report{false};
        const auto stopped = analyse(kThreads, {}, &stop_in_report,
                                     [&](const Analysis&) { stop_in_report.store(true); });
        check(!stopped.pv.empty(), name + " obeys a stop from its report");
    }
}

void test_solver() {
    // Hard enough that the solver asks for help.
    const auto position = position_after(
        kConnect4.rules(),
        {{3, 0}, {3, 1}, {4, 0}, {2, 0}, {2, 1}, {2, 2}, {2, 3}, {1, 0}, {0, 0}, {6, 0}});
    std::vector<int> scores;
    for (const int threads : {1, 2, kThreads}) {
        AnySolver solver(position.rules(), 4, threads);
        scores.push_back(position.visit([&]<int Words>(const Position<Words>& root) {
            if constexpr (Words == 1) {
                const auto verdict = solver.solve(root, {}, nullptr);
                check(verdict.is_complete, "the solver ends");
                return verdict.score;
            } else {
                return 99;
            }
        }));
    }
    check(scores[0] == scores[1] && scores[0] == scores[2],
          "the solver finds with threads what it finds alone");
}

// The system refuses most of 200 threads: there is no room for their stacks.
void test_refused_threads() {
    if (kIsSanitized) {
        std::printf("threads: skipped under a sanitizer: threads that cannot start\n");
        return;
    }
#if defined(__linux__)
    rlimit before{};
    getrlimit(RLIMIT_AS, &before);
    rlimit tight = before;
    tight.rlim_cur = rlim_t{1} << 29;
    setrlimit(RLIMIT_AS, &tight);
    std::atomic<int> ran{0};
    int started = 0;
    {
        const HelperThreads helpers(200, [&](int) { ++ran; });
        started = helpers.count();
    }
    const auto found = alphabeta(200, {.depth = 5}, nullptr, {});
    const auto hard = position_after(
        {7, 6, 4, true, false}, {{3, 0}, {3, 1}, {3, 2}, {3, 3}, {3, 4}, {2, 0}, {2, 1}, {4, 0}});
    const auto verdict = hard.visit([]<int Words>(const Position<Words>& root) -> Verdict {
        if constexpr (Words != 1)
            return {};
        else
            return AnySolver(root.geometry().rules, 4096, 200).solve(root, {}, nullptr);
    });
    setrlimit(RLIMIT_AS, &before);
    check(started < 200 && ran.load() == started, "threads that cannot start are left out");
    check(found.depth == 5, "a search goes on without them");
    check(verdict.is_complete, "and so does the solver, with less memory than it was promised");
#else
    std::printf(
        "threads: skipped, since here no memory can be refused: threads that cannot start\n");
#endif
}

}  // namespace

int main() {
    test_counters();
    test_engines();
    test_solver();
    test_refused_threads();
    return enligne::test::summary("threads");
}
