// The engine's side of the Gomocup protocol, without Python: lines in, lines out.
#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "checks.h"
#include "edge/gomocup/best_thinker.h"
#include "edge/gomocup/engine.h"
#include "edge/gomocup/serve.h"
#include "edge/gomocup/swap2.h"

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#else
#include <unistd.h>

#include <csignal>
#endif

using namespace enligne;
using namespace enligne::gomocup;
using enligne::test::check;
using enligne::test::pick;

namespace {

// Takes the first free cell from the top left, and remembers what it was given.
class FirstFree final : public Thinker {
   public:
    explicit FirstFree(const StopFlag* stop = nullptr) : awaited_(stop) {}

    Complaint set_up(const Rules&, const TableSize& table) override {
        tables.push_back(table);
        return refusal;
    }
    Thought think(const AnyPosition& position, double seconds, const Report& report) override {
        given.push_back(seconds);
        const Rules& rules = position.rules();
        Analysis found;
        for (int row = rules.height; row-- > 0 && found.pv.empty();) {
            for (int column = 0; column < rules.width && found.pv.empty(); ++column) {
                if (!position.at({column, row})) found.pv = {{column, row}};
            }
        }
        found.depth = 1;
        report(found);
        while (awaited_ != nullptr && !awaited_->load()) std::this_thread::yield();
        return {found, {}};
    }

    std::vector<TableSize> tables;
    std::vector<double> given;
    Complaint refusal;

   private:
    const StopFlag* awaited_;
};

// Tells commands, and has the replies without those that begin with DEBUG.
class Manager {
   public:
    explicit Manager(std::uint64_t seed = 1) : engine(thinker, "1.2.3", seed) {}

    std::vector<std::string> operator()(const std::vector<std::string>& lines,
                                        double seconds_ago = 0) {
        std::vector<std::string> replies;
        const auto ago =
            std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(seconds_ago));
        for (const auto& line : lines) {
            engine.answer(line, now() - ago, [&](const std::string& reply) {
                if (reply.rfind("DEBUG", 0) != 0) replies.push_back(reply);
            });
        }
        return replies;
    }
    std::string last(const std::vector<std::string>& lines) {
        const auto replies = (*this)(lines);
        return replies.empty() ? "" : replies.back();
    }

    FirstFree thinker;
    Engine engine;
};

// What is said at the end of each conversation, or what it begins with.
void test_conversations() {
    const std::vector<std::pair<std::vector<std::string>, std::string>> conversations{
        {{"START 15"}, "OK"},
        {{"  start   15 "}, "OK"},
        {{"START 15", "BEGIN"}, "0,0"},
        {{"START 15", "TURN 0,0"}, "1,0"},
        {{"START 15", "turn 0 , 0"}, "1,0"},
        {{"RECTSTART 20,12", "BEGIN"}, "0,0"},
        {{"START 15", "BEGIN", "RESTART", "TURN 3,3"}, "0,0"},
        {{"START 15", "BEGIN", "TAKEBACK 0,0", "BEGIN"}, "0,0"},
        {{"START 15", "BOARD", "0,0,1", "1,0,2", "DONE"}, "2,0"},
        {{"START 15", "BOARD", "0,0,2", "DONE"}, "1,0"},
        {{"START 15", "BOARD", "INFO rule 1", "DONE"}, "0,0"},
        {{"START 15", "PLAY 3,3"}, "3,3"},
        {{"ABOUT"}, "name=\"Enligne\", version=\"1.2.3\", author="},
        {{"INFO rule 1"}, ""},
        {{"INFO timeout_turn x"}, ""},
        {{"DANCE 1,2"}, "UNKNOWN command 'DANCE 1,2'"},
        {{"\xff\x01"}, "UNKNOWN command '\\xff\\x01'"},
        {{"END"}, "UNKNOWN"},
        {{""}, "UNKNOWN command ''"},
        {{"START"}, "ERROR '' is not a size such as START 15"},
        {{"START 15 20"}, "ERROR '15 20' is not a size"},
        {{"START 4"}, "ERROR run 5"},
        {{"START 27"}, "ERROR width 27 is outside 3 to 26"},
        {{"START 99999"}, "ERROR '99999' is not a size"},
        {{"RECTSTART 15"}, "ERROR '15' is not a size such as RECTSTART 20,15"},
        {{"BEGIN"}, "ERROR there is no game yet: START comes first"},
        {{"RESTART"}, "ERROR there is no game yet"},
        {{"TURN 7,7"}, "ERROR there is no game yet"},
        {{"BOARD"}, "ERROR there is no game yet"},
        {{"START 15", "TURN 15,0"}, "ERROR 15,0 is outside: cells are 0,0 to 14,14"},
        {{"RECTSTART 20,12", "TURN 0,12"}, "ERROR 0,12 is outside: cells are 0,0 to 19,11"},
        {{"START 15", "TURN seven"}, "ERROR 'seven' is not a cell such as 7,7"},
        {{"START 15", "TURN 7,7", "TURN 7,7"}, "ERROR 7,7 is occupied"},
        {{"START 15", "PLAY 7,7", "PLAY 8,8"}, "ERROR 1 own stones and 0 of the other side"},
        {{"START 15", "BEGIN", "BEGIN"}, "ERROR BEGIN is for an empty board"},
        {{"START 15", "TAKEBACK 1,1"}, "ERROR there is no stone on 1,1"},
        {{"START 15", "BOARD 3"}, "ERROR BOARD is alone on its line"},
        {{"START 15", "BOARD", "7,7", "DONE"}, "ERROR '7,7' is not a stone such as 7,7,1"},
        {{"START 15", "BOARD", "7,7,3", "DONE"}, "ERROR 7,7,3: a stone is 1"},
        {{"START 15", "BOARD", "7,7,1", "DONE"}, "ERROR 1 own stones and 0 of the other side"},
        {{"START 15", "BOARD", "7,7,1", "7,7,2", "DONE"}, "ERROR 7,7 is occupied"},
        {{"START 15", "DONE"}, "UNKNOWN command 'DONE'"},
        {{"START 15", "SWAP2BOARD", "7,7", "DONE"}, "ERROR SWAP2BOARD has 0, 3 or 5 stones"},
        {{"START 15", "SWAP2BOARD", "7,7", "8,7,2", "9,9", "DONE"}, "0,0"},
        {{"START 15", "INFO rule 4", "BEGIN"}, "ERROR rule 4 (renju) is not played"},
        {{"START 15", "INFO rule 5", "BEGIN"}, "ERROR rule 5 (exactly five, renju)"},
        {{"START 15", "INFO rule 99999999999999999999", "BEGIN"}, "ERROR rule 46116860184273"},
        {{"START 15", "INFO rule 4", "INFO rule 0", "BEGIN"}, "0,0"},
        {{"START 5", "BOARD", "0,0,2", "1,1,2", "2,2,2", "3,3,2", "4,4,2", "0,1,1", "0,2,1",
          "0,3,1", "0,4,1", "DONE"},
         "ERROR there is nothing to analyse: the game is over, the first side wins (run)"},
        {{"START 15", "BOARD", "0,0,1", "1,0,1", "2,0,1", "3,0,1", "4,0,1", "0,2,2", "1,2,2",
          "2,2,2", "3,2,2", "4,2,2", "DONE"},
         "ERROR both sides have a winning run of 5"},
    };
    for (const auto& [lines, wanted] : conversations) {
        const std::string said = Manager().last(lines);
        check(wanted.empty() ? said.empty() : said.rfind(wanted, 0) == 0,
              lines.back() + " was answered " + said + " instead of " + wanted);
    }
    // A block that is broken off is said to be, and the command that did it is obeyed.
    check(Manager()({"START 15", "BOARD", "1,1,2", "BEGIN"}) ==
              std::vector<std::string>{"OK", "ERROR BOARD was not ended by DONE", "0,0"},
          "a block that was not ended");
}

void test_a_whole_game() {
    Manager manager;
    manager({"START 5", "BEGIN"});
    std::set<std::string> played{"0,0"};
    std::string reply;
    // From both ends, until the other side does not see that it has lost, and wins too.
    for (int cell = 24; cell >= 0 && reply.rfind("ERROR", 0) != 0; --cell) {
        const std::string text = std::to_string(cell % 5) + "," + std::to_string(cell / 5);
        if (!played.insert(text).second) continue;
        reply = manager.last({"TURN " + text});
        const bool is_new = played.insert(reply).second;
        check(is_new, "a free cell each time: " + reply);
    }
    check(reply == "ERROR both sides have a winning run of 5", "until it is over: " + reply);
}

// The time for a move runs from the arrival of its command, or from the last move if that is later.
void test_time() {
    // Limits so long that no pause of the machine matters.
    Manager manager;
    manager({"START 15", "INFO timeout_turn 1000000"});
    manager({"BEGIN"});
    manager({"TAKEBACK 0,0"});
    manager({"BEGIN"}, 3600);
    const auto& given = manager.thinker.given;
    check(given[0] > 500 && given[0] < 1000, "a move has its time");
    check(given[1] > 500, "less nothing of what passed before the last move");

    Manager late;
    late({"START 15", "INFO timeout_turn 1000000"});
    late({"BEGIN"}, 500);
    check(late.thinker.given[0] < 500, "but less what has passed since it was asked");
    Manager too_late;
    too_late({"START 15", "BEGIN"}, 3600);
    check(too_late.thinker.given[0] <= 0.001, "where all has passed, next to none");
}

void test_memory() {
    const auto table = [](const std::string& memory, const std::string& turn) {
        Manager manager;
        manager({"INFO max_memory " + memory, "INFO timeout_turn " + turn, "START 15", "BEGIN"});
        return manager.thinker.tables.at(0);
    };
    check(table("367001600", "1000").most_mb == 175, "half of the memory");
    check(table("83886080", "1000").most_mb == 16, "less of little");
    check(table("1", "1000").most_mb == 1, "the least there is");
    check(table("0", "1000").most_mb == 525, "no limit is not all there is");
    check(table("99999999999999999999999", "1000").most_mb == 525, "nor is a large number");
    check(table("0", "1000").useful_mb == 80, "as much as can be filled");
    check(table("0", "999999999999999999").useful_mb == 1 << 20, "in however much time");

    Manager manager;
    manager({"INFO max_memory 100000000", "START 15", "BEGIN"});
    manager({"INFO max_memory 200000000", "TURN 1,1"});
    check(manager.thinker.tables.size() == 1, "one search plays a game");
    manager({"INFO max_memory 80000000", "TURN 2,2"});
    check(manager.thinker.tables.size() == 2, "unless the memory shrinks");
    manager({"RESTART", "BEGIN"});
    check(manager.thinker.tables.size() == 3, "and another one the next");
}

void test_refusal_of_the_thinker() {
    Manager manager;
    manager.thinker.refusal = "it does not play that";
    check(manager.last({"START 15", "TURN 7,7"}) == "ERROR it does not play that", "is passed on");
    manager.thinker.refusal.clear();
    check(manager.last({"RESTART", "BEGIN"}) == "0,0", "and it goes on");
}

void test_swap2_reply() {
    const auto scored = [](std::vector<int> numbers) {
        std::vector<Analysis> found;
        for (const int number : numbers) {
            Analysis each;
            each.pv = {{0, 0}, {1, 1}, {2, 2}};
            each.score = {Score::Kind::heuristic, number};
            found.push_back(each);
        }
        return found;
    };
    struct Case {
        std::vector<int> scores;
        std::size_t with_three, with_five;
    };
    for (const Case& each :
         {Case{{50, 20, 90}, 1, 1}, Case{{-50, -20, -90}, 0, 0}, Case{{50, -20, 30}, 2, 1},
          Case{{50, 20, -30}, 2, 0}, Case{{-5, 50, 20, 9}, 1, 1}, Case{{0}, 1, 1}}) {
        check(swap2_reply(3, scored(each.scores)).size() == each.with_three, "to three stones");
        check(swap2_reply(5, scored(each.scores)).size() == each.with_five, "to five stones");
    }
    auto found = scored({5});
    found[0].score = {Score::Kind::loss, 6};
    check(swap2_reply(3, found).empty(), "a loss is left to the other");
    found[0].score = {Score::Kind::win, 5};
    check(swap2_reply(3, found).size() == 1, "a win is not");
}

void test_swap2_openings() {
    Random random(7);
    for (const Rules& rules : {Rules{5, 5, 5}, Rules{6, 6, 5}, Rules{15, 15, 5}, Rules{20, 20, 5},
                               Rules{26, 3, 5}, Rules{3, 26, 5}}) {
        std::set<std::vector<Cell>> all;
        bool fits = true;
        for (int i = 0; i < 300; ++i) {
            const auto cells = swap2_opening(rules, random);
            for (const Cell cell : cells) {
                fits = fits && cell.column >= 0 && cell.column < rules.width && cell.row >= 0 &&
                       cell.row < rules.height;
            }
            fits = fits && std::set<Cell>(cells.begin(), cells.end()).size() == 3;
            all.insert(cells);
        }
        check(fits, "three cells of the board in " + test::name_of(rules));
        check(all.size() > 1, "not always the same in " + test::name_of(rules));
    }
}

void test_lines() {
    const std::string text = "START 15\r\nINFO rule 1\n\n  \r\rTURN 7,7\r\n\xff\nEND";
    const std::vector<std::string> wanted{"START 15", "INFO rule 1", "TURN 7,7", "\xff", "END"};
    std::mt19937 random(1);
    for (int i = 0; i < 200; ++i) {
        Lines lines;
        std::vector<std::string> found;
        const auto take = [&](const std::vector<std::string>& some) {
            found.insert(found.end(), some.begin(), some.end());
        };
        for (std::size_t at = 0; at < text.size();) {
            const auto size = static_cast<std::size_t>(pick(random, 1, 12));
            take(lines.feed(std::string_view(text).substr(at, size)));
            at += size;
        }
        take(lines.end());
        check(found == wanted && lines.end().empty(), "lines however they are cut");
    }
    Lines flooded(100);
    for (int i = 0; i < 1000; ++i) check(flooded.feed(std::string(1000, 'x')).empty(), "no end");
    check(flooded.feed("\nOK\n") == std::vector<std::string>{std::string(100, 'x'), "OK"},
          "of a flood its beginning");
}

// Whatever comes, each reply is one short line of ASCII, and it goes on.
void test_junk() {
    std::mt19937 random(3);
    const std::vector<std::string> words{
        "START", "RECTSTART", "RESTART", "BEGIN",      "TURN",  "BOARD", "DONE", "INFO",
        "PLAY",  "TAKEBACK",  "START 9", "SWAP2BOARD", "ABOUT", "junk",  "",     "1,2,1"};
    const std::vector<std::string> rests{"",       "5",    "5,5",    "1,2,1",
                                         "-3,9",   "9,9",  "rule 1", "max_memory 9",
                                         "rule 0", "15,2", ",,,",    std::string(300, 'x')};
    Manager manager;
    bool is_sound = true;
    const auto tell = [&](const std::string& line) {
        for (const auto& reply : manager({line})) {
            is_sound = is_sound && !reply.empty() && reply.size() < 400;
            for (const char each : reply) is_sound = is_sound && each >= ' ' && each <= '~';
        }
    };
    for (int i = 0; i < 20'000; ++i) {
        if (pick(random, 0, 3) == 0) {
            std::string line;
            for (int left = pick(random, 0, 40); left > 0; --left) {
                line += static_cast<char>(pick(random, 0, 255));
            }
            tell(line);
        } else {
            tell(words[static_cast<std::size_t>(pick(random, 0, 15))] + " " +
                 rests[static_cast<std::size_t>(pick(random, 0, 11))]);
        }
    }
    check(is_sound, "replies to junk");
    manager({"DONE"});
    check(manager({"INFO rule 0", "START 15", "BEGIN"}) == std::vector<std::string>{"OK", "0,0"},
          "it goes on after junk");
}

// A pipe, as a manager has one.
class Pipe {
   public:
    Pipe() {
#if defined(_WIN32)
        const int failed = _pipe(ends_.data(), 1 << 16, _O_BINARY);
#else
        const int failed = pipe(ends_.data());
#endif
        check(failed == 0, "a pipe");
    }
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    int end(int which) const { return ends_[static_cast<std::size_t>(which)]; }
    void close_end(int which) {
        int& file = ends_[static_cast<std::size_t>(which)];
#if defined(_WIN32)
        if (file >= 0) _close(file);
#else
        if (file >= 0) close(file);
#endif
        file = -1;
    }
    void tell(const std::string& text) const {
#if defined(_WIN32)
        const auto count = _write(end(1), text.data(), static_cast<unsigned>(text.size()));
#else
        const auto count = write(end(1), text.data(), text.size());
#endif
        check(static_cast<std::size_t>(count) == text.size(), "all is written");
    }
    // The next line.
    std::string line() const {
        std::string text;
        char each = 0;
#if defined(_WIN32)
        while (_read(end(0), &each, 1) == 1 && each != '\n') text += each;
#else
        while (read(end(0), &each, 1) == 1 && each != '\n') text += each;
#endif
        return text;
    }

   private:
    std::array<int, 2> ends_{-1, -1};
};

// It reads while it thinks: only END, or the end of the input, can end this thought.
void test_serving(bool is_closed) {
    Pipe input;
    Pipe output;
    const auto stop = std::make_shared<StopFlag>(false);
    bool is_heard = false;
    std::thread served([&] {
        FirstFree thinker(stop.get());
        Engine engine(thinker, "", 1);
        is_heard = serve(engine, stop, input.end(0), output.end(1));
        output.close_end(1);
    });
    input.tell("START 15\r\nBEGIN\r\n");
    check(output.line() == "OK", "an answer through a pipe");
    check(output.line().rfind("DEBUG", 0) == 0, "it thinks");
    input.tell("ABOUT\n");
    if (is_closed) {
        input.close_end(1);
    } else {
        input.tell("end\nABOUT\n");
    }
    check(output.line() == "0,0", "the move, when there is no more use in thinking");
    check(output.line().rfind("name=", 0) == 0, "what came meanwhile is answered after it");
    check(output.line().empty(), "and nothing that came after the end");
    served.join();
    check(is_heard && stop->load(), "it ends");
}

// Nobody reads the answers: it ends, though its input stays open.
void test_unheard() {
    Pipe input;
    Pipe output;
    const auto stop = std::make_shared<StopFlag>(false);
    FirstFree thinker;
    Engine engine(thinker, "", 1);
    output.close_end(0);
    input.tell("ABOUT\nABOUT\n");
    check(!serve(engine, stop, input.end(0), output.end(1)), "nobody listens");
    check(stop->load(), "then a search is of no use");
    input.close_end(1);  // ends the thread that reads
}

// The search of the core, on boards for either of its engines.
void test_best_thinker() {
    for (const auto& [start, wins] : {std::pair{"START 5", "4,4"}, std::pair{"START 15", "4,4"},
                                      std::pair{"START 20", "4,4"}}) {
        const StopFlag stop{false};
        BestThinker thinker(stop);
        Engine engine(thinker, "", 1);
        std::string last;
        int thoughts = 0;
        for (const std::string line :
             {start, "INFO timeout_turn 50", "INFO max_memory 80000000", "BOARD", "0,0,1", "1,1,1",
              "2,2,1", "3,3,1", "0,1,2", "0,2,2", "1,0,2", "2,0,2", "DONE"}) {
            engine.answer(line, now(), [&](const std::string& reply) {
                thoughts += reply.rfind("DEBUG depth ", 0) == 0;
                last = reply;
            });
        }
        check(last == wins, std::string(start) + " takes the five: " + last);
        check(thoughts > 0, "and tells its thoughts");
    }
}

}  // namespace

int main() {
#if !defined(_WIN32)
    std::signal(SIGPIPE, SIG_IGN);
#endif
    test_conversations();
    test_a_whole_game();
    test_time();
    test_memory();
    test_refusal_of_the_thinker();
    test_swap2_reply();
    test_swap2_openings();
    test_lines();
    test_junk();
    test_serving(false);
    test_serving(true);
    test_unheard();
    test_best_thinker();
    return enligne::test::summary("gomocup");
}
