// Whether a machine can still lose, and how soon.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "learn/matchbox/boxes.h"
#include "learn/matchbox/graph.h"

namespace enligne::matchbox {

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
