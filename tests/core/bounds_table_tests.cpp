// The table of bounds against a plain map: it may forget, but what it finds is true.
#include <map>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>

#include "checks.h"
#include "exact/bounds_table.h"
#include "exact/wide_bounds_table.h"

using namespace enligne;
using enligne::test::check;

// A sanitizer would rather end the test than refuse memory.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
extern "C" const char* __tsan_default_options() { return "allocator_may_return_null=1"; }

namespace {

struct Kept {
    Word key;
    Bounds bounds;
};

Kept random_entry(Word mask, std::mt19937_64& random) {
    const int lower = static_cast<int>(random() % 64) - 32;
    return {random() & mask, {lower, lower + static_cast<int>(random() % (32 - lower))}};
}

// Keys that differ in few bits are the ones that a wrong table confuses.
template <int KeyBits, class Table>
void test_true(const std::string& name, Table& table, int count, unsigned seed) {
    const Word mask = KeyBits == 64 ? ~Word{0} : (Word{1} << KeyBits % 64) - 1;
    std::mt19937_64 random(seed);
    std::unordered_map<Word, Bounds> stored;
    std::uint64_t stores = 0;
    Word last = 0;
    for (int i = 0; i < count; ++i) {
        Kept entry = random_entry(mask, random);
        if (i % 2 == 1) entry.key = last ^ Word{1} << random() % KeyBits;
        last = entry.key;
        table.store(entry.key, entry.bounds, random() >> random() % 64);
        stored[entry.key] = entry.bounds;
        if (++stores > table.grow_after()) {
            stores = 0;
            table.grow();
        }
    }
    int found = 0;
    bool is_true = true;
    for (const auto& [key, bounds] : stored) {
        Bounds known{};
        for (int bit = -1; bit < KeyBits; ++bit) {
            const Word asked = bit < 0 ? key : key ^ Word{1} << bit;
            if (!table.probe(asked, known)) continue;
            const auto expected = stored.find(asked);
            is_true &= expected != stored.end() && expected->second.lower == known.lower &&
                       expected->second.upper == known.upper;
            found += bit < 0;
        }
    }
    check(is_true, name + ": what is found was stored");
    check(found > static_cast<int>(stored.size()) * 3 / 4, name + ": most are found");
    table.clear();
    bool is_empty = true;
    Bounds known{};
    for (const auto& each : stored) is_empty &= !table.probe(each.first, known);
    check(is_empty, name + ": nothing is found after clearing");
}

template <int KeyBits, int Ways, int WorkBits, int GenerationBits, bool WhenRunning = false>
void test_table(const std::string& name) {
    BoundsTable<WhenRunning ? 0 : KeyBits, Ways, WorkBits, GenerationBits> table(KeyBits, 16);
    test_true<KeyBits>(name, table, 200'000, 1);
    // More often than there are generations.
    for (int round = 0; round < 600; ++round) {
        test_true<KeyBits>(name + ", cleared", table, round == 599 ? 50'000 : 20, round);
    }
}

// The work decides what a full bucket gives up.
void test_replacement() {
    BoundsTable<49, 2, 5, 8> table(49, 1, 10);
    std::mt19937_64 random(3);
    const Kept hard = random_entry((Word{1} << 49) - 1, random);
    table.store(hard.key, hard.bounds, 1'000'000);
    for (int i = 0; i < 100'000; ++i) {
        const Kept easy = random_entry((Word{1} << 49) - 1, random);
        table.store(easy.key, easy.bounds, 1000);
    }
    Bounds known{};
    check(table.probe(hard.key, known), "what took much work stays");
}

// Keys of two words, among them many that differ in one bit.
void test_wide() {
    WideBoundsTable table(128, 64);
    std::mt19937_64 random(4);
    for (int round = 0; round < 3; ++round) {
        std::map<WideWord, Bounds> stored;
        std::uint64_t stores = 0;
        WideWord last;
        for (int i = 0; i < 100'000; ++i) {
            WideWord key(random(), random());
            if (i % 2 == 1) key = last ^ WideWord{1} << static_cast<int>(random() % 128);
            last = key;
            const int lower = static_cast<int>(random() % 120) - 60;
            const Bounds bounds{lower, lower + static_cast<int>(random() % (61 - lower))};
            table.store(key, bounds, random() >> random() % 64);
            stored[key] = bounds;
            if (++stores > table.grow_after()) {
                stores = 0;
                table.grow();
            }
        }
        std::size_t found = 0;
        bool is_true = true;
        Bounds known{};
        for (const auto& [key, bounds] : stored) {
            if (table.probe(key, known)) {
                ++found;
                is_true &= known.lower == bounds.lower && known.upper == bounds.upper;
            }
            const auto other = key ^ WideWord{1} << static_cast<int>(random() % 128);
            is_true &= !table.probe(other, known) || stored.contains(other);
        }
        check(is_true, "two words: what is found was stored");
        check(found > stored.size() * 3 / 4, "two words: most are found");
        table.clear();
        bool is_empty = true;
        for (const auto& each : stored) is_empty &= !table.probe(each.first, known);
        check(is_empty, "two words: nothing is found after clearing");
    }
}

// A word of 128 bits does what a set of two words does.
void test_wide_words() {
    std::mt19937_64 random(5);
    const auto any = [&] { return random() >> random() % 64; };
    for (int i = 0; i < 10'000; ++i) {
        const WideWord a(any(), any()), b(any(), any());
        const Bits<2> x = bits_of(a), y = bits_of(b);
        const int distance = static_cast<int>(random() % 128);
        check(bits_of(a & b) == (x & y) && bits_of(a | b) == (x | y) && bits_of(a ^ b) == (x ^ y),
              "bit by bit");
        check(bits_of(~a) == ~x && word_of(x) == a, "there and back");
        check(bits_of(a + b) == x + y && (a + b) - b == a && a + -a == 0, "sums");
        check(
            bits_of(a << distance) == (x << distance) && bits_of(a >> distance) == (x >> distance),
            "shifts");
        check(count(a) == x.count() &&
                  (a < b) == (std::pair(a.high, a.low) < std::pair(b.high, b.low)),
              "counts and order");
        if (a != 0) check((WideWord{1} << lowest(a)) == (a & -a), "the lowest bit");
    }
}

// No machine has as much memory as the largest table: it makes do with less.
void test_too_large() {
#if defined(_WIN32)
    std::printf("bounds table: skipped, since Wine promises memory that it has not: too large\n");
    return;
#endif
    BoundsTable<64, 2, 0, 0> table(64, 1 << 30);
    table.store(5, {-1, 3}, 1);
    Bounds known{};
    check(table.probe(5, known) && known.lower == -1 && known.upper == 3, "a smaller table");
}

}  // namespace

int main() {
    test_table<49, 2, 5, 8>("49 bits");
    test_table<64, 2, 0, 0>("64 bits");
    test_table<58, 2, 5, 3, true>("58 bits, known when running");
    test_table<12, 2, 5, 3, true>("12 bits, known when running");
    test_table<64, 4, 3, 0>("64 bits with work");
    test_wide_words();
    test_wide();
    test_replacement();
    test_too_large();
    return enligne::test::summary("bounds table");
}
