// A position that a search can play on and take back from.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "board/bits.h"
#include "board/geometry.h"
#include "board/runs.h"

namespace enligne {

enum class Side : std::uint8_t { first, second };

constexpr Side other(Side side) { return side == Side::first ? Side::second : Side::first; }

// Refers to its geometry, which must outlive it. A move is the bit its stone lands on. The
// position does not know that a run was completed: the caller asks `wins` about a move
// before playing it, and does not go on after a win.
template <int Words>
class Position {
   public:
    explicit Position(const Geometry<Words>& geometry) : geometry_(&geometry) {}

    // A position set up from stones, whose counts decide the side to move.
    Position(const Geometry<Words>& geometry, const Bits<Words>& first, const Bits<Words>& second)
        : geometry_(&geometry), stones_{first, second}, ply_(first.count() + second.count()) {
        for (int side = 0; side < 2; ++side) {
            stones_[side].for_each([&](int bit) { hash_ ^= geometry.key[side][bit]; });
        }
    }

    const Geometry<Words>& geometry() const { return *geometry_; }
    int ply() const { return ply_; }
    Side side() const { return static_cast<Side>(ply_ & 1); }
    const Bits<Words>& stones(Side side) const { return stones_[index(side)]; }
    Bits<Words> occupied() const { return stones_[0] | stones_[1]; }
    bool is_full() const { return ply_ == geometry_->cell_count(); }

    // Zobrist hash of the stones, kept by every move. The side to move follows from the stones.
    std::uint64_t hash() const { return hash_; }

    // The cells a stone may land on. Adding one at the foot of a column carries through its
    // stones to the lowest empty bit; on a full column that is the sentinel, masked out here.
    Bits<Words> moves() const {
        return (geometry_->rules.gravity ? occupied() + geometry_->bottom : ~occupied()) &
               geometry_->cells;
    }

    void play(int bit) {
        assert(moves().test(bit));
        toggle(bit);
        ++ply_;
    }

    // Takes back the last move, which must be `bit`.
    void take_back(int bit) {
        --ply_;
        assert(stones_[index(side())].test(bit));
        toggle(bit);
    }

    // Whether a stone of the side to move on `bit` would complete a winning run.
    bool wins(int bit) const {
        const auto& stones = stones_[index(side())];
        // Shifting one word is cheaper than walking; shifting several is not.
        if constexpr (Words == 1) {
            return has_run(stones | Bits<Words>::of(bit), *geometry_);
        } else {
            return has_run_through(stones, bit, *geometry_);
        }
    }

    friend bool operator==(const Position& a, const Position& b) {
        return a.stones_ == b.stones_ && a.geometry_->rules == b.geometry_->rules;
    }

   private:
    static constexpr int index(Side side) { return static_cast<int>(side); }

    void toggle(int bit) {
        const int mover = index(side());
        stones_[mover].flip(bit);
        hash_ ^= geometry_->key[mover][bit];
    }

    const Geometry<Words>* geometry_;
    std::array<Bits<Words>, 2> stones_{};
    std::uint64_t hash_ = 0;
    int ply_ = 0;
};

}  // namespace enligne
