// What the searches of one game leave to those that follow.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <vector>

#include "board/position.h"
#include "play/gomoku/gomoku_options.h"
#include "play/gomoku/move_history.h"
#include "search/transposition_table.h"

namespace enligne::gomoku {

// The table and, for each thread, which moves cut. A position that goes on from the last one, with
// more stones and all of its own, is of the same game: what was found before still holds. Any other
// is a new game, of which nothing is known, so that its first search counts the same nodes as that
// of a new engine.
class Memory {
   public:
    explicit Memory(const GomokuOptions& options) : options_(options), table_(options.table_mb) {}

    template <int Words>
    void start_search(const Position<Words>& position) {
        const bool goes_on = options_.memory && goes_on_to(position);
        table_.start_search(goes_on);
        if (!goes_on) histories_.clear();
        while (static_cast<int>(histories_.size()) < std::max(options_.threads, 1)) {
            histories_.emplace_back(options_);
        }
        for (MoveHistory& each : histories_) each.fade();
        rules_ = position.geometry().rules;
        for (const Side side : {Side::first, Side::second}) {
            last_[static_cast<int>(side)] = words_of(position.stones(side));
        }
    }

    TranspositionTable& table() { return table_; }
    MoveHistory& history(int thread) { return histories_[static_cast<std::size_t>(thread)]; }

   private:
    using Stones = std::vector<Word>;

    template <int Words>
    static Stones words_of(const Bits<Words>& bits) {
        return {bits.word.begin(), bits.word.end()};
    }

    template <int Words>
    bool goes_on_to(const Position<Words>& position) const {
        if (!(rules_ == position.geometry().rules)) return false;
        bool has_more = false;
        for (const Side side : {Side::first, Side::second}) {
            const Stones& before = last_[static_cast<int>(side)];
            const Stones now = words_of(position.stones(side));
            for (std::size_t i = 0; i < now.size(); ++i) {
                if ((before[i] & ~now[i]) != 0) return false;
                has_more |= before[i] != now[i];
            }
        }
        return has_more;
    }

    const GomokuOptions& options_;
    TranspositionTable table_;
    std::deque<MoveHistory> histories_;  // of each thread
    Rules rules_{};                      // of the last position, none at first
    Stones last_[2];                     // its stones, by side
};

}  // namespace enligne::gomoku
