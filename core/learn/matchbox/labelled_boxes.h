// Boxes by the labels on their fronts: how a machine is saved and read again.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "learn/matchbox/label.h"
#include "learn/matchbox/machine.h"

namespace enligne::matchbox {

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
