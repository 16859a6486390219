// The opening by swap2: one side lays three stones, the other chooses.
//
// The side that chooses takes the first side (SWAP), or the second with the next move, or lays two
// more stones and leaves the choice to the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

#include "board/random.h"
#include "board/symmetry.h"
#include "search/analysis.h"

namespace enligne::gomocup {

// Three stones, of the first, the second and the first side, as columns and rows from the middle.
using Opening = std::array<Cell, 3>;

// Random ones, of which those were kept where a strong engine sees neither side ahead, on 15 x 15
// by both rules and on 20 x 20.
inline constexpr std::array<Opening, 6> kOpenings{{
    {{{-1, 4}, {0, 4}, {-3, 6}}},
    {{{2, -5}, {3, -6}, {-3, -6}}},
    {{{-1, -5}, {-3, -3}, {-3, 0}}},
    {{{3, 3}, {3, 1}, {5, -2}}},
    {{{-4, -4}, {-5, -3}, {-4, 2}}},
    {{{-2, -3}, {-1, -5}, {3, -6}}},
}};
// Where nothing else fits: no board has less room than this.
inline constexpr Opening kSmallOpening{{{0, 0}, {1, 1}, {-1, 1}}};

// Three stones that leave both sides about the same chances, chosen and turned at random. Those
// that do not fit a small board move to its edge.
inline std::vector<Cell> swap2_opening(const Rules& rules, Random& random) {
    std::array<Opening, kOpenings.size() + 1> order{};
    std::copy(kOpenings.begin(), kOpenings.end(), order.begin());
    for (std::size_t left = kOpenings.size(); left > 1; --left) {
        std::swap(order[left - 1], order[random.below(left)]);
    }
    order.back() = kSmallOpening;

    std::vector<Cell> cells;
    for (const Opening& opening : order) {
        cells.clear();
        for (const Cell offset : opening) {
            cells.push_back({std::clamp((rules.width - 1) / 2 + offset.column, 0, rules.width - 1),
                             std::clamp((rules.height - 1) / 2 + offset.row, 0, rules.height - 1)});
        }
        if (cells[0] != cells[1] && cells[0] != cells[2] && cells[1] != cells[2]) break;
    }
    const auto ways = symmetries(rules);
    const Symmetry turned = ways[random.below(ways.size())];
    for (Cell& cell : cells) cell = turned(cell, rules);
    return cells;
}

constexpr int sign_of(const Score& score) {
    switch (score.kind) {
        case Score::Kind::win:
            return 1;
        case Score::Kind::loss:
            return -1;
        default:
            return (score.number > 0) - (score.number < 0);
    }
}

// What to answer to three or five stones, with the second side to move: no cell for SWAP, one to
// stay with the second side, two to leave the choice to the other. `found` is what a search found,
// depth by depth, the last one being its answer.
inline std::vector<Cell> swap2_reply(int stones, const std::vector<Analysis>& found) {
    constexpr std::size_t kAgreeingDepths = 2;  // so many must agree on who is better
    const Analysis& answer = found.back();
    bool is_better = false;
    bool is_worse = false;
    for (std::size_t i = found.size() - std::min(found.size(), kAgreeingDepths); i < found.size();
         ++i) {
        is_better |= sign_of(found[i].score) > 0;
        is_worse |= sign_of(found[i].score) < 0;
    }
    std::size_t count = sign_of(answer.score) < 0 ? 0 : 1;
    // Where the search cannot tell who is better, nobody is: after the best two moves, too.
    if (stones == 3 && is_better && is_worse && answer.pv.size() >= 2) count = 2;
    return {answer.pv.begin(), answer.pv.begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace enligne::gomocup
