// Tests of traces: a search that is traced does what it does untraced, and the record is whole.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "board/any_position.h"
#include "checks.h"
#include "play/alphabeta/alphabeta.h"
#include "play/alphabeta/minimax.h"
#include "play/alphabeta/textbook_tree.h"

using namespace enligne;
using enligne::test::check;

namespace {

int pick(std::mt19937& random, int least, int most) {
    return std::uniform_int_distribution(least, most)(random);
}

// A position in which the game goes on, after some random moves.
AnyPosition random_position(std::mt19937& random) {
    const int largest = pick(random, 0, 5) == 0 ? 16 : 6;
    Rules rules{pick(random, 3, largest), pick(random, 3, largest), 0, pick(random, 0, 1) == 1,
                pick(random, 0, 1) == 1};
    rules.run = pick(random, 3, std::min(5, std::max(rules.width, rules.height)));
    AnyPosition position = AnyPosition::empty(rules);
    for (int left = pick(random, 0, rules.width * rules.height - 1); left > 0; --left) {
        const auto moves = position.moves();
        const auto after = position.played(moves[random() % moves.size()]);
        if (after.result() != Result::open) break;
        position = after;
    }
    return position;
}

AlphaBetaOptions random_options(std::mt19937& random) {
    return {.cut = pick(random, 0, 1) == 1,
            .probe = pick(random, 0, 1) == 1,
            .deepen = pick(random, 0, 1) == 1,
            .order = static_cast<Order>(pick(random, 0, 2)),
            .evaluation = static_cast<Evaluation>(pick(random, 0, 2)),
            .table_mb = pick(random, 0, 1)};
}

bool same(const Analysis& a, const Analysis& b) {
    return a.score == b.score && a.pv == b.pv && a.depth == b.depth && a.nodes == b.nodes &&
           a.table_hits == b.table_hits && a.selective_depth == b.selective_depth;
}

// Parents stand before their children, depths fall by one, and every node is accounted for.
void check_shape(const Trace& trace, std::uint64_t visited, int most) {
    const auto& nodes = trace.nodes();
    std::uint64_t left_out = 0;
    for (const auto& each : trace.left_out()) left_out += each.nodes;
    const auto roots =
        std::count_if(nodes.begin(), nodes.end(), [](const auto& node) { return node.parent < 0; });
    check(nodes.size() - roots + left_out == visited, "every node is kept or counted");
    check(nodes.size() - roots <= static_cast<std::size_t>(most), "no more is kept than asked for");
    bool is_whole = true;
    std::size_t unvisited = 0;
    for (std::size_t row = 0; row < nodes.size(); ++row) {
        const auto& node = nodes[row];
        unvisited += node.unvisited;
        is_whole &= node.alpha < node.beta;
        is_whole &= node.first_unvisited + node.unvisited <= trace.unvisited().size();
        if (node.parent < 0) {
            is_whole &= node.move == -1 && node.depth == node.iteration;
            continue;
        }
        const auto& parent = nodes[node.parent];
        is_whole &= node.parent < static_cast<int>(row) && node.depth == parent.depth - 1 &&
                    node.iteration == parent.iteration;
        // Nothing below one of these is visited.
        is_whole &= parent.end == NodeEnd::all || parent.end == NodeEnd::alpha ||
                    parent.end == NodeEnd::beta || parent.end == NodeEnd::stopped;
    }
    check(is_whole, "the tree is whole");
    check(unvisited == trace.unvisited().size(), "every move never visited belongs to a node");
}

void test_searches() {
    std::mt19937 random(20261116);
    NoTrace nobody;
    for (int i = 0; i < 400; ++i) {
        const AnyPosition position = random_position(random);
        const AlphaBetaOptions options = random_options(random);
        const int moves = position.move_count();
        const int depth = moves > 30 ? 1 : moves > 8 ? 2 : 4;
        const Limit limit{depth, i % 5 == 0 ? std::uint64_t(1 + i) : 0, 0};
        const int most = pick(random, 0, 1) ? 1'000'000 : pick(random, 1, 200);
        const bool all_moves = pick(random, 0, 1) == 1;
        position.visit([&]<int Words>(const Position<Words>& root) {
            AlphaBeta engine(options);
            Trace trace(most);
            const auto plain = engine.analyse(root, limit, nullptr, all_moves, {}, nobody);
            const auto traced = engine.analyse(root, limit, nullptr, all_moves, {}, trace);
            check(same(plain, traced), "alphabeta traced as untraced");
            check_shape(trace, traced.nodes, most);

            Trace second(most);
            const auto evaluation = options.evaluation;
            const auto reference =
                Minimax<Words, NoTrace>(root, evaluation, limit, nullptr, nobody).analyse();
            const auto followed =
                Minimax<Words, Trace>(root, evaluation, limit, nullptr, second).analyse();
            check(same(reference, followed), "minimax traced as untraced");
            check_shape(second, followed.nodes, most);
            if (limit.nodes == 0) {
                check(trace.nodes().back().end != NodeEnd::stopped, "nothing was stopped");
                check(traced.score == reference.score, "alphabeta finds what minimax does");
            }
        });
    }
}

// A tree of up to n levels below a node; returns what it is worth to the first side.
Value grow(Tree& tree, int node, int level, std::mt19937& random) {
    if (level > 0 && (level == 5 || pick(random, 0, 5) == 0)) {
        tree.nodes[node].leaf = pick(random, -9, 9);
        return tree.nodes[node].leaf;
    }
    const bool wants_more = (level % 2 == 0) != tree.second_begins;
    Value best = 0;
    for (int i = 0, count = pick(random, 1, 4); i < count; ++i) {
        const int child = static_cast<int>(tree.nodes.size());
        tree.nodes.emplace_back();
        tree.nodes[node].children.push_back(child);
        const Value value = grow(tree, child, level + 1, random);
        if (i == 0 || (value > best) == wants_more) best = value;
    }
    return best;
}

void test_trees() {
    std::mt19937 random(7);
    for (int i = 0; i < 2000; ++i) {
        Tree tree{.nodes = std::vector<Tree::Node>(1), .second_begins = i % 2 == 1};
        const Value expected = grow(tree, 0, 0, random);
        tree.prepare();
        AlphaBetaOptions options = random_options(random);
        options.deepen = false;
        AlphaBeta engine(options);
        Trace trace(1'000'000);
        const auto found = engine.analyse(TreePosition(tree), {}, nullptr, false, {}, trace);
        check(tree.nodes[0].minimax == expected, "a tree knows what it is worth");
        check(found.score.number == (tree.second_begins ? -expected : expected),
              "the search finds the minimax value of a tree");
        check_shape(trace, found.nodes, 1'000'000);
        if (!options.cut && options.table_mb == 0) {
            check(found.nodes == tree.nodes.size() - 1, "without cuts every node is visited");
        }
    }
}

}  // namespace

int main() {
    test_searches();
    test_trees();
    return enligne::test::summary("trace");
}
