// A search within the time and the memory that a manager allows.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "edge/gomocup/thinker.h"
#include "edge/gomocup/time_budget.h"

namespace enligne::gomocup {

using Time = std::chrono::steady_clock::time_point;

inline Time now() { return std::chrono::steady_clock::now(); }
inline double seconds_since(Time then) {
    return std::chrono::duration<double>(now() - then).count();
}

// What a Gomocup tournament allows, where the manager does not say.
inline constexpr int kUsualMemoryMb = 350;

// What a table may take of this memory, with so much time for a move: about half of it, and less of
// little, because the program needs its part.
inline TableSize table_size(int memory_mb, double turn_seconds) {
    constexpr int kProgramMb = 64;  // Python with the compiled module and an engine without a table
    // A table that a search cannot fill costs time to set up and is of no use.
    constexpr double kUsefulMbAtLeast = 16;
    constexpr double kUsefulMbASecond = 64;
    constexpr double kMostUsefulMb = 1 << 20;
    const double useful = kUsefulMbAtLeast + kUsefulMbASecond * turn_seconds;
    return {static_cast<int>(std::min(useful, kMostUsefulMb)),
            std::max(1, std::min(memory_mb / 2, memory_mb - kProgramMb))};
}

class LimitedSearch {
   public:
    explicit LimitedSearch(Thinker& thinker) : thinker_(thinker) {}

    TimeBudget& time() { return time_; }

    // Bytes; 0 for no limit, which is no reason to take all the memory there is.
    void tell_memory(std::int64_t bytes) {
        const std::int64_t limit_mb = bytes > 0 ? bytes >> 20 : kUnlimitedMemoryMb;
        memory_mb_ = static_cast<int>(std::min<std::int64_t>(limit_mb, kUnlimitedMemoryMb));
    }

    // A new game, with a new search: limits may have changed since the last.
    void start_game() {
        is_set_up_ = false;
        time_.start_game();
    }

    // Analyses a position that is not finished in the time there is since the engine was asked.
    Thinker::Thought think(const AnyPosition& position, Time asked, const Report& report) {
        const Rules& rules = position.rules();
        if (!is_set_up_ || memory_mb_ < set_up_mb_) {
            is_set_up_ = false;
            auto wrong = thinker_.set_up(rules, table_size(memory_mb_, time_.turn_seconds()));
            if (!wrong.empty()) return {{}, std::move(wrong)};
            is_set_up_ = true;
            set_up_mb_ = memory_mb_;
        }
        // From here on, so that setting up the table is part of the time.
        const double left =
            time_.seconds_for(rules.width * rules.height, position.ply()) - seconds_since(asked);
        auto thought = thinker_.think(position, std::max(left, kLeastSeconds), report);
        time_.spend(seconds_since(asked));
        return thought;
    }

   private:
    static constexpr int kUnlimitedMemoryMb = 3 * kUsualMemoryMb;
    static constexpr double kLeastSeconds = 0.001;

    Thinker& thinker_;
    TimeBudget time_;
    int memory_mb_ = kUsualMemoryMb;
    bool is_set_up_ = false;
    int set_up_mb_ = 0;  // the memory there was then
};

}  // namespace enligne::gomocup
