// Plain minimax: every move to the given depth, nothing cut, nothing remembered. The reference
// that faster searches are tested against.
#pragma once

#include <algorithm>

#include "play/alphabeta/evaluation.h"
#include "search/analysis.h"
#include "search/clock.h"
#include "search/trace.h"

namespace enligne {

template <int Words, class Tracer>
class Minimax {
   public:
    // The tracer is told of every node.
    Minimax(const Position<Words>& root, Evaluation evaluation, const Limit& limit,
            const StopFlag* stop, Tracer& tracer)
        : position_(root),
          root_ply_(root.ply()),
          evaluation_(evaluation),
          clock_(limit, stop),
          counter_(clock_),
          tracer_(tracer),
          depth_(std::clamp(limit.depth, 1, root.geometry().cell_count() - root.ply())),
          pv_(static_cast<std::size_t>(depth_) + 1) {}

    // Looks at least one ply ahead. Every move of the root has a score in the end, unless the
    // search was stopped; then those finished count, and if there is none, any move is played.
    Analysis analyse() {
        const auto& geometry = position_.geometry();
        const bool is_exact = depth_ == geometry.cell_count() - root_ply_;
        Analysis analysis;
        tracer_.start(depth_, -kInfinity, kInfinity);
        Value best = best_move(depth_, [&](int move, Value value) {
            analysis.moves.push_back({geometry.cell(move), Score::of(value, root_ply_, is_exact)});
        });
        tracer_.leave(best, ending());
        for (const int move : pv_[0]) analysis.pv.push_back(geometry.cell(move));
        if (analysis.pv.empty()) {
            analysis.pv = {geometry.cell(position_.moves().pop_lowest())};
            best = evaluate(position_, evaluation_);
        }
        const bool is_stopped = counter_.is_stopped();
        analysis.score = Score::of(best, root_ply_, is_exact && !is_stopped);
        analysis.depth = analysis.selective_depth = is_stopped ? 0 : depth_;
        analysis.nodes = counter_.nodes();
        analysis.seconds = clock_.seconds();
        return analysis;
    }

   private:
    // The value of the best move with `depth` plies to look ahead; tells of each that was finished.
    template <class Told>
    Value best_move(int depth, Told told) {
        const int below = position_.ply() - root_ply_;
        Value best = -kInfinity;
        pv_[below].clear();
        position_.moves().for_each([&](int move) {
            if (counter_.is_stopped()) return;
            const Value value = value_after(move, depth);
            if (counter_.is_stopped()) return;
            told(move, value);
            if (value <= best) return;
            best = value;
            pv_.set(below, move);
        });
        return best;
    }

    Value value_after(int move, int depth) {
        tracer_.enter(move, depth - 1, -kInfinity, kInfinity, Asked::full);
        const bool wins = position_.wins(move);
        position_.play(move);
        const Value value = search(depth - 1, wins);
        position_.take_back(move);
        return -value;
    }

    Value search(int depth, bool is_lost) {
        pv_[position_.ply() - root_ply_].clear();
        if (!counter_.count()) return left(0, NodeEnd::stopped);
        if (is_lost) return left(loss_at(position_.ply()), NodeEnd::win);
        if (position_.is_full()) return left(0, NodeEnd::draw);
        if (depth == 0) return left(evaluate(position_, evaluation_), NodeEnd::depth);
        const Value best = best_move(depth, [](int, Value) {});
        return left(best, ending());
    }

    NodeEnd ending() const { return counter_.is_stopped() ? NodeEnd::stopped : NodeEnd::all; }

    Value left(Value value, NodeEnd end) {
        tracer_.leave(value, end);
        return value;
    }

    Position<Words> position_;
    const int root_ply_;
    Evaluation evaluation_;
    Clock clock_;
    NodeCounter counter_;
    Tracer& tracer_;
    const int depth_;
    PvTable pv_;
};

}  // namespace enligne
