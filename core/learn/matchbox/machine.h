// A matchbox machine: boxes, the random numbers that draw from them, and training games.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "learn/matchbox/boxes.h"
#include "learn/matchbox/chances.h"
#include "learn/matchbox/coach.h"
#include "learn/matchbox/graph.h"

namespace enligne::matchbox {

// Which side the machine has in its games.
enum class MachineSide { first, second, random };

// A sparring partner that the core plays itself.
enum class Partner {
    mix,    // a perfect move with some probability, else any move
    self,   // the machine's own boxes of the other side, which learn too
    coach,  // the reply that the boxes fear most
};

struct Tally {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
};

class Machine {
   public:
    Machine(std::shared_ptr<const Graph> graph, const Variant& variant, std::uint64_t random_state)
        : boxes_(std::move(graph), variant), random_(random_state) {}

    const Boxes& boxes() const { return boxes_; }
    const Graph& graph() const { return boxes_.graph(); }
    std::uint64_t random_state() const { return random_.state(); }
    void set_random_state(std::uint64_t state) { random_ = Random(state); }
    // A random side.
    Side toss() { return static_cast<Side>(random_.below(2)); }

    void set(Node node, std::size_t place, Beads count) {
        boxes_.set(node, place, count);
        forget_coaches();
    }

    // The place of the edge that the machine plays; none when the box is empty and it resigns.
    std::optional<std::uint32_t> draw(Node node) {
        if (graph().is_forced(node)) return 0;
        if (boxes_.total(node) == 0) {
            if (boxes_.variant().empty != Empty::refill) return std::nullopt;
            boxes_.fill(node);
            changed(node);
        }
        return boxes_.draw(node, random_);
    }

    void learn(std::span<const Draw> draws, Ending ending) {
        boxes_.learn(draws, ending, [this](Node node) { changed(node); });
    }

    // Plays and learns from a number of games.
    Tally train(std::uint64_t games, MachineSide side, Partner partner, double perfect_share) {
        Tally tally;
        for (std::uint64_t game = 0; game < games; ++game) {
            const Side machine = side == MachineSide::random  ? toss()
                                 : side == MachineSide::first ? Side::first
                                                              : Side::second;
            switch (play(machine, partner, perfect_share)) {
                case Ending::win:
                    ++tally.wins;
                    break;
                case Ending::draw:
                    ++tally.draws;
                    break;
                default:
                    ++tally.losses;
            }
        }
        return tally;
    }

    Chances chances(Side machine, Opponent opponent) {
        if (opponent == Opponent::worst && coaches_[index(machine)]) {
            return coaches_[index(machine)]->chances()[0];
        }
        return all_chances(boxes_, machine, opponent, values())[0];
    }

    // The best result that each side can force, for the side to move at each node.
    const std::vector<std::int8_t>& values() {
        if (values_.empty()) values_ = matchbox::values(graph());
        return values_;
    }

    const Coach& coach(Side machine) {
        auto& coach = coaches_[index(machine)];
        if (!coach) coach = std::make_unique<Coach>(boxes_, machine);
        return *coach;
    }

   private:
    static int index(Side side) { return static_cast<int>(side); }

    void changed(Node node) {
        const auto& coach = coaches_[index(graph().side(node))];
        if (coach) coach->box_changed(node);
    }
    void forget_coaches() {
        for (auto& coach : coaches_) coach.reset();
    }

    Ending play(Side machine, Partner partner, double perfect_share) {
        const bool is_self = partner == Partner::self;
        for (auto& drawn : drawn_) drawn.clear();
        Node node = 0;
        for (Side side = Side::first;; side = other(side)) {
            const Edge* edge = nullptr;
            if (side == machine || is_self) {
                std::uint32_t place = 0;
                if (!graph().is_forced(node)) {
                    const auto drawn = draw(node);
                    if (!drawn) return finish(machine, other(side), Ending::resigned, is_self);
                    place = *drawn;
                    drawn_[index(side)].push_back({node, place});
                }
                edge = &graph().edges(node)[place];
            } else {
                edge = &partner_move(node, partner, perfect_share);
            }
            if (edge->child == kWon) return finish(machine, side, Ending::loss, is_self);
            if (edge->child == kFull) return finish(machine, side, Ending::draw, is_self);
            node = edge->child;
        }
    }

    // Teaches the sides that learn. `winner` won if the other side lost or resigned; a draw has
    // none.
    Ending finish(Side machine, Side winner, Ending of_loser, bool is_self) {
        const auto ending = [&](Side side) {
            if (of_loser == Ending::draw) return Ending::draw;
            return side == winner ? Ending::win : of_loser;
        };
        learn(drawn_[index(machine)], ending(machine));
        if (is_self) learn(drawn_[index(other(machine))], ending(other(machine)));
        return ending(machine);
    }

    const Edge& partner_move(Node node, Partner partner, double perfect_share) {
        if (partner == Partner::coach) return coach(other(graph().side(node))).reply(node);
        const auto edges = graph().edges(node);
        const bool is_perfect = perfect_share > 0 && random_.happens(perfect_share);
        if (!is_perfect) {
            const Edge* edge = &edges[0];
            auto left = random_.below(graph().move_count(node));
            for (; left >= edge->images; ++edge) left -= edge->images;
            return *edge;
        }
        const auto& value = values();
        const auto weight = [&](const Edge& edge) -> std::uint32_t {
            return value_of(edge, value) == value[node] ? edge.images : 0;
        };
        std::uint32_t total = 0;
        for (const Edge& edge : edges) total += weight(edge);
        const Edge* edge = &edges[0];
        for (auto left = random_.below(total); left >= weight(*edge); ++edge) left -= weight(*edge);
        return *edge;
    }

    Boxes boxes_;
    Random random_;
    std::array<std::vector<Draw>, 2> drawn_;
    std::array<std::unique_ptr<Coach>, 2> coaches_;  // for the boxes of each side
    std::vector<std::int8_t> values_;
};

}  // namespace enligne::matchbox
