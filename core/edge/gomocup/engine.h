// The engine's side of the Gomocup protocol: answers the commands of a manager.
//
// Lines go in and lines come out; where they come from and go to is the caller's business (see
// serve.h), and so is what chooses the moves (thinker.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/random.h"
#include "edge/gomocup/limits.h"
#include "edge/gomocup/notation.h"
#include "edge/gomocup/stones.h"
#include "edge/gomocup/thinker.h"

namespace enligne::gomocup {

class Engine {
   public:
    using Write = std::function<void(const std::string&)>;

    // The seed chooses the openings of swap2.
    Engine(Thinker& thinker, std::string version, std::uint64_t seed)
        : search_(thinker), version_(std::move(version)), random_(seed) {}

    // Answers a line that came at this time: the clock of a move runs from then. What is wrong with
    // it is said with ERROR and changes nothing. `write` is given every line of the reply.
    //
    // No command ends it: END and the end of the input are seen to where lines are read.
    void answer(std::string_view line, Time arrival, const Write& write);

    std::size_t stone_count() const { return stones_.size(); }

   private:
    // BOARD or SWAP2BOARD, and the lines that follow it up to DONE.
    struct Block {
        std::string word;
        Time asked;
        std::vector<std::string> lines;
    };
    // What a search found, depth by depth, the last one being its answer.
    using Found = std::vector<Analysis>;

    // What follows the word of a command, and since when its answer is waited for.
    struct Request {
        std::string_view rest;
        Time asked;
    };
    struct Command;  // a word and what obeys it
    static const Command kCommands[];

    // Games begin.
    Complaint start(const Request& request);
    Complaint rectstart(const Request& request);
    Complaint restart(const Request& request);
    Complaint new_game(int width, int height);

    // Stones come and go.
    Complaint begin(const Request& request);
    Complaint turn(const Request& request);
    Complaint play(const Request& request);
    Complaint takeback(const Request& request);

    // Whole positions.
    Complaint open_board(const Request& request);
    Complaint open_swap2(const Request& request);
    Complaint open_block(const char* word, const Request& request);
    Complaint close_block();
    Complaint board(const Block& block);
    Complaint swap2(const Block& block);

    // What the manager tells and asks.
    Complaint info(const Request& request);
    Complaint about(const Request& request);

    Complaint obey(std::string_view line, const std::string& word, const Request& request);

    // What they share.
    Complaint shape(Rules& rules) const;
    Complaint rules(Rules& rules) const;
    Complaint move(const Rules& rules, Time asked);
    Complaint think(const AnyPosition& position, Time asked, Found& found);
    void debug(const Analysis& analysis, const Rules& rules) const;
    void say(const std::string& line) const { (*write_)(line); }

    LimitedSearch search_;
    const std::string version_;
    Random random_;
    const Write* write_ = nullptr;  // while a line is answered
    int width_ = 0;                 // 0 before the first game
    int height_ = 0;
    std::int64_t rule_ = 0;
    Stones stones_;
    std::optional<Block> block_;
    Time last_move_{};  // when it was answered
};

}  // namespace enligne::gomocup
