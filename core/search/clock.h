// How far a search may go, what makes it stop, and the one way in which searches count nodes.
//
// A search has one Clock, shared by all its threads, and a NodeCounter in each of them. A thread
// takes nodes from the clock in batches: it looks at the time and at the caller's flag only when a
// batch is used up, and a limit of nodes, which counts all threads together, is never passed. With
// one thread it ends at exactly that node, so that node counts are repeatable.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace enligne {

struct Limit {
    int depth = 0;            // plies; 0 for no limit
    std::uint64_t nodes = 0;  // of all threads together; 0 for no limit
    double seconds = 0;       // 0 for no limit
};

// The caller of a search holds one of these and may set it from any thread.
using StopFlag = std::atomic<bool>;

// What the threads of one search share. Starts to count time when it is made.
class Clock {
   public:
    static constexpr std::uint64_t kBatch = 512;  // the most nodes between two looks

    // The nodes of all threads are added to `counted`, if there is one, a batch at a time.
    Clock(const Limit& limit, const StopFlag* stop, int threads = 1,
          std::atomic<std::uint64_t>* counted = nullptr)
        : limit_(limit),
          stop_(stop),
          threads_(static_cast<std::uint64_t>(std::max(threads, 1))),
          counted_(counted),
          nodes_left_(limit.nodes) {}
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;

    const Limit& limit() const { return limit_; }
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }
    // Whether the time is over or the caller wants no more.
    bool has_expired() const {
        return (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) ||
               (limit_.seconds > 0 && seconds() >= limit_.seconds);
    }

    // Ends the search in all threads: a limit was reached, or one of them has the answer.
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }
    // After a stop for another reason than a limit, when no thread is searching: begins again.
    void resume() { stopped_.store(false, std::memory_order_relaxed); }

    // How many nodes a thread may search before it looks again; 0 when there are none left. Near
    // the limit a batch is a fair share of what is left.
    std::uint64_t take_batch() {
        const std::uint64_t batch = limit_.nodes == 0 ? kBatch : take_of_limit();
        if (counted_ != nullptr) counted_->fetch_add(batch, std::memory_order_relaxed);
        return batch;
    }

   private:
    std::uint64_t take_of_limit() {
        std::uint64_t left = nodes_left_.load(std::memory_order_relaxed);
        while (left > 0) {
            const auto batch = std::clamp<std::uint64_t>(left / threads_, 1, kBatch);
            if (nodes_left_.compare_exchange_weak(left, left - batch, std::memory_order_relaxed)) {
                return batch;
            }
        }
        return 0;
    }

    const Limit limit_;
    const StopFlag* const stop_;
    const std::uint64_t threads_;
    std::atomic<std::uint64_t>* const counted_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::atomic<std::uint64_t> nodes_left_;  // not yet taken by any thread
    std::atomic<bool> stopped_{false};
};

// A number that one thread raises and any thread may read.
class SharedCount {
   public:
    std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }
    void set(std::uint64_t value) { value_.store(value, std::memory_order_relaxed); }
    void operator++() { set(value() + 1); }

   private:
    std::atomic<std::uint64_t> value_{0};
};

// Counts the nodes of one thread. Counting is all that most nodes cost: it is done downwards, to
// the next look at the clock, and other threads see it only as of the last look.
class NodeCounter {
   public:
    explicit NodeCounter(Clock& clock) : clock_(clock), batch_end_(clock.take_batch()) {
        if (batch_end_ == 0) pause_ = 0;  // other threads have taken all there were
        look_at(std::max<std::uint64_t>(batch_end_, 1), 0);
    }

    // So far: for this thread, or when it has ended.
    std::uint64_t nodes() const { return next_look_ - left_; }
    // As of the last look: for any thread, at any time.
    std::uint64_t nodes_at_look() const { return nodes_at_look_.value(); }
    Clock& clock() const { return clock_; }

    // Counts a node. False once the search was stopped: what is found from then on means nothing.
    // The node with which a limit is reached is counted, none after it.
    bool count() { return --left_ > 0 || look(); }
    bool is_stopped() const { return clock_.is_stopped() || nodes() >= pause_; }

    // Stops this thread, and no other, when it has counted n nodes; without n, no more.
    void pause_at(std::uint64_t nodes_then = kNever) {
        pause_ = nodes_then;
        look_at(nodes() + 1, nodes());
    }

   private:
    static constexpr std::uint64_t kNever = ~std::uint64_t{0};

    void look_at(std::uint64_t next, std::uint64_t nodes) {
        next_look_ = next;
        left_ = next - nodes;
    }

    // Called with the node at which to look, which is not counted when the search was stopped.
    bool look() {
        left_ = 1;
        if (is_stopped()) return false;
        const std::uint64_t nodes = next_look_;
        if (nodes >= batch_end_) {
            if (!clock_.has_expired()) batch_end_ += clock_.take_batch();
            if (nodes >= batch_end_) clock_.stop();
        }
        nodes_at_look_.set(nodes);
        look_at(nodes + 1, nodes);
        if (is_stopped()) return false;
        look_at(std::min(batch_end_, pause_), nodes);
        return true;
    }

    Clock& clock_;
    std::uint64_t left_ = 0;       // nodes to the next look
    std::uint64_t next_look_ = 0;  // the number of nodes then
    std::uint64_t batch_end_;      // the number of nodes at which the next batch is taken
    std::uint64_t pause_ = kNever;
    SharedCount nodes_at_look_;
};

}  // namespace enligne
