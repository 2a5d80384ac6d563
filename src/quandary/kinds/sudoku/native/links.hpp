// Strong links on one digit, joined end to end: skyscraper, two-string kite, turbot fish, and longer ones.
#pragma once
#include <span>

#include "patterns.hpp"

namespace quandary::sudoku {

// The links of one digit depend on its places only. So what is known about them is kept from step to step until the
// digit loses a place.
class StrongLinks {
  public:
    explicit StrongLinks(const Marks &on) : marks(on), shape(*on.shape) {}

    // Ways along `length` strong links after which a cell that sees both ends cannot have the digit.
    // Digits that are `settled` have none.
    void find(Easiest &easiest, const Rows &rows, int length, Digits settled) {
        for (digit = 0; digit < shape.size; ++digit) {
            if (settled >> digit & 1) continue;
            Net &net = nets[at(digit)];
            if (!net.is_made || !(net.where == marks.where[at(digit)])) make(net);
            if (net.has_none[at(length)]) continue;
            is_met = false;
            links = std::span(net.links);
            for (std::size_t i = 0; i < links.size(); ++i)
                if (!links[i].ends.empty()) {
                    Budget::poll();
                    path.clear();
                    path.push_back(i);
                    walk(easiest, rows, length, after(links[i], links[i].clashing, length), links[i].clashing);
                }
            net.has_none[at(length)] = !is_met;
        }
    }

  private:
    using Units = std::uint32_t;                          // a set of units
    using LinkSet = BitSet<2 * 2 * widest + 8 * widest>;  // a digit has at most 2 in a line, and 8 in a box
    // Either end has the digit. Groups are cells that one line sees together.
    struct Link {
        int unit;
        bool grouped;
        CellSet all;
        Units from_units, to_units;      // that hold the whole end
        CellSet out_by_from, out_by_to;  // where the digit is not if that end has it
        LinkSet clashing = {};           // links with a cell of this one
        LinkSet next = {};               // links that may follow
        LinkSet ends = {};               // the last links of ways from here that may tell something
    };

    static constexpr std::size_t longest = 6;
    // A path, or what belongs to it, whose end comes and goes.
    template <class Item, std::size_t most>
    class Short {
      public:
        void push_back(Item item) { items_[size_++] = item; }
        void pop_back() { --size_; }
        void clear() { size_ = 0; }
        std::size_t size() const { return size_; }
        Item front() const { return items_[0]; }
        Item back() const { return items_[size_ - 1]; }
        Item operator[](std::size_t i) const { return items_[i]; }
        auto begin() const { return items_.begin(); }
        auto end() const { return items_.begin() + std::ptrdiff_t(size_); }

      private:
        std::array<Item, most> items_{};
        std::size_t size_ = 0;
    };
    // The links of a digit in both directions, and which can follow which.
    struct Net {
        bool is_made = false;
        CellSet where;  // the places of the digit when it was made
        std::vector<Link> links;
        std::array<bool, longest + 1> has_none{};  // by length: whether nothing was found
    };

    const Marks &marks;
    const Shape &shape;
    int digit = 0;
    std::array<Net, widest> nets;  // by digit
    Net *made = nullptr;           // that is being made
    std::span<const Link> links;   // of the digit looked at
    Short<std::size_t, longest> path;
    Short<int, longest> joints;  // the units in which one link meets the next
    bool is_met = false;         // whether the digit looked at has a hint

    void make(Net &net) {
        net.is_made = true;
        net.where = marks.where[at(digit)];
        net.has_none = {};
        net.links.clear();
        made = &net;
        collect();
        join();
    }

    void collect() {
        for (int u = 0; u < shape.units; ++u) {
            const int n = count(marks.places[at(u)][at(digit)]);
            const auto all = shape.inside[at(u)] & marks.where[at(digit)];
            if (n == 2) {
                CellSet one, other;
                one.add(all.first());
                other = all - one;
                if (shape.type(u) != IN_BOX || !in_a_line(all)) add(u, false, one, other, all);
            } else if (n > 2 && n <= 6) {
                split(u, all);
            }
        }
    }

    void add(int unit, bool grouped, CellSet one, CellSet other, CellSet all) {
        const auto out_by_one = seeing_all(one), out_by_other = seeing_all(other);
        const auto around_one = units_around(one), around_other = units_around(other);
        made->links.push_back({unit, grouped, all, around_one, around_other, out_by_one, out_by_other});
        made->links.push_back({unit, grouped, all, around_other, around_one, out_by_other, out_by_one});
    }

    // Which links can follow which. Each way is met from both of its ends, and once is enough.
    void join() {
        auto &all = made->links;
        std::array<LinkSet, most_units> from{}, to{};
        std::array<LinkSet, most_cells> over{}, out{};
        for (std::size_t i = 0; i < all.size(); ++i) {
            each_unit(all[i].from_units, [&](std::size_t u) { from[u].add(int(i)); });
            each_unit(all[i].to_units, [&](std::size_t u) { to[u].add(int(i)); });
            all[i].all.each([&](int c) { over[at(c)].add(int(i)); });
            all[i].out_by_to.each([&](int c) { out[at(c)].add(int(i)); });
        }
        LinkSet before;
        for (std::size_t i = 0; i < all.size(); ++i) {
            Link &link = all[i];
            link.all.each([&](int c) { link.clashing |= over[at(c)]; });
            each_unit(link.to_units, [&](std::size_t u) { link.next |= from[u]; });
            link.next -= link.clashing;
            if (!link.next.empty()) {
                each_unit(link.from_units, [&](std::size_t u) { link.ends |= to[u]; });
                link.out_by_from.each([&](int c) { link.ends |= out[at(c)]; });
                link.ends -= before;
            }
            if (i % 2)
                for (auto each : {i - 1, i}) before.add(int(each));
        }
    }

    template <class Visit>
    static void each_unit(Units units, Visit visit) {
        for (; units; units &= units - 1) visit(std::size_t(std::countr_zero(units)));
    }

    Units units_around(const CellSet &cells) const {
        Units all = ~Units(0);
        cells.each([&](int c) {
            Units own = 0;
            for (auto u : shape.unit[at(c)]) own |= Units(1) << u;
            all &= own;
        });
        return all;
    }

    bool in_a_line(const CellSet &cells) const { return units_around(cells) >> shape.size; }

    // A unit that holds both ends, preferably a column, then a row; or -1.
    static int joint(Units a, Units b) { return a & b ? 31 - std::countl_zero(a & b) : -1; }

    // The ways to part the places in a unit into two groups, each seen together.
    void split(int u, const CellSet &all) {
        const auto &crossing = shape.crossing[at(u)];
        for (std::size_t i = 0; i < crossing.size(); ++i) {
            const auto one = all & shape.inside[crossing[i]];
            if (one.empty()) continue;
            for (std::size_t j = i + 1; j < crossing.size(); ++j) {
                const auto other = all & shape.inside[crossing[j]];
                if (!(all - one - other).empty()) continue;
                if (!(one - other).empty() && !(other - one).empty()) {
                    add(u, true, one - other, other, all);
                    if (one.meets(other)) add(u, true, one, other - one, all);
                }
            }
        }
    }

    // Goes on with each of some links; `clashing` have a cell of the way so far.
    void walk(Easiest &easiest, const Rows &rows, int length, const LinkSet &nexts, const LinkSet &clashing) {
        const Link &last = links[path.back()];
        nexts.each([&](int i) {
            const Link &link = links[at(i)];
            path.push_back(at(i));
            joints.push_back(joint(last.to_units, link.from_units));
            if (int(path.size()) == length) {
                conclude(easiest, length == 2 ? two_links(rows) : rows[0]);
            } else {
                const auto used = clashing | link.clashing;
                if (const auto then = after(link, used, length); !then.empty()) walk(easiest, rows, length, then, used);
            }
            path.pop_back();
            joints.pop_back();
        });
    }

    // The links that may follow one at the end of the path.
    LinkSet after(const Link &link, const LinkSet &used, int length) const {
        const auto all = link.next - used;
        return int(path.size()) + 1 == length ? all & links[path.front()].ends : all;
    }

    CellSet seeing_all(const CellSet &cells) const {
        CellSet out = marks.where[at(digit)];
        cells.each([&](int c) { out &= shape.seen[at(c)]; });
        return out;
    }

    void conclude(Easiest &easiest, const Row *row) {
        if (!row) return;
        const Link &first = links[path.front()], &last = links[path.back()];
        const auto ends = first.out_by_from & last.out_by_to;
        const bool ring = joint(first.from_units, last.to_units) >= 0;
        if (!ring && ends.empty()) return;
        CellSet keep;
        for (auto p : path) keep |= shape.inside[at(links[p].unit)];
        if (!ring)
            for (int u : joints) keep |= shape.inside[at(u)];
        Hint hint;
        hint.strike(marks, ends - keep, digit);
        if (ring)
            for (std::size_t i = 0; i + 1 < path.size(); ++i)
                hint.strike(marks, (links[path[i]].out_by_to & links[path[i + 1]].out_by_from) - keep, digit);
        if (hint.strikes.empty()) return;
        is_met = true;
        hint.technique = row->number;
        hint.cost = row->price(form());
        for (auto p : path) hint.cells |= links[p].all;
        hint.digits = bit(digit);
        easiest.offer(std::move(hint));
    }

    // What two links are called: in parallel lines, in lines that cross in a box, or elsewhere.
    const Row *two_links(const Rows &rows) const {
        const Row *skyscraper = rows[0], *kite = rows[1], *turbot = rows[2];
        const Link &one = links[path.front()], &other = links[path.back()];
        const auto a = shape.type(one.unit), b = shape.type(other.unit);
        if (one.grouped || other.grouped || a == IN_BOX || b == IN_BOX) return turbot;
        if (a == b) return skyscraper;
        return shape.type(joints.front()) == IN_BOX ? kite : turbot;
    }

    // Groups are hardest to see, then boxes with lines of both directions, then any mixture.
    int form() const {
        bool grouped = false;
        unsigned types = 0;
        for (auto p : path) {
            grouped = grouped || links[p].grouped;
            types |= 1u << shape.type(links[p].unit);
        }
        return grouped ? 3 : types == 7 ? 2 : is_single(Digits(types)) && !(types & 1) ? 0 : 1;
    }
};

template <int length>
void strong_links(Scene &scene, const Rows &rows, Easiest &easiest) {
    if (!scene.links) scene.links = std::make_shared<StrongLinks>(scene.marks);
    scene.links->find(easiest, rows, length, scene.placements.settled());
}

inline constexpr Finder link_finders[] = {
    {{"skyscraper", "two-string-kite", "turbot-fish"}, strong_links<2>, {"form"}},
    {{"three-strong-links"}, strong_links<3>, {"form"}},
    {{"four-strong-links"}, strong_links<4>, {"form"}},
    {{"five-strong-links"}, strong_links<5>, {"form"}},
    {{"six-strong-links"}, strong_links<6>, {"form"}},
};

}  // namespace quandary::sudoku
