// Threads that help a search. The one file of the core that starts threads.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#ifndef ENLIGNE_NO_THREADS
#include <pthread.h>
#endif

namespace enligne {

// Runs work(1), work(2) … work(count), each in a thread of its own, and waits for all of them when
// it goes out of scope. Where the system refuses a thread there are fewer, and none in a build
// without threads: helpers may only ever make a search faster. (std::thread throws when it cannot
// start; the core is also built without exceptions.)
template <class Work>
class HelperThreads {
   public:
    HelperThreads(int count, Work work) : work_(std::move(work)) {
#ifndef ENLIGNE_NO_THREADS
        const auto most = static_cast<std::size_t>(count > 0 ? count : 0);
        jobs_.reserve(most);  // they stay where they are
        threads_.reserve(most);
        for (int i = 1; i <= count; ++i) {
            jobs_.push_back({this, i});
            pthread_t thread;
            if (pthread_create(&thread, nullptr, &run, &jobs_.back()) != 0) break;
            threads_.push_back(thread);
        }
#endif
    }
    HelperThreads(const HelperThreads&) = delete;
    HelperThreads& operator=(const HelperThreads&) = delete;

#ifndef ENLIGNE_NO_THREADS
    ~HelperThreads() {
        for (const pthread_t thread : threads_) pthread_join(thread, nullptr);
    }

    int count() const { return static_cast<int>(threads_.size()); }

   private:
    struct Job {
        HelperThreads* helpers;
        int number;
    };

    static void* run(void* given) {
        const Job& job = *static_cast<const Job*>(given);
        job.helpers->work_(job.number);
        return nullptr;
    }

    Work work_;
    std::vector<Job> jobs_;
    std::vector<pthread_t> threads_;
#else
    static constexpr int count() { return 0; }

   private:
    Work work_;
#endif
};

}  // namespace enligne
