// From null windows to the exact score.
#pragma once

#include <algorithm>
#include <cstdint>

#include "exact/gravity/search.h"

namespace enligne::solver {

// The score lies between low and high, both included.
struct ScoreRange {
    int low;
    int high;
};

// Which null window to ask next. First short wins and losses, from both ends inwards, as long as
// that is cheap: a position with a short win is solved by looking only a few stones ahead. Then
// from 0, where most scores are, following the answers.
class WindowChooser {
   public:
    WindowChooser(ScoreRange range, int stones_left)
        : range_(range),
          nodes_for_ends_(stones_left > smallest_for_long ? 3000 : 1000),
          probes_ends_(stones_left > smallest_for_ends) {}

    bool is_decided() const { return range_.low >= range_.high; }
    int score() const { return range_.low; }

    // The next question: is the score greater than this?
    int next(std::uint64_t nodes_so_far) {
        if (nodes_so_far > nodes_for_ends_ || range_.low >= -step || range_.high <= step)
            probes_ends_ = false;
        if (probes_ends_) {
            from_above_ = !from_above_;
            return from_above_ ? range_.high - step : range_.low + step - 1;
        }
        return std::clamp(guess_, range_.low, range_.high - 1);
    }

    // The answer of Search::search to the question.
    void learn(int question, int answer) {
        if (answer <= question)
            range_.high = std::max(answer, range_.low);
        else
            range_.low = std::min(answer, range_.high);
        if (!probes_ends_) guess_ = answer <= question ? answer - 1 : answer;
    }

   private:
    static constexpr int step = 3;
    static constexpr int smallest_for_ends = 18;
    // With more stones left the rest costs more, and a short win missed costs most: one position
    // in a thousand took 250000 nodes instead of 2000 when the ends were given up too early.
    static constexpr int smallest_for_long = 27;

    ScoreRange range_;
    int guess_ = 0;
    std::uint64_t nodes_for_ends_;
    bool probes_ends_;
    bool from_above_ = false;
};

}  // namespace enligne::solver
