// Opening books against the solver, and what they are made of.
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "checks.h"
#include "exact/gravity/book.h"

using namespace enligne;
using namespace enligne::gravity;
using enligne::test::check;

namespace {

// Every bit that went in comes out, and the table is as small as its proof says.
void test_retrieval(std::size_t count, double most_room) {
    std::mt19937_64 random(count);
    std::unordered_set<Word> keys;
    std::vector<RetrievalBit> bits;
    while (bits.size() < count) {
        const Word key = bits.size() % 2 == 0 ? random() : bits.size();  // and some alike
        if (!keys.insert(key).second) continue;
        const auto size = 1 + random() % 6;
        for (std::uint8_t nth = 0; nth < size; ++nth) bits.push_back({key, nth, random() % 2 == 0});
    }
    auto shape = RetrievalShape::for_count(bits.size(), 1);
    auto table = make_retrieval(shape, bits);
    for (int tries = 0; !table && tries < 100; ++tries) {
        ++shape.seed;
        table = make_retrieval(shape, bits);
    }
    const std::string name = std::to_string(count) + " bits";
    check(table.has_value(), name + ": there is a table");
    if (!table) return;
    bool is_right = true;
    for (const RetrievalBit& bit : bits) {
        is_right &= shape.look_up(table->data(), bit.key, bit.nth) == bit.value;
    }
    check(is_right, name + ": every bit is found");
    const double room = 8.0 * static_cast<double>(table->size()) / static_cast<double>(bits.size());
    check(room <= most_room, name + ": the table is small");
}

void test_code() {
    std::mt19937_64 random(3);
    for (int round = 0; round < 200; ++round) {
        std::array<std::uint64_t, ScoreCode::kScores> counts{};
        const auto used = random() % ScoreCode::kScores;
        for (std::uint64_t i = 0; i <= used; ++i) {
            counts[random() % ScoreCode::kScores] = 1 + (random() >> (44 + random() % 20));
        }
        const auto code = ScoreCode::of(ScoreCode::lengths_for(counts));
        check(code.has_value(), "there is a code");
        if (!code) return;
        double bits = 0, all = 0, entropy = 0;
        for (int i = 0; i < ScoreCode::kScores; ++i) {
            if (counts[i] == 0) continue;
            const int score = i + ScoreCode::kLowest;
            check(code->read([&](int nth) { return code->bit(score, nth); }) == score,
                  "a word is read as its score");
            all += static_cast<double>(counts[i]);
            bits += static_cast<double>(counts[i]) * code->length(score);
        }
        for (const auto count : counts) {
            const double share = static_cast<double>(count) / all;
            if (count > 0) entropy -= share * std::log2(share);
        }
        check(bits / all <= entropy + 1, "within a bit of the entropy");
    }
    ScoreCode::Lengths lengths{};
    lengths[0] = lengths[1] = lengths[2] = 1;
    check(!ScoreCode::of(lengths), "three words of one bit are no code");
}

Book::Bytes built(const Rules& rules, int plies) {
    const Geometry<1> geometry(rules);
    const RuntimeBoard board(geometry);
    const TreeOrder order = tree_order(board, plies);
    const auto solver = make_gravity_solver<1>(rules, 1, 1);
    Clock clock({}, nullptr);
    const auto scores = solve_subtrees(board, order, *solver, clock);
    return Book::build(rules, plies, order.keys, *scores);
}

// The score of every position of a game up to a ply, and nothing beyond it.
void test_book(const Rules& rules, int plies) {
    const std::string name = std::to_string(rules.width) + "x" + std::to_string(rules.height) +
                             ":" + std::to_string(rules.run) + " to " + std::to_string(plies);
    const Book::Bytes bytes = built(rules, plies);
    const auto book = Book::load(bytes);
    check(book != nullptr && book->rules() == rules && book->plies() == plies, name + " is loaded");
    if (!book) return;
    check(built(rules, plies) == bytes, name + " is the same when it is built again");
    const auto solver = make_gravity_solver<1>(rules, 1, 1);
    const Geometry<1> geometry(rules);
    const RuntimeBoard board(geometry);
    for (int ply = 0; ply <= plies + 1; ++ply) {
        int wrong = 0;
        for (const Word key : whole_layer(board, ply)) {
            const Stones stones = stones_of(board, key);
            check(key_of(board, stones) == key, name + ": a key is a position");
            const Bits<1> own{{stones.own}}, other{{stones.occupied ^ stones.own}};
            const Position<1> position(geometry, ply % 2 == 0 ? own : other,
                                       ply % 2 == 0 ? other : own);
            const auto found = book->score(position);
            if (ply > plies) {
                wrong += found.has_value();
                continue;
            }
            Clock clock({}, nullptr);
            wrong += found != solver->solve(position, kEveryScore, clock).score;
        }
        check(wrong == 0, name + ", ply " + std::to_string(ply));
    }
}

void test_damage() {
    const Book::Bytes bytes = built({5, 4, 4, true, false}, 3);
    int loaded = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        loaded += Book::load(Book::Bytes(bytes.begin(), bytes.begin() + static_cast<long>(size))) !=
                  nullptr;
        for (const int bit : {1, 128}) {
            auto damaged = bytes;
            damaged[size] ^= static_cast<std::uint8_t>(bit);
            loaded += Book::load(damaged) != nullptr;
        }
    }
    check(loaded == 0, "damaged books are refused");
    check(Book::load(bytes) != nullptr, "the whole one is not");
}

}  // namespace

int main() {
    for (const int count : {1, 2, 10, 100, 1000}) test_retrieval(count, 1e9);
    test_retrieval(20000, 1.25);
    test_retrieval(1000000, 1.12);
    test_code();
    test_book({4, 4, 3, true, false}, 6);
    test_book({5, 4, 4, true, false}, 7);
    test_book({4, 5, 4, true, true}, 8);
    test_book({3, 3, 3, true, false}, 9);
    test_damage();
    return enligne::test::summary("book");
}
