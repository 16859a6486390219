// A prefix code for scores: frequent ones take fewer bits (Huffman 1952).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "exact/solver.h"

namespace enligne {

// Only the lengths of the code words are kept: words of one length are consecutive numbers, in the
// order of the scores, and follow those of lesser length.
class ScoreCode {
   public:
    static constexpr int kLowest = -32;
    static constexpr int kScores = 64;
    static constexpr int kLongest = 32;
    using Lengths = std::array<std::uint8_t, kScores>;  // 0 for a score that does not occur

    // Words that take the fewest bits for scores that occur this often.
    static Lengths lengths_for(const std::array<std::uint64_t, kScores>& counts) {
        // Joins the two rarest groups until one is left: its members then lie one bit deeper.
        using Group = std::pair<std::uint64_t, std::vector<int>>;
        std::priority_queue<Group, std::vector<Group>, std::greater<>> groups;
        Lengths lengths{};
        for (int i = 0; i < kScores; ++i) {
            if (counts[i] > 0) groups.push({counts[i], {i}});
        }
        if (groups.size() == 1) lengths[groups.top().second.front()] = 1;
        while (groups.size() > 1) {
            Group joined = groups.top();
            groups.pop();
            joined.first += groups.top().first;
            for (const int i : groups.top().second) joined.second.push_back(i);
            groups.pop();
            for (const int i : joined.second) ++lengths[i];
            groups.push(std::move(joined));
        }
        return lengths;
    }

    // Nothing when no code has words of such lengths.
    static std::optional<ScoreCode> of(const Lengths& lengths) {
        ScoreCode code;
        code.lengths_ = lengths;
        std::uint64_t word = 0;
        for (int length = 1; length <= kLongest; ++length) {
            code.first_word_[length] = word;
            code.first_score_[length] = static_cast<int>(code.scores_.size());
            for (int i = 0; i < kScores; ++i) {
                if (lengths[i] > kLongest) return std::nullopt;
                if (lengths[i] != length) continue;
                code.words_[i] = word++;
                code.scores_.push_back(i + kLowest);
            }
            code.end_word_[length] = word;
            if (word > std::uint64_t{1} << length) return std::nullopt;
            word <<= 1;
        }
        return code;
    }

    int length(int score) const { return lengths_[score - kLowest]; }
    // The nth bit of the word of a score, from the front.
    bool bit(int score, int nth) const {
        return words_[score - kLowest] >> (length(score) - 1 - nth) & 1;
    }

    // The score whose word these bits begin with; nothing when they are not of this code.
    template <class NextBit>
    std::optional<int> read(NextBit next_bit) const {
        std::uint64_t word = 0;
        for (int length = 1; length <= kLongest; ++length) {
            word = word << 1 | static_cast<std::uint64_t>(next_bit(length - 1));
            if (word < end_word_[length]) {
                const auto after = static_cast<std::size_t>(word - first_word_[length]);
                return scores_[static_cast<std::size_t>(first_score_[length]) + after];
            }
        }
        return std::nullopt;
    }

   private:
    ScoreCode() = default;

    Lengths lengths_{};
    std::array<std::uint64_t, kScores> words_{};
    std::vector<int> scores_;  // in the order of their words
    // By length:
    std::array<std::uint64_t, kLongest + 1> first_word_{};
    std::array<std::uint64_t, kLongest + 1> end_word_{};
    std::array<int, kLongest + 1> first_score_{};
};

}  // namespace enligne
