// The paths of an empty panel, and sets of them as bits. Mirrors paths.py.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/popcount.hpp>

#include "panel.hpp"

namespace quandary::witness {

// A set of paths, by number, as bits. The empty set may also have no words at all.
using PathSet = std::vector<std::uint64_t>;

inline std::uint32_t size_of(const PathSet &set) {
    return std::uint32_t(count_bits(set.size(), [&](std::size_t i) { return set[i]; }));
}

// The first and the last number of a set that is not empty.
inline std::size_t first_of(const PathSet &set) {
    std::size_t word = 0;
    while (set[word] == 0) ++word;
    return 64 * word + std::size_t(std::countr_zero(set[word]));
}
inline std::size_t last_of(const PathSet &set) {
    std::size_t word = set.size() - 1;
    while (set[word] == 0) --word;
    return 64 * word + std::size_t(std::bit_width(set[word]) - 1);
}

// The paths of an empty panel, shortest first.
class Paths {
  public:
    using Panel = witness::Panel<1>;
    using Corners = Panel::Corners;

    Paths(const Panel &panel, std::size_t most, Budget &budget) {
        for (const auto &start : panel.starts()) draw(panel, start, most, budget);
        std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) { return length(a) < length(b); });
        words_ = (all.size() + 63) / 64;
        for (std::size_t number = 0; number < all.size(); ++number) enter(panel, number);
    }

    static int length(const Panel::State &path) { return path.edges.count(); }
    int length_of(std::size_t number) const { return length(all[number]); }
    std::size_t words() const { return words_; }

    PathSet every() const {
        PathSet set(words_, ~std::uint64_t(0));
        if (all.size() % 64) set.back() = (std::uint64_t(1) << all.size() % 64) - 1;
        return set;
    }
    const PathSet &covering(int place) const { return covering_[std::size_t(place)]; }
    const PathSet &joining(int cell, int other) const { return joining_[std::size_t(cell)][std::size_t(other)]; }
    const PathSet &along(int cell, int edges) const { return along_[std::size_t(cell)][std::size_t(edges)]; }

    std::vector<Panel::State> all;

  private:
    // Draws every way to go on with a path, without dead ends.
    void draw(const Panel &panel, const Panel::State &path, std::size_t most, Budget &budget) {
        budget.check();
        if (panel.exits.has(path.head)) {
            if (all.size() == most) throw std::length_error("too many paths");
            all.push_back(path);
        } else if (panel.reachable(path).meets(panel.exits)) {
            panel.moves(path).each([&](Move move) { draw(panel, panel.apply(path, move), most, budget); });
        }
    }

    // Puts a path into the sets that it belongs to.
    void enter(const Panel &panel, std::size_t number) {
        const auto &path = all[number];
        const auto put = [&](PathSet &set) {
            set.resize(words_);
            set[number / 64] |= std::uint64_t(1) << number % 64;
        };
        path.visited.each([&](int corner) { put(covering_[std::size_t(4 * corner)]); });
        path.edges.right.each([&](int corner) { put(covering_[std::size_t(4 * corner + 1)]); });
        path.edges.up.each([&](int corner) { put(covering_[std::size_t(4 * corner + 2)]); });
        const auto sides = panel.grid.count_sides(path.edges);
        const auto passages = panel.grid.passages(path.edges);
        panel.grid.cells.each([&](int cell) {
            const int edges = sides.ones.has(cell) + 2 * sides.twos.has(cell) + 4 * sides.fours.has(cell);
            put(along_[std::size_t(cell)][std::size_t(edges)]);
        });
        for (auto todo = panel.grid.cells; !todo.empty();) {
            const auto region = panel.grid.region(todo.first(), passages);
            todo -= region;
            region.each([&](int cell) {
                region.each([&](int other) { put(joining_[std::size_t(cell)][std::size_t(other)]); });
            });
        }
    }

    std::size_t words_ = 0;
    // By place, by two cells, by cell and number of edges.
    std::array<PathSet, std::size_t(4 * Corners::size)> covering_;
    std::array<std::array<PathSet, Corners::size>, Corners::size> joining_;
    std::array<std::array<PathSet, 5>, Corners::size> along_;
};

}  // namespace quandary::witness
