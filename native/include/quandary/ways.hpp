// Classes of solutions that are one way. Mirrors quandary/solving/ways/classes.py, where the idea is.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include <quandary/budget.hpp>

namespace quandary {

// The states and moves of all solutions that are short enough. The label of a move is the number of its deed.
struct Corridor {
    static constexpr std::int64_t silent = -1;

    std::int64_t most = 0;                           // the moves that a solution may have
    std::vector<std::int64_t> first, target, label;  // the edges of node i are target[first[i]] .. target[first[i + 1]]
    std::vector<std::int64_t> left;                  // the fewest moves to a solved node
    std::vector<std::int64_t> starts;
    std::vector<std::int64_t> follows;  // by label: the label that it goes on with, or silent
};

struct WaysFound {
    struct Path {
        std::int64_t start = 0;
        std::vector<std::int64_t> edges;
    };
    std::vector<Path> found;  // shortest first
    bool complete = true;
    std::int64_t at_least = 0;
    std::int64_t asked = -1;  // the way that the deeds asked about belong to
};

// Finds the ways, and lists up to `listed` of them. Of the classes with the same number of deeds, `most_classes` are
// kept.
WaysFound ways_in(const Corridor &corridor, std::size_t most_classes, std::size_t listed,
                  const std::vector<std::int64_t> &asked, Budget &budget);

}  // namespace quandary
