// Proves a win again that the search has found, without believing the table.
//
// The search takes values from its table, and two positions may share a hash. Here the table is
// asked for moves only: whether a move wins is found by playing it against every reply that does
// not lose at once. So a proof holds whatever the table says; it may fail where there is a win.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "play/gomoku/bands.h"
#include "play/gomoku/candidates.h"
#include "play/gomoku/forcing.h"
#include "play/gomoku/threat_position.h"
#include "search/analysis.h"
#include "search/clock.h"
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
    // there are then at most, or 0 when that could not be shown within the nodes given.
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

// What may be said of the moves of the root: proven wins and losses, or likely ones.

struct Claim {
    Value value;   // the searched value where it is no win or loss; proven; or unproven
    Variation pv;  // as long as a proven value says; empty where nothing was proven
};

// Proves what the search of one thread has found.
class Claims {
   public:
    Claims(ThreatPosition& root, TranspositionTable& table, NodeCounter& counter)
        : root_(root), counter_(counter), proof_(root, table, counter) {}

    // Of the best move of the root, for the side that plays it. When it loses, all moves do.
    Claim of_best(int move, Value searched) {
        // All proofs together take no more nodes than the search itself.
        const std::uint64_t searching = counter_.nodes() - spent_;
        const std::uint64_t nodes = std::max(kFewNodes, searching - std::min(searching, spent_));
        const std::uint64_t before = counter_.nodes();
        const Claim claim =
            is_loss(searched) ? proven(kNoCell, searched, nodes) : proven(move, searched, nodes);
        spent_ += counter_.nodes() - before;
        return claim;
    }
    // Of any move.
    Claim of_move(int move, Value searched) { return proven(move, searched, kFewNodes); }

   private:
    static constexpr std::uint64_t kFewNodes = 2000;
    static constexpr int kLonger = 8;  // plies that a proof may take more than the search

    struct Tried {
        Value searched;
        std::uint64_t nodes;
        Claim claim;
    };

    // Of a move, or of the root. It is tried again only with twice the nodes.
    Claim proven(int move, Value searched, std::uint64_t nodes) {
        if (!is_decided(searched)) return {searched, {}};
        const auto known = tried_.find(move);
        if (known != tried_.end() && known->second.searched == searched &&
            (is_decided(known->second.claim.value) || nodes < 2 * known->second.nodes)) {
            return known->second.claim;
        }
        const bool is_move = move != kNoCell;
        const int last = (is_win(searched) ? kWin - searched : kWin + searched) + kLonger;
        if (is_move) root_.play(move);
        const int stones =
            is_loss(searched) && is_move ? proof_.win(last, nodes) : proof_.loss(last, nodes);
        if (is_move) root_.take_back();
        Claim claim{unproven(searched), {}};
        if (stones > 0) {
            claim = {is_win(searched) ? win_at(stones) : loss_at(stones), proof_.line()};
            if (is_move) claim.pv.insert(claim.pv.begin(), move);
        }
        tried_[move] = {searched, nodes, claim};
        return claim;
    }

    ThreatPosition& root_;
    NodeCounter& counter_;
    Proof proof_;
    std::uint64_t spent_ = 0;  // nodes of proofs of the best move
    std::map<int, Tried> tried_;
};

}  // namespace enligne::gomoku
