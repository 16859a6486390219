// Proves a win again that the search has found, without believing the table.
//
// The search takes values from its table, and two positions may share a hash. Here the table is
// asked for moves only: whether a move wins is found by playing it against every reply that does
// not lose at once. So a proof holds whatever the table says; it may fail where there is a win.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "play/gomoku/candidates.h"
#include "play/gomoku/forcing.h"
#include "play/gomoku/short_wins.h"
#include "play/gomoku/threat_position.h"
#include "search/clock.h"
#include "search/pv.h"
#include "search/transposition_table.h"

namespace enligne::gomoku {

// Plays and takes back on the position it is given, which it leaves as it was.
class Proof {
   public:
    Proof(ThreatPosition& position, TranspositionTable& table, NodeCounter& counter)
        : position_(position),
          table_(table),
          counter_(counter),
          forcing_(position, table, counter) {}

    // Whether the side to move wins, or loses, with at most `last` stones on the board: how many
    // there are then at most, or 0 when that could not be shown within so many nodes.
    int win(int last, std::uint64_t most_nodes) {
        begin(last, most_nodes);
        return attack(0, last);
    }
    int loss(int last, std::uint64_t most_nodes) {
        begin(last, most_nodes);
        return defend(0, last);
    }

    // The variation of the last proof: it ends with the winning stone, no sooner than the proof
    // says, since the other side defends as long as it can.
    const Variation& line() { return pv_[0]; }

   private:
    static constexpr int kFours = 20;
    static constexpr std::uint64_t kFoursNodes = 100;
    static constexpr int kThreats = 8;
    static constexpr std::uint64_t kThreatsNodes = 1000;

    void begin(int last, std::uint64_t most_nodes) {
        last_node_ = counter_.nodes() + most_nodes;
        const auto plies = static_cast<std::size_t>(std::max(last - position_.ply(), 0)) + 2;
        pv_ = PvTable(plies);
        lists_.resize(std::max(lists_.size(), plies));
        winners_.assign(plies, kNoCell);
    }
    bool count() { return counter_.count() && counter_.nodes() < last_node_; }

    // The number of stones with which the side to move wins, at most `last`; 0 for no proof.
    int attack(int below, int last) {
        Variation& pv = pv_[below];
        const int mover = position_.side();
        const int ply = position_.ply();
        if (!count() || ply + 1 > last) return 0;
        // 1. What needs no search.
        if (position_.count(mover, CellClass::five) > 0) {
            pv = {position_.find(mover, CellClass::five)};
            return ply + 1;
        }
        const int dangers = position_.count(1 - mover, CellClass::five);
        if (dangers > 1 || ply + 3 > last) return 0;
        if (dangers == 1) return after(position_.find(1 - mover, CellClass::five), below, last);
        if (position_.count(mover, CellClass::open_four) > 0) {
            pv = open_four_line(position_);
            return ply + 3;
        }
        if (ply + 5 > last) return 0;
        // 2. Fours; then the move that the search thought to win, and the one that won here against
        // another reply; then threes and fours.
        if (const int won = forced(forcing_.by_fours(kFours, kFoursNodes), last, pv)) return won;
        CellIndex table_move = kNoCell;
        if (const auto entry = table_.find(position_.hash())) {
            table_move = static_cast<CellIndex>(entry->move) - 1;
        }
        const CellIndex winner = winners_[below];
        for (const CellIndex move : {table_move, winner == table_move ? kNoCell : winner}) {
            if (move == kNoCell || !position_.is_empty(move)) continue;
            if (const int won = after(move, below, last)) {
                winners_[below] = move;
                return won;
            }
        }
        return forced(forcing_.by_threats(kThreats, kThreatsNodes), last, pv);
    }

    int forced(Value value, int last, Variation& pv) const {
        if (value == 0 || kWin - value > last) return 0;
        pv = forcing_.line();
        return kWin - value;
    }

    int after(CellIndex cell, int below, int last) {
        position_.play(cell);
        const int won = defend(below + 1, last);
        position_.take_back();
        if (won > 0) pv_.set(below, cell);
        return won;
    }

    // The same when the other side is to move: the most stones with which it loses.
    int defend(int below, int last) {
        Variation& pv = pv_[below];
        const int mover = position_.side();
        const int attacker = 1 - mover;
        const int ply = position_.ply();
        if (!count() || ply + 2 > last || position_.count(mover, CellClass::five) > 0) return 0;
        MoveList<>& list = lists_[below];
        if (const int dangers = position_.count(attacker, CellClass::five)) {
            const CellIndex reply = position_.find(attacker, CellClass::five);
            if (dangers > 1) {
                pv = {reply, position_.find(attacker, CellClass::five, reply)};
                return ply + 2;
            }
            list.count = 0;
            list.add(reply, 0);
        } else {
            if (ply + 4 > last || position_.count(mover, CellClass::open_four) > 0) return 0;
            const auto score = [&](CellIndex cell) { return position_.promise(cell); };
            if (position_.count(attacker, CellClass::open_four) > 0) {
                list_replies(position_, list, score);
                if (list.count == 0) {
                    pv = hopeless_line(position_);
                    return ply + 4;
                }
            } else {
                list_all(position_, list, score);
            }
            list.sort();  // what is hardest to beat first
        }
        int latest = 0;
        for (const auto& each : list) {
            position_.play(each.move);
            const int won = attack(below + 1, last);
            position_.take_back();
            if (won == 0) return 0;
            if (won <= latest) continue;
            latest = won;
            pv_.set(below, each.move);
        }
        return latest;
    }

    ThreatPosition& position_;
    TranspositionTable& table_;
    NodeCounter& counter_;
    Forcing forcing_;
    PvTable pv_{0};
    std::vector<MoveList<>> lists_;   // by plies below the root of the proof, as is the next
    std::vector<CellIndex> winners_;  // the last move that won there
    std::uint64_t last_node_ = 0;
};

}  // namespace enligne::gomoku
