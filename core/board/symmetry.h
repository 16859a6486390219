// The symmetries of a board: ways to turn or mirror it that leave the rules as they are.
#pragma once

#include <cstdint>
#include <vector>

#include "board/position.h"

namespace enligne {

// Mirrors the columns, then flips the rows, then exchanges columns and rows, each if asked.
// These are the eight symmetries of a square; without the exchange, the four of a rectangle.
struct Symmetry {
    bool mirror = false;
    bool flip = false;
    bool transpose = false;

    constexpr Cell operator()(Cell cell, const Rules& rules) const {
        if (mirror) cell.column = rules.width - 1 - cell.column;
        if (flip) cell.row = rules.height - 1 - cell.row;
        return transpose ? Cell{cell.row, cell.column} : cell;
    }

    // Behind an exchange, mirroring columns undoes what flipping rows did, and the reverse.
    constexpr Symmetry inverse() const { return transpose ? Symmetry{flip, mirror, true} : *this; }

    friend bool operator==(const Symmetry&, const Symmetry&) = default;
};

// Every symmetry of the rules, the identity first: 8 on a square, 4 on a rectangle, and with
// gravity, where up stays up, only the mirror image.
inline std::vector<Symmetry> symmetries(const Rules& rules) {
    std::vector<Symmetry> result;
    const bool square = rules.width == rules.height;
    for (const bool transpose : {false, true}) {
        for (const bool flip : {false, true}) {
            for (const bool mirror : {false, true}) {
                if (rules.gravity && (flip || transpose)) continue;
                if (transpose && !square) continue;
                result.push_back({mirror, flip, transpose});
            }
        }
    }
    return result;
}

// Where a symmetry takes the cell of a bit. All images in the core follow from this.
template <int Words>
int image(int bit, const Symmetry& symmetry, const Geometry<Words>& geometry) {
    return geometry.bit(symmetry(geometry.cell(bit), geometry.rules));
}

template <int Words>
Position<Words> image(const Position<Words>& position, const Symmetry& symmetry) {
    const auto& geometry = position.geometry();
    const auto moved = [&](const Bits<Words>& stones) {
        Bits<Words> result;
        stones.for_each([&](int bit) { result.flip(image(bit, symmetry, geometry)); });
        return result;
    };
    return {geometry, moved(position.stones(Side::first)), moved(position.stones(Side::second))};
}

template <int Words>
struct Canonical {
    Position<Words> position;
    Symmetry symmetry;  // leads from the original to the canonical position
};

// The image whose stones are the smallest numbers: the same one for all symmetric positions.
// Among symmetries that give the same image, the first counts.
template <int Words>
Canonical<Words> canonical(const Position<Words>& position) {
    Canonical<Words> best{position, {}};
    const auto smaller = [](const Position<Words>& a, const Position<Words>& b) {
        const auto order = a.stones(Side::first) <=> b.stones(Side::first);
        return order < 0 || (order == 0 && a.stones(Side::second) < b.stones(Side::second));
    };
    for (const auto& symmetry : symmetries(position.geometry().rules)) {
        const auto candidate = image(position, symmetry);
        if (smaller(candidate, best.position)) best = {candidate, symmetry};
    }
    return best;
}

}  // namespace enligne
