// The best panels of a space, by fewest solutions and then by the longest shortest one, without a look at all of them.
//
// Elements on a panel only take paths away, as long as nothing removes elements. So the paths that are left when a
// panel is half written are all that its completions can have as solutions: none of them is better than one solution
// that is the longest of these paths. If that is no better than the worst of the best so far, the completions are
// passed over. Mirrors bounded.py.
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sweep.hpp"

namespace quandary::witness {

struct Chosen {
    std::vector<int> letters;
    std::uint32_t solutions;
    int shortest;
};

// What was chosen, the best first and of equals the one with the smallest number; and how much work it was.
struct Selection {
    std::vector<Chosen> best;
    std::int64_t beginnings = 0;  // of panels, that were looked at
    std::int64_t panels = 0;      // looked at to the end
    std::int64_t paths = 0;       // longest ones, of which some were taken, for those that go path first
};

// Keeps the best panels of those it is shown, which come in the order of their numbers.
class Chooser {
  public:
    static constexpr bool sees_all = false;

    explicit Chooser(std::size_t most) : most_(most) {}

    bool is_full() const { return most_ == 0; }

    bool wants(const PathSet &paths, const FewPaths &among) {
        ++choice.beginnings;
        if (paths.empty()) return false;
        return choice.best.size() < most_ || is_better(1, among.length_of(last_of(paths)), choice.best.back());
    }

    void take(const std::vector<int> &letters, const PathSet &solutions, const FewPaths &among) {
        ++choice.panels;
        const auto number = size_of(solutions);
        if (number == 0) return;
        const int shortest = among.length_of(first_of(solutions));
        if (choice.best.size() == most_ && !is_better(number, shortest, choice.best.back())) return;
        const auto at = std::find_if(choice.best.begin(), choice.best.end(),
                                     [&](const Chosen &other) { return is_better(number, shortest, other); });
        choice.best.insert(at, {letters, number, shortest});
        if (choice.best.size() > most_) choice.best.pop_back();
    }

    Selection choice;

  private:
    static bool is_better(std::uint32_t solutions, int shortest, const Chosen &other) {
        return solutions != other.solutions ? solutions < other.solutions : shortest > other.shortest;
    }

    std::size_t most_;
};

// The best panels of a space without eliminators.
inline Selection best_of(Sweep &sweep, std::size_t most, Budget &budget) {
    if (!sweep.is_strict()) throw std::invalid_argument("nothing bounds panels with eliminators");
    Chooser chooser(most);
    sweep.each(std::vector<int>(sweep.site_count(), 0), chooser, budget);
    return std::move(chooser.choice);
}

// Panels with squares in all cells whose one solution is a longest path of the empty panel: nothing is better. A path
// after the other is taken, and its regions are coloured in one way after the other, until it is the only solution. At
// most one panel is found for each path, so that they differ; there may be many more.
class PathFirst {
  public:
    using Panel = Paths::Panel;
    using Corners = Paths::Corners;

    PathFirst(const Sweep &sweep, std::size_t most, Budget &budget)
        : sweep_(sweep),
          paths_(sweep.paths()),
          panel_(sweep.empty()),
          colours_(int(sweep.empty().elements.size())),
          most_(most),
          budget_(budget),
          every_(paths_.every()) {}

    Selection run() {
        if (paths_.all.empty()) return {};
        const int longest = paths_.length_of(paths_.all.size() - 1);
        for (auto path = paths_.all.size(); path-- > 0 && paths_.length_of(path) == longest;) {
            ++choice_.paths;
            if (choice_.best.size() == most_) continue;
            ++choice_.beginnings;
            colour(regions_of(paths_.all[path]), longest);
        }
        return std::move(choice_);
    }

  private:
    static constexpr int most_tries = 256;  // for one path

    std::vector<Corners> regions_of(const Panel::State &path) const {
        std::vector<Corners> regions;
        const auto passages = panel_.grid.passages(path.edges);
        for (auto todo = panel_.grid.cells; !todo.empty(); todo -= regions.back())
            regions.push_back(panel_.grid.region(todo.first(), passages));
        return regions;
    }

    // Begins with different colours for neighbours, as far as there are enough, and changes the last regions first.
    void colour(const std::vector<Corners> &regions, int longest) {
        const auto begin = neighbours_apart(regions);
        std::vector<int> turns(regions.size(), 0);
        for (int tries = 0; tries < most_tries; ++tries) {
            if (try_it(regions, begin, turns, longest)) return;
            auto at = turns.size() - 1;
            while (at > 0 && ++turns[at] == colours_) turns[at--] = 0;
            if (at == 0) return;  // the colour of the first region makes no difference
        }
    }

    std::vector<int> neighbours_apart(const std::vector<Corners> &regions) const {
        std::vector<int> colour_of(regions.size(), -1);
        std::vector<std::size_t> order{0};
        colour_of[0] = 0;
        for (std::size_t next = 0; next < order.size(); ++next)  // grows during the loop
            for (std::size_t other = 0; other < regions.size(); ++other)
                if (colour_of[other] < 0 && are_neighbours(regions[order[next]], regions[other])) {
                    colour_of[other] = (colour_of[order[next]] + 1) % colours_;
                    order.push_back(other);
                }
        return colour_of;
    }

    bool are_neighbours(const Corners &region, const Corners &other) const {
        return panel_.grid.across(region, panel_.grid.inner()).meets(other);
    }

    bool try_it(const std::vector<Corners> &regions, const std::vector<int> &begin, const std::vector<int> &turns,
                int longest) {
        budget_.check();
        ++choice_.panels;
        std::vector<int> letters(sweep_.site_count(), 0);
        for (std::size_t site = 0; site < sweep_.cells().size(); ++site)
            for (std::size_t region = 0; region < regions.size(); ++region)
                if (regions[region].has(sweep_.cells()[site]))
                    letters[site] = 1 + (begin[region] + turns[region]) % colours_;
        const bool found = has_one_solution(letters);
        if (found) choice_.best.push_back({std::move(letters), 1, longest});
        return found;
    }

    // Whether just one path divides all cells of different colours.
    bool has_one_solution(const std::vector<int> &letters) const {
        std::vector<const PathSet *> wrong;  // neighbours first, whose paths are most
        for (const bool near : {true, false})
            for (std::size_t one = 0; one < sweep_.cells().size(); ++one)
                for (std::size_t other = 0; other < one; ++other) {
                    const int cell = sweep_.cells()[one], beyond = sweep_.cells()[other];
                    if (letters[one] == letters[other]) continue;
                    if (are_neighbours(Panel::Geometry::only(cell), Panel::Geometry::only(beyond)) != near) continue;
                    if (const auto &joining = paths_.joining(cell, beyond); !joining.empty()) wrong.push_back(&joining);
                }
        bool one = false;
        for (std::size_t word = 0; word < every_.size(); ++word) {
            auto left = every_[word];
            for (auto each = wrong.begin(); left && each != wrong.end(); ++each) left &= ~(**each)[word];
            if (left & (left - 1) || (left && one)) return false;
            one = one || left;
        }
        return one;
    }

    const Sweep &sweep_;
    const Paths &paths_;
    Panel panel_;
    int colours_;
    std::size_t most_;
    Budget &budget_;
    PathSet every_;
    Selection choice_;
};

}  // namespace quandary::witness
