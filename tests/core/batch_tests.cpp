// Many games at once against boards of letters that know nothing but how to walk over them.
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "board/batch.h"
#include "checks.h"

using namespace enligne;
using enligne::test::check;
using enligne::test::pick;

namespace {

// One game: rows of letters from the bottom, `x`, `o` and `.`.
class Board {
   public:
    explicit Board(const Rules& rules)
        : rules_(rules), rows_(rules.height, std::string(rules.width, '.')) {}

    int actions() const { return rules_.gravity ? rules_.width : rules_.width * rules_.height; }
    Result result() const { return result_; }
    char mover() const { return stones_ % 2 == 0 ? 'x' : 'o'; }
    char at(int column, int row) const {
        const bool is_inside =
            column >= 0 && column < rules_.width && row >= 0 && row < rules_.height;
        return is_inside ? rows_[row][column] : '#';
    }

    bool is_legal(std::int64_t action) const {
        if (result_ != Result::open || action < 0 || action >= actions()) return false;
        const auto [column, row] = cell(static_cast<int>(action));
        return at(column, row) == '.';
    }
    void play(int action) {
        const auto [column, row] = cell(action);
        const char stone = mover();
        rows_[row][column] = stone;
        ++stones_;
        if (wins(column, row)) {
            result_ = stone == 'x' ? Result::first_wins : Result::second_wins;
        } else if (stones_ == rules_.width * rules_.height) {
            result_ = Result::draw;
        }
    }

    void write_planes(char own, std::vector<std::uint8_t>& planes) const {
        for (const char stone : {own, own == 'x' ? 'o' : 'x'}) {
            for (const std::string& row : rows_) {
                for (const char each : row) planes.push_back(each == stone);
            }
        }
    }
    void write_mask(std::vector<std::uint8_t>& mask) const {
        for (int action = 0; action < actions(); ++action) mask.push_back(is_legal(action));
    }

   private:
    // Where an action lays its stone; above the board where a column is full.
    Cell cell(int action) const {
        if (!rules_.gravity) return {action % rules_.width, action / rules_.width};
        int row = 0;
        while (row < rules_.height && rows_[row][action] != '.') ++row;
        return {action, row};
    }
    bool wins(int column, int row) const {
        constexpr int kSteps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        for (const auto& step : kSteps) {
            int length = 1;
            for (const int way : {-1, 1}) {
                for (int i = way; at(column + i * step[0], row + i * step[1]) == at(column, row);
                     i += way) {
                    ++length;
                }
            }
            if (rules_.exact ? length == rules_.run : length >= rules_.run) return true;
        }
        return false;
    }

    Rules rules_;
    std::vector<std::string> rows_;
    int stones_ = 0;
    Result result_ = Result::open;
};

// The games of a batch with their arrays, and the same on boards.
class Both {
   public:
    Both(const Rules& rules, int count)
        : rules_(rules),
          count_(static_cast<std::size_t>(count)),
          batch_(Batch::make(rules, count)),
          boards_(count_, Board(rules)),
          planes_(count_ * 2 * rules.width * rules.height, 7),
          masks_(count_ * boards_[0].actions(), 7),
          results_(count_, 7) {
        reset(std::vector<std::uint8_t>(count_, 1));
    }

    BatchView view() { return {planes_, masks_, results_}; }
    Batch& batch() { return *batch_; }
    std::vector<Board>& boards() { return boards_; }
    bool is_any_open() const {
        return std::any_of(boards_.begin(), boards_.end(),
                           [](const Board& each) { return each.result() == Result::open; });
    }

    void reset(const std::vector<std::uint8_t>& which) {
        batch_->reset(which, view());
        for (std::size_t i = 0; i < count_; ++i) {
            if (which[i] != 0) boards_[i] = Board(rules_);
        }
    }
    // Both play; whether they agree on the first action that is not legal.
    bool step(const std::vector<std::int64_t>& actions) {
        int illegal = -1;
        for (std::size_t i = count_; i-- > 0;) {
            const bool is_open = boards_[i].result() == Result::open;
            if (is_open && !boards_[i].is_legal(actions[i])) illegal = static_cast<int>(i);
        }
        if (batch_->step(actions, view()) != illegal) return false;
        for (std::size_t i = 0; illegal < 0 && i < count_; ++i) {
            if (boards_[i].result() == Result::open) boards_[i].play(static_cast<int>(actions[i]));
        }
        return true;
    }
    // Whether every array says what the boards do.
    bool agree() {
        std::vector<std::uint8_t> planes;
        std::vector<std::uint8_t> masks;
        std::vector<std::uint8_t> results;
        std::vector<std::uint8_t> own_first;
        for (const Board& each : boards_) {
            each.write_planes('x', planes);
            each.write_planes(each.mover(), own_first);
            each.write_mask(masks);
            results.push_back(static_cast<std::uint8_t>(each.result()));
        }
        std::vector<std::uint8_t> written(planes_.size(), 7);
        batch_->write_planes(written);
        return planes == planes_ && masks == masks_ && results == results_ && written == own_first;
    }

   private:
    Rules rules_;
    std::size_t count_;
    std::unique_ptr<Batch> batch_;
    std::vector<Board> boards_;
    std::vector<std::uint8_t> planes_, masks_, results_;
};

Rules random_rules(std::mt19937& random) {
    const int largest = pick(random, 0, 4) == 0 ? 26 : 8;
    Rules rules{pick(random, 3, largest), pick(random, 3, largest), 0, pick(random, 0, 1) == 1,
                pick(random, 0, 1) == 1};
    rules.run = pick(random, 3, std::min(6, std::max(rules.width, rules.height)));
    return rules;
}

void test_games(const Rules& rules, std::mt19937& random) {
    const std::string name = " in " + test::name_of(rules);
    const int count = pick(random, 1, 12);
    Both both(rules, count);
    check(both.batch().size() == count && both.batch().rules() == rules, "its measures" + name);
    bool is_same = both.agree();
    while (both.is_any_open()) {
        std::vector<std::int64_t> actions;
        for (const Board& each : both.boards()) {
            // A legal one where there is one, and now and then anything at all.
            std::int64_t action = pick(random, -1, each.actions());
            const bool is_anything = pick(random, 0, 4 * count) == 0;
            while (!is_anything && each.result() == Result::open && !each.is_legal(action)) {
                action = pick(random, 0, each.actions() - 1);
            }
            actions.push_back(action);
        }
        is_same = is_same && both.step(actions) && both.agree();
        if (!is_same) break;
        if (pick(random, 0, 40) == 0) {
            std::vector<std::uint8_t> which;
            for (int i = 0; i < count; ++i) which.push_back(pick(random, 0, 9) == 0);
            both.reset(which);
            is_same = both.agree();
        }
    }
    check(is_same, "planes, masks, results and refusals" + name);
}

// Actions chosen at random are legal, follow from the seed, and all come up.
void test_random_actions(const Rules& rules, std::mt19937& random) {
    const std::string name = " in " + test::name_of(rules);
    constexpr int kGames = 64;
    Both both(rules, kGames);
    Both again(rules, kGames);
    const std::uint64_t seed = random();
    both.batch().seed(seed);
    again.batch().seed(seed);
    std::vector<std::int64_t> actions(kGames);
    std::vector<std::int64_t> same(kGames);
    std::vector<bool> came_up(static_cast<std::size_t>(both.boards()[0].actions()));
    bool is_sound = true;
    for (int games = 0; games < 40; ++games) {
        while (both.is_any_open()) {
            both.batch().random_actions(actions, both.view());
            again.batch().random_actions(same, again.view());
            is_sound = is_sound && actions == same && both.step(actions) && again.step(same);
            for (int i = 0; i < kGames; ++i) {
                came_up[static_cast<std::size_t>(actions[i])] = true;
            }
            if (!is_sound) break;
        }
        both.reset(std::vector<std::uint8_t>(kGames, 1));
        again.reset(std::vector<std::uint8_t>(kGames, 1));
    }
    check(is_sound, "random actions are legal and repeatable" + name);
    check(std::count(came_up.begin(), came_up.end(), false) == 0, "all of them come up" + name);
}

}  // namespace

int main() {
    std::mt19937 random(20261118);
    for (int i = 0; i < 300; ++i) test_games(random_rules(random), random);
    for (const Rules& rules : {Rules{3, 3, 3, false, false}, Rules{7, 6, 4, true, false},
                               Rules{9, 7, 5, false, true}, Rules{15, 15, 5, false, false}}) {
        test_random_actions(rules, random);
    }
    return enligne::test::summary("batch");
}
