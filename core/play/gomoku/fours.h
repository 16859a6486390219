// Which moves begin a win by fours: the search by force alone, without any other.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "play/gomoku/forcing.h"
#include "play/gomoku/layout.h"
#include "play/gomoku/threat_position.h"
#include "play/gomoku/tuned_weights.h"
#include "search/analysis.h"
#include "search/clock.h"
#include "search/transposition_table.h"

namespace enligne::gomoku {

class Fours {
   public:
    explicit Fours(const Rules& rules) : layout_(rules, kTunedWeights), table_(kTableMb) {}

    // A win by at most n fours of the side to move with as few as can be, empty when there is
    // none; nothing when the nodes did not suffice to know.
    template <int Words>
    std::optional<Variation> win(const Position<Words>& position, int most_fours,
                                 std::uint64_t most_nodes) {
        return with(position, [&](ThreatPosition& root, Forcing& forcing, NodeCounter& counter) {
            return shortest(root, forcing, counter, most_fours, most_nodes);
        });
    }

    // The same for each first move that wins so.
    template <int Words>
    std::optional<std::vector<Variation>> wins(const Position<Words>& position, int most_fours,
                                               std::uint64_t most_nodes) {
        using Found = std::optional<std::vector<Variation>>;
        return with(position, [&](ThreatPosition& root, Forcing& forcing, NodeCounter& counter) {
            const int mover = root.side();
            std::vector<CellIndex> cells;
            root.for_each_empty([&](CellIndex cell) { cells.push_back(cell); });
            Found found{std::in_place};
            for (const CellIndex cell : cells) {
                if (root.cell_class(mover, cell) == CellClass::five) {
                    found->push_back({cell});
                    continue;
                }
                root.play(cell);
                const auto line =
                    after_first(root, forcing, counter, mover, most_fours - 1, most_nodes);
                root.take_back();
                if (!line) return Found{};
                if (line->empty()) continue;
                found->push_back({cell});
                found->back().insert(found->back().end(), line->begin(), line->end());
            }
            return found;
        });
    }

   private:
    static constexpr int kTableMb = 1;

    template <int Words, class Search>
    auto with(const Position<Words>& position, Search search) {
        Clock clock({}, nullptr);
        NodeCounter counter(clock);
        table_.start_search();
        ThreatPosition root(layout_, position);
        Forcing forcing(root, table_, counter);
        return search(root, forcing, counter);
    }

    // What follows a first move that must be a four, its reply included.
    static std::optional<Variation> after_first(ThreatPosition& position, Forcing& forcing,
                                                NodeCounter& counter, int mover, int most_fours,
                                                std::uint64_t most_nodes) {
        const int fives = position.count(mover, CellClass::five);
        if (fives == 0 || position.count(1 - mover, CellClass::five) > 0) return Variation{};
        const CellIndex reply = position.find(mover, CellClass::five);
        if (fives > 1) return Variation{reply, position.find(mover, CellClass::five, reply)};
        position.play(reply);
        auto line = shortest(position, forcing, counter, most_fours, most_nodes);
        position.take_back();
        if (line && !line->empty()) line->insert(line->begin(), reply);
        return line;
    }

    static std::optional<Variation> shortest(ThreatPosition& position, Forcing& forcing,
                                             NodeCounter& counter, int most_fours,
                                             std::uint64_t most_nodes) {
        if (position.is_dead()) return Variation{};
        const std::uint64_t last_node = counter.nodes() + most_nodes;
        if (forcing.by_fours(most_fours, most_nodes) == 0) {
            return counter.nodes() < last_node ? std::optional(Variation{}) : std::nullopt;
        }
        Variation line = forcing.line();
        for (int fours = 0; 2 * fours + 3 < static_cast<int>(line.size()); ++fours) {
            if (forcing.by_fours(fours, most_nodes) != 0) line = forcing.line();
        }
        return line;
    }

    const Layout layout_;
    TranspositionTable table_;
};

}  // namespace enligne::gomoku
