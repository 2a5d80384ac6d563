// Solutions of many panels, counted without search.
//
// All paths of the empty panel are drawn once, and sets of them are kept as bits: those that cover a place, that
// have two cells in one region, that run along n edges of a cell. An element on the panel keeps some of
// the paths, so a panel is a few operations on such sets; and panels that begin alike share their beginning.
// Polyominoes and eliminators are beyond that: on their panels the paths that are left are looked at one by one.
// Mirrors layouts.py, which says what the panels of a space are, and sweep.py.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "paths.hpp"

namespace quandary::witness {

// Places of one sort, and what may be put there. Letter 0 is nothing; in cells letter n is element n - 1, on
// lines 1 is a hexagon and 2 a gap.
struct Layer {
    std::vector<int> places;  // cells by corner; junctions and edges by place
    int pairs = 0;            // of places that mirror each other, which come first
    std::vector<int> counts;  // by letter: how often it may be put
};

// What is found about one panel after the other.
struct Swept {
    std::vector<std::uint32_t> solutions;
    std::vector<std::uint16_t> shortest;  // steps; 0 without a solution
};

class Sweep {
  public:
    using Panel = witness::Panel<1>;

    // The description is that of the empty panel, with the elements that may be put on it; the layers are those
    // of the cells, of the junctions and of the edges.
    Sweep(Description empty, std::vector<Layer> layers, std::size_t most_paths, Budget &budget)
        : empty_(std::move(empty)),
          layers_(std::move(layers)),
          cells_(layers_.front().places.size()),
          paths_(std::make_unique<const Paths>(Panel(empty_), most_paths, budget)),
          is_strict_(std::none_of(empty_.elements.begin(), empty_.elements.end(),
                                  [](const auto &element) { return element.type == Type::eliminator; })) {
        for (std::size_t layer = 0; layer < layers_.size(); ++layer)
            for (std::size_t number = 0; number < layers_[layer].places.size(); ++number)
                sites_.push_back({layer, layers_[layer].places[number],
                                  number % 2 == 1 && number < 2 * std::size_t(layers_[layer].pairs)});
        levels_.assign(sites_.size(), PathSet(paths_->words()));
    }

    std::size_t path_count() const { return paths_->all.size(); }

    // The panels from one on, given by its letters, in the order of their numbers.
    Swept run(const std::vector<int> &first, std::size_t number, Budget &budget) {
        Swept found;
        found.solutions.reserve(number);
        found.shortest.reserve(number);
        first_ = first;
        wanted_ = number;
        letters_.assign(sites_.size(), 0);
        left_.clear();
        for (const auto &layer : layers_) left_.push_back(layer.counts);
        const auto every = paths_->every();
        if (wanted_ > 0) fill(0, true, true, every, found, budget);
        return found;
    }

  private:
    struct Site {
        std::size_t layer;
        int place;
        bool is_second;  // of two that mirror each other
    };

    // Writes letters from a site on. Of a panel and its mirror image that one counts whose first two mirrored
    // sites with different letters have the smaller one first; it is `tied` until there are such two.
    void fill(std::size_t at, bool tied, bool following, const PathSet &paths, Swept &found, Budget &budget) {
        if (at == sites_.size()) return record(paths, found, budget);
        const auto &site = sites_[at];
        auto &left = left_[site.layer];
        const bool bound = tied && site.is_second;
        const int least = std::max(following ? first_[at] : 0, bound ? letters_[at - 1] : 0);
        for (int letter = least; letter < int(left.size()) && found.solutions.size() < wanted_; ++letter) {
            if (left[std::size_t(letter)] == 0) continue;
            --left[std::size_t(letter)];
            letters_[at] = letter;
            fill(at + 1, bound ? letter == letters_[at - 1] : tied, following && letter == first_[at],
                 narrowed(at, letter, paths), found, budget);
            ++left[std::size_t(letter)];
        }
    }

    // The paths that are left when a letter has been written.
    const PathSet &narrowed(std::size_t at, int letter, const PathSet &paths) {
        if (letter == 0 || paths.empty()) return paths;
        const int place = sites_[at].place;
        if (sites_[at].layer == 0) return narrowed_by_element(at, place, paths);
        if (letter == 2) return copied(at, paths, [&](PathSet &set) { remove(set, paths_->covering(place)); });
        if (!is_strict_) return paths;
        return copied(at, paths, [&](PathSet &set) { keep(set, paths_->covering(place)); });
    }

    const PathSet &narrowed_by_element(std::size_t at, int cell, const PathSet &paths) {
        const auto &element = element_at(at);
        if (!is_strict_) return paths;
        if (element.type == Type::triangles)
            return copied(at, paths, [&](PathSet &set) { keep(set, paths_->along(cell, element.count)); });
        if (element.type != Type::square) return paths;
        return copied(at, paths, [&](PathSet &set) {
            for (std::size_t before = 0; before < at; ++before)
                if (letters_[before] && element_at(before).type == Type::square &&
                    element_at(before).colour != element.colour)
                    remove(set, paths_->joining(cell, sites_[before].place));
        });
    }

    template <class Change>
    const PathSet &copied(std::size_t at, const PathSet &paths, Change change) {
        auto &set = levels_[at];
        std::copy(paths.begin(), paths.end(), set.begin());
        change(set);
        std::uint64_t any = 0;
        for (auto word : set) any |= word;
        return any ? set : none_;
    }

    static void keep(PathSet &set, const PathSet &others) {
        if (others.empty()) return std::fill(set.begin(), set.end(), 0);
        for (std::size_t word = 0; word < set.size(); ++word) set[word] &= others[word];
    }
    static void remove(PathSet &set, const PathSet &others) {
        for (std::size_t word = 0; word < others.size(); ++word) set[word] &= ~others[word];
    }

    const Element &element_at(std::size_t at) const { return empty_.elements[std::size_t(letters_[at] - 1)]; }

    void record(const PathSet &paths, Swept &found, Budget &budget) {
        budget.check();
        const auto &solutions = paths.empty() ? none_ : solving(paths);
        const auto number = size_of(solutions);
        found.solutions.push_back(number);
        found.shortest.push_back(number ? std::uint16_t(Paths::length(paths_->all[first_of(solutions)])) : 0);
    }

    static std::size_t first_of(const PathSet &set) {
        std::size_t word = 0;
        while (set[word] == 0) ++word;
        return 64 * word + std::size_t(std::countr_zero(set[word]));
    }

    // Those that also satisfy what depends on everything on the panel.
    const PathSet &solving(const PathSet &paths) {
        const auto has = [&](Type type) {
            for (std::size_t at = 0; at < cells_; ++at)
                if (letters_[at] && element_at(at).type == type) return true;
            return false;
        };
        const bool judge = !is_strict_ || has(Type::polyomino), pair = is_strict_ && has(Type::star);
        if (!judge && !pair) return paths;
        last_ = paths;
        if (pair) keep_pairing();
        if (judge) keep_solved();
        return last_;
    }

    // Keeps the paths that give every star exactly one partner.
    void keep_pairing() {
        for (std::size_t at = 0; at < cells_; ++at) {
            if (!letters_[at] || element_at(at).type != Type::star) continue;
            PathSet one(last_.size()), more(last_.size());
            for (std::size_t other = 0; other < cells_; ++other)
                if (other != at && letters_[other] && element_at(other).colour == element_at(at).colour) {
                    const auto &joining = paths_->joining(sites_[at].place, sites_[other].place);
                    for (std::size_t word = 0; word < joining.size(); ++word) {
                        more[word] |= one[word] & joining[word];
                        one[word] |= joining[word];
                    }
                }
            keep(last_, one);
            remove(last_, more);
        }
    }

    // Keeps the paths that satisfy the rules as they stand, where sets cannot say what holds.
    void keep_solved() {
        auto description = empty_;
        for (std::size_t at = 0; at < sites_.size(); ++at) {
            if (at < cells_ && letters_[at]) description.cells.emplace_back(sites_[at].place, letters_[at] - 1);
            if (at >= cells_ && letters_[at] == 1) description.hexagons.push_back(sites_[at].place);
        }
        const Panel panel(description);
        for (std::size_t word = 0; word < last_.size(); ++word)
            for (auto rest = last_[word]; rest; rest &= rest - 1) {
                const auto bit = std::size_t(std::countr_zero(rest));
                if (!panel.is_solved(paths_->all[64 * word + bit])) last_[word] &= ~(std::uint64_t(1) << bit);
            }
    }

    Description empty_;
    std::vector<Layer> layers_;
    std::size_t cells_;  // the number of sites that are cells, which come first
    std::unique_ptr<const Paths> paths_;
    std::vector<Site> sites_;
    bool is_strict_;                      // nothing can be removed, so that everything has to hold
    std::vector<int> first_;              // the letters to begin with
    std::size_t wanted_ = 0;              // how many panels
    std::vector<int> letters_;            // by site
    std::vector<std::vector<int>> left_;  // by layer and letter
    std::vector<PathSet> levels_;         // by site: the paths left after it
    PathSet last_;                        // those left at the end
    const PathSet none_;
};

}  // namespace quandary::witness
