// Techniques that can be switched off, to test that results do not depend on them and to measure
// what each is worth.
//
// A search has a struct of options in which each technique is a bool, on by default; its static
// function techniques() lists them, once, by the names that users know. Where a switch must cost
// nothing, the struct is a template argument of the search: the list is the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace enligne {

template <class Options>
struct Technique {
    const char* name;
    bool Options::* is_on;

    constexpr Technique(const char* n, bool Options::* member) : name(n), is_on(member) {}
};

template <class Options>
std::vector<std::string> technique_names() {
    std::vector<std::string> names;
    for (const auto& each : Options::techniques()) names.emplace_back(each.name);
    return names;
}

// Options without the techniques of these names; a name that is none changes nothing.
template <class Options, class Names>
Options without(Options options, const Names& names) {
    for (const auto& each : Options::techniques()) {
        for (const std::string_view name : names) {
            if (name == each.name) options.*each.is_on = false;
        }
    }
    return options;
}

}  // namespace enligne
