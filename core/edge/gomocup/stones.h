// The stones that an engine was told of: its own, and those of the other side.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "board/any_position.h"
#include "edge/gomocup/notation.h"

namespace enligne::gomocup {

class Stones {
   public:
    bool empty() const { return stones_.empty(); }
    std::size_t size() const { return stones_.size(); }

    Complaint add(Cell cell, const Rules& rules, bool is_own) {
        if (find(cell) != stones_.end()) return cell_text(cell, rules) + " is occupied";
        stones_.push_back({cell, is_own});
        return {};
    }
    Complaint remove(Cell cell, const Rules& rules) {
        const auto stone = find(cell);
        if (stone == stones_.end()) return "there is no stone on " + cell_text(cell, rules);
        stones_.erase(stone);
        return {};
    }
    // Lays stones in turn, the first of them the engine's own or not.
    Complaint add_in_turn(const std::vector<Cell>& cells, const Rules& rules, bool own_first) {
        bool is_own = own_first;
        for (const Cell cell : cells) {
            if (auto wrong = add(cell, rules, is_own); !wrong.empty()) return wrong;
            is_own = !is_own;
        }
        return {};
    }

    // The position, with the engine to move.
    Complaint position(const Rules& rules, std::optional<AnyPosition>& result) const {
        std::vector<Cell> own;
        std::vector<Cell> others;
        for (const Stone& each : stones_) (each.is_own ? own : others).push_back(each.cell);
        if (others.size() != own.size() && others.size() != own.size() + 1) {
            return std::to_string(own.size()) + " own stones and " + std::to_string(others.size()) +
                   " of the other side: so it is not this engine's move";
        }
        const bool is_first = own.size() == others.size();
        result =
            AnyPosition::empty(rules).with_stones(is_first ? own : others, is_first ? others : own);
        const std::string run = "a winning run of " + std::to_string(rules.run);
        switch (result->flaw().flaw) {
            case Flaw::none:
                return {};
            case Flaw::both_win:
                return "both sides have " + run;
            default:
                return "play went on after " + run;
        }
    }

   private:
    struct Stone {
        Cell cell;
        bool is_own;
    };

    std::vector<Stone>::const_iterator find(Cell cell) const {
        return std::find_if(stones_.begin(), stones_.end(),
                            [&](const Stone& each) { return each.cell == cell; });
    }

    std::vector<Stone> stones_;  // in the order they came
};

}  // namespace enligne::gomocup
