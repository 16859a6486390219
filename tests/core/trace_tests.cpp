// The search and its trace on trees whose value is known. The traces themselves are followed node
// by node in tests/engines/test_trace.py.
#include <random>
#include <vector>

#include "checks.h"
#include "play/alphabeta/alphabeta.h"
#include "play/alphabeta/textbook_tree.h"

using namespace enligne;
using enligne::test::check;
using enligne::test::pick;

namespace {

AlphaBetaOptions random_options(std::mt19937& random) {
    return {.cut = pick(random, 0, 1) == 1,
            .probe = pick(random, 0, 1) == 1,
            .deepen = false,
            .order = static_cast<Order>(pick(random, 0, 2)),
            .evaluation = static_cast<Evaluation>(pick(random, 0, 2)),
            .table_mb = pick(random, 0, 1)};
}

bool same(const Analysis& a, const Analysis& b) {
    return a.score == b.score && a.pv == b.pv && a.depth == b.depth && a.nodes == b.nodes &&
           a.table_hits == b.table_hits && a.selective_depth == b.selective_depth;
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
        const AlphaBetaOptions options = random_options(random);
        AlphaBeta engine(options);
        NoTrace nobody;
        Trace trace(1'000'000);
        const auto plain = engine.analyse(TreePosition(tree), {}, nullptr, false, {}, nobody);
        const auto found = engine.analyse(TreePosition(tree), {}, nullptr, false, {}, trace);
        check(same(plain, found), "a search is traced as untraced");
        check(tree.nodes[0].minimax == expected, "a tree knows what it is worth");
        check(found.score.number == (tree.second_begins ? -expected : expected),
              "the search finds the minimax value of a tree");
        check(trace.nodes().size() == found.nodes + 1, "every node is kept, and the root");
        if (!options.cut && options.table_mb == 0) {
            check(found.nodes == tree.nodes.size() - 1, "without cuts every node is visited");
        }
    }
}

}  // namespace

int main() {
    test_trees();
    return enligne::test::summary("trace");
}
