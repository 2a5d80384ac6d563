// Solutions of many panels, counted without search.
//
// All paths of the empty panel are drawn once, and sets of them are kept as bits: those that cover a place, that
// have two cells in one region, that run along n edges of a cell. An element on the panel keeps some of
// the paths, so a panel is a few operations on such sets; and panels that begin alike share their beginning. Where few
// paths are left, they are numbered anew, so that the sets for the rest of the panel are short.
// Polyominoes and eliminators are beyond that: on their panels the paths that are left are looked at one by one.
// Mirrors layouts.py, which says what the panels of a space are, and sweep.py.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "few_paths.hpp"
#include "path_tree.hpp"

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
    std::vector<double> remuse;           // infinite without a solution; of no panel unless asked for
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
          everything_(*paths_),
          is_strict_(std::none_of(empty_.elements.begin(), empty_.elements.end(),
                                  [](const auto &element) { return element.type == Type::eliminator; })) {
        for (std::size_t layer = 0; layer < layers_.size(); ++layer)
            for (std::size_t number = 0; number < layers_[layer].places.size(); ++number)
                sites_.push_back({layer, layers_[layer].places[number],
                                  number % 2 == 1 && number < 2 * std::size_t(layers_[layer].pairs)});
        for (const auto &site : sites_) {
            const auto &counts = layers_[site.layer].counts;
            if (std::any_of(counts.begin() + 1, counts.end(), [](int count) { return count > 0; }))
                filled_ = std::size_t(&site - sites_.data()) + 1;
        }
        looks_at_all_ = std::any_of(empty_.elements.begin(), empty_.elements.end(), [](const auto &element) {
            return element.type != Type::square && element.type != Type::triangles;
        });
        find_borders();
        levels_.resize(sites_.size());
        joined_.assign(cells_, std::vector<PathSet>(cells_));
        near_.assign(cells_ + 1, Near(cells_));
        few_.resize(cells_);
    }

    std::size_t path_count() const { return paths_->all.size(); }
    const Paths &paths() const { return *paths_; }
    bool is_strict() const { return is_strict_; }
    const Description &empty() const { return empty_; }

    // The panels from one on, given by its letters, in the order of their numbers, with ReMUSE for the paper's player
    // if that is asked for; then there must be no gaps, which change what a player may do.
    Swept run(const std::vector<int> &first, std::size_t number, bool with_remuse, Budget &budget) {
        Swept found;
        found.solutions.reserve(number);
        found.shortest.reserve(number);
        if (with_remuse) {
            if (!tree_) tree_ = std::make_unique<PathTree>(Panel(empty_), *paths_, budget);
            found.remuse.reserve(number);
        }
        Recorder recorder{*this, with_remuse ? tree_.get() : nullptr, found, number};
        if (number > 0) each(first, recorder, budget);
        return found;
    }

    // Shows a visitor the panels from one on, in the order of their numbers: take(letters, solutions) for each, until
    // is_full(); those that begin alike are left out unless wants(the paths that are left). Both are also handed the
    // paths that the sets are of.
    template <class Visitor>
    void each(const std::vector<int> &first, Visitor &visitor, Budget &budget) {
        first_ = first;
        letters_.assign(sites_.size(), 0);
        left_.clear();
        for (const auto &layer : layers_) left_.push_back(layer.counts);
        const auto every = paths_->every();
        among_ = &everything_;
        fill(0, true, true, every, visitor, budget);
    }

    // The edges that a panel's squares and hexagons ask for, which a solution takes at once when it gets there. Where
    // an eliminator may remove what asks, there are none.
    Panel::Edges wanted(const std::vector<int> &letters) const {
        Panel::Edges edges;
        if (!is_strict_ && has(letters, Type::eliminator)) return edges;
        for (const auto &[one, other, between] : borders_)
            if (letters[one] != letters[other] && is_square(letters[one]) && is_square(letters[other]) &&
                element(letters[one]).colour != element(letters[other]).colour)
                edges = edges | between;
        for (auto at = cells_; at < filled_; ++at)
            if (letters[at] == hexagon) {
                const int place = sites_[at].place;
                if (place % 4 == 1) edges.right.add(place / 4);
                if (place % 4 == 2) edges.up.add(place / 4);
            }
        return edges;
    }

    std::size_t site_count() const { return sites_.size(); }
    const std::vector<int> &cells() const { return layers_.front().places; }  // whose sites come first

  private:
    // Letters on lines.
    static constexpr int hexagon = 1, gap = 2;

    // Keeps the numbers of every panel.
    struct Recorder {
        static constexpr bool sees_all = true;
        const Sweep &sweep;
        PathTree *tree;
        Swept &found;
        std::size_t number;

        bool is_full() const { return found.solutions.size() == number; }
        bool wants(const PathSet &, const FewPaths &) const { return true; }
        void take(const std::vector<int> &letters, const PathSet &solutions, const FewPaths &among) {
            const auto size = size_of(solutions);
            found.solutions.push_back(size);
            found.shortest.push_back(size ? std::uint16_t(among.length_of(first_of(solutions))) : 0);
            if (tree) found.remuse.push_back(size ? tree->remuse(solutions, among, sweep.wanted(letters)) : infinity);
        }
    };

    // By later cell and colour: the paths that join it to squares before a site, where there are some.
    using Near = std::vector<std::array<const PathSet *, colours>>;

    // Two cells side by side, and the edge between them.
    struct Border {
        std::size_t one, other;
        Panel::Edges between;
    };

    struct Site {
        std::size_t layer;
        int place;
        bool is_second;  // of two that mirror each other
    };

    // Writes letters from a site on. Of a panel and its mirror image that one counts whose first two mirrored
    // sites with different letters have the smaller one first; it is `tied` until there are such two.
    template <class Visitor>
    void fill(std::size_t at, bool tied, bool following, const PathSet &paths, Visitor &visitor, Budget &budget) {
        if (at == filled_) {
            budget.check();
            return visitor.take(letters_, paths.empty() ? none_ : solving(paths), *among_);
        }
        if (Visitor::sees_all && pays_to_renumber(at, paths)) {
            const Renumbered renumbered(*this, at, paths);
            return fill_from(at, tied, following, renumbered.paths, visitor, budget);
        }
        fill_from(at, tied, following, paths, visitor, budget);
    }

    template <class Visitor>
    void fill_from(std::size_t at, bool tied, bool following, const PathSet &paths, Visitor &visitor, Budget &budget) {
        const auto &site = sites_[at];
        auto &left = left_[site.layer];
        const bool bound = tied && site.is_second;
        const int least = std::max(following ? first_[at] : 0, bound ? letters_[at - 1] : 0);
        for (int letter = least; letter < int(left.size()) && !visitor.is_full(); ++letter) {
            if (left[std::size_t(letter)] == 0) continue;
            letters_[at] = letter;
            const auto &rest = narrowed(at, letter, paths);
            if (!visitor.wants(rest, *among_)) continue;
            if (site.layer == 0 && !rest.empty()) bring_near(at, letter);
            --left[std::size_t(letter)];
            fill(at + 1, bound ? letter == letters_[at - 1] : tied, following && letter == first_[at], rest, visitor,
                 budget);
            ++left[std::size_t(letter)];
        }
    }

    // The paths that are left when a letter has been written.
    const PathSet &narrowed(std::size_t at, int letter, const PathSet &paths) {
        if (letter == 0 || paths.empty()) return paths;
        const int place = sites_[at].place;
        if (sites_[at].layer == 0) return narrowed_by_element(at, place, paths);
        if (letter == gap) return copied(at, paths, [&](PathSet &set) { remove(set, among_->covering(place)); });
        if (!is_strict_) return paths;
        return copied(at, paths, [&](PathSet &set) { keep(set, among_->covering(place)); });
    }

    const PathSet &narrowed_by_element(std::size_t at, int cell, const PathSet &paths) {
        const auto &element = element_at(at);
        if (!is_strict_) return paths;
        if (element.type == Type::triangles)
            return copied(at, paths, [&](PathSet &set) { keep(set, among_->along(cell, element.count)); });
        if (element.type != Type::square) return paths;
        std::array<const PathSet *, colours> wrong;
        std::size_t number = 0;
        for (std::size_t colour = 0; colour < colours; ++colour)
            if (const auto *near = near_[at][at][colour]; near && int(colour) != element.colour) wrong[number++] = near;
        if (number == 0) return paths;
        auto &set = levels_[at];
        set.resize(paths.size());
        for (std::size_t word = 0; word < set.size(); ++word) set[word] = paths[word] & ~(*wrong[0])[word];
        for (std::size_t each = 1; each < number; ++each) remove(set, *wrong[each]);
        return unless_empty(set);
    }

    // Notes for the cells after one which paths join them to the squares of each colour up to there.
    void bring_near(std::size_t at, int letter) {
        const bool is_square = letter && is_strict_ && element_at(at).type == Type::square;
        for (std::size_t later = at + 1; later < cells_; ++later) {
            near_[at + 1][later] = near_[at][later];
            if (!is_square) continue;
            const auto &joining = among_->joining(sites_[later].place, sites_[at].place);
            if (joining.empty()) continue;
            auto &near = near_[at + 1][later][std::size_t(element_at(at).colour)];
            auto &both = joined_[at][later];
            both.resize(joining.size());
            for (std::size_t word = 0; word < both.size(); ++word)
                both[word] = joining[word] | (near ? (*near)[word] : 0);
            near = &both;
        }
    }

    template <class Change>
    const PathSet &copied(std::size_t at, const PathSet &paths, Change change) {
        auto &set = levels_[at];
        set = paths;
        change(set);
        return unless_empty(set);
    }

    const PathSet &unless_empty(const PathSet &set) const {
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

    void find_borders() {
        const Panel panel(empty_);
        const auto sides = [&](std::size_t cell) {
            return panel.grid.sides(Panel::Geometry::only(sites_[cell].place));
        };
        for (std::size_t one = 0; one < cells_; ++one)
            for (std::size_t other = 0; other < one; ++other)
                if (const auto between = sides(one) & sides(other); !between.empty())
                    borders_.push_back({one, other, between});
    }

    const Element &element(int letter) const { return empty_.elements[std::size_t(letter - 1)]; }
    const Element &element_at(std::size_t at) const { return element(letters_[at]); }
    bool is_square(int letter) const { return letter && element(letter).type == Type::square; }
    bool has(const std::vector<int> &letters, Type type) const {
        for (std::size_t at = 0; at < cells_; ++at)
            if (letters[at] && element(letters[at]).type == type) return true;
        return false;
    }

    // Whether so few paths are left, for so many cells, that it pays to number them anew.
    bool pays_to_renumber(std::size_t at, const PathSet &paths) const {
        constexpr std::size_t cells_left = 6, times_fewer = 4, words = 4;
        return at + cells_left <= cells_ && paths.size() > words && times_fewer * size_of(paths) < 64 * paths.size();
    }

    // The paths that are left before a cell, with their own numbers as long as this lives.
    class Renumbered {
      public:
        Renumbered(Sweep &sweep, std::size_t at, const PathSet &some)
            : sweep_(sweep), at_(at), before_(sweep.among_), near_(sweep.near_[at]) {
            auto &few = sweep.few_[at];
            if (!few) few = std::make_unique<FewPaths>(*sweep.paths_);
            few->take(some, *before_);
            paths = few->every();
            for (auto &cell : sweep.near_[at])
                for (auto &near : cell)
                    if (near) near = &few->renumbered(*near);
            sweep.among_ = few.get();
        }
        ~Renumbered() {
            sweep_.among_ = before_;
            sweep_.near_[at_] = near_;
        }
        Renumbered(const Renumbered &) = delete;
        Renumbered &operator=(const Renumbered &) = delete;

        PathSet paths;

      private:
        Sweep &sweep_;
        std::size_t at_;
        FewPaths *before_;
        Near near_;
    };

    // Those that also satisfy what depends on everything on the panel.
    const PathSet &solving(const PathSet &paths) {
        if (!looks_at_all_) return paths;
        const bool judge = !is_strict_ || has(letters_, Type::polyomino),
                   pair = is_strict_ && has(letters_, Type::star);
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
                    const auto &joining = among_->joining(sites_[at].place, sites_[other].place);
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
                if (!panel.is_solved(among_->path(64 * word + bit))) last_[word] &= ~(std::uint64_t(1) << bit);
            }
    }

    Description empty_;
    std::vector<Layer> layers_;
    std::size_t cells_;  // the number of sites that are cells, which come first
    std::unique_ptr<const Paths> paths_;
    FewPaths everything_;
    FewPaths *among_ = &everything_;              // what the sets are of just now
    std::vector<std::unique_ptr<FewPaths>> few_;  // by cell: those left before it, where they were renumbered
    std::unique_ptr<PathTree> tree_;
    std::vector<Site> sites_;
    std::vector<Border> borders_;
    std::size_t filled_ = 0;              // the sites before this one; nothing is put on those from there on
    bool is_strict_;                      // nothing can be removed, so that everything has to hold
    bool looks_at_all_ = false;           // some elements depend on everything on the panel
    std::vector<int> first_;              // the letters to begin with
    std::vector<int> letters_;            // by site
    std::vector<std::vector<int>> left_;  // by layer and letter
    std::vector<PathSet> levels_;         // by site: the paths left after it
    std::vector<Near> near_;
    std::vector<std::vector<PathSet>> joined_;  // room for these, by site and later cell
    PathSet last_;                              // those left at the end
    const PathSet none_;
};

}  // namespace quandary::witness
