// Wings: a few cells that see each other, of which one or two settle the rest; and aligned pairs.
#pragma once
#include <algorithm>

#include "patterns.hpp"

namespace quandary::sudoku {

class Wings {
  public:
    explicit Wings(const Marks &on) : marks(on), shape(*on.shape) {
        for (int c = 0; c < shape.cells; ++c)
            if (count(marks.left[at(c)]) == 2) pairs.add(c);
    }

    // A hinge with xy, or with xyz, and two cells with xz and yz that it sees: one of them is z.
    bool xy_wing(Hint &hint, bool with_z) const {
        for (int c = 0; c < shape.cells; ++c) {
            const Digits hinge = marks.left[at(c)];
            if (count(hinge) != (with_z ? 3 : 2)) continue;
            Few<most_cells> ends;
            (pairs & shape.seen[at(c)]).each([&](int e) {
                const Digits end = marks.left[at(e)];
                if (with_z ? !(end & ~hinge) : count(Digits(end & hinge)) == 1) ends.push_back(e);
            });
            for (std::size_t i = 0; i < ends.size(); ++i)
                for (std::size_t j = i + 1; j < ends.size(); ++j)
                    if (fold(hint, c, ends[i], ends[j], with_z)) return true;
        }
        return false;
    }

    // `size` cells that see each other, with one digit too many, and a pair that takes one of two digits from them.
    void big_wing(Easiest &easiest, const Row &row, int size) const {
        if (pairs.empty()) return;
        CellSet usable;
        for (int c = 0; c < shape.cells; ++c)
            if (const int n = count(marks.left[at(c)]); n > 1 && n <= size + 1) usable.add(c);
        std::vector<int> cells;
        grow(easiest, row, size, cells, usable, 0);
    }

    // Two cells, most of whose combinations leave nothing for a pair that both see.
    bool aligned_pair(Hint &hint) const {
        for (int a = 0; a < shape.cells; ++a)
            for (int b = a + 1; b < shape.cells; ++b) {
                if (count(marks.left[at(a)]) < 2 || count(marks.left[at(b)]) < 2) continue;
                const auto common = pairs & shape.seen[at(a)] & shape.seen[at(b)];
                if (common.count() < 2) continue;
                Digits fine_a = 0, fine_b = 0;
                each(marks.left[at(a)], [&](int x) {
                    each(marks.left[at(b)], [&](int y) {
                        bool allowed = x != y || !shape.see(a, b);
                        common.each([&](int c) { allowed = allowed && (marks.left[at(c)] & ~(bit(x) | bit(y))); });
                        if (allowed) fine_a |= bit(x), fine_b |= bit(y);
                    });
                });
                hint.strike_digits(marks, a, Digits(~fine_a));
                hint.strike_digits(marks, b, Digits(~fine_b));
                if (hint.strikes.empty()) continue;
                hint.cells.add(a);
                hint.cells.add(b);
                hint.digits = Digits(marks.left[at(a)] | marks.left[at(b)]);
                return true;
            }
        return false;
    }

  private:
    const Marks &marks;
    const Shape &shape;
    CellSet pairs;

    bool fold(Hint &hint, int c, int a, int b, bool with_z) const {
        const auto z = Digits(marks.left[at(a)] & marks.left[at(b)]);
        const auto both = Digits(marks.left[at(a)] | marks.left[at(b)] | marks.left[at(c)]);
        if (!std::has_single_bit(z) || count(both) != 3) return false;
        if (!with_z && (z & marks.left[at(c)])) return false;
        CellSet out = shape.seen[at(a)] & shape.seen[at(b)];
        if (with_z) out &= shape.seen[at(c)];
        out.remove(c);
        hint.strike(marks, out, lowest(z));
        if (hint.strikes.empty()) return false;
        for (int cell : {a, b, c}) hint.cells.add(cell);
        hint.digits = both;
        return true;
    }

    void grow(Easiest &easiest, const Row &row, int size, std::vector<int> &cells, CellSet usable,
              Digits digits) const {
        if (int(cells.size()) == size) {
            if (count(digits) == size + 1) attach(easiest, row, cells, digits);
            return;
        }
        usable.each([&](int c) {
            const auto more = Digits(digits | marks.left[at(c)]);
            usable.remove(c);
            if (count(more) > size + 1) return;
            cells.push_back(c);
            grow(easiest, row, size, cells, usable & shape.seen[at(c)], more);
            cells.pop_back();
        });
    }

    // Cells that see every place of a digit among some cells.
    CellSet seeing_all(const std::vector<int> &cells, int digit) const {
        CellSet out;
        bool first = true;
        for (int c : cells)
            if (marks.can(c, digit)) {
                out = first ? shape.seen[at(c)] : out & shape.seen[at(c)];
                first = false;
            }
        return out;
    }

    void attach(Easiest &easiest, const Row &row, const std::vector<int> &cells, Digits digits) const {
        CellSet set;
        int widest_cell = 2;
        for (int c : cells) {
            set.add(c);
            widest_cell = std::max(widest_cell, count(marks.left[at(c)]));
        }
        (pairs - set).each([&](int pair) {
            const Digits two = marks.left[at(pair)];
            if (two & ~digits) return;
            const int x = lowest(two), z = lowest(Digits(two & (two - 1)));
            const bool x_links = seeing_all(cells, x).has(pair), z_links = seeing_all(cells, z).has(pair);
            if (!x_links && !z_links) return;
            Hint hint;
            const auto from = [&](int d) { return seeing_all(cells, d) - set; };
            if (x_links) hint.strike(marks, from(z) & shape.seen[at(pair)], z);
            if (z_links) hint.strike(marks, from(x) & shape.seen[at(pair)], x);
            if (x_links && z_links)  // both go round: every digit is used up
                each(Digits(digits & ~two), [&](int d) {
                    auto out = from(d);
                    out.remove(pair);
                    hint.strike(marks, out, d);
                });
            if (hint.strikes.empty()) return;
            hint.technique = row.number;
            hint.cost = row.price(widest_cell);
            hint.cells = set;
            hint.cells.add(pair);
            hint.digits = digits;
            easiest.offer(std::move(hint));
        });
    }
};

template <int size>
void big_wing(Scene &scene, const Rows &rows, Easiest &easiest) {
    Wings(scene.marks).big_wing(easiest, *rows[0], size);
}

inline constexpr Finder wing_finders[] = {
    {{"xy-wing"}, first<Wings, &Wings::xy_wing, false>},
    {{"xyz-wing"}, first<Wings, &Wings::xy_wing, true>},
    {{"wxyz-wing"}, big_wing<3>, {"widest"}},
    {{"vwxyz-wing"}, big_wing<4>, {"widest"}},
    {{"uvwxyz-wing"}, big_wing<5>, {"widest"}},
    {{"tuvwxyz-wing"}, big_wing<6>, {"widest"}},
    {{"aligned-pair"}, first<Wings, &Wings::aligned_pair>},
};

}  // namespace quandary::sudoku
