// The boxes of a machine and the beads in them.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "board/random.h"
#include "learn/matchbox/graph.h"

namespace enligne::matchbox {

// The rules by which a matchbox machine is filled, rewarded and punished.

using Beads = std::uint32_t;

// What a machine does whose box for the position is empty.
enum class Empty {
    resign,  // it gives up, which is a loss like any other
    refill,  // the box is filled as at the start
    charge,  // it gives up, and only the bead that led here pays
};

// Which of the beads drawn in a lost game pay for it.
enum class Blame { all, last };

// What the beads at the start, the floor and the cap are counted for. A move up to symmetry
// stands for several cells where the position is symmetric: the first corner for four.
enum class Per { move, cell };

struct Variant {
    std::vector<Beads> beads = {1};  // at its 1st, 2nd … turn; the last one repeats
    Per per = Per::move;
    Beads win = 0;   // added for each bead drawn in a game it won
    Beads draw = 0;  // … that was drawn
    Beads loss = 1;  // taken for each bead that pays for a lost game
    Blame blame = Blame::all;
    Empty empty = Empty::resign;
    Beads floor = 0;  // a loss leaves a move at least n beads
    Beads cap = 0;    // a reward leaves a move at most n beads; 0 means no limit

    Beads beads_at(int ply) const {
        return beads[std::min<std::size_t>(ply / 2, beads.size() - 1)];
    }
    Beads times(int images) const { return per == Per::cell ? images : 1; }
};

// A bead drawn from a box: an edge of the node, by its place among the node's edges.
struct Draw {
    Node node;
    std::uint32_t place;
};

enum class Ending { win, draw, loss, resigned };

// A box for each node with more than one move, for both sides. A box holds beads for each edge.
class Boxes {
   public:
    Boxes(std::shared_ptr<const Graph> graph, Variant variant)
        : graph_(std::move(graph)),
          variant_(std::move(variant)),
          beads_(graph_->edge_count()),
          total_(graph_->size()) {
        for (Node node = 0; node < graph_->size(); ++node) fill(node);
    }

    const Graph& graph() const { return *graph_; }
    const Variant& variant() const { return variant_; }

    std::span<const Beads> beads(Node node) const {
        return {&beads_[graph_->first_edge(node)], graph_->edges(node).size()};
    }
    // How many beads are in a box. A forced node counts as one that can never be empty.
    Beads total(Node node) const { return total_[node]; }

    // How many beads a move has at the start. In a forced node one, which is never drawn.
    Beads fresh(Node node, std::size_t place) const {
        if (graph_->is_forced(node)) return 1;
        return variant_.beads_at(graph_->ply(node)) * times(node, place);
    }
    bool is_fresh(Node node) const {
        for (std::size_t place = 0; place < beads(node).size(); ++place) {
            if (beads(node)[place] != fresh(node, place)) return false;
        }
        return true;
    }
    void fill(Node node) {
        for (std::size_t place = 0; place < beads(node).size(); ++place) {
            set(node, place, fresh(node, place));
        }
    }

    void set(Node node, std::size_t place, Beads count) {
        Beads& bead = beads_[graph_->first_edge(node) + place];
        total_[node] += count - bead;
        bead = count;
    }

    // A bead from a box that is not empty.
    std::uint32_t draw(Node node, Random& random) const {
        assert(total_[node] > 0);
        auto left = random.below(total_[node]);
        const Beads* bead = &beads_[graph_->first_edge(node)];
        std::uint32_t place = 0;
        for (; left >= bead[place]; ++place) left -= bead[place];
        return place;
    }

    // Rewards or punishes the beads drawn in a game, in the order they were drawn. Calls
    // `changed` with each node whose box has other beads than before.
    template <class Changed>
    void learn(std::span<const Draw> draws, Ending ending, Changed changed) {
        if (ending == Ending::win || ending == Ending::draw) {
            const Beads reward = ending == Ending::win ? variant_.win : variant_.draw;
            if (reward == 0) return;
            for (const Draw& draw : draws) {
                if (add(draw, reward)) changed(draw.node);
            }
            return;
        }
        const bool only_last = variant_.blame == Blame::last ||
                               (ending == Ending::resigned && variant_.empty == Empty::charge);
        if (only_last && !draws.empty()) draws = draws.last(1);
        for (const Draw& draw : draws) {
            if (take(draw)) changed(draw.node);
        }
    }

   private:
    Beads times(Node node, std::size_t place) const {
        return variant_.times(graph_->edges(node)[place].images);
    }

    bool add(const Draw& draw, Beads reward) {
        const Beads bead = beads(draw.node)[draw.place];
        if (variant_.cap > 0) {
            const Beads cap = variant_.cap * times(draw.node, draw.place);
            reward = std::min(reward, cap - std::min(bead, cap));
        }
        reward = std::min(reward, kMost - std::min(total_[draw.node], kMost));
        set(draw.node, draw.place, bead + reward);
        return reward > 0;
    }

    bool take(const Draw& draw) {
        const Beads bead = beads(draw.node)[draw.place];
        const Beads floor = variant_.floor * times(draw.node, draw.place);
        const Beads taken = std::min(variant_.loss, bead - std::min(bead, floor));
        set(draw.node, draw.place, bead - taken);
        return taken > 0;
    }

    static constexpr Beads kMost = 1'000'000'000;  // in any box, so that no count overflows

    std::shared_ptr<const Graph> graph_;
    Variant variant_;
    std::vector<Beads> beads_;  // for each edge of the graph
    std::vector<Beads> total_;  // for each node
};

}  // namespace enligne::matchbox
