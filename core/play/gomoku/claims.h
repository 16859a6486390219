// What may be said of the moves of the root: proven wins and losses, or likely ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>

#include "play/gomoku/bands.h"
#include "play/gomoku/proof.h"

namespace enligne::gomoku {

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
