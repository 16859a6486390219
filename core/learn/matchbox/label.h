// The label on the front of a box: position text, as in "1o1/1x1/3 x".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "learn/matchbox/graph.h"
#include "learn/matchbox/machine.h"

namespace enligne::matchbox {

inline std::string label(const Graph& graph, Node node) {
    const auto& geometry = graph.geometry();
    const Stones& stones = graph.stones(node);
    std::string text;
    for (int row = geometry.rules.height; row-- > 0;) {
        int empty = 0;
        const auto count_empty = [&] {
            if (empty > 0) text += std::to_string(empty);
            empty = 0;
        };
        for (int column = 0; column < geometry.rules.width; ++column) {
            const int bit = geometry.bit({column, row});
            const bool is_first = stones.first >> bit & 1;
            if (!is_first && !(stones.second >> bit & 1)) {
                ++empty;
                continue;
            }
            count_empty();
            text += is_first ? 'x' : 'o';
        }
        count_empty();
        text += row > 0 ? '/' : ' ';
    }
    return text + (graph.side(node) == Side::first ? 'x' : 'o');
}

// The node with exactly this label; none for any other text.
inline std::optional<Node> find_label(const Graph& graph, std::string_view text) {
    const auto& geometry = graph.geometry();
    Stones stones;
    int column = 0;
    int row = geometry.rules.height - 1;
    for (std::size_t i = 0; i < text.size() && text[i] != ' ' && row >= 0; ++i) {
        const char symbol = text[i];
        if (symbol == '/') {
            --row;
            column = 0;
        } else if (symbol >= '0' && symbol <= '9') {
            const bool goes_on = i > 0 && text[i - 1] >= '0' && text[i - 1] <= '9';
            column += symbol - '0' + (goes_on ? 9 * (text[i - 1] - '0') : 0);
        } else {
            if (column >= geometry.rules.width) return std::nullopt;
            (symbol == 'x' ? stones.first : stones.second) |= std::uint64_t{1}
                                                              << geometry.bit({column, row});
            ++column;
        }
    }
    const auto found = graph.find(stones);
    // Whatever was misread above does not read back the same.
    if (!found || label(graph, found->node) != text) return std::nullopt;
    return found->node;
}

// Boxes by the labels on their fronts: how a machine is saved and read again.

using LabelAndBeads = std::pair<std::string, std::vector<Beads>>;

// The boxes that have other beads than at the start.
inline std::vector<LabelAndBeads> labelled_boxes(const Boxes& boxes) {
    std::vector<LabelAndBeads> result;
    for (Node node = 0; node < boxes.graph().size(); ++node) {
        if (boxes.is_fresh(node)) continue;
        const auto beads = boxes.beads(node);
        result.emplace_back(label(boxes.graph(), node),
                            std::vector<Beads>(beads.begin(), beads.end()));
    }
    return result;
}

// Fills the boxes of a machine; the index of the first that does not exist or has another number
// of moves, if there is one.
inline std::optional<int> set_labelled_boxes(Machine& machine,
                                             const std::vector<LabelAndBeads>& boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const auto& [text, beads] = boxes[i];
        const auto node = find_label(machine.graph(), text);
        if (!node || machine.graph().is_forced(*node) ||
            beads.size() != machine.graph().edges(*node).size()) {
            return static_cast<int>(i);
        }
        for (std::size_t place = 0; place < beads.size(); ++place) {
            machine.set(*node, place, beads[place]);
        }
    }
    return std::nullopt;
}

}  // namespace enligne::matchbox
