// From null windows to the exact score.
#pragma once

#include <algorithm>
#include <cstdint>

#include "exact/exact_score.h"

namespace enligne::gravity {

// Which null window to ask next. First short wins and losses, from both ends inwards, as long as
// that is cheap: a position with a short win is solved by looking only a few stones ahead. Then
// from 0, where most scores are, following the answers.
class WindowChooser {
   public:
    WindowChooser(Bounds bounds, int stones_left)
        : bounds_(bounds),
          nodes_for_ends_(stones_left > kFewestForLong ? 3000 : 1000),
          probes_ends_(stones_left > kFewestForEnds) {}

    bool is_decided() const { return bounds_.lower >= bounds_.upper; }
    int score() const { return bounds_.lower; }

    // The next question: is the score greater than this?
    int next(std::uint64_t nodes_so_far) {
        if (nodes_so_far > nodes_for_ends_ || bounds_.lower >= -kStep || bounds_.upper <= kStep) {
            probes_ends_ = false;
        }
        if (probes_ends_) {
            from_above_ = !from_above_;
            return from_above_ ? bounds_.upper - kStep : bounds_.lower + kStep - 1;
        }
        return std::clamp(guess_, bounds_.lower, bounds_.upper - 1);
    }

    // The answer of NullWindow::search to the question.
    void learn(int question, int answer) {
        if (answer <= question) {
            bounds_.upper = std::max(answer, bounds_.lower);
        } else {
            bounds_.lower = std::min(answer, bounds_.upper);
        }
        if (!probes_ends_) guess_ = answer <= question ? answer - 1 : answer;
    }

   private:
    static constexpr int kStep = 3;
    static constexpr int kFewestForEnds = 18;
    // With more stones left the rest costs more, and a short win missed costs most: one position
    // in a thousand took 250000 nodes instead of 2000 when the ends were given up too early.
    static constexpr int kFewestForLong = 27;

    Bounds bounds_;
    int guess_ = 0;
    std::uint64_t nodes_for_ends_;
    bool probes_ends_;
    bool from_above_ = false;
};

}  // namespace enligne::gravity
