#include "edge/gomocup/serve.h"

#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace enligne::gomocup {
namespace {

// Bytes that came, 0 at the end of the input and below when it is gone.
std::ptrdiff_t read_some(int file, char* data, std::size_t size) {
#if defined(_WIN32)
    return _read(file, data, static_cast<unsigned>(size));
#else
    ssize_t count = 0;
    do {
        count = read(file, data, size);
    } while (count < 0 && errno == EINTR);
    return count;
#endif
}

// False when nobody reads it.
bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
#if defined(_WIN32)
        const std::ptrdiff_t count = _write(file, text.data(), static_cast<unsigned>(text.size()));
#else
        const std::ptrdiff_t count = write(file, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
#endif
        if (count <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

struct Command {
    std::string line;
    Time arrival;
};

// Commands that wait while the engine thinks. A manager that sends more has to wait, too.
class Inbox {
   public:
    // False when nobody takes commands any more.
    bool put(Command command) {
        std::unique_lock lock(guard_);
        changed_.wait(lock, [&] { return commands_.size() < kMostWaiting || is_closed_; });
        if (is_closed_) return false;
        commands_.push_back(std::move(command));
        changed_.notify_all();
        return true;
    }
    // The next command; nothing after the last.
    std::optional<Command> take() {
        std::unique_lock lock(guard_);
        changed_.wait(lock, [&] { return !commands_.empty() || is_closed_; });
        if (commands_.empty()) return std::nullopt;
        Command command = std::move(commands_.front());
        commands_.pop_front();
        changed_.notify_all();
        return command;
    }
    // No more are put.
    void close() {
        const std::lock_guard lock(guard_);
        is_closed_ = true;
        changed_.notify_all();
    }

   private:
    static constexpr std::size_t kMostWaiting = 10'000;

    std::mutex guard_;
    std::condition_variable changed_;
    std::deque<Command> commands_;
    bool is_closed_ = false;
};

// Puts lines; false after the last.
bool put(std::vector<std::string> lines, Inbox& inbox) {
    const Time arrival = now();
    for (std::string& line : lines) {
        if (upper(line) == "END" || !inbox.put({std::move(line), arrival})) return false;
    }
    return true;
}

void read_commands(int file, Inbox& inbox) {
    std::array<char, 65536> data;
    Lines lines;
    while (true) {
        const std::ptrdiff_t count = read_some(file, data.data(), data.size());
        if (count <= 0) {
            put(lines.end(), inbox);
            return;
        }
        if (!put(lines.feed({data.data(), static_cast<std::size_t>(count)}), inbox)) return;
    }
}

}  // namespace

bool serve(Engine& engine, const std::shared_ptr<StopFlag>& stop, int input, int output) {
    const auto inbox = std::make_shared<Inbox>();
    std::thread reader([inbox, stop, input] {
        read_commands(input, *inbox);
        stop->store(true);
        inbox->close();
    });
    bool is_heard = true;
    const Engine::Write write = [&](const std::string& line) {
        is_heard = is_heard && write_all(output, line + "\n");
        if (!is_heard) stop->store(true);
    };
    while (is_heard) {
        const auto command = inbox->take();
        if (!command) {
            reader.join();
            return true;
        }
        engine.answer(command->line, command->arrival, write);
    }
    inbox->close();
    reader.detach();
    return false;
}

}  // namespace enligne::gomocup
