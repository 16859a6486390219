// The techniques of the alpha-beta search, each a switch, so that its worth can be shown.
#pragma once

#include <array>
#include <cstdint>

#include "play/alphabeta/evaluation.h"
#include "search/techniques.h"

namespace enligne {

enum class Order {
    none,     // from the left column up
    shuffle,  // random, from a seed
    threats,  // forced moves alone, else the table's move, then by threats, history and lines
};

struct AlphaBetaOptions {
    bool cut = true;     // leave out what cannot change the result
    bool probe = true;   // ask first whether a move is better at all, then how much
    bool deepen = true;  // search to depth 1, 2, 3 …, each with what the one before has found
    Order order = Order::threats;
    Evaluation evaluation = Evaluation::lines;
    int table_mb = 64;
    int threads = 1;
    std::uint64_t seed = 1;

    static constexpr auto techniques() {
        using Options = AlphaBetaOptions;
        return std::array{Technique("cut", &Options::cut), Technique("probe", &Options::probe),
                          Technique("deepen", &Options::deepen)};
    }
};

}  // namespace enligne
