// What a technique noticed: a digit to put in, or digits to strike, and where to look.
#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <quandary/budget.hpp>

#include "placements.hpp"

namespace quandary::sudoku {

inline constexpr int most_counts = 2;

// A technique of the table in techniques.py: C++ has no names, costs or order of its own.
struct Row {
    int number;                                           // its place in the table
    int cost;                                             // in tenths, of the plainest form
    std::array<std::vector<int>, most_counts> more = {};  // tenths on top, by what the finder counts

    int price(int first = 0, int second = 0) const { return cost + extra(more[0], first) + extra(more[1], second); }

  private:
    static int extra(const std::vector<int> &stairs, int n) {
        return stairs.empty() ? 0 : stairs[std::min(std::size_t(n), stairs.size() - 1)];
    }
};

struct Hint {
    int technique = -1;         // the number of its row
    int cost = 0;               // in tenths
    int length = 0;             // of a chain, in steps; of two hints at the same cost, the shorter is easier to see
    int form = 0;               // of a chain; of two of the same length, the lower comes first
    int cell = -1, digit = -1;  // what to put in, if anything
    std::vector<std::int16_t> strikes;  // cell * size + digit
    CellSet cells;                      // where to look
    Digits digits = 0;

    bool puts() const { return cell >= 0; }
    bool is_worth() const { return puts() || !strikes.empty(); }
    void strike(const Marks &marks, CellSet from, int d) {
        (from & marks.where[std::size_t(d)]).each([&](int c) { add(marks, c, d); });
    }
    void strike_digits(const Marks &marks, int c, Digits ds) {
        each(Digits(ds & marks.left[std::size_t(c)]), [&](int d) { add(marks, c, d); });
    }
    auto ease() const { return std::tuple(cost, length, form ? form : -int(strikes.size())); }

  private:
    void add(const Marks &marks, int c, int d) {
        const auto move = std::int16_t(c * marks.shape->size + d);
        for (auto s : strikes)
            if (s == move) return;
        strikes.push_back(move);
    }
};

// The easiest hint met so far.
class Easiest {
  public:
    void offer(Hint &&hint) {
        if (hint.is_worth() && (!best_.is_worth() || hint.ease() < best_.ease())) best_ = std::move(hint);
    }
    bool found() const { return best_.is_worth(); }
    Hint &hint() { return best_; }
    // Whether a chain of this cost and length would be taken.
    bool wants(int cost, int length) const {
        return !found() || std::pair(cost, length) < std::pair(best_.cost, best_.length);
    }

  private:
    Hint best_;
};

class StrongLinks;
class AlmostSets;
struct TrailStore;

// What there is to see before each step, and what finders have worked out and will need again.
struct Scene {
    const Marks &marks;
    const std::vector<std::uint8_t> &solution;  // digits from 1
    Budget &budget;
    Placements placements{marks};             // which keep what they know from step to step,
    std::shared_ptr<StrongLinks> links = {};  // as do these,
    std::shared_ptr<AlmostSets> almost = {};  // and these
    std::shared_ptr<TrailStore> trails = {};  // which keep their memory

    // Whether the solution has a candidate. What it has cannot be shown to be off, nor the others on.
    bool is_true(int cell, int digit) const { return solution[std::size_t(cell)] == digit + 1; }
};

// A way to look for one technique, or for several that are weighed against each other. It knows them by the names
// of the table, and gets their rows in this order; a null pointer stands for a technique that is not in the table.
inline constexpr int most_rows = 5;
using Rows = std::array<const Row *, most_rows>;
struct Finder {
    std::array<std::string_view, most_rows> techniques;
    void (*find)(Scene &, const Rows &, Easiest &);
    std::array<std::string_view, most_counts> counts = {};  // what the cost may rise with
    int (*alternatives)(const Marks &) = nullptr;           // counts such hints, if that number is used
};

// Offers the pattern that look(hint) meets first, if any.
template <class Look>
void offer_first(const Rows &rows, Easiest &easiest, Look look) {
    Hint hint;
    if (!look(hint)) return;
    hint.technique = rows[0]->number;
    hint.cost = rows[0]->cost;
    easiest.offer(std::move(hint));
}

// A finder that takes the first pattern that a method of `Looker` meets.
template <class Looker, auto look, auto... args>
void first(Scene &scene, const Rows &rows, Easiest &easiest) {
    offer_first(rows, easiest, [&](Hint &hint) { return (Looker(scene.marks).*look)(hint, args...); });
}

}  // namespace quandary::sudoku
