// Wings: a few cells that see each other, of which one or two settle the rest; and aligned pairs.
#pragma once
#include <algorithm>

#include "patterns.hpp"

namespace quandary::sudoku {

// Cells of a unit that have one digit more than they are. Three cells or more that see each other are in one unit.
// What is known of a unit is kept from step to step until one of its cells loses a digit.
class AlmostSets {
  public:
    static constexpr int smallest = 3, largest = 6;

    explicit AlmostSets(const Marks &on) : marks(on), shape(*on.shape) {}

    // Calls visit(cells of a unit, those chosen among them, their digits) for each set of this size.
    template <class Visit>
    void each(int size, Visit visit) {
        for (int u = 0; u < shape.units; ++u) {
            if (marks.open[at(u)] <= size) continue;
            Unit &unit = units[at(u)];
            if (const auto left = left_in(u); unit.left != left) list(unit, u, left);
            for (const auto &[chosen, digits] : unit.sets[at(size - smallest)]) visit(unit.cells, chosen, digits);
        }
    }

  private:
    struct Set {
        Digits chosen, digits;
    };
    struct Unit {
        std::array<Digits, widest> left{};
        Few<widest> cells;
        std::array<std::vector<Set>, largest - smallest + 1> sets;
    };

    const Marks &marks;
    const Shape &shape;
    std::array<Unit, most_units> units;

    std::array<Digits, widest> left_in(int u) const {
        std::array<Digits, widest> left{};
        for (std::size_t p = 0; p < at(shape.size); ++p) left[p] = marks.left[shape.cell[at(u)][p]];
        return left;
    }

    void list(Unit &unit, int u, const std::array<Digits, widest> &left) {
        unit.left = left;
        unit.cells = {};
        for (auto &sets : unit.sets) sets.clear();
        for (std::size_t p = 0; p < at(shape.size); ++p) unit.cells.push_if(shape.cell[at(u)][p], count(left[p]) > 1);
        std::array<Digits, 1 << widest> together;  // the digits of each set
        together[0] = 0;
        for (unsigned set = 1; set < 1u << unit.cells.size(); ++set) {
            const int first = unit.cells[at(std::countr_zero(set))], size = count(Digits(set));
            const Digits digits = together[set] = Digits(together[set & (set - 1)] | marks.left[at(first)]);
            if (count(digits) == size + 1 && size >= smallest && size <= largest)
                unit.sets[at(size - smallest)].push_back({Digits(set), digits});
        }
    }
};

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
    void big_wing(Easiest &easiest, const Row &row, int size, AlmostSets &almost) const {
        if (pairs.empty()) return;
        BestWing best;
        almost.each(size, [&](const Few<widest> &cells, Digits chosen, Digits digits) {
            attach(best, row, cells, chosen, digits);
        });
        easiest.offer(std::move(best.hint));
    }

    // Two cells, most of whose combinations leave nothing for a pair that both see.
    bool aligned_pair(Hint &hint) const {
        for (int a = 0; a < shape.cells; ++a) {
            const auto around = pairs & shape.seen[at(a)];
            if (count(marks.left[at(a)]) < 2 || around.empty()) continue;
            for (int b = a + 1; b < shape.cells; ++b) {
                if (count(marks.left[at(b)]) < 2) continue;
                const auto common = around & shape.seen[at(b)];
                if (common.empty() || common.is_single()) continue;
                // A digit is out if every digit of the other cell is, each by a pair of its own or as the same.
                const int needed = std::min(count(marks.left[at(a)]), count(marks.left[at(b)])) - shape.see(a, b);
                if (needed > 2 && common.count() < needed) continue;
                std::array<Digits, widest> fine;  // in b, by the digit of a
                fine.fill(marks.left[at(b)]);
                if (shape.see(a, b))
                    for (int x = 0; x < shape.size; ++x) fine[at(x)] &= Digits(~bit(x));
                common.each([&](int c) {
                    const int x = lowest(marks.left[at(c)]), y = lowest(Digits(marks.left[at(c)] & ~bit(x)));
                    fine[at(x)] &= Digits(~bit(y));
                    fine[at(y)] &= Digits(~bit(x));
                });
                Digits fine_a = 0, fine_b = 0;
                each(marks.left[at(a)], [&](int x) {
                    if (fine[at(x)]) fine_a |= bit(x);
                    fine_b |= fine[at(x)];
                });
                hint.strike_digits(marks, a, Digits(~fine_a));
                hint.strike_digits(marks, b, Digits(~fine_b));
                if (hint.strikes.empty()) continue;
                hint.cells.add(a);
                hint.cells.add(b);
                hint.digits = Digits(marks.left[at(a)] | marks.left[at(b)]);
                return true;
            }
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
        if (!is_single(z) || count(both) != 3) return false;
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

    // The easiest wing so far; of two that are as easy, that whose cells come first.
    struct BestWing {
        Hint hint;
        CellSet set;

        void offer(Hint &&other, const CellSet &of) {
            if (hint.is_worth() && (other.ease() > hint.ease() || (other.ease() == hint.ease() && !is_before(of, set))))
                return;
            hint = std::move(other);
            set = of;
        }

      private:
        static bool is_before(const CellSet &a, const CellSet &b) {
            const auto apart = a ^ b;
            return !apart.empty() && a.has(apart.first());
        }
    };

    // Cells that see every place of a digit among some cells.
    CellSet seeing_all(const CellSet &cells, int digit) const {
        CellSet out;
        out.bits(0) = out.bits(1) = ~std::uint64_t(0);
        (cells & marks.where[at(digit)]).each([&](int c) { out &= shape.seen[at(c)]; });
        return out;
    }

    void attach(BestWing &best, const Row &row, const Few<widest> &cells, Digits chosen, Digits digits) const {
        CellSet near = pairs, set, linked;
        for (int d = 0; d < shape.size; ++d)
            if (!(digits >> d & 1)) near -= marks.where[at(d)];
        if (near.empty()) return;
        int widest_cell = 2;
        each(chosen, [&](int i) {
            const int c = cells[at(i)];
            set.add(c);
            widest_cell = std::max(widest_cell, count(marks.left[at(c)]));
        });
        near -= set;
        std::array<CellSet, widest> seeing;
        each(digits, [&](int d) {
            seeing[at(d)] = seeing_all(set, d);
            linked |= near & marks.where[at(d)] & seeing[at(d)];
        });
        linked.each([&](int pair) {
            const Digits two = marks.left[at(pair)];
            const int x = lowest(two), z = lowest(Digits(two & (two - 1)));
            const bool x_links = seeing[at(x)].has(pair), z_links = seeing[at(z)].has(pair);
            Hint hint;
            const auto from = [&](int d) { return seeing[at(d)] - set; };
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
            best.offer(std::move(hint), set);
        });
    }
};

template <int size>
void big_wing(Scene &scene, const Rows &rows, Easiest &easiest) {
    if (!scene.almost) scene.almost = std::make_shared<AlmostSets>(scene.marks);
    Wings(scene.marks).big_wing(easiest, *rows[0], size, *scene.almost);
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
