// The exact chances of a machine's boxes, over the whole graph of the game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "learn/matchbox/boxes.h"
#include "learn/matchbox/graph.h"

namespace enligne::matchbox {

// Of the machine's wins, draws and losses; they add up to 1.
struct Chances {
    double win = 0;
    double draw = 0;
    double loss = 0;

    Chances& operator+=(const Chances& other) {
        win += other.win;
        draw += other.draw;
        loss += other.loss;
        return *this;
    }
    friend Chances operator*(double weight, const Chances& chances) {
        return {weight * chances.win, weight * chances.draw, weight * chances.loss};
    }
    friend bool operator==(const Chances&, const Chances&) = default;
};

// Whom the boxes are measured against.
enum class Opponent {
    random,   // any move, all alike
    perfect,  // any move that keeps the best result it can force, all such moves alike
    worst,    // knows the boxes: the move after which they lose most often
};

// The result of best play for the side to move: 1 win, 0 draw, -1 loss.
inline std::vector<std::int8_t> values(const Graph& graph) {
    std::vector<std::int8_t> value(graph.size());
    for (Node node = graph.size(); node-- > 0;) {
        int best = -1;
        for (const Edge& edge : graph.edges(node)) {
            const int reply = edge.child == kWon ? -1 : edge.child == kFull ? 0 : value[edge.child];
            best = std::max(best, -reply);
        }
        value[node] = static_cast<std::int8_t>(best);
    }
    return value;
}

// What a move of the given value is worth to the side that makes it.
inline int value_of(const Edge& edge, const std::vector<std::int8_t>& value) {
    return edge.child == kWon ? 1 : edge.child == kFull ? 0 : -value[edge.child];
}

// The chances after a move, from those of the nodes below.
inline Chances after(const Edge& edge, bool is_machine, const std::vector<Chances>& below) {
    if (edge.child == kFull) return {0, 1, 0};
    if (edge.child == kWon) return is_machine ? Chances{1, 0, 0} : Chances{0, 0, 1};
    return below[edge.child];
}

// Where the machine is to move. An empty box is a loss, unless it would be refilled.
inline Chances chances_of_box(const Boxes& boxes, Node node, const std::vector<Chances>& below) {
    const auto edges = boxes.graph().edges(node);
    const auto beads = boxes.beads(node);
    const bool is_empty = boxes.total(node) == 0;
    if (is_empty && boxes.variant().empty != Empty::refill) return {0, 0, 1};
    Chances sum;
    double total = 0;
    for (std::size_t place = 0; place < edges.size(); ++place) {
        const double count = is_empty ? boxes.fresh(node, place) : beads[place];
        sum += count * after(edges[place], true, below);
        total += count;
    }
    return (1 / total) * sum;
}

// Sums of the same terms in another order may differ in their last digits, and are the same; but
// nothing is ever the same as 0.
inline bool exceeds(double a, double b) { return a > b * (1 + 1e-12); }

// The worst reply for the machine: most losses, then fewest wins, then the first.
inline const Edge& worst_reply(const Graph& graph, Node node, const std::vector<Chances>& below) {
    const auto edges = graph.edges(node);
    const Edge* worst = &edges[0];
    Chances found = after(edges[0], false, below);
    for (const Edge& edge : edges.subspan(1)) {
        const Chances chances = after(edge, false, below);
        if (exceeds(chances.loss, found.loss) ||
            (!exceeds(found.loss, chances.loss) && exceeds(found.win, chances.win))) {
            worst = &edge;
            found = chances;
        }
    }
    return *worst;
}

// The chances at every node when the machine has one side. `value` is only looked at for a
// perfect opponent.
inline std::vector<Chances> all_chances(const Boxes& boxes, Side machine, Opponent opponent,
                                        const std::vector<std::int8_t>& value) {
    const Graph& graph = boxes.graph();
    std::vector<Chances> result(graph.size());
    for (int ply = graph.plies(); ply-- > 0;) {
        const bool is_machine = static_cast<Side>(ply & 1) == machine;
        for (Node node = graph.layer(ply); node < graph.layer(ply + 1); ++node) {
            if (is_machine) {
                result[node] = chances_of_box(boxes, node, result);
            } else if (opponent == Opponent::worst) {
                result[node] = after(worst_reply(graph, node, result), false, result);
            } else {
                Chances sum;
                double moves = 0;
                for (const Edge& edge : graph.edges(node)) {
                    if (opponent == Opponent::perfect && value_of(edge, value) != value[node]) {
                        continue;
                    }
                    sum += edge.images * after(edge, false, result);
                    moves += edge.images;
                }
                result[node] = (1 / moves) * sum;
            }
        }
    }
    return result;
}

// Whether a machine can still lose, and how soon.

// The shortest way to a loss of the machine by beads that are in its boxes and any replies: the
// places of the edges from the empty board, at the end of which it has lost or meets an empty
// box. None when there is no such way: the proof that it never loses.
inline std::optional<std::vector<std::uint32_t>> losing_line(const Boxes& boxes, Side machine) {
    const Graph& graph = boxes.graph();
    constexpr std::uint8_t kNever = 255;
    struct Way {
        std::uint8_t plies = kNever;
        std::uint8_t place = 0;
    };
    std::vector<Way> ways(graph.size());
    const bool resigns = boxes.variant().empty != Empty::refill;
    for (Node node = graph.size(); node-- > 0;) {
        const bool is_machine = graph.side(node) == machine;
        const bool is_empty = is_machine && boxes.total(node) == 0;
        Way& way = ways[node];
        if (is_empty && resigns) {
            way.plies = 0;
            continue;
        }
        const auto edges = graph.edges(node);
        for (std::size_t place = 0; place < edges.size(); ++place) {
            if (is_machine && !is_empty && boxes.beads(node)[place] == 0) continue;
            const Node child = edges[place].child;
            if (child == kFull || (child == kWon && is_machine)) continue;
            const int below = child == kWon ? 0 : ways[child].plies;
            if (below + 1 < way.plies) {
                way = {static_cast<std::uint8_t>(below + 1), static_cast<std::uint8_t>(place)};
            }
        }
    }
    if (ways[0].plies == kNever) return std::nullopt;
    std::vector<std::uint32_t> line;
    for (Node node = 0; !is_end(node) && ways[node].plies > 0;) {
        line.push_back(ways[node].place);
        node = graph.edges(node)[ways[node].place].child;
    }
    return line;
}

}  // namespace enligne::matchbox
