#include "edge/gomocup/engine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "edge/gomocup/swap2.h"

namespace enligne::gomocup {
namespace {

constexpr int kRun = 5;
constexpr std::int64_t kExactRule = 1;
// More lines than any board has cells; a block of more is wrong anyway and need not be kept.
constexpr std::size_t kLongestBlock = 1000;

// A whole number with or without a sign; the largest there is in place of larger ones.
std::optional<std::int64_t> parse_integer(std::string_view text) {
    constexpr std::int64_t kLargest = std::int64_t{1} << 62;
    bool is_negative = false;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        is_negative = text.front() == '-';
        text.remove_prefix(1);
    }
    if (text.empty()) return std::nullopt;
    std::int64_t number = 0;
    for (const char each : text) {
        if (!is_digit(each)) return std::nullopt;
        const int digit = each - '0';
        number = number > (kLargest - digit) / 10 ? kLargest : 10 * number + digit;
    }
    return is_negative ? -number : number;
}

std::string rule_names(std::int64_t rule) {
    constexpr std::array kBits{std::pair{1, "exactly five"}, std::pair{2, "continuous game"},
                               std::pair{4, "renju"}, std::pair{8, "caro"}};
    std::string names;
    for (const auto& [bit, name] : kBits) {
        if ((rule & bit) == 0) continue;
        if (!names.empty()) names += ", ";
        names += name;
    }
    return names.empty() ? "unknown" : names;
}

std::string score_text(const Score& score) {
    switch (score.kind) {
        case Score::Kind::win:
            return "win in " + std::to_string(score.number);
        case Score::Kind::loss:
            return "loss in " + std::to_string(score.number);
        case Score::Kind::draw:
            return "draw";
        default:
            return (score.number >= 0 ? "+" : "") + std::to_string(score.number);
    }
}

std::string outcome_text(Result result) {
    switch (result) {
        case Result::first_wins:
            return "the first side wins (run)";
        case Result::second_wins:
            return "the second side wins (run)";
        default:
            return "draw (full board)";
    }
}

std::string cells_text(const std::vector<Cell>& cells, const Rules& rules) {
    std::string text;
    for (const Cell cell : cells) {
        if (!text.empty()) text += ' ';
        text += cell_text(cell, rules);
    }
    return text;
}

}  // namespace

struct Engine::Command {
    std::string_view word;
    Complaint (Engine::*obey)(const Request&);
};

const Engine::Command Engine::kCommands[] = {
    {"START", &Engine::start},       {"RECTSTART", &Engine::rectstart},
    {"RESTART", &Engine::restart},   {"BEGIN", &Engine::begin},
    {"TURN", &Engine::turn},         {"PLAY", &Engine::play},
    {"TAKEBACK", &Engine::takeback}, {"BOARD", &Engine::open_board},
    {"INFO", &Engine::info},         {"SWAP2BOARD", &Engine::open_swap2},
    {"ABOUT", &Engine::about},
};

void Engine::answer(std::string_view line, Time arrival, const Write& write) {
    write_ = &write;
    line = stripped(line);
    const std::size_t space = std::min(line.find(' '), line.size());
    // What was sent before it was this engine's turn has its time from then on.
    const Request request{stripped(line.substr(space)), std::max(arrival, last_move_)};
    const Complaint wrong = obey(line, upper(line.substr(0, space)), request);
    if (!wrong.empty()) say("ERROR " + wrong);
}

Complaint Engine::obey(std::string_view line, const std::string& word, const Request& request) {
    if (block_ && word != "INFO") {
        if (word == "DONE") return close_block();
        if (word.empty() || !is_letter(word.front())) {
            if (block_->lines.size() < kLongestBlock) block_->lines.emplace_back(line);
            return {};
        }
        say("ERROR " + block_->word + " was not ended by DONE");
        block_.reset();
    }
    for (const Command& each : kCommands) {
        if (each.word == word) return (this->*each.obey)(request);
    }
    say("UNKNOWN command " + quoted(line));
    return {};
}

// Games begin.

Complaint Engine::start(const Request& request) {
    int size = 0;
    Complaint wrong = read_numbers(request.rest, "a size such as START 15", size);
    return wrong.empty() ? new_game(size, size) : wrong;
}

Complaint Engine::rectstart(const Request& request) {
    int width = 0;
    int height = 0;
    Complaint wrong = read_numbers(request.rest, "a size such as RECTSTART 20,15", width, height);
    return wrong.empty() ? new_game(width, height) : wrong;
}

Complaint Engine::restart(const Request&) {
    Rules known;
    Complaint wrong = shape(known);
    return wrong.empty() ? new_game(known.width, known.height) : wrong;
}

Complaint Engine::new_game(int width, int height) {
    Complaint wrong = refusal({width, height, kRun});
    if (!wrong.empty()) return wrong;
    width_ = width;
    height_ = height;
    stones_ = {};
    search_.start_game();
    say("OK");
    return {};
}

// Stones come and go.

Complaint Engine::begin(const Request& request) {
    Rules played;
    if (auto wrong = rules(played); !wrong.empty()) return wrong;
    if (!stones_.empty()) return "BEGIN is for an empty board: RESTART comes first";
    return move(played, request.asked);
}

Complaint Engine::turn(const Request& request) {
    Rules played;
    Cell cell{};
    if (auto wrong = rules(played); !wrong.empty()) return wrong;
    if (auto wrong = read_cell(request.rest, played, cell); !wrong.empty()) return wrong;
    Stones with_it = stones_;
    std::optional<AnyPosition> position;
    if (auto wrong = with_it.add(cell, played, false); !wrong.empty()) return wrong;
    if (auto wrong = with_it.position(played, position); !wrong.empty()) return wrong;
    stones_ = std::move(with_it);
    return move(played, request.asked);
}

Complaint Engine::play(const Request& request) {
    Rules played;
    Cell cell{};
    std::optional<AnyPosition> position;
    if (auto wrong = rules(played); !wrong.empty()) return wrong;
    if (auto wrong = read_cell(request.rest, played, cell); !wrong.empty()) return wrong;
    if (auto wrong = stones_.position(played, position); !wrong.empty()) return wrong;
    const std::string text = cell_text(cell, played);
    if (position->result() != Result::open) {
        return text + " cannot be played: the game is over, " + outcome_text(position->result());
    }
    if (auto wrong = stones_.add(cell, played, true); !wrong.empty()) return wrong;
    say(text);
    return {};
}

Complaint Engine::takeback(const Request& request) {
    Rules known;
    Cell cell{};
    if (auto wrong = shape(known); !wrong.empty()) return wrong;
    if (auto wrong = read_cell(request.rest, known, cell); !wrong.empty()) return wrong;
    if (auto wrong = stones_.remove(cell, known); !wrong.empty()) return wrong;
    say("OK");
    return {};
}

// Whole positions.

Complaint Engine::open_board(const Request& request) { return open_block("BOARD", request); }
Complaint Engine::open_swap2(const Request& request) { return open_block("SWAP2BOARD", request); }

Complaint Engine::open_block(const char* word, const Request& request) {
    Rules known;
    if (auto wrong = shape(known); !wrong.empty()) return wrong;
    if (!request.rest.empty()) {
        return std::string(word) + " is alone on its line; stones follow on their own";
    }
    block_ = Block{word, request.asked, {}};
    return {};
}

Complaint Engine::close_block() {
    const Block block = *std::exchange(block_, std::nullopt);
    return block.word == "BOARD" ? board(block) : swap2(block);
}

Complaint Engine::board(const Block& block) {
    Rules played;
    if (auto wrong = rules(played); !wrong.empty()) return wrong;
    Stones stones;
    for (const std::string& line : block.lines) {
        int x = 0;
        int y = 0;
        int owner = 0;
        Cell cell{};
        auto wrong = read_numbers(line, "a stone such as 7,7,1", x, y, owner);
        if (!wrong.empty()) return wrong;
        if (owner != 1 && owner != 2) {
            return line + ": a stone is 1, this engine's, or 2, the other side's";
        }
        if (wrong = read_cell(x, y, played, cell); !wrong.empty()) return wrong;
        if (wrong = stones.add(cell, played, owner == 1); !wrong.empty()) return wrong;
    }
    std::optional<AnyPosition> position;
    if (auto wrong = stones.position(played, position); !wrong.empty()) return wrong;
    stones_ = std::move(stones);
    return move(played, block.asked);
}

Complaint Engine::swap2(const Block& block) {
    Rules played;
    if (auto wrong = rules(played); !wrong.empty()) return wrong;
    std::vector<Cell> cells;
    for (const std::string& line : block.lines) {
        // Some managers add a side to each stone, as in BOARD; the order tells it already.
        const std::size_t comma = line.find(',', std::min(line.find(','), line.size() - 1) + 1);
        Cell cell{};
        auto wrong = read_cell(std::string_view(line).substr(0, comma), played, cell);
        if (!wrong.empty()) return wrong;
        cells.push_back(cell);
    }
    if (cells.size() != 0 && cells.size() != 3 && cells.size() != 5) {
        return "SWAP2BOARD has 0, 3 or 5 stones, not " + std::to_string(cells.size());
    }
    std::vector<Cell> reply;
    if (cells.empty()) {
        reply = swap2_opening(played, random_);
    } else {
        // The engine is offered the second side, which is to move.
        Stones stones;
        std::optional<AnyPosition> position;
        Found found;
        if (auto wrong = stones.add_in_turn(cells, played, false); !wrong.empty()) return wrong;
        if (auto wrong = stones.position(played, position); !wrong.empty()) return wrong;
        if (auto wrong = think(*position, block.asked, found); !wrong.empty()) return wrong;
        reply = swap2_reply(position->ply(), found);
    }
    // With one more stone it stays the second side. Otherwise it is the first until it hears
    // otherwise, by a BOARD.
    cells.insert(cells.end(), reply.begin(), reply.end());
    stones_ = {};
    say(reply.empty() ? "SWAP" : cells_text(reply, played));
    return stones_.add_in_turn(cells, played, reply.size() != 1);
}

// What the manager tells and asks.

// Never answered: managers do not listen then. What cannot be kept is told with the move.
Complaint Engine::info(const Request& request) {
    const std::string_view rest = request.rest;
    const auto blank = std::find_if(rest.begin(), rest.end(), is_blank);
    const std::string key = upper({rest.begin(), blank});
    const auto number = parse_integer(stripped({blank, rest.end()}));
    if (!number) return {};
    if (key == "TIMEOUT_TURN") search_.time().tell_turn(*number);
    if (key == "TIMEOUT_MATCH") search_.time().tell_game(*number);
    if (key == "TIME_LEFT") search_.time().tell_left(*number);
    if (key == "MAX_MEMORY") search_.tell_memory(*number);
    if (key == "RULE") rule_ = *number;
    return {};
}

Complaint Engine::about(const Request&) {
    say("name=\"Enligne\", version=\"" + version_ + "\", author=\"The Enligne authors\"");
    return {};
}

// What they share.

Complaint Engine::shape(Rules& rules) const {
    if (width_ == 0) return "there is no game yet: START comes first";
    rules = {width_, height_, kRun, false, rule_ == kExactRule};
    return {};
}

// The rules, where they are such as are played here.
Complaint Engine::rules(Rules& rules) const {
    if (auto wrong = shape(rules); !wrong.empty()) return wrong;
    if (rule_ == 0 || rule_ == kExactRule) return {};
    return "rule " + std::to_string(rule_) + " (" + rule_names(rule_) +
           ") is not played: 0 (five or more) and 1 (exactly five) are";
}

Complaint Engine::move(const Rules& rules, Time asked) {
    std::optional<AnyPosition> position;
    Found found;
    if (auto wrong = stones_.position(rules, position); !wrong.empty()) return wrong;
    if (auto wrong = think(*position, asked, found); !wrong.empty()) return wrong;
    const Cell cell = found.back().pv.front();
    if (auto wrong = stones_.add(cell, rules, true); !wrong.empty()) return wrong;
    say(cell_text(cell, rules));
    last_move_ = now();
    return {};
}

Complaint Engine::think(const AnyPosition& position, Time asked, Found& found) {
    if (position.result() != Result::open) {
        return "there is nothing to analyse: the game is over, " + outcome_text(position.result());
    }
    const auto report = [&](const Analysis& analysis) {
        found.push_back(analysis);
        debug(analysis, position.rules());
    };
    auto [answer, wrong] = search_.think(position, asked, report);
    if (!answer) return wrong;
    // Not all searches report the last depth, which is their answer.
    if (found.empty() || found.back().depth != answer->depth || found.back().pv != answer->pv) {
        report(*answer);
    } else {
        found.back() = std::move(*answer);
    }
    return {};
}

void Engine::debug(const Analysis& analysis, const Rules& rules) const {
    say("DEBUG depth " + std::to_string(analysis.depth) + "-" +
        std::to_string(analysis.selective_depth) + " score " + score_text(analysis.score) +
        " nodes " + std::to_string(analysis.nodes) + " ms " +
        std::to_string(std::llround(1000 * analysis.seconds)) + " line " +
        cells_text(analysis.pv, rules));
}

}  // namespace enligne::gomocup
