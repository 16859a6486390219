// The label on the front of a box: position text, as in "1o1/1x1/3 x".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "learn/matchbox/graph.h"

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

}  // namespace enligne::matchbox
