// An opening book: the exact score of every position of a game with gravity up to a ply, in a few
// bits each.
//
// A score that is seen at a glance is not kept. Of the others every second layer is, the deepest
// among them; between them a position is worth the best of its moves. Keys are not kept either:
// the book is only asked about positions that it holds.
//
//   bytes        what
//   0 to 7       "enligneB"
//   8 to 15      version, width, height, run, exact, plies, bits of a segment, 0
//   16 to 23     how many positions are kept
//   24 to 31     seed of the hash
//   32 to 35     segments in which a first place can lie
//   36 to 99     lengths of the code words of the scores from -32 on
//   100 to ...   the table of retrieval.h
//   the last 8   a checksum of all before
//
// Numbers have their lowest byte first.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "exact/gravity/boards.h"
#include "exact/gravity/layer.h"
#include "exact/retrieval.h"
#include "exact/score_code.h"

namespace enligne::gravity {

class Book {
   public:
    using Bytes = std::vector<std::uint8_t>;

    // Nothing when these are not the whole bytes of a book.
    static std::shared_ptr<const Book> load(Bytes bytes) {
        if (bytes.size() < kTable + kChecksum) return nullptr;
        if (std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0) return nullptr;
        if (bytes[8] != kVersion) return nullptr;
        const std::size_t end = bytes.size() - kChecksum;
        if (number(bytes, end, 8) != checksum(std::span(bytes).first(end))) return nullptr;
        const Rules rules{bytes[9], bytes[10], bytes[11], true, bytes[12] != 0};
        if (!refusal(rules).empty() || bits_needed(rules) > Bits<1>::kSize) return nullptr;
        ScoreCode::Lengths lengths;
        std::copy_n(bytes.begin() + kLengths, lengths.size(), lengths.begin());
        const auto code = ScoreCode::of(lengths);
        const RetrievalShape shape{number(bytes, 24, 8), bytes[14],
                                   static_cast<std::uint32_t>(number(bytes, 32, 4))};
        if (!code || shape.segment_bits > 20 || shape.first_count == 0) return nullptr;
        if (kTable + shape.byte_count() + kChecksum != bytes.size()) return nullptr;
        return std::shared_ptr<const Book>(new Book(rules, *code, shape, std::move(bytes)));
    }
    Book(const Book&) = delete;
    Book& operator=(const Book&) = delete;

    const Rules& rules() const { return geometry_.rules; }
    int plies() const { return bytes_[13]; }
    std::uint64_t position_count() const { return number(bytes_, 16, 8); }
    const Bytes& bytes() const { return bytes_; }

    // The score of a position in which nobody has won; nothing when it has more stones than those
    // of the book, or its board takes two words.
    std::optional<int> score(const Position<2>&) const { return std::nullopt; }
    std::optional<int> score(const Position<1>& position) const {
        assert(position.geometry().rules == rules());
        if (position.ply() > plies()) return std::nullopt;
        return score({position.stones(position.side()).word[0], position.occupied().word[0]});
    }

    // The book of a game to the ply of these positions, in which all are that are not seen at a
    // glance.
    static Bytes build(const Rules& rules, int plies, const std::vector<Word>& keys,
                       const std::vector<std::int8_t>& scores);

   private:
    static constexpr char kMagic[8] = {'e', 'n', 'l', 'i', 'g', 'n', 'e', 'B'};
    static constexpr std::uint8_t kVersion = 2;
    static constexpr std::size_t kLengths = 36;
    static constexpr std::size_t kTable = kLengths + ScoreCode::kScores;
    static constexpr std::size_t kChecksum = 8;

    Book(const Rules& rules, const ScoreCode& code, const RetrievalShape& shape, Bytes bytes)
        : geometry_(rules), code_(code), shape_(shape), bytes_(std::move(bytes)) {}

    int score(const Stones& stones) const {
        const RuntimeBoard board(geometry_);
        if (const auto seen = score_at_a_glance(board, stones)) return *seen;
        if ((plies() - std::popcount(stones.occupied)) % 2 == 0) {
            const Word key = key_of(board, stones);
            const auto found = code_.read(
                [&](int nth) { return shape_.look_up(bytes_.data() + kTable, key, nth); });
            return found.value_or(0);  // a key of the book always has one
        }
        int best = -kNoBound;
        for_each_child(board, stones,
                       [&](const Stones& child) { best = std::max(best, -score(child)); });
        return best;
    }

    template <class Sequence>
    static std::uint64_t number(const Sequence& bytes, std::size_t start, int size) {
        std::uint64_t result = 0;
        for (int i = size; i-- > 0;)
            result = result << 8 | bytes[start + static_cast<std::size_t>(i)];
        return result;
    }
    static void put(Bytes& bytes, std::uint64_t number, int size) {
        for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> 8 * i));
    }
    // FNV-1a (Fowler, Noll, Vo) of the bytes.
    static std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
        std::uint64_t sum = 0xcbf29ce484222325;
        for (const std::uint8_t byte : bytes) sum = (sum ^ byte) * 0x100000001b3;
        return sum;
    }

    const Geometry<1> geometry_;
    const ScoreCode code_;
    const RetrievalShape shape_;
    const Bytes bytes_;
};

// The scores of a layer, in the order of its keys.
struct ScoredLayer {
    std::vector<Word> keys;
    std::vector<std::int8_t> scores;

    int score(Word key) const {
        const auto place = std::lower_bound(keys.begin(), keys.end(), key);
        assert(place != keys.end() && *place == key);
        return scores[static_cast<std::size_t>(place - keys.begin())];
    }
};

// The undecided positions of a layer, each of which is worth the best of its moves.
template <class Board>
ScoredLayer layer_above(const Board& board, int ply, const ScoredLayer& below) {
    ScoredLayer result;
    for (const Word key : whole_layer(board, ply)) {
        const Stones stones = stones_of(board, key);
        if (score_at_a_glance(board, stones)) continue;
        int best = -kNoBound;
        for_each_child(board, stones, [&](const Stones& child) {
            const auto seen = score_at_a_glance(board, child);
            best = std::max(best, -(seen ? *seen : below.score(key_of(board, child))));
        });
        result.keys.push_back(key);
        result.scores.push_back(static_cast<std::int8_t>(best));
    }
    return result;
}

inline Book::Bytes Book::build(const Rules& rules, int plies, const std::vector<Word>& keys,
                               const std::vector<std::int8_t>& scores) {
    assert(keys.size() == scores.size());
    const Geometry<1> geometry(rules);
    const RuntimeBoard board(geometry);
    std::vector<std::pair<Word, std::int8_t>> sorted;
    for (std::size_t i = 0; i < keys.size(); ++i) sorted.emplace_back(keys[i], scores[i]);
    std::sort(sorted.begin(), sorted.end());
    ScoredLayer layer;
    for (const auto& [key, score] : sorted) {
        layer.keys.push_back(key);
        layer.scores.push_back(score);
    }
    std::vector<std::pair<Word, std::int8_t>> kept = std::move(sorted);
    for (int ply = plies - 1; ply >= 0; --ply) {
        layer = layer_above(board, ply, layer);
        if ((plies - ply) % 2 != 0) continue;
        for (std::size_t i = 0; i < layer.keys.size(); ++i) {
            kept.emplace_back(layer.keys[i], layer.scores[i]);
        }
    }
    std::array<std::uint64_t, ScoreCode::kScores> counts{};
    for (const auto& each : kept) ++counts[each.second - ScoreCode::kLowest];
    const auto lengths = ScoreCode::lengths_for(counts);
    const ScoreCode code = *ScoreCode::of(lengths);
    std::vector<RetrievalBit> bits;
    for (const auto& [key, score] : kept) {
        for (int nth = 0; nth < code.length(score); ++nth) {
            bits.push_back({key, static_cast<std::uint8_t>(nth), code.bit(score, nth)});
        }
    }
    auto shape = RetrievalShape::for_count(bits.size(), 1);
    auto table = make_retrieval(shape, bits);
    while (!table) {
        ++shape.seed;
        table = make_retrieval(shape, bits);
    }
    Bytes bytes(kMagic, kMagic + sizeof kMagic);
    for (const int each : {int{kVersion}, rules.width, rules.height, rules.run, int{rules.exact},
                           plies, shape.segment_bits, 0}) {
        put(bytes, static_cast<std::uint64_t>(each), 1);
    }
    put(bytes, kept.size(), 8);
    put(bytes, shape.seed, 8);
    put(bytes, shape.first_count, 4);
    bytes.insert(bytes.end(), lengths.begin(), lengths.end());
    bytes.insert(bytes.end(), table->begin(), table->end());
    put(bytes, checksum(bytes), 8);
    return bytes;
}

}  // namespace enligne::gravity
