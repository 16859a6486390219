// The Gomocup protocol as text: lines of bytes, and cells as `x,y` from 0 at the top left.
//
// What is wrong with a text is answered with a complaint, empty when nothing is, as `refusal` does
// for rules.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/geometry.h"
#include "board/rules.h"

namespace enligne::gomocup {

using Complaint = std::string;

constexpr bool is_blank(char each) { return each == ' ' || (each >= '\t' && each <= '\r'); }
constexpr bool is_digit(char each) { return each >= '0' && each <= '9'; }
constexpr bool is_letter(char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
}

inline std::string_view stripped(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

inline std::string upper(std::string_view text) {
    std::string result(text);
    for (char& each : result) {
        if (each >= 'a' && each <= 'z') each = static_cast<char>(each - 'a' + 'A');
    }
    return result;
}

// A text as it is quoted in a reply, which stays one readable line of ASCII whatever was given.
inline std::string quoted(std::string_view text) {
    constexpr std::size_t kLongest = 60;
    constexpr std::string_view kDots = "...";
    const bool is_whole = text.size() <= kLongest;
    std::string result = "'";
    for (const char each : is_whole ? text : text.substr(0, kLongest - kDots.size())) {
        const auto byte = static_cast<unsigned char>(each);
        if (byte < ' ' || byte > '~') {
            constexpr std::string_view kHexadecimal = "0123456789abcdef";
            result += {'\\', 'x', kHexadecimal[byte >> 4], kHexadecimal[byte & 15]};
        } else {
            if (each == '\\' || each == '\'') result += '\\';
            result += each;
        }
    }
    if (!is_whole) result += kDots;
    return result + "'";
}

// Numbers of at most four digits with commas between them; nothing when it is something else.
inline std::optional<std::vector<int>> parse_numbers(std::string_view text) {
    constexpr std::size_t kMostDigits = 4;
    std::vector<int> numbers;
    while (true) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view digits = stripped(text.substr(0, comma));
        if (digits.empty() || digits.size() > kMostDigits) return std::nullopt;
        int number = 0;
        for (const char each : digits) {
            if (!is_digit(each)) return std::nullopt;
            number = 10 * number + (each - '0');
        }
        numbers.push_back(number);
        if (comma == text.size()) return numbers;
        text.remove_prefix(comma + 1);
    }
}

// Reads as many numbers as there is room for; `wanted` says what it should be.
template <class... Number>
Complaint read_numbers(std::string_view text, const char* wanted, Number&... room) {
    const auto numbers = parse_numbers(text);
    if (!numbers || numbers->size() != sizeof...(room)) {
        return quoted(text) + " is not " + wanted;
    }
    std::size_t i = 0;
    ((room = (*numbers)[i++]), ...);
    return {};
}

// A cell as `x,y`. Our rows count from the bottom, theirs from the top.
inline std::string cell_text(Cell cell, const Rules& rules) {
    return std::to_string(cell.column) + "," + std::to_string(rules.height - 1 - cell.row);
}

// The cell at `x,y`.
inline Complaint read_cell(int x, int y, const Rules& rules, Cell& cell) {
    if (x < 0 || x >= rules.width || y < 0 || y >= rules.height) {
        return std::to_string(x) + "," + std::to_string(y) + " is outside: cells are 0,0 to " +
               cell_text({rules.width - 1, 0}, rules);
    }
    cell = {x, rules.height - 1 - y};
    return {};
}

inline Complaint read_cell(std::string_view text, const Rules& rules, Cell& cell) {
    int x = 0;
    int y = 0;
    Complaint wrong = read_numbers(text, "a cell such as 7,7", x, y);
    return wrong.empty() ? read_cell(x, y, rules, cell) : wrong;
}

// Cuts bytes into lines, as they come. Lines end with CR, LF or both; blank ones are left out, and
// so are blanks around the others. Of a line longer than `longest` the rest is dropped, so that no
// flood fills the memory.
class Lines {
   public:
    explicit Lines(std::size_t longest = 4096) : longest_(longest) {}

    // The lines that these bytes complete.
    std::vector<std::string> feed(std::string_view data) {
        std::vector<std::string> found;
        while (true) {
            const std::size_t end = std::min(data.find_first_of("\r\n"), data.size());
            begun_ += data.substr(0, std::min(end, longest_ - begun_.size()));
            if (end == data.size()) return found;
            if (const auto line = stripped(begun_); !line.empty()) found.emplace_back(line);
            begun_.clear();
            data.remove_prefix(end + 1);
        }
    }

    // The last line, where the input ended without ending it.
    std::vector<std::string> end() { return feed("\n"); }

   private:
    std::size_t longest_;
    std::string begun_;
};

}  // namespace enligne::gomocup
