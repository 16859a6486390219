// The layers of a game with gravity: all positions with a given number of stones, each with a
// number of its own, and one of each pair of mirror images.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "exact/gravity/boards.h"
#include "exact/solver.h"

namespace enligne::gravity {

// A position without its history; the ply says whose stones are meant.
struct Stones {
    Word own;  // of the side to move
    Word occupied;
};

// In each column the own stones are added to all stones: h stones and any of them own are a number
// from 2^h - 1 to 2^(h + 1) - 2, so that no two columns share one, and no two positions.
constexpr Word sum_of(const Stones& stones) { return stones.own + stones.occupied; }

// The key of a position and of its mirror image: the lesser sum.
template <class Board>
constexpr Word key_of(const Board& board, const Stones& stones) {
    return std::min(sum_of(stones),
                    sum_of({mirrored(board, stones.own), mirrored(board, stones.occupied)}));
}

// The position of a key, or of any sum.
template <class Board>
constexpr Stones stones_of(const Board& board, Word sum) {
    const int stride = board.height() + 1;
    Stones result{0, 0};
    for (int shift = 0; shift < board.width() * stride; shift += stride) {
        const Word column = sum >> shift & ((Word{1} << stride) - 1);
        const Word occupied = std::bit_floor(column + 1) - 1;
        result.own |= (column - occupied) << shift;
        result.occupied |= occupied << shift;
    }
    return result;
}

// The score of a position in which nobody has won, where it is seen without a search: a win at
// hand, or no move after which the other side does not win at once.
template <class Board>
constexpr std::optional<int> score_at_a_glance(const Board& board, const Stones& stones) {
    const int empty_count = board.cell_count() - std::popcount(stones.occupied);
    if (empty_count == 0) return 0;
    const Word empty = board.cells() & ~stones.occupied;
    const Word playable = playable_cells(board, stones.occupied);
    if ((winning_cells(board, stones.own) & playable) != 0) return win_score(empty_count, 1);
    const Word threats = winning_cells(board, stones.occupied ^ stones.own) & empty;
    const Word forced = threats & playable;
    Word safe = playable & ~(threats >> 1);
    if (forced != 0) safe = has_at_least_two(forced) ? 0 : safe & forced;
    if (safe == 0) return loss_score(empty_count, 1);
    return std::nullopt;
}

// Visits the positions after each move that does not win.
template <class Board, class Visitor>
constexpr void for_each_child(const Board& board, const Stones& stones, Visitor visit) {
    const Word wins = winning_cells(board, stones.own);
    for (Word rest = playable_cells(board, stones.occupied) & ~wins; rest != 0; rest &= rest - 1) {
        visit(Stones{stones.occupied ^ stones.own, stones.occupied | (rest & -rest)});
    }
}

// From so many keys on, no layer below is listed: they would not fit the memory of most machines.
inline constexpr std::size_t kMostKeys = 40'000'000;

// The keys of the layer below all these keys, in order; none when stopped, or of too many.
template <class Board>
std::vector<Word> layer_below(const Board& board, const std::vector<Word>& keys,
                              const StopFlag* stop = nullptr) {
    std::vector<Word> result;
    if (keys.size() > kMostKeys) return result;
    for (const Word key : keys) {
        if (stop != nullptr && stop->load(std::memory_order_relaxed)) return {};
        for_each_child(board, stones_of(board, key),
                       [&](const Stones& child) { result.push_back(key_of(board, child)); });
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

// The keys of every position of a ply in which nobody has won, in order.
template <class Board>
std::vector<Word> whole_layer(const Board& board, int ply, const StopFlag* stop = nullptr) {
    std::vector<Word> keys{0};
    while (ply-- > 0) keys = layer_below(board, keys, stop);
    return keys;
}

// The positions of a layer that have to be searched, in an order in which neighbours have most of
// their stones in common: a table that is shared by a subtree of a few plies halves the work.
struct TreeOrder {
    std::vector<Word> keys;
    std::vector<std::uint32_t> subtrees;  // the number of keys in each
};

// Nothing when stopped, or when there are too many to list.
template <class Board>
TreeOrder tree_order(const Board& board, int ply, const StopFlag* stop = nullptr) {
    constexpr int kSubtreePlies = 4;
    const int root_ply = std::max(ply - kSubtreePlies, 0);
    const auto roots = whole_layer(board, root_ply, stop);
    auto layer = roots;
    for (int below = root_ply; below < ply; ++below) layer = layer_below(board, layer, stop);
    if (layer.empty()) return {};
    std::erase_if(layer, [&](Word key) {
        return score_at_a_glance(board, stones_of(board, key)).has_value();
    });
    std::vector<bool> is_taken(layer.size());
    TreeOrder result;
    for (const Word root : roots) {
        if (stop != nullptr && stop->load(std::memory_order_relaxed)) return {};
        std::vector<Word> subtree{root};
        for (int below = root_ply; below < ply; ++below) subtree = layer_below(board, subtree);
        const std::size_t before = result.keys.size();
        for (const Word key : subtree) {
            const auto place = std::lower_bound(layer.begin(), layer.end(), key);
            if (place == layer.end() || *place != key) continue;
            const auto number = static_cast<std::size_t>(place - layer.begin());
            if (is_taken[number]) continue;
            is_taken[number] = true;
            result.keys.push_back(key);
        }
        const auto size = static_cast<std::uint32_t>(result.keys.size() - before);
        if (size > 0) result.subtrees.push_back(size);
    }
    return result;
}

// The scores of positions in tree order, with a table that lasts for a subtree; nothing when the
// clock stopped the solver.
template <class Board>
std::optional<std::vector<std::int8_t>> solve_subtrees(const Board& board, const TreeOrder& order,
                                                       Solver<1>& solver, Clock& clock) {
    std::vector<std::int8_t> scores;
    scores.reserve(order.keys.size());
    for (const std::uint32_t size : order.subtrees) {
        solver.clear();
        for (std::uint32_t i = 0; i < size; ++i) {
            const Stones stones = stones_of(board, order.keys[scores.size()]);
            const Bits<1> own{{stones.own}}, other{{stones.occupied ^ stones.own}};
            const bool is_first = std::popcount(stones.occupied) % 2 == 0;
            const Position<1> position(board.geometry(), is_first ? own : other,
                                       is_first ? other : own);
            const Verdict verdict = solver.solve(position, kEveryScore, clock);
            if (!verdict.is_complete) return std::nullopt;
            scores.push_back(static_cast<std::int8_t>(verdict.score));
        }
    }
    return scores;
}

}  // namespace enligne::gravity
