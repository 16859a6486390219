// A stop flag that also goes up when time is over.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "search/clock.h"

namespace enligne {

// Without a time limit it is just the caller's flag. With one, a thread of its own waits for the
// time, or for the caller's flag, at which it looks every few milliseconds.
class Alarm {
   public:
    Alarm(double seconds, const StopFlag* stop) : stop_(stop) {
        if (seconds <= 0) return;
        const auto deadline = std::chrono::steady_clock::now() +
                              std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                  std::chrono::duration<double>(seconds));
        thread_.emplace([this, deadline] { wait(deadline); });
    }
    Alarm(const Alarm&) = delete;
    Alarm& operator=(const Alarm&) = delete;
    ~Alarm() {
        if (!thread_) return;
        {
            const std::lock_guard lock(mutex_);
            is_over_ = true;
        }
        changed_.notify_one();
        thread_->join();
    }

    const StopFlag* flag() const { return thread_ ? &raised_ : stop_; }

   private:
    void wait(std::chrono::steady_clock::time_point deadline) {
        constexpr auto kBetweenLooks = std::chrono::milliseconds(5);
        std::unique_lock lock(mutex_);
        while (!is_over_) {
            const auto now = std::chrono::steady_clock::now();
            if (now >= deadline || (stop_ != nullptr && stop_->load())) {
                raised_.store(true);
                return;
            }
            changed_.wait_until(lock, std::min(deadline, now + kBetweenLooks));
        }
    }

    const StopFlag* stop_;
    StopFlag raised_{false};
    bool is_over_ = false;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<std::thread> thread_;
};

}  // namespace enligne
