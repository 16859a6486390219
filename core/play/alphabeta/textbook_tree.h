// The textbook's tree: positions that are nothing but their children, with a number at each leaf.
// The search of games runs on it as it is.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "play/alphabeta/move_order.h"
#include "play/alphabeta/position_traits.h"

namespace enligne {

// A tree, its root first and every child behind its parent. Leaves are worth their number to the
// first side, which moves at the root unless `second_begins`.
struct Tree {
    struct Node {
        std::vector<int> children{};
        Value leaf = 0;
        Value minimax = 0;  // to the first side; see prepare
    };

    static constexpr Value kLargestLeaf = 100'000;

    std::vector<Node> nodes{};
    bool second_begins = false;
    int height = 0;

    // Finds the height and the minimax value of every node. The root must have children.
    void prepare() {
        std::vector<int> level(nodes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            height = std::max(height, level[i]);
            for (const int child : nodes[i].children) level[child] = level[i] + 1;
        }
        for (std::size_t i = nodes.size(); i-- > 0;) {
            Node& node = nodes[i];
            node.minimax = node.leaf;
            bool is_first_child = true;
            for (const int child : node.children) {
                const Value value = nodes[child].minimax;
                const bool wants_more = (level[i] % 2 == 0) != second_begins;
                if (is_first_child || (value > node.minimax) == wants_more) node.minimax = value;
                is_first_child = false;
            }
        }
    }
};

// Refers to its tree. A move is the number of a child.
class TreePosition {
   public:
    explicit TreePosition(const Tree& tree) : tree_(&tree), path_{0} {}

    const Tree& tree() const { return *tree_; }
    const Tree::Node& node() const { return tree_->nodes[path_.back()]; }
    int ply() const { return static_cast<int>(path_.size()) - 1 + tree_->second_begins; }
    Side side() const { return static_cast<Side>(ply() & 1); }
    bool is_full() const { return node().children.empty(); }
    std::uint64_t hash() const { return mixed(path_.back()); }
    int moves() const { return static_cast<int>(node().children.size()); }
    bool wins(int) const { return false; }
    void play(int move) { path_.push_back(node().children[move]); }
    void take_back(int) { path_.pop_back(); }

    // A number that means so much to the first side, to the side to move.
    Value seen(Value value) const { return side() == Side::first ? value : -value; }

   private:
    const Tree* tree_;
    std::vector<int> path_;  // from the root to here
};

inline int longest_line(const TreePosition& position) { return position.tree().height; }
inline Value final_value(const TreePosition& position) {
    return position.seen(position.node().leaf);
}
constexpr NodeEnd final_end(const TreePosition&) { return NodeEnd::leaf; }
inline Score verdict(const TreePosition&, Value value, bool) {
    return {Score::Kind::heuristic, value};
}
inline Cell cell_of(const TreePosition&, int move) { return {move, 0}; }

// Nothing is known of a node above the leaves; the search goes down to them.
inline Value evaluate(const TreePosition&, Evaluation) { return 0; }

// From the left, random, or the best first, as the best order there is would have them.
template <>
class MoveOrder<TreePosition> {
   public:
    MoveOrder(const TreePosition&, const AlphaBetaOptions& options, int thread)
        : order_(options.order), random_(options.seed * 1000003 + thread) {}

    void list(const TreePosition& position, int moves, int, MoveList<>& out) {
        out.count = 0;
        for (int move = 0; move < moves; ++move) out.add(move, score(position, move));
        out.sort();
    }
    void reward(Side, int, int) {}

   private:
    std::int32_t score(const TreePosition& position, int move) {
        if (order_ == Order::none) return 0;
        if (order_ == Order::shuffle) return static_cast<std::int32_t>(random_.next() >> 34);
        const int child = position.node().children[move];
        return position.seen(position.tree().nodes[child].minimax);
    }

    Order order_;
    Random random_;
};

}  // namespace enligne
