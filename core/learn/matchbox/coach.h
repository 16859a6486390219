// The coach: a sparring partner that knows the boxes and plays the reply they fear most.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "learn/matchbox/chances.h"

namespace enligne::matchbox {

// Keeps the chances of the boxes of one side against the worst opponent. When a box changes,
// only what lies on the ways to it is computed again: that is a few dozen nodes, however many
// the graph has.
class Coach {
   public:
    Coach(const Boxes& boxes, Side machine)
        : boxes_(boxes),
          machine_(machine),
          chances_(all_chances(boxes, machine, Opponent::worst, {})),
          is_pending_(boxes.graph().size()) {
        const Graph& graph = boxes.graph();
        first_parent_.resize(graph.size() + 1);
        const auto for_each_way = [&](auto visit) {
            for (Node node = 0; node < graph.size(); ++node) {
                for (const Edge& edge : graph.edges(node)) {
                    if (!is_end(edge.child)) visit(node, edge.child);
                }
            }
        };
        for_each_way([&](Node, Node child) { ++first_parent_[child + 1]; });
        for (Node node = 0; node < graph.size(); ++node) {
            first_parent_[node + 1] += first_parent_[node];
        }
        parents_.resize(first_parent_.back());
        auto next = first_parent_;
        for_each_way([&](Node parent, Node child) { parents_[next[child]++] = parent; });
    }

    Side machine() const { return machine_; }
    const std::vector<Chances>& chances() const { return chances_; }

    const Edge& reply(Node node) const { return worst_reply(boxes_.graph(), node, chances_); }

    // The box of this node has other beads now.
    void box_changed(Node node) {
        pend(node);
        while (!pending_.empty()) {
            // Ways lead to larger numbers only: below the largest pending node all is settled.
            const Node next = pending_.top();
            pending_.pop();
            is_pending_[next] = false;
            const bool is_machine = boxes_.graph().side(next) == machine_;
            const Chances now = is_machine ? chances_of_box(boxes_, next, chances_)
                                           : after(reply(next), false, chances_);
            if (now == chances_[next]) continue;
            chances_[next] = now;
            for (auto i = first_parent_[next]; i < first_parent_[next + 1]; ++i) pend(parents_[i]);
        }
    }

   private:
    void pend(Node node) {
        if (is_pending_[node]) return;
        is_pending_[node] = true;
        pending_.push(node);
    }

    const Boxes& boxes_;
    Side machine_;
    std::vector<Chances> chances_;
    std::vector<std::uint32_t> first_parent_;
    std::vector<Node> parents_;
    std::priority_queue<Node> pending_;
    std::vector<bool> is_pending_;
};

}  // namespace enligne::matchbox
