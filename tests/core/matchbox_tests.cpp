// Tests of the matchbox machine's parts: each against a plainer way to find the same thing.
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checks.h"
#include "learn/matchbox/chances.h"
#include "learn/matchbox/coach.h"
#include "learn/matchbox/graph.h"
#include "learn/matchbox/label.h"
#include "learn/matchbox/machine.h"

using namespace enligne;
using namespace enligne::matchbox;
using enligne::test::check;
using enligne::test::name_of;
using enligne::test::pick;

namespace {

constexpr Node kMost = 2'000'000;
constexpr Rules kTicTacToe{3, 3, 3};
constexpr std::array kSides{Side::first, Side::second};

const std::vector<Rules> kSmall = {
    kTicTacToe,      {3, 3, 3, true},       {4, 3, 3, true}, {3, 4, 3, true, true},
    {3, 4, 4, true}, {4, 3, 4, true, true},
};

std::shared_ptr<Graph> graph_of(const Rules& rules, bool with_symmetry = true) {
    return Graph::make(rules, with_symmetry, kMost);
}

Position<1> position_of(const Graph& graph, const Stones& stones) {
    return {graph.geometry(), {{stones.first}}, {{stones.second}}};
}

Stones stones_of(const Position<1>& position) {
    return {position.stones(Side::first).word[0], position.stones(Side::second).word[0]};
}

// The images by table against those that every position has.
void test_images() {
    std::mt19937 random(1);
    for (const Rules& rules :
         {kTicTacToe, Rules{3, 3, 3, true}, Rules{4, 3, 3}, Rules{3, 7, 4}, Rules{7, 6, 4, true},
          Rules{7, 7, 5}, Rules{6, 6, 4, false, true}, Rules{16, 3, 3}, Rules{3, 20, 3, true}}) {
        const Geometry<1> geometry(rules);
        const Images images(geometry, true);
        const Images identity(geometry, false);
        bool agree = images.count() == static_cast<int>(symmetries(rules).size());
        bool turned = true;
        for (int game = 0; game < 60; ++game) {
            Position<1> position(geometry);
            for (int left = pick(random, 0, geometry.cell_count()); left > 0; --left) {
                position.play(test::some_bit(position.moves(), random));
                const Stones stones = stones_of(position);
                const auto expected = canonical(position);
                const auto [found, index] = images.canonical(stones);
                agree &= found == stones_of(expected.position) &&
                         images.symmetry(index) == expected.symmetry;
                agree &= identity.canonical(stones) == std::pair{stones, 0};
                for (int each = 0; each < images.count(); ++each) {
                    turned &= images.image(stones, each) ==
                              stones_of(image(position, images.symmetry(each)));
                }
            }
        }
        check(agree, "canonical images by table, " + name_of(rules));
        check(turned, "all images by table, " + name_of(rules));
    }
}

// Every unfinished position that some game leads to, found by playing all of them.
std::set<Stones> reachable(const Graph& graph, bool with_symmetry) {
    std::set<Stones> found = {Stones{}};
    std::vector<Stones> open = {Stones{}};
    while (!open.empty()) {
        auto position = position_of(graph, open.back());
        open.pop_back();
        position.moves().for_each([&](int move) {
            if (position.wins(move)) return;
            position.play(move);
            if (!position.is_full()) {
                const auto after =
                    stones_of(with_symmetry ? canonical(position).position : position);
                if (found.insert(after).second) open.push_back(after);
            }
            position.take_back(move);
        });
    }
    return found;
}

// The moves that a bead stands for: where the symmetries that keep the position take it.
std::set<int> orbit(const Position<1>& position, int move, bool with_symmetry) {
    std::set<int> moves = {move};
    if (!with_symmetry) return moves;
    const auto& geometry = position.geometry();
    for (const auto& symmetry : symmetries(geometry.rules)) {
        if (image(position, symmetry) != position) continue;
        moves.insert(geometry.bit(symmetry(geometry.cell(move), geometry.rules)));
    }
    return moves;
}

void test_graph(const Rules& rules, bool with_symmetry) {
    const std::string name = name_of(rules) + (with_symmetry ? "" : " without symmetry");
    const auto graph = graph_of(rules, with_symmetry);
    check(graph != nullptr, "there is a graph of " + name);
    if (!graph) return;

    const auto expected = reachable(*graph, with_symmetry);
    std::set<Stones> found;
    for (Node node = 0; node < graph->size(); ++node) found.insert(graph->stones(node));
    check(found == expected && expected.size() == graph->size(), "the positions of " + name);
    check(graph->layer(graph->plies()) == graph->size(), "the last layer ends the nodes");

    bool ordered = true;
    bool children = true;
    bool moves = true;
    bool finds = true;
    std::array<std::uint32_t, 2> boxes{};
    for (Node node = 0; node < graph->size(); ++node) {
        const int ply = graph->ply(node);
        ordered &= graph->layer(ply) <= node && node < graph->layer(ply + 1);
        ordered &= node == graph->layer(ply) || graph->stones(node - 1) < graph->stones(node);
        auto position = position_of(*graph, graph->stones(node));
        std::set<int> seen;
        std::size_t stood_for = 0;
        for (const Edge& edge : graph->edges(node)) {
            const auto same = orbit(position, edge.bit, with_symmetry);
            moves &= edge.images == same.size() && edge.bit == *same.begin();
            stood_for += same.size();
            seen.insert(same.begin(), same.end());
            for (const int move : same) {
                Node child = kWon;
                if (!position.wins(move)) {
                    position.play(move);
                    if (position.is_full()) {
                        child = kFull;
                    } else if (const auto there = graph->find(stones_of(position))) {
                        child = there->node;
                        const auto& way = graph->images().symmetry(there->symmetry);
                        finds &= stones_of(image(position, way)) == graph->stones(there->node) &&
                                 (!with_symmetry ||
                                  stones_of(canonical(position).position) == graph->stones(child));
                    }
                    position.take_back(move);
                }
                children &= edge.child == child;
            }
        }
        // Together the beads stand for every legal move once.
        moves &= stood_for == seen.size() && graph->move_count(node) == seen.size() &&
                 static_cast<int>(seen.size()) == position.moves().count();
        position.moves().for_each([&](int move) { moves &= seen.contains(move); });
        moves &= graph->is_forced(node) == (seen.size() == 1);
        const auto number = seen.size() == 1 ? 0 : ++boxes[static_cast<int>(graph->side(node))];
        ordered &= graph->number(node) == number;
    }
    check(ordered, "nodes are ordered by ply and stones, boxes are numbered, " + name);
    check(children, "moves lead to the canonical position after them, " + name);
    check(finds, "finding a position tells how it is turned, " + name);
    check(moves, "moves up to symmetry stand for all legal moves, " + name);

    check(Graph::make(rules, with_symmetry, graph->size()) != nullptr, "just enough, " + name);
    check(Graph::make(rules, with_symmetry, graph->size() - 1) == nullptr, "one too few, " + name);
    check(Graph::make(rules, with_symmetry, graph->size() / 2) == nullptr, "half of it, " + name);

    Stones odd = graph->stones(graph->size() - 1);
    odd.first = odd.second = odd.first | odd.second;
    check(!graph->find(odd), "impossible stones are not found, " + name);
}

// Best play found by playing on, with nothing of the graph but what was seen before.
int negamax(Position<1>& position, std::map<Stones, int>& known) {
    const auto place = known.find(stones_of(position));
    if (place != known.end()) return place->second;
    int best = -1;
    position.moves().for_each([&](int move) {
        if (position.wins(move)) {
            best = 1;
            return;
        }
        position.play(move);
        best = std::max(best, position.is_full() ? 0 : -negamax(position, known));
        position.take_back(move);
    });
    return known[stones_of(position)] = best;
}

void test_values() {
    for (const Rules& rules : kSmall) {
        const auto graph = graph_of(rules);
        const auto value = values(*graph);
        std::map<Stones, int> known;
        bool agree = true;
        for (Node node = 0; node < graph->size(); ++node) {
            auto position = position_of(*graph, graph->stones(node));
            agree &= value[node] == negamax(position, known);
        }
        check(agree, "the best result of every position, " + name_of(rules));
    }
}

void test_labels() {
    std::mt19937 random(3);
    for (const bool with_symmetry : {true, false}) {
        for (const Rules& rules : kSmall) {
            const std::string name = name_of(rules);
            const auto graph = graph_of(rules, with_symmetry);
            std::map<std::string, Node> labels;
            bool back = true;
            for (Node node = 0; node < graph->size(); ++node) {
                const auto text = label(*graph, node);
                back &= labels.emplace(text, node).second;
                back &= find_label(*graph, text) == node;
            }
            check(back, "labels read back, " + name);

            // Texts that are nearly labels: found if they are one after all, and only then.
            const std::string alphabet = "xoxo0123459/ .XOq-";
            bool refused = true;
            int other = 0;
            for (const auto& [whole, node] : labels) {
                std::string text = whole;
                for (int changes = pick(random, 1, 3); changes > 0; --changes) {
                    const int place = pick(random, 0, static_cast<int>(text.size()));
                    const char symbol =
                        alphabet[pick(random, 0, static_cast<int>(alphabet.size()) - 1)];
                    switch (pick(random, 0, 3)) {
                        case 0:
                            text.insert(place, 1, symbol);
                            break;
                        case 1:
                            text.erase(place, pick(random, 1, 3));
                            break;
                        case 2:
                            text.replace(place, 1, 1, symbol);
                            break;
                        default:
                            text += text.substr(place);
                    }
                }
                const auto known = labels.find(text);
                other += known == labels.end();
                refused &=
                    find_label(*graph, text) ==
                    (known == labels.end() ? std::optional<Node>() : std::optional(known->second));
            }
            check(refused && other > 0, "broken labels are refused, " + name);
        }
    }
    const auto graph = graph_of(kTicTacToe);
    const auto opened = find_label(*graph, "3/1x1/3 o");
    check(label(*graph, 0) == "3/3/3 x" && opened && graph->ply(*opened) == 1,
          "labels are position text");
    // The corner that stands for the others is another one than in the second of these.
    for (const char* text : {"", "x2/3/3 o", "3/1x1/3 x", "xxx/oo1/3 o", "xox/xox/oxo o",
                             "3/3/999999999999 x", "3/3/3 x3/3/3 x", "3/1x1/3\no"}) {
        check(!find_label(*graph, text), std::string("no box is labelled '") + text + "'");
    }
    check(!find_label(*graph, std::string("3/3/3 x\0", 8)), "a label with a byte too much");
}

Variant random_variant(std::mt19937& random) {
    Variant variant;
    variant.beads.clear();
    for (int turns = pick(random, 1, 4); turns > 0; --turns) {
        variant.beads.push_back(pick(random, 1, 5));
    }
    variant.per = pick(random, 0, 1) == 0 ? Per::move : Per::cell;
    variant.win = pick(random, 0, 3);
    variant.draw = pick(random, 0, 2);
    variant.loss = pick(random, 0, 3);
    variant.blame = pick(random, 0, 1) == 0 ? Blame::all : Blame::last;
    variant.empty = static_cast<Empty>(pick(random, 0, 2));
    variant.floor = pick(random, 0, 3) == 0 ? 1 : 0;
    variant.cap = pick(random, 0, 1) == 0 ? 0 : pick(random, 5, 9);
    return variant;
}

std::vector<Variant> variants(std::mt19937& random) {
    std::vector<Variant> result = {
        {.beads = {4, 3, 2, 1}, .win = 3, .draw = 1},
        {.beads = {1}, .per = Per::cell, .win = 3, .draw = 1, .floor = 1, .cap = 100},
        {.beads = {1}, .per = Per::cell, .blame = Blame::last, .empty = Empty::charge},
        {.beads = {1}, .blame = Blame::last, .empty = Empty::charge},
        {.beads = {2}, .win = 1, .blame = Blame::last, .empty = Empty::charge},
        {.beads = {1}, .empty = Empty::refill},
    };
    for (int i = 0; i < 24; ++i) result.push_back(random_variant(random));
    return result;
}

// How soon the machine can lose: the first ply after which some game by its beads is lost, or
// at which it meets an empty box. Found from the empty board on.
std::optional<std::size_t> soonest_loss(const Boxes& boxes, Side machine) {
    const Graph& graph = boxes.graph();
    std::set<Node> now = {0};
    for (std::size_t plies = 0; !now.empty(); ++plies) {
        std::set<Node> next;
        bool lost = false;
        for (const Node node : now) {
            const bool is_machine = graph.side(node) == machine;
            const bool is_empty = is_machine && boxes.total(node) == 0;
            if (is_empty && boxes.variant().empty != Empty::refill) return plies;
            for (std::size_t place = 0; place < graph.edges(node).size(); ++place) {
                if (is_machine && !is_empty && boxes.beads(node)[place] == 0) continue;
                const Node child = graph.edges(node)[place].child;
                lost |= child == kWon && !is_machine;
                if (!is_end(child)) next.insert(child);
            }
        }
        if (lost) return plies + 1;
        now = std::move(next);
    }
    return std::nullopt;
}

// Whether a losing line can be played by the beads, and ends in a loss.
bool is_lost(const Boxes& boxes, Side machine, const std::vector<std::uint32_t>& line) {
    const Graph& graph = boxes.graph();
    Node node = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] >= graph.edges(node).size()) return false;
        const bool is_machine = graph.side(node) == machine;
        const bool is_refilled = boxes.total(node) == 0 && boxes.variant().empty == Empty::refill;
        if (is_machine && !is_refilled && boxes.beads(node)[line[i]] == 0) return false;
        const Node child = graph.edges(node)[line[i]].child;
        if (is_end(child)) return child == kWon && !is_machine && i + 1 == line.size();
        node = child;
    }
    return graph.side(node) == machine && boxes.total(node) == 0 &&
           boxes.variant().empty != Empty::refill;
}

bool are_totals_right(const Boxes& boxes) {
    for (Node node = 0; node < boxes.graph().size(); ++node) {
        Beads sum = 0;
        for (const Beads bead : boxes.beads(node)) sum += bead;
        if (sum != boxes.total(node)) return false;
    }
    return true;
}

bool add_up(const std::vector<Chances>& chances) {
    for (const Chances& each : chances) {
        const double sum = each.win + each.draw + each.loss;
        if (!(sum > 1 - 1e-12 && sum < 1 + 1e-12)) return false;
        if (each.win < 0 || each.draw < 0 || each.loss < 0) return false;
    }
    return true;
}

// What is kept while a machine learns against what is computed anew.
void test_coach() {
    std::mt19937 random(4);
    int safe = 0;
    int unsafe = 0;
    for (const Variant& variant : variants(random)) {
        // The rule that removes all that loses is tried where both sides can hold.
        const bool can_be_safe = variant.empty == Empty::charge;
        const Rules& rules =
            can_be_safe ? kTicTacToe : kSmall[pick(random, 0, static_cast<int>(kSmall.size()) - 1)];
        for (const Partner partner : {Partner::coach, Partner::mix, Partner::self}) {
            const bool with_symmetry = pick(random, 0, 3) > 0;
            const auto graph = graph_of(rules, with_symmetry);
            const auto value = values(*graph);
            Machine machine(graph, variant, random());
            // Both are kept from the start, whichever side learns.
            for (const Side side : kSides) machine.coach(side);
            const auto side = static_cast<MachineSide>(pick(random, 0, 2));
            bool kept = true;
            bool sums = true;
            bool lines = true;
            bool totals = true;
            for (int round = 0; round < 40; ++round) {
                // Few games at first, when every one changes much; many towards the end.
                const std::uint64_t games = round < 25 ? 1 + random() % 6 : 500;
                const Tally tally = machine.train(games, side, partner, 0.5);
                totals &= tally.wins + tally.draws + tally.losses == games;
                totals &= are_totals_right(machine.boxes());
                for (const Side side : kSides) {
                    const auto anew = all_chances(machine.boxes(), side, Opponent::worst, {});
                    kept &= machine.coach(side).chances() == anew;
                    kept &= machine.chances(side, Opponent::worst) == anew[0];
                    sums &= add_up(anew);
                    const auto line = losing_line(machine.boxes(), side);
                    lines &= line.has_value() == (anew[0].loss > 0);
                    const auto soonest = soonest_loss(machine.boxes(), side);
                    lines &= line.has_value() == soonest.has_value();
                    if (line) {
                        lines &= line->size() == *soonest && is_lost(machine.boxes(), side, *line);
                    }
                    ++(line ? unsafe : safe);
                }
            }
            for (const Opponent opponent : {Opponent::random, Opponent::perfect}) {
                for (const Side side : kSides) {
                    sums &= add_up(all_chances(machine.boxes(), side, opponent, value));
                }
            }
            const std::string name = name_of(rules) + (with_symmetry ? "" : " without symmetry");
            check(kept, "the chances kept equal those computed anew, " + name);
            check(sums, "chances add up to 1, " + name);
            check(lines, "a losing line is there when a loss is, the shortest, " + name);
            check(totals, "beads and games are counted, " + name);
        }
    }
    check(safe > 20 && unsafe > 20, "machines of both kinds were seen");
}

// Setting beads makes the coach look again, and chances follow from the boxes alone.
void test_set() {
    const auto graph = graph_of(kTicTacToe);
    Machine machine(graph, Variant{}, 1);
    check(machine.coach(Side::first).chances()[0].loss > 0.9, "fresh boxes lose to a coach");
    machine.train(300, MachineSide::first, Partner::coach, 0);
    std::mt19937 random(5);
    for (int i = 0; i < 20; ++i) {
        const Node node = random() % graph->size();
        if (graph->is_forced(node)) continue;
        machine.set(node, random() % graph->edges(node).size(), random() % 9);
        bool same = true;
        for (const Side side : kSides) {
            same &= machine.coach(side).chances() ==
                    all_chances(machine.boxes(), side, Opponent::worst, {});
        }
        check(same, "chances after setting beads");
    }
}

// The same random numbers give the same games, however many are played at once.
void test_random() {
    const auto graph = graph_of(kTicTacToe);
    const Variant variant{.beads = {8, 4, 2, 1}, .win = 3, .draw = 1};
    for (const Partner partner : {Partner::coach, Partner::mix, Partner::self}) {
        Machine whole(graph, variant, 7);
        Machine parts(graph, variant, 7);
        whole.train(1500, MachineSide::random, partner, 0.5);
        for (const int games : {1, 2, 697, 800}) {
            // A machine that was saved and read again has the state of its random numbers, and no
            // coach.
            parts.set(0, 0, parts.boxes().beads(0)[0]);
            parts.set_random_state(parts.random_state());
            parts.train(games, MachineSide::random, partner, 0.5);
        }
        bool same = whole.random_state() == parts.random_state();
        for (Node node = 0; node < graph->size(); ++node) {
            const auto a = whole.boxes().beads(node);
            const auto b = parts.boxes().beads(node);
            same &= std::equal(a.begin(), a.end(), b.begin(), b.end());
        }
        check(same, "games in parts equal games at once");
    }
}

}  // namespace

int main() {
    test_images();
    for (const Rules& rules : kSmall) {
        for (const bool with_symmetry : {true, false}) test_graph(rules, with_symmetry);
    }
    test_graph({4, 3, 3}, true);
    test_values();
    test_labels();
    test_coach();
    test_set();
    test_random();
    return enligne::test::summary("matchbox");
}
