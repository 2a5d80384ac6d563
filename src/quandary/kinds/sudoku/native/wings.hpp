// Wings: a few cells that see each other, of which one or two settle the rest; and aligned pairs.
#pragma once
#include <algorithm>
#include <span>

#include "patterns.hpp"

namespace quandary::sudoku {

// Cells of a unit that have one digit more than they are. Three cells or more that see each other are in one unit.
// What is known of a unit is kept from step to step until one of its cells loses a digit.
class AlmostSets {
  public:
    static constexpr int smallest = 3, largest = 6;

    explicit AlmostSets(const Marks &on) : marks(on), shape(*on.shape) {}

    struct Set {
        Digits places, digits;
    };

    // Those of a size in a unit.
    std::span<const Set> of(int u, int size) {
        if (marks.open[at(u)] <= size) return {};
        Unit &unit = units[at(u)];
        if (const auto left = left_in(u); unit.left != left) list(unit, left);
        return unit.sets[at(size - smallest)];
    }

  private:
    struct Unit {
        std::array<Digits, widest> left{};
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

    static void list(Unit &unit, const std::array<Digits, widest> &left) {
        unit.left = left;
        for (auto &sets : unit.sets) sets.clear();
        Few<widest> open;
        for (int p = 0; p < widest; ++p) open.push_if(p, count(left[at(p)]) > 1);
        std::array<Set, 1 << widest> all;
        all[0] = {0, 0};
        for (unsigned i = 1; i < 1u << open.size(); ++i) {
            const auto [places, digits] = all[i & (i - 1)];
            const int p = open[at(std::countr_zero(i))], size = count(Digits(i));
            all[i] = {Digits(places | bit(p)), Digits(digits | left[at(p)])};
            if (count(all[i].digits) == size + 1 && size >= smallest && size <= largest)
                unit.sets[at(size - smallest)].push_back(all[i]);
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
        for (int u = 0; u < shape.units; ++u)
            if (const auto sets = almost.of(u, size); !sets.empty())
                pairs.each([&](int pair) { attach(best, row, u, sets, pair); });
        easiest.offer(std::move(best.hint));
    }

    // Two cells, most of whose combinations leave nothing for a pair that both see.
    bool aligned_pair(Hint &hint) const {
        const auto near = alignable();
        for (int a = 0; a < shape.cells; ++a) {
            bool is_found = false;
            near[at(a)].each([&](int b) { is_found = is_found || align(hint, a, b); });
            if (is_found) return true;
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

    // By cell: later cells that it may be aligned with. One of the two has a digit with which every digit of the other
    // makes up a pair, or is the same.
    std::array<CellSet, most_cells> alignable() const {
        std::array<std::array<Digits, widest>, most_cells>
            mates{};  // by cell and digit: those that it makes a pair with
        pairs.each([&](int p) {
            const int x = lowest(marks.left[at(p)]), y = lowest(Digits(marks.left[at(p)] & ~bit(x)));
            shape.seen[at(p)].each([&](int c) {
                mates[at(c)][at(x)] |= bit(y);
                mates[at(c)][at(y)] |= bit(x);
            });
        });
        CellSet open;
        for (int c = 0; c < shape.cells; ++c)
            if (count(marks.left[at(c)]) >= 2) open.add(c);
        std::array<CellSet, most_cells> near{};
        open.each([&](int a) {
            each(marks.left[at(a)], [&](int x) {
                if (!mates[at(a)][at(x)]) return;
                CellSet fitting = open;
                for (int d = 0; d < shape.size; ++d)
                    if (d != x && !(mates[at(a)][at(x)] >> d & 1)) fitting -= marks.where[at(d)];
                fitting.remove(a);
                fitting.each([&](int b) { near[at(std::min(a, b))].add(std::max(a, b)); });
            });
        });
        return near;
    }

    bool align(Hint &hint, int a, int b) const {
        const auto common = pairs & shape.seen[at(a)] & shape.seen[at(b)];
        if (common.empty() || common.is_single()) return false;
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
        if (hint.strikes.empty()) return false;
        hint.cells.add(a);
        hint.cells.add(b);
        hint.digits = Digits(marks.left[at(a)] | marks.left[at(b)]);
        return true;
    }

    // The easiest wing so far; of two that are as easy, that whose cells come first, and then its pair.
    struct BestWing {
        Hint hint;
        CellSet set;
        int pair = -1;

        void offer(Hint &&other, const CellSet &its_set, int its_pair) {
            if (hint.is_worth()) {
                if (other.ease() > hint.ease()) return;
                if (other.ease() == hint.ease() && !is_before(its_set, its_pair)) return;
            }
            hint = std::move(other);
            set = its_set;
            pair = its_pair;
        }

      private:
        bool is_before(const CellSet &other, int its_pair) const {
            const auto apart = set ^ other;
            return apart.empty() ? its_pair < pair : other.has(apart.first());
        }
    };

    // Cells that see some places of a unit.
    CellSet seeing_all(int u, Digits places) const {
        CellSet out;
        out.bits(0) = out.bits(1) = ~std::uint64_t(0);
        each(places, [&](int p) { out &= shape.seen[shape.cell[at(u)][at(p)]]; });
        return out;
    }

    // The wings of a pair with sets of a unit. The pair links a digit if it sees all its places in the set.
    void attach(BestWing &best, const Row &row, int u, std::span<const AlmostSets::Set> sets, int pair) const {
        const Digits two = marks.left[at(pair)], seen = shape.seen_in[at(pair)][at(u)];
        const int x = lowest(two), z = lowest(Digits(two & (two - 1)));
        const Digits xs = marks.places[at(u)][at(x)], zs = marks.places[at(u)][at(z)];
        if (!((xs | zs) & seen)) return;
        const Digits own = shape.inside[at(u)].has(pair) ? bit(place_in(u, pair)) : Digits(0);
        const auto x_unseen = Digits((xs & ~seen) | own), z_unseen = Digits((zs & ~seen) | own);
        for (const auto &set : sets) {
            const bool x_links = !(set.places & x_unseen), z_links = !(set.places & z_unseen);
            if (!(two & ~set.digits) && (x_links || z_links)) wing(best, row, u, set, pair, x_links, z_links);
        }
    }

    int place_in(int u, int cell) const { return shape.place[at(cell)][at(shape.type(u))]; }

    void wing(BestWing &best, const Row &row, int u, const AlmostSets::Set &of, int pair, bool x_links,
              bool z_links) const {
        const Digits two = marks.left[at(pair)];
        const int x = lowest(two), z = lowest(Digits(two & (two - 1)));
        CellSet set;
        each(of.places, [&](int p) { set.add(shape.cell[at(u)][at(p)]); });
        const auto from = [&](int d) { return seeing_all(u, Digits(of.places & marks.places[at(u)][at(d)])) - set; };
        Hint hint;
        if (x_links) hint.strike(marks, from(z) & shape.seen[at(pair)], z);
        if (z_links) hint.strike(marks, from(x) & shape.seen[at(pair)], x);
        if (x_links && z_links)  // both go round: every digit is used up
            each(Digits(of.digits & ~two), [&](int d) {
                auto out = from(d);
                out.remove(pair);
                hint.strike(marks, out, d);
            });
        if (hint.strikes.empty()) return;
        int widest_cell = 2;
        set.each([&](int c) { widest_cell = std::max(widest_cell, count(marks.left[at(c)])); });
        hint.technique = row.number;
        hint.cost = row.price(widest_cell);
        hint.cells = set;
        hint.cells.add(pair);
        hint.digits = of.digits;
        best.offer(std::move(hint), set, pair);
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
