// The best variation, kept while a search goes on.
#pragma once

#include <cstddef>
#include <vector>

namespace enligne {

using Variation = std::vector<int>;  // moves, as a search numbers them

// The best variation from each ply below the root.
class PvTable {
   public:
    explicit PvTable(std::size_t plies) : variations_(plies) {}

    Variation& operator[](int below) { return variations_[static_cast<std::size_t>(below)]; }
    // A move, then what is best below it.
    void set(int below, int move) {
        Variation& pv = (*this)[below];
        const Variation& rest = (*this)[below + 1];
        pv.assign(1, move);
        pv.insert(pv.end(), rest.begin(), rest.end());
    }

   private:
    std::vector<Variation> variations_;
};

}  // namespace enligne
