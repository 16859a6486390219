// Wins by force: sequences in which the other side's replies are few and known.
//
// A four leaves one reply, an open three a few: the cells that stop the open four it threatens,
// and fours of the other side's own. Both searches consider every such reply, so a win they find
// is proven; one they do not find may still be there. The table tells them only where nothing was
// found before, so what they find does not rest on it.
#pragma once

#include <cstdint>

#include "play/gomoku/threat_position.h"
#include "search/analysis.h"
#include "search/clock.h"
#include "search/move_list.h"
#include "search/score.h"
#include "search/transposition_table.h"

namespace enligne::gomoku {

// Wins that need no search, move by move. Both play on the position and leave it as it was.

// The side to move can make an open four: the four, a reply, the five.
inline Variation open_four_line(ThreatPosition& position) {
    const int mover = position.side();
    const CellIndex four = position.find(mover, CellClass::open_four);
    position.play(four);
    const CellIndex reply = position.find(mover, CellClass::five);
    const CellIndex win = position.find(mover, CellClass::five, reply);
    position.take_back();
    return {four, reply, win};
}

// Nothing that the side to move can play stops an open four of the other side.
inline Variation hopeless_line(ThreatPosition& position) {
    // The cell of the open four does not stop it either: there is another.
    const CellIndex any = position.find(1 - position.side(), CellClass::open_four);
    position.play(any);
    Variation line = open_four_line(position);
    position.take_back();
    line.insert(line.begin(), any);
    return line;
}

// Plays and takes back on the position it is given, which it leaves as it was.
class Forcing {
   public:
    Forcing(ThreatPosition& position, TranspositionTable& table, NodeCounter& counter)
        : position_(position), table_(table), counter_(counter) {}

    // A win of the side to move by fours alone, at most n of them, in a limited number of nodes:
    // its value, or 0 when none was found.
    Value by_fours(int most_fours, std::uint64_t most_nodes) {
        begin(counter_.nodes() + most_nodes);
        return fours(most_fours);
    }

    // The same by open threes and fours, the shortest first.
    Value by_threats(int most_moves, std::uint64_t most_nodes) {
        const std::uint64_t last_node = counter_.nodes() + most_nodes;
        for (int moves = 1; moves <= most_moves; ++moves) {
            begin(last_node);
            if (const Value value = threats(moves); value != 0) return value;
            if (!was_cut_ || is_exhausted()) break;
        }
        return 0;
    }

    // The moves of the last win that was found.
    const Variation& line() const { return line_; }

   private:
    // A position with more moves than this is not searched further by force.
    static constexpr int kMostForcing = 64;
    using Moves = MoveList<kMostForcing>;

    static constexpr std::uint64_t kFoursSalt = 0x5bd1e995a7c3f1d7;
    static constexpr std::uint64_t kThreatsSalt = 0xc2b2ae3d27d4eb4f;

    void begin(std::uint64_t last_node) {
        line_.clear();
        last_node_ = last_node;
        was_cut_ = false;
    }
    bool is_exhausted() const { return counter_.nodes() >= last_node_ || counter_.is_stopped(); }

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
            append(open_four_line(position_));
            return win_at(position_.ply() + 3);
        }
        return -1;
    }

    void append(const Variation& line) { line_.insert(line_.end(), line.begin(), line.end()); }

    // 1. By fours. `left` counts those that may still be played.
    Value fours(int left) {
        counter_.count();
        const int mover = position_.side();
        if (const Value value = decided(mover); value >= 0) return value;
        if (left == 0 || is_exhausted()) return 0;
        const std::uint64_t hash = position_.hash() ^ kFoursSalt;
        if (const auto known = table_.find(hash); known && known->depth >= left) return 0;

        const bool is_checked = position_.count(1 - mover, CellClass::five) > 0;
        Moves moves;
        if (is_checked) {
            add_only_reply(mover, CellClass::four, moves);
        } else {
            add_all(position_.fours(mover), moves);
            moves.sort();
        }
        for (const auto& each : moves) {
            const std::size_t length = line_.size();
            const Value value = after_four(each.move, [&] { return fours(left - 1); });
            if (value != 0) return value;
            line_.resize(length);
        }
        if (!is_exhausted()) table_.store(hash, {0, left, Bound::upper, 0});
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
        counter_.count();
        const int mover = position_.side();
        if (const Value value = decided(mover); value >= 0) return value;
        if (left == 0 || is_exhausted()) {
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
        if (position_.count(1 - mover, CellClass::five) > 0) {
            // It may also leave standing what threatened before.
            add_only_reply(mover, CellClass::quiet, moves);
        } else {
            add_all(position_.fours(mover), moves);
            // Before an open four of the other side only fours help, or a three that stops it.
            if (position_.count(1 - mover, CellClass::open_four) == 0) {
                add_all(position_.threes(mover), moves);
            } else {
                position_.for_each_stop([&](CellIndex cell) {
                    if (position_.threes(mover).test(cell)) add(cell, moves);
                });
            }
            moves.sort();
        }
        Value value = 0;
        for (const auto& each : moves) {
            const std::size_t length = line_.size();
            value = position_.cell_class(mover, each.move) >= CellClass::four
                        ? after_four(each.move, [&] { return threats(left - 1); })
                        : after_three(each.move, left);
            if (value != 0) break;
            line_.resize(length);
        }
        if (value == 0 && !is_exhausted()) {
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
            position_.for_each_stop([&](CellIndex stop) { add(stop, replies); });
            position_.for_each(position_.fours(defender), [&](CellIndex four) {
                if (!replies.contains(four)) add(four, replies);
            });
            if (replies.is_full()) {
                worst = 0;
            } else if (replies.count == 0) {
                append(hopeless_line(position_));
                worst = win_at(position_.ply() + 4);
            } else {
                replies.sort();
                worst = against(replies, left);
            }
        }
        position_.take_back();
        return worst;
    }

    Value against(Moves& replies, int left) {
        Variation longest;
        const std::size_t length = line_.size();
        Value worst = kInfinity;
        for (const auto& reply : replies) {
            position_.play(reply.move);
            line_.push_back(reply.move);
            const Value value = threats(left - 1);
            position_.take_back();
            if (value == 0) return 0;
            if (value < worst) {
                worst = value;
                longest.assign(line_.begin() + static_cast<std::ptrdiff_t>(length), line_.end());
            }
            line_.resize(length);
        }
        append(longest);
        return worst;
    }

    // The one cell that parries a five, when it is of a class for the side to move at least.
    void add_only_reply(int mover, CellClass least, Moves& moves) const {
        const CellIndex reply = position_.find(1 - mover, CellClass::five);
        if (position_.cell_class(mover, reply) >= least) moves.add(reply, 0);
    }
    void add_all(const CellRows& cells, Moves& moves) const {
        position_.for_each(cells, [&](CellIndex cell) { add(cell, moves); });
    }
    void add(CellIndex cell, Moves& moves) const {
        if (!moves.is_full()) moves.add(cell, position_.promise(cell));
    }

    ThreatPosition& position_;
    TranspositionTable& table_;
    NodeCounter& counter_;
    Variation line_;
    std::uint64_t last_node_ = 0;
    bool was_cut_ = false;  // by the number of moves or nodes: looking further may find more
};

}  // namespace enligne::gomoku
