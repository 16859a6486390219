// Plain minimax: every move to the given depth, nothing cut, nothing remembered. The reference
// that faster searches are tested against.
#pragma once

#include <algorithm>
#include <vector>

#include "search/trace.h"
#include "search/analysis.h"
#include "play/alphabeta/evaluation.h"
#include "search/clock.h"

namespace enligne {

template <int Words, class Tracer>
class Minimax {
   public:
    // The tracer is told of every node.
    Minimax(const Position<Words>& root, Evaluation evaluation, const Limit& limit,
            const StopFlag* stop, Tracer& tracer)
        : position_(root), evaluation_(evaluation), clock_(limit, stop), tracer_(tracer) {}

    // Looks at least one ply ahead. Every move of the root has a score in the end, unless the
    // search was stopped; then those finished count, and if there is none, any move is played.
    Analysis analyse() {
        const auto& geometry = position_.geometry();
        const int ply = position_.ply();
        const int horizon = geometry.cell_count() - ply;
        const int depth = std::clamp(clock_.limit().depth, 1, horizon);
        Analysis analysis;
        Value best = -kInfinity;
        tracer_.start(depth, -kInfinity, kInfinity);
        position_.moves().for_each([&](int move) {
            if (stopped_) return;
            std::vector<int> line;
            const Value value = value_after(move, depth, line);
            if (stopped_) return;
            analysis.moves.push_back(
                {geometry.cell(move), Score::of(value, ply, depth == horizon)});
            if (value <= best) return;
            best = value;
            analysis.pv = {geometry.cell(move)};
            for (const int each : line) analysis.pv.push_back(geometry.cell(each));
        });
        tracer_.leave(best, stopped_ ? NodeEnd::stopped : NodeEnd::all);
        if (analysis.pv.empty()) {
            analysis.pv = {geometry.cell(position_.moves().pop_lowest())};
            best = evaluate(position_, evaluation_);
        }
        analysis.score = Score::of(best, ply, depth == horizon && !stopped_);
        analysis.depth = analysis.selective_depth = stopped_ ? 0 : depth;
        analysis.nodes = nodes_;
        analysis.seconds = clock_.seconds();
        return analysis;
    }

   private:
    Value value_after(int move, int depth, std::vector<int>& line) {
        tracer_.enter(move, depth - 1, -kInfinity, kInfinity, Asked::full);
        const bool wins = position_.wins(move);
        position_.play(move);
        const Value value = wins                  ? left(loss_at(position_.ply()), NodeEnd::win)
                            : position_.is_full() ? left(0, NodeEnd::draw)
                                                  : search(depth - 1, line);
        if (wins || position_.is_full()) ++nodes_;
        position_.take_back(move);
        return -value;
    }

    Value search(int depth, std::vector<int>& line) {
        ++nodes_;
        if (clock_.is_out_of_nodes(nodes_) || (nodes_ % 512 == 0 && clock_.has_expired())) {
            stopped_ = true;
        }
        line.clear();
        if (depth == 0) return left(evaluate(position_, evaluation_), NodeEnd::depth);
        Value best = -kInfinity;
        std::vector<int> below;
        position_.moves().for_each([&](int move) {
            if (stopped_) return;
            below.clear();
            const Value value = value_after(move, depth, below);
            if (value <= best) return;
            best = value;
            line.assign(1, move);
            line.insert(line.end(), below.begin(), below.end());
        });
        return left(best, stopped_ ? NodeEnd::stopped : NodeEnd::all);
    }

    Value left(Value value, NodeEnd end) {
        tracer_.leave(value, end);
        return value;
    }

    Position<Words> position_;
    Evaluation evaluation_;
    Clock clock_;
    Tracer& tracer_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace enligne
