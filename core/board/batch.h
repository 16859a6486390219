// Many games of the same rules, stepped together.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/any_position.h"
#include "board/planes.h"
#include "board/random.h"

namespace enligne {

// What the caller sees of the games, each game behind the other; kept up to date by every call.
struct BatchView {
    std::span<std::uint8_t> planes;   // of the first side, then of the second: see planes.h
    std::span<std::uint8_t> masks;    // the legal actions; none when the game is over
    std::span<std::uint8_t> results;  // a Result each
};

class Batch {
   public:
    static std::unique_ptr<Batch> make(const Rules& rules, int count);

    virtual ~Batch() = default;

    virtual int size() const = 0;
    virtual const Rules& rules() const = 0;
    // Plays an action in each game that goes on; those of other games do not matter. When one is
    // not legal nothing is played, and the answer is the number of the first such game; else -1.
    virtual int step(std::span<const std::int64_t> actions, const BatchView& view) = 0;
    // Begins games anew, those with something else than 0.
    virtual void reset(std::span<const std::uint8_t> which, const BatchView& view) = 0;
    // A legal action of each game that goes on, all as likely; 0 of the others.
    virtual void random_actions(std::span<std::int64_t> actions, const BatchView& view) = 0;
    virtual void seed(std::uint64_t seed) = 0;
    // Two planes of each game: those of the side to move first.
    virtual void write_planes(std::span<std::uint8_t> planes) const = 0;
};

template <int Words>
class BatchOf final : public Batch {
   public:
    BatchOf(const Rules& rules, int count)
        : geometry_(rules),
          games_(static_cast<std::size_t>(count), Position<Words>(geometry_)),
          bits_(static_cast<std::size_t>(count)) {
        geometry_.cells.for_each([&](int bit) {
            const Cell cell = geometry_.cell(bit);
            const bool is_last = !rules.gravity || cell.row == rules.height - 1;
            effects_[bit] = {place_in_plane(cell, rules), action_of(cell, rules), is_last};
        });
    }
    // Positions refer to the geometry.
    BatchOf(const BatchOf&) = delete;
    BatchOf& operator=(const BatchOf&) = delete;

    int size() const override { return static_cast<int>(games_.size()); }
    const Rules& rules() const override { return geometry_.rules; }

    int step(std::span<const std::int64_t> actions, const BatchView& view) override {
        const int last = action_count(geometry_.rules) - 1;
        for (std::size_t i = 0; i < games_.size(); ++i) {
            bits_[i] = -1;
            if (!is_open(view, i)) continue;
            if (actions[i] < 0 || actions[i] > last) return static_cast<int>(i);
            const auto bit = bit_of_action(games_[i], static_cast<int>(actions[i]));
            if (!bit) return static_cast<int>(i);
            bits_[i] = *bit;
        }
        for (std::size_t i = 0; i < games_.size(); ++i) {
            if (bits_[i] >= 0) play(i, bits_[i], view);
        }
        return -1;
    }

    void reset(std::span<const std::uint8_t> which, const BatchView& view) override {
        for (std::size_t i = 0; i < games_.size(); ++i) {
            if (which[i] == 0) continue;
            games_[i] = Position<Words>(geometry_);
            enligne::write_planes(games_[i], Side::first, planes(view, i));
            write_mask(games_[i], mask(view, i));
            view.results[i] = static_cast<std::uint8_t>(Result::open);
        }
    }

    void random_actions(std::span<std::int64_t> actions, const BatchView& view) override {
        for (std::size_t i = 0; i < games_.size(); ++i) {
            actions[i] = 0;
            if (!is_open(view, i)) continue;
            const auto moves = games_[i].moves();
            const auto count = static_cast<std::uint64_t>(moves.count());
            actions[i] = effects_[moves.nth(static_cast<int>(random_.below(count)))].action;
        }
    }

    void seed(std::uint64_t seed) override { random_ = Random(mixed(seed)); }

    void write_planes(std::span<std::uint8_t> planes) const override {
        const auto size = static_cast<std::size_t>(2 * plane_size(geometry_.rules));
        for (std::size_t i = 0; i < games_.size(); ++i) {
            enligne::write_planes(games_[i], games_[i].side(), planes.data() + i * size);
        }
    }

   private:
    // What a stone on a bit changes in the view, so that no step divides.
    struct Effect {
        int place;     // in the plane of its side
        int action;    // that put it there
        bool is_last;  // whether that action is not legal again
    };

    static bool is_open(const BatchView& view, std::size_t i) {
        return view.results[i] == static_cast<std::uint8_t>(Result::open);
    }
    std::uint8_t* planes(const BatchView& view, std::size_t i) const {
        return view.planes.data() + i * static_cast<std::size_t>(2 * plane_size(geometry_.rules));
    }
    std::uint8_t* mask(const BatchView& view, std::size_t i) const {
        return view.masks.data() + i * static_cast<std::size_t>(action_count(geometry_.rules));
    }

    // Only what the move changes is written.
    void play(std::size_t i, int bit, const BatchView& view) {
        Position<Words>& game = games_[i];
        const Rules& rules = geometry_.rules;
        const Effect& effect = effects_[bit];
        const Side mover = game.side();
        const bool has_won = game.wins(bit);
        game.play(bit);
        const int plane = mover == Side::first ? 0 : plane_size(rules);
        planes(view, i)[plane + effect.place] = 1;
        if (has_won || game.is_full()) {
            const Result won = mover == Side::first ? Result::first_wins : Result::second_wins;
            view.results[i] = static_cast<std::uint8_t>(has_won ? won : Result::draw);
            std::fill_n(mask(view, i), action_count(rules), std::uint8_t{0});
        } else if (effect.is_last) {
            mask(view, i)[effect.action] = 0;
        }
    }

    const Geometry<Words> geometry_;
    std::vector<Position<Words>> games_;
    std::vector<int> bits_;  // what each game is about to play
    std::array<Effect, Bits<Words>::kSize> effects_{};
    Random random_{0};
};

inline std::unique_ptr<Batch> Batch::make(const Rules& rules, int count) {
    return AnyPosition::empty(rules).visit(
        [&]<int Words>(const Position<Words>&) -> std::unique_ptr<Batch> {
            return std::make_unique<BatchOf<Words>>(rules, count);
        });
}

}  // namespace enligne
