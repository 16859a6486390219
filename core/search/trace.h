// What a search visited, node by node: the record of a real search, for those who want to see it.
//
// A search is compiled twice: with NoTrace, whose functions are empty and leave nothing behind, and
// with Trace, which writes down every node when it is entered and completes it when it is left.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/score.h"

namespace enligne {

// Why a node ended.
enum class NodeEnd : std::uint8_t {
    all,           // every child was visited
    win,           // the move that led here completed a run
    draw,          // the board is full
    leaf,          // of a tree that is no game
    depth,         // the horizon: the value is the static evaluation
    beta,          // cut: the side of the root found enough here
    alpha,         // cut: the other side found enough here, in the window of the root's side
    table,         // known from before
    can_win,       // the side to move completes a run with its next move
    cannot_parry,  // the other side threatens two cells
    stopped,       // a limit or a stop ended the search; the value means nothing
};

// How the search asked for a node.
enum class Asked : std::uint8_t {
    full,   // with the window of its parent
    probe,  // whether it is better at all, with a window of no width
    again,  // once more because the probe said yes
};

class NoTrace {
   public:
    void start(int, Value, Value) {}
    void enter(int, int, Value, Value, Asked) {}
    void leave(Value, NodeEnd) {}
    template <class Moves>
    void skip(const Moves&, const Moves&) {}
    template <class Moves>
    void force(const Moves&) {}
    template <class List>
    void cut(const List&, int) {}
};

class Trace {
   public:
    struct Node {
        std::int32_t parent;  // -1 at a root
        Value alpha;          // the window on entry and the value returned, for the side to move
        Value beta;
        Value value = 0;
        std::uint32_t first_unvisited = 0;  // of the moves never visited, in one list for all
        std::uint16_t unvisited = 0;
        std::int16_t move;  // -1 at a root
        std::int16_t depth;
        std::int16_t iteration;
        NodeEnd end = NodeEnd::stopped;
        Asked asked;
        bool forced = false;  // only the parry of a threat was looked at
    };
    // Nodes that were not kept, below the node of this row and none nearer.
    struct LeftOut {
        std::int32_t row;
        std::uint64_t nodes;
    };

    // Keeps at most n nodes besides the roots, of which there is one an iteration. The first nodes
    // visited are kept: the parent of each is among them.
    explicit Trace(int most) : most_(most) {}

    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<std::int16_t>& unvisited() const { return unvisited_; }
    const std::vector<LeftOut>& left_out() const { return left_out_; }

    // A new iteration: its root.
    void start(int depth, Value alpha, Value beta) {
        assert(open_.empty() && unkept_ == 0);
        iteration_ = depth;
        ++roots_;
        open(-1, -1, depth, alpha, beta, Asked::full);
    }

    // The search goes to the position after a move, with so much depth left there.
    void enter(int move, int depth, Value alpha, Value beta, Asked asked) {
        assert(!open_.empty());
        if (unkept_ > 0 || nodes_.size() - roots_ >= most_) {
            ++unkept_;
            const std::int32_t row = open_.back();
            if (left_out_.empty() || left_out_.back().row != row) left_out_.push_back({row, 0});
            ++left_out_.back().nodes;
            return;
        }
        open(open_.back(), move, depth, alpha, beta, asked);
    }

    // The search is done with the node it entered last.
    void leave(Value value, NodeEnd end) {
        if (unkept_ > 0) {
            --unkept_;
            return;
        }
        Node& node = nodes_[open_.back()];
        node.value = value;
        node.end = end;
        open_.pop_back();
    }

    // No move is visited: threats decide. First the moves that show it, then the others.
    template <class Moves>
    void skip(const Moves& deciding, const Moves& others) {
        if (unkept_ > 0) return;
        deciding.for_each([this](int move) { list(move); });
        others.for_each([this](int move) { list(move); });
    }

    // Only one move is visited; these lose at once.
    template <class Moves>
    void force(const Moves& others) {
        if (unkept_ > 0) return;
        nodes_[open_.back()].forced = true;
        others.for_each([this](int move) { list(move); });
    }

    // Of this list, all moves from here on are cut.
    template <class List>
    void cut(const List& moves, int from) {
        if (unkept_ > 0) return;
        for (int i = from; i < moves.count; ++i) list(moves.moves[i].move);
    }

   private:
    void open(std::int32_t parent, int move, int depth, Value alpha, Value beta, Asked asked) {
        open_.push_back(static_cast<std::int32_t>(nodes_.size()));
        nodes_.push_back({.parent = parent,
                          .alpha = alpha,
                          .beta = beta,
                          .move = static_cast<std::int16_t>(move),
                          .depth = static_cast<std::int16_t>(depth),
                          .iteration = static_cast<std::int16_t>(iteration_),
                          .asked = asked});
    }

    void list(int move) {
        Node& node = nodes_[open_.back()];
        if (node.unvisited == 0) {
            node.first_unvisited = static_cast<std::uint32_t>(unvisited_.size());
        }
        ++node.unvisited;
        unvisited_.push_back(static_cast<std::int16_t>(move));
    }

    std::size_t most_;
    std::vector<Node> nodes_;
    std::vector<std::int16_t> unvisited_;
    std::vector<LeftOut> left_out_;   // in the order of the search, a row once
    std::vector<std::int32_t> open_;  // the rows from the root to the node last entered
    std::uint64_t unkept_ = 0;        // how many nodes below that have been entered and not left
    std::size_t roots_ = 0;
    int iteration_ = 0;
};

}  // namespace enligne
