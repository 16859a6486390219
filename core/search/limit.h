// How far a search may go, and what makes it stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace enligne {

struct Limit {
    int depth = 0;            // plies; 0 for no limit
    std::uint64_t nodes = 0;  // 0 for no limit
    double seconds = 0;       // 0 for no limit
};

// Whoever asks for a search holds one of these and may set it from any thread.
using StopFlag = std::atomic<bool>;

// Tells a search when to stop. Starts to count when it is made.
class Clock {
   public:
    Clock(const Limit& limit, const StopFlag* stop) : limit_(limit), stop_(stop) {}

    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }
    bool has_expired() const {
        return (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) ||
               (limit_.seconds > 0 && seconds() >= limit_.seconds);
    }
    bool is_out_of_nodes(std::uint64_t nodes) const {
        return limit_.nodes > 0 && nodes >= limit_.nodes;
    }
    const Limit& limit() const { return limit_; }

   private:
    Limit limit_;
    const StopFlag* stop_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace enligne
