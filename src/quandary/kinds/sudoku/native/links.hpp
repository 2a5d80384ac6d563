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
    void find(Easiest &easiest, const Rows &rows, int length) {
        for (digit = 0; digit < shape.size; ++digit) {
            Net &net = nets[at(digit)];
            if (!net.is_made || !(net.where == marks.where[at(digit)])) make(net);
            if (net.has_none[at(length)]) continue;
            is_met = false;
            links = std::span(net.links);
            nexts = std::span<const Next>(net.nexts);
            for (std::size_t i = 0; i < links.size(); ++i)
                if (links[i].has_ends) {
                    Budget::poll();
                    is_end = std::span(net.is_end).subspan(i * links.size(), links.size());
                    path.clear();
                    path.push_back(i);
                    walk(easiest, rows, length, links[i].all);
                }
            net.has_none[at(length)] = !is_met;
        }
    }

  private:
    using Units = std::uint32_t;  // a set of units
    struct Next {
        std::size_t link;
        int joint;  // the unit in which they meet
    };
    // Either end has the digit. Groups are cells that one line sees together.
    struct Link {
        int unit;
        bool grouped;
        CellSet all;
        Units from_units, to_units;                 // that hold the whole end
        CellSet out_by_from, out_by_to;             // where the digit is not if that end has it
        std::size_t first_next = 0, last_next = 0;  // in `nexts`
        bool has_ends = false;                      // whether it is the first of ways that may tell something
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
        std::vector<Next> nexts;
        std::vector<char> is_end;                  // by the first and the last link: whether they may tell something
        std::array<bool, longest + 1> has_none{};  // by length: whether nothing was found
    };

    const Marks &marks;
    const Shape &shape;
    int digit = 0;
    std::array<Net, widest> nets;  // by digit
    Net *made = nullptr;           // that is being made
    std::span<const Link> links;   // of the digit looked at
    std::span<const Next> nexts;
    std::vector<std::size_t> path;
    std::vector<int> joints;       // the units in which one link meets the next
    std::span<const char> is_end;  // whether a way from the first link may end with this one
    bool is_met = false;           // whether the digit looked at has a hint

    void make(Net &net) {
        net.is_made = true;
        net.where = marks.where[at(digit)];
        net.has_none = {};
        net.links.clear();
        net.nexts.clear();
        made = &net;
        collect();
        join();
        mark_ends();
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

    void join() {
        auto &all = made->links;
        for (auto &link : all) {
            link.first_next = made->nexts.size();
            for (std::size_t i = 0; i < all.size(); ++i)
                if (const int unit = joint(link.to_units, all[i].from_units); unit >= 0)
                    if (!link.all.meets(all[i].all)) made->nexts.push_back({i, unit});
            link.last_next = made->nexts.size();
        }
    }

    // Each way is met from both of its ends, and once is enough.
    void mark_ends() {
        auto &all = made->links;
        made->is_end.assign(all.size() * all.size(), false);
        for (std::size_t i = 0; i < all.size(); ++i) {
            Link &first = all[i];
            if (first.first_next == first.last_next) continue;
            char *const is_last = made->is_end.data() + i * all.size();
            for (std::size_t j = i / 2 * 2; j < all.size(); ++j) {
                is_last[j] = (first.from_units & all[j].to_units) || first.out_by_from.meets(all[j].out_by_to);
                first.has_ends = first.has_ends || is_last[j];
            }
        }
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

    void walk(Easiest &easiest, const Rows &rows, int length, const CellSet &used) {
        const Link &last = links[path.back()];
        const bool is_last = int(path.size()) + 1 == length;
        for (std::size_t at_next = last.first_next; at_next < last.last_next; ++at_next) {
            const auto [i, unit] = nexts[at_next];
            if ((is_last && !is_end[i]) || links[i].all.meets(used)) continue;
            path.push_back(i);
            joints.push_back(unit);
            if (is_last)
                conclude(easiest, length == 2 ? two_links(rows) : rows[0]);
            else
                walk(easiest, rows, length, used | links[i].all);
            path.pop_back();
            joints.pop_back();
        }
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
    scene.links->find(easiest, rows, length);
}

inline constexpr Finder link_finders[] = {
    {{"skyscraper", "two-string-kite", "turbot-fish"}, strong_links<2>, {"form"}},
    {{"three-strong-links"}, strong_links<3>, {"form"}},
    {{"four-strong-links"}, strong_links<4>, {"form"}},
    {{"five-strong-links"}, strong_links<5>, {"form"}},
    {{"six-strong-links"}, strong_links<6>, {"form"}},
};

}  // namespace quandary::sudoku
