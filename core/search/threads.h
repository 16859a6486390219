// Threads that help a search. The one file of the searches that starts threads.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

// Where there are no POSIX threads, C++ has its own.
#if defined(_MSC_VER) && !defined(ENLIGNE_NO_THREADS) && !defined(ENLIGNE_STD_THREADS)
#define ENLIGNE_STD_THREADS
#endif

#if defined(ENLIGNE_STD_THREADS)
#include <system_error>
#include <thread>
#elif !defined(ENLIGNE_NO_THREADS)
#include <pthread.h>
#endif

namespace enligne {

#if !defined(ENLIGNE_NO_THREADS)
// A thread that may not have been started. std::thread throws then; the core is also built without
// exceptions.
class HelperThread {
   public:
    using Function = void* (*)(void*);

    // Whether it was started.
    bool start(Function function, void* given) {
#if defined(ENLIGNE_STD_THREADS)
        try {
            thread_ = std::thread(function, given);
            return true;
        } catch (const std::system_error&) {
            return false;
        }
#else
        return pthread_create(&thread_, nullptr, function, given) == 0;
#endif
    }
    void join() {
#if defined(ENLIGNE_STD_THREADS)
        thread_.join();
#else
        pthread_join(thread_, nullptr);
#endif
    }

   private:
#if defined(ENLIGNE_STD_THREADS)
    std::thread thread_;
#else
    pthread_t thread_{};
#endif
};
#endif

// Runs work(1), work(2) … work(count), each in a thread of its own, and waits for all of them when
// it goes out of scope. Where the system refuses a thread there are fewer, and none in a build
// without threads: helpers may only ever make a search faster.
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
            HelperThread thread;
            if (!thread.start(&run, &jobs_.back())) break;
            threads_.push_back(std::move(thread));
        }
#endif
    }
    HelperThreads(const HelperThreads&) = delete;
    HelperThreads& operator=(const HelperThreads&) = delete;

#ifndef ENLIGNE_NO_THREADS
    ~HelperThreads() {
        for (HelperThread& thread : threads_) thread.join();
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
    std::vector<HelperThread> threads_;
#else
    static constexpr int count() { return 0; }

   private:
    Work work_;
#endif
};

}  // namespace enligne
