// Every position of a small game, each once up to symmetry, and how moves lead from one to the
// next: what boxes are made of, and what exact chances are computed over.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "board/position.h"
#include "board/symmetry.h"

namespace enligne::matchbox {

// The images of small boards by table, for going through all positions of a game.

// The stones of a board of one word: enough to tell a position, whose counts tell who moves.
struct Stones {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    friend auto operator<=>(const Stones&, const Stones&) = default;
};

class Images {
   public:
    // All symmetries of the rules, or the identity alone.
    Images(const Geometry<1>& geometry, bool with_symmetry) {
        auto all = symmetries(geometry.rules);
        if (!with_symmetry) all.resize(1);
        for (const auto& symmetry : all) {
            Table table{};
            for (int byte = 0; byte < kBytes; ++byte) {
                for (int value = 1; value < 256; ++value) {
                    // The image of a byte is that of its lowest bit and that of the others.
                    const int bit = 8 * byte + std::countr_zero(static_cast<unsigned>(value));
                    if (!geometry.cells.test(bit)) continue;
                    table[byte][value] = table[byte][value & (value - 1)] |
                                         Word{1} << enligne::image(bit, symmetry, geometry);
                }
            }
            tables_.push_back(table);
        }
        symmetries_ = std::move(all);
    }

    int count() const { return static_cast<int>(tables_.size()); }
    const Symmetry& symmetry(int index) const { return symmetries_[index]; }

    std::uint64_t image(std::uint64_t stones, int index) const {
        std::uint64_t result = 0;
        for (int byte = 0; stones != 0; ++byte, stones >>= 8) {
            result |= tables_[index][byte][stones & 255];
        }
        return result;
    }
    Stones image(const Stones& stones, int index) const {
        return {image(stones.first, index), image(stones.second, index)};
    }

    // The smallest image, and the first symmetry that leads to it: what `canonical` finds.
    std::pair<Stones, int> canonical(const Stones& stones) const {
        std::pair best{stones, 0};
        for (int index = 1; index < count(); ++index) {
            const std::uint64_t first = image(stones.first, index);
            if (first > best.first.first) continue;
            const Stones candidate{first, image(stones.second, index)};
            if (candidate < best.first) best = {candidate, index};
        }
        return best;
    }

   private:
    static constexpr int kBytes = 8;
    using Table = std::array<std::array<std::uint64_t, 256>, kBytes>;

    std::vector<Table> tables_;
    std::vector<Symmetry> symmetries_;
};

using Node = std::uint32_t;

// Where a move leads when it ends the game.
inline constexpr Node kWon = 0xffffffff;   // the side that moved has won
inline constexpr Node kFull = 0xfffffffe;  // the board is full and nobody has

constexpr bool is_end(Node node) { return node >= kFull; }

// A move up to the symmetry of its position.
struct Edge {
    Node child;
    std::uint8_t bit;     // the smallest bit among the moves that it stands for
    std::uint8_t images;  // how many moves of the position those are
};

class Graph {
   public:
    // All unfinished positions, or nothing when they are more than `most`. With symmetry each
    // stands for all its images; without, every position is a node. The rules must fit one word.
    static std::shared_ptr<Graph> make(const Rules& rules, bool with_symmetry, Node most) {
        std::shared_ptr<Graph> graph(new Graph(rules, with_symmetry));
        return graph->generate(most) ? graph : nullptr;
    }

    const Geometry<1>& geometry() const { return geometry_; }
    const Images& images() const { return images_; }

    // Nodes are numbered by ply, the empty board first, and within a ply by their stones.
    Node size() const { return static_cast<Node>(stones_.size()); }
    int plies() const { return static_cast<int>(layer_.size()) - 1; }
    Node layer(int ply) const { return layer_[ply]; }
    const Stones& stones(Node node) const { return stones_[node]; }
    int ply(Node node) const {
        return std::popcount(stones_[node].first) + std::popcount(stones_[node].second);
    }
    Side side(Node node) const { return static_cast<Side>(ply(node) & 1); }

    std::span<const Edge> edges(Node node) const {
        return {&edges_[first_edge_[node]], &edges_[first_edge_[node + 1]]};
    }
    std::uint32_t first_edge(Node node) const { return first_edge_[node]; }
    std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edges_.size()); }
    std::uint32_t move_count(Node node) const { return move_count_[node]; }
    // How many positions a side has to move in, with those in which it has a single move or not.
    int count(Side side, bool with_forced) const {
        int result = 0;
        for (Node node = 0; node < size(); ++node) {
            result += this->side(node) == side && (with_forced || !is_forced(node));
        }
        return result;
    }
    // With a single move there is nothing to draw: no box is needed.
    bool is_forced(Node node) const { return number_[node] == 0; }
    // Which box of its side a node has, counted from 1; 0 where it needs none.
    std::uint32_t number(Node node) const { return number_[node]; }

    struct Found {
        Node node;
        int symmetry;  // leads from the stones asked for to those of the node
    };
    // The node of an unfinished position; none for stones that no game leads to.
    std::optional<Found> find(const Stones& stones) const {
        const auto [wanted, symmetry] = images_.canonical(stones);
        const int ply = std::popcount(wanted.first) + std::popcount(wanted.second);
        if (ply >= plies()) return std::nullopt;
        const auto begin = stones_.begin() + layer_[ply];
        const auto end = stones_.begin() + layer_[ply + 1];
        const auto place = std::lower_bound(begin, end, wanted);
        if (place == end || *place != wanted) return std::nullopt;
        return Found{static_cast<Node>(place - stones_.begin()), symmetry};
    }

   private:
    Graph(const Rules& rules, bool with_symmetry)
        : geometry_(rules), images_(geometry_, with_symmetry) {}

    bool generate(Node most) {
        struct Arrival {
            Stones stones;
            std::uint32_t edge;
        };
        std::vector<Arrival> arrivals;
        stones_ = {Stones{}};
        layer_ = {0, 1};
        first_edge_ = {0};
        for (int ply = 0; layer_[ply] != layer_[ply + 1]; ++ply) {
            arrivals.clear();
            // A position is reached by as many moves at most as the side that moved has stones.
            const std::uint64_t room = std::uint64_t{most - size()} * (ply / 2 + 1);
            for (Node node = layer_[ply]; node < layer_[ply + 1]; ++node) {
                add_edges(node, ply, arrivals);
                first_edge_.push_back(edge_count());
                if (arrivals.size() > room) return false;
            }
            std::sort(arrivals.begin(), arrivals.end(),
                      [](const Arrival& a, const Arrival& b) { return a.stones < b.stones; });
            for (const auto& arrival : arrivals) {
                if (size() == layer_[ply + 1] || stones_.back() != arrival.stones) {
                    if (size() == most) return false;
                    stones_.push_back(arrival.stones);
                }
                edges_[arrival.edge].child = size() - 1;
            }
            layer_.push_back(size());
        }
        layer_.pop_back();
        std::array<std::uint32_t, 2> boxes{};
        for (Node node = 0; node < size(); ++node) {
            int moves = 0;
            for (const Edge& edge : edges(node)) moves += edge.images;
            move_count_.push_back(static_cast<std::uint8_t>(moves));
            number_.push_back(moves == 1 ? 0 : ++boxes[ply(node) & 1]);
        }
        return true;
    }

    template <class Arrivals>
    void add_edges(Node node, int ply, Arrivals& arrivals) {
        const Stones stones = stones_[node];
        const Position<1> position(geometry_, {{stones.first}}, {{stones.second}});
        std::vector<int> keeping;  // the symmetries that leave the position as it is
        for (int index = 1; index < images_.count(); ++index) {
            if (images_.image(stones, index) == stones) keeping.push_back(index);
        }
        auto left = position.moves().word[0];
        while (left != 0) {
            const int bit = std::countr_zero(left);
            const std::uint64_t move = std::uint64_t{1} << bit;
            std::uint64_t same = move;
            for (const int index : keeping) same |= images_.image(move, index);
            left &= ~same;
            Edge edge{kWon, static_cast<std::uint8_t>(bit),
                      static_cast<std::uint8_t>(std::popcount(same))};
            if (!position.wins(bit)) {
                edge.child = kFull;
                if (ply + 1 < geometry_.cell_count()) {
                    Stones after = stones;
                    (ply % 2 == 0 ? after.first : after.second) |= move;
                    arrivals.push_back({images_.canonical(after).first, edge_count()});
                }
            }
            edges_.push_back(edge);
        }
    }

    Geometry<1> geometry_;
    Images images_;
    std::vector<Stones> stones_;
    std::vector<Node> layer_;                // where each ply begins, and the end
    std::vector<std::uint32_t> first_edge_;  // where each node's edges begin, and the end
    std::vector<Edge> edges_;
    std::vector<std::uint8_t> move_count_;  // of each node
    std::vector<std::uint32_t> number_;     // of each node's box
};

}  // namespace enligne::matchbox
