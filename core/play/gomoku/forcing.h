// Wins by force: sequences in which the other side's replies are few and known.
//
// A four leaves one reply, an open three a few: the cells that stop the open four it threatens,
// and fours of the other side's own. Both searches consider every such reply, so a win they find
// is proven; one they do not find may still be there.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "search/clock.h"
#include "search/score.h"
#include "search/table.h"
#include "play/gomoku/threat_position.h"

namespace enligne::gomoku {

struct ScoredCell {
    CellIndex cell;
    std::int32_t score;
};

// What playing on a cell promises, by the tuned weights.
inline std::int32_t promise(const ThreatPosition& position, CellIndex cell) {
    const int mover = position.side();
    return position.weights(mover, cell).own + position.weights(1 - mover, cell).other;
}

// Plays and takes back on the position it is given, which it leaves as it was.
class Forcing {
   public:
    Forcing(ThreatPosition& position, Table& table, const Clock& clock)
        : position_(position), table_(table), clock_(clock) {}

    // A win of the side to move by fours alone, at most so many of them and at most so many nodes:
    // its value, or 0 when none was found.
    Value by_fours(int most_fours, std::uint64_t most_nodes) {
        return searched(most_nodes, [&] { return fours(most_fours); });
    }

    // The same by open threes and fours, the shortest first.
    Value by_threats(int most_moves, std::uint64_t most_nodes) {
        std::uint64_t used = 0;
        for (int moves = 1; moves <= most_moves; ++moves) {
            was_cut_ = false;
            const Value value = searched(most_nodes - used, [&] { return threats(moves); });
            used += searched_;
            if (value != 0) return value;
            if (!was_cut_ || used >= most_nodes || clock_.has_expired()) break;
        }
        return 0;
    }

    // The moves of the last win that was found.
    const std::vector<CellIndex>& line() const { return line_; }
    // All nodes that were searched here.
    std::uint64_t nodes() const { return nodes_; }

   private:
    // A position with more than so many is not searched further by force.
    static constexpr int kMostForcing = 64;
    using Moves = std::array<ScoredCell, kMostForcing>;

    static constexpr std::uint64_t kFoursSalt = 0x5bd1e995a7c3f1d7;
    static constexpr std::uint64_t kThreatsSalt = 0xc2b2ae3d27d4eb4f;

    template <class Search>
    Value searched(std::uint64_t most_nodes, Search search) {
        line_.clear();
        last_node_ = nodes_ + most_nodes;
        const std::uint64_t before = nodes_;
        const Value value = search();
        searched_ = nodes_ - before;
        return value;
    }

    void count_node() {
        constexpr std::uint64_t kNodesBetweenLooks = 512;
        if (++nodes_ % kNodesBetweenLooks == 0 && clock_.has_expired()) last_node_ = nodes_;
    }

    // What is decided before any search: a win at once, or that there can be none. Negative for
    // neither.
    Value decided(int mover) {
        if (position_.count(mover, CellClass::five)) {
            line_.push_back(position_.find(mover, CellClass::five));
            return win_at(position_.ply() + 1);
        }
        const int dangers = position_.count(1 - mover, CellClass::five);
        if (dangers > 1) return 0;
        if (dangers == 0 && position_.count(mover, CellClass::open_four)) {
            append_open_four(position_.find(mover, CellClass::open_four));
            return win_at(position_.ply() + 3);
        }
        return -1;
    }

    // The open four, a reply, the five.
    void append_open_four(CellIndex cell) {
        const int mover = position_.side();
        position_.play(cell);
        const CellIndex reply = position_.find(mover, CellClass::five);
        const CellIndex win = position_.find(mover, CellClass::five, reply);
        position_.take_back();
        line_.insert(line_.end(), {cell, reply, win});
    }

    // 1. By fours. `left` counts those that may still be played.
    Value fours(int left) {
        count_node();
        const int mover = position_.side();
        if (const Value value = decided(mover); value >= 0) return value;
        if (left == 0 || nodes_ >= last_node_) return 0;
        const std::uint64_t hash = position_.hash() ^ kFoursSalt;
        if (const auto known = table_.find(hash); known && known->depth >= left) return 0;

        const bool is_checked = position_.count(1 - mover, CellClass::five) > 0;
        Moves moves;
        const int count = is_checked ? only_reply(mover, CellClass::four, moves)
                                     : listed(position_.fours(mover), moves, 0);
        for (int i = 0; i < count; ++i) {
            const std::size_t length = line_.size();
            const Value value = after_four(moves[i].cell, [&] { return fours(left - 1); });
            if (value != 0) return value;
            line_.resize(length);
        }
        if (nodes_ < last_node_) table_.store(hash, {0, left, Bound::upper, 0});
        return 0;
    }

    // The value of a four and the reply it leaves, with what follows.
    template <class Search>
    Value after_four(CellIndex cell, Search follow) {
        const int mover = position_.side();
        position_.play(cell);
        line_.push_back(cell);
        Value value = 0;
        // Who makes a four without parrying one has lost.
        if (position_.count(1 - mover, CellClass::five) == 0) {
            const CellIndex reply = position_.find(mover, CellClass::five);
            line_.push_back(reply);
            if (position_.count(mover, CellClass::five) > 1) {
                line_.push_back(position_.find(mover, CellClass::five, reply));
                value = win_at(position_.ply() + 2);
            } else {
                position_.play(reply);
                value = follow();
                position_.take_back();
            }
        }
        position_.take_back();
        return value;
    }

    // 2. By threes and fours, the side to move attacks.
    Value threats(int left) {
        count_node();
        const int mover = position_.side();
        if (const Value value = decided(mover); value >= 0) return value;
        if (left == 0 || nodes_ >= last_node_) {
            was_cut_ = true;
            return 0;
        }
        const std::uint64_t hash = position_.hash() ^ kThreatsSalt;
        if (const auto known = table_.find(hash); known && known->depth >= left) {
            was_cut_ |= known->move != 0;
            return 0;
        }
        const bool was_cut_before = was_cut_;
        was_cut_ = false;

        Moves moves;
        int count = 0;
        if (position_.count(1 - mover, CellClass::five) > 0) {
            // It may also leave standing what threatened before.
            count = only_reply(mover, CellClass::quiet, moves);
        } else {
            count = listed(position_.fours(mover), moves, 0);
            // Before an open four of the other side only fours help, or a three that stops it.
            const bool is_pressed = position_.count(1 - mover, CellClass::open_four) > 0;
            if (!is_pressed) {
                count = listed(position_.threes(mover), moves, count);
            } else {
                position_.for_each_stop([&](CellIndex cell) {
                    if (position_.threes(mover).test(cell) && count < kMostForcing) {
                        moves[count++] = {cell, promise(position_, cell)};
                    }
                });
            }
            sort(moves, count);
        }
        Value value = 0;
        for (int i = 0; i < count && value == 0; ++i) {
            const std::size_t length = line_.size();
            if (position_.cell_class(mover, moves[i].cell) >= CellClass::four) {
                value = after_four(moves[i].cell, [&] { return threats(left - 1); });
            } else {
                value = after_three(moves[i].cell, left);
            }
            if (value == 0) line_.resize(length);
        }
        if (value == 0 && nodes_ < last_node_) {
            table_.store(hash, {0, left, Bound::upper, was_cut_});
        }
        was_cut_ |= was_cut_before;
        return value;
    }

    // The value of an open three against the best of all replies to it.
    Value after_three(CellIndex cell, int left) {
        const int mover = position_.side();
        position_.play(cell);
        line_.push_back(cell);
        Value worst = 0;
        const int defender = 1 - mover;
        // It must threaten, and nothing stronger may answer it.
        if (position_.count(mover, CellClass::open_four) > 0 &&
            position_.count(defender, CellClass::five) == 0 &&
            position_.count(defender, CellClass::open_four) == 0) {
            Moves replies;
            int count = 0;
            position_.for_each_stop([&](CellIndex stop) {
                if (count < kMostForcing) replies[count++] = {stop, promise(position_, stop)};
            });
            position_.for_each(position_.fours(defender), [&](CellIndex four) {
                for (int i = 0; i < count; ++i) {
                    if (replies[i].cell == four) return;
                }
                if (count < kMostForcing) replies[count++] = {four, promise(position_, four)};
            });
            if (count == kMostForcing) {
                worst = 0;
            } else if (count == 0) {
                append_any_then_open_four(mover);
                worst = win_at(position_.ply() + 4);
            } else {
                sort(replies, count);
                worst = against(replies, count, left);
            }
        }
        position_.take_back();
        return worst;
    }

    Value against(const Moves& replies, int count, int left) {
        std::vector<CellIndex> longest;
        const std::size_t length = line_.size();
        Value worst = kInfinity;
        for (int i = 0; i < count; ++i) {
            position_.play(replies[i].cell);
            line_.push_back(replies[i].cell);
            const Value value = threats(left - 1);
            position_.take_back();
            if (value == 0) return 0;
            if (value < worst) {
                worst = value;
                longest.assign(line_.begin() + static_cast<std::ptrdiff_t>(length), line_.end());
            }
            line_.resize(length);
        }
        line_.insert(line_.end(), longest.begin(), longest.end());
        return worst;
    }

    // Nothing stops the open four: whatever is played, then it.
    void append_any_then_open_four(int mover) {
        const CellIndex open_four = position_.find(mover, CellClass::open_four);
        CellIndex any = kNoCell;
        position_.for_each_empty([&](CellIndex cell) {
            if (any == kNoCell && cell != open_four) any = cell;
        });
        position_.play(any);
        line_.push_back(any);
        append_open_four(position_.find(mover, CellClass::open_four));
        position_.take_back();
    }

    // The one cell that parries a five, when it is of a class for the side to move at least.
    int only_reply(int mover, CellClass least, Moves& moves) const {
        const CellIndex reply = position_.find(1 - mover, CellClass::five);
        if (position_.cell_class(mover, reply) < least) return 0;
        moves[0] = {reply, 0};
        return 1;
    }

    int listed(const CellSet& cells, Moves& moves, int count) const {
        position_.for_each(cells, [&](CellIndex cell) {
            if (count < kMostForcing) moves[count++] = {cell, promise(position_, cell)};
        });
        sort(moves, count);
        return count;
    }

    static void sort(Moves& moves, int count) {
        std::sort(moves.begin(), moves.begin() + count, [](const auto& a, const auto& b) {
            return a.score != b.score ? a.score > b.score : a.cell < b.cell;
        });
    }

    ThreatPosition& position_;
    Table& table_;
    const Clock& clock_;
    std::vector<CellIndex> line_;
    std::uint64_t nodes_ = 0;
    std::uint64_t last_node_ = 0;
    std::uint64_t searched_ = 0;
    bool was_cut_ = false;  // by the number of moves or nodes: looking further may find more
};

}  // namespace enligne::gomoku
