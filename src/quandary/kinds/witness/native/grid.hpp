// Where things are on a panel, as sets of numbers.
//
// Junction (x, y) has the number y * (width + 1) + x, its `corner`. An edge goes by the corner to its left or
// below it, together with its direction; a cell by its lower left corner. So a step to the right adds 1 to a
// corner, a step up adds the stride, and whole sets move at once. On a pillar the columns go round: there are
// only `width` of them, and a step to the right from the last one leads to the first.
#pragma once
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <quandary/bitset.hpp>

namespace quandary::witness {

// A set of edges, or of steps from cell to cell: to the right and up from the corners named.
template <class Corners>
struct Lines {
    Corners right{}, up{};

    bool empty() const { return right.empty() && up.empty(); }
    int count() const { return right.count() + up.count(); }
    friend Lines operator&(const Lines &a, const Lines &b) { return {a.right & b.right, a.up & b.up}; }
    friend Lines operator|(const Lines &a, const Lines &b) { return {a.right | b.right, a.up | b.up}; }
    friend Lines operator-(const Lines &a, const Lines &b) { return {a.right - b.right, a.up - b.up}; }
    bool operator==(const Lines &) const = default;
};

// Junctions and edges.
template <class Corners>
struct Places {
    Corners junctions{};
    Lines<Corners> edges{};

    bool empty() const { return junctions.empty() && edges.empty(); }
    int count() const { return junctions.count() + edges.count(); }
    friend Places operator&(const Places &a, const Places &b) { return {a.junctions & b.junctions, a.edges & b.edges}; }
    friend Places operator|(const Places &a, const Places &b) { return {a.junctions | b.junctions, a.edges | b.edges}; }
    friend Places operator-(const Places &a, const Places &b) { return {a.junctions - b.junctions, a.edges - b.edges}; }
};

// For each cell the number of its edges that are in a set, or for each junction, in binary.
template <class Corners>
struct SideCount {
    Corners ones, twos, fours;

    // The cells with at least this number.
    Corners at_least(int number) const {
        switch (number) {
            case 1:
                return ones | twos | fours;
            case 2:
                return twos | fours;
            case 3:
                return (ones & twos) | fours;
            case 4:
                return fours;
            default:
                return {};
        }
    }
};

enum class Symmetry { none, horizontal, vertical, rotational, parallel };

// The grid of a panel. `Words` sets the largest: 64 junctions to a word.
template <int Words>
class Grid {
  public:
    using Corners = BitSet<64 * Words>;
    using Edges = Lines<Corners>;

    static bool fits(int width, int height) { return (width + 1) * (height + 1) <= Corners::size; }

    // A pillar has at least three columns: with two, neighbours would have two edges between them.
    Grid(int width_, int height_, Symmetry symmetry_, bool pillar_ = false)
        : width(width_), height(height_), stride(pillar_ ? width_ : width_ + 1), symmetry(symmetry_), pillar(pillar_) {
        mirror.reserve(std::size_t(stride * (height + 1)));
        for (int y = 0; y <= height; ++y)
            for (int x = 0; x < stride; ++x) {
                const int here = corner(x, y);
                junctions.add(here);
                if (x < width) edges.right.add(here);
                if (y < height) edges.up.add(here);
                if (x < width && y < height) cells.add(here);
                if (pillar && x == width - 1) last_.add(here);
                mirror.push_back(std::int16_t(image(x, y)));
                if (symmetry != Symmetry::none && mirror.back() == here) axis.add(here);
            }
    }

    // Some corners, each moved one to the right or to the left.
    Corners east(const Corners &some) const {
        if (!pillar) return some << 1;
        return ((some - last_) << 1) | ((some & last_) >> (width - 1));
    }
    Corners west(const Corners &some) const {
        if (!pillar) return some >> 1;
        const auto first = last_ >> (width - 1);
        return ((some - first) >> 1) | ((some & first) << (width - 1));
    }
    int right_of(int corner) const { return pillar && last_.has(corner) ? corner - width + 1 : corner + 1; }

    int corner(int x, int y) const { return y * stride + x; }
    static Corners only(int corner) {
        Corners result;
        result.add(corner);
        return result;
    }
    bool is_symmetric() const { return symmetry != Symmetry::none; }

    // Some corners and those within `room` that can be reached from them, in any number of steps.
    Corners spread(const Corners &from, const Lines<Corners> &steps, const Corners &room) const {
        const auto all = from | room;
        const auto up = steps.up & all & (all >> stride), right = steps.right & all & west(all);
        auto reached = from;
        for (auto before = from;; before = reached) {
            // One direction after the other, so that a round goes round corners.
            reached |= (reached & up) << stride;
            reached |= east(reached & right);
            reached |= (reached >> stride) & up;
            reached |= west(reached) & right;
            if (reached == before) return reached;
        }
    }

    // What is left of some corners after dead ends are cut off, again and again: those with fewer than two
    // steps to others, unless they are to be kept.
    Corners without_dead_ends(Corners some, const Lines<Corners> &steps, const Corners &keep) const {
        while (true) {
            const auto below = (some & steps.up) << stride, above = (some >> stride) & steps.up;
            const auto left = east(some & steps.right), right = west(some) & steps.right;
            const auto through = (below & above) | (left & right) | ((below | above) & (left | right));
            const auto rest = some & (through | keep);
            if (rest == some) return some;
            some = rest;
        }
    }

    // The edges with both ends among some junctions.
    Edges between(const Corners &ends) const {
        return {edges.right & ends & west(ends), edges.up & ends & (ends >> stride)};
    }

    // The steps from cell to cell that no edge of `walls` forbids.
    Lines<Corners> passages(const Edges &walls) const {
        return {(cells & west(cells)) - west(walls.up), (cells & (cells >> stride)) - (walls.right >> stride)};
    }

    // The cells that can be reached from one.
    Corners region(int cell, const Lines<Corners> &passages) const { return spread(only(cell), passages, cells); }

    // The edges of some cells; also with their corners.
    Edges sides(const Corners &of) const { return {of | (of << stride), of | east(of)}; }
    Places<Corners> around(const Corners &of) const {
        const auto low = of | east(of);
        return {low | (low << stride), sides(of)};
    }

    SideCount<Corners> count_sides(const Edges &some) const {
        return added(some.right, some.right >> stride, some.up, west(some.up));
    }

    // The edges at some junctions; and for each junction the number of edges of a set that end there.
    Edges edges_at(const Corners &some) const { return {some | west(some), some | (some >> stride)}; }
    SideCount<Corners> count_ends(const Edges &some) const {
        return added(some.right, east(some.right), some.up, some.up << stride);
    }

    // The junctions that have a cell on every side.
    Corners inside() const {
        const auto columns = cells & east(cells);
        return columns & (columns << stride);
    }

    // The edges between two cells.
    Edges inner() const { return inner(cells); }
    Edges inner(const Corners &of) const { return {of & (of << stride), of & east(of)}; }

    // The cells on the other side of some edges, seen from these.
    Corners across(const Corners &from, const Edges &some) const {
        return ((from << stride) & some.right) | ((from & some.right) >> stride) | (east(from) & some.up) |
               west(from & some.up);
    }

    // The cells beside some edges.
    Corners beside(const Edges &some) const {
        return (some.right | (some.right >> stride) | some.up | west(some.up)) & cells;
    }
    // The cells that have all four of their edges among some.
    Corners enclosed(const Edges &some) const {
        return cells & some.right & (some.right >> stride) & some.up & west(some.up);
    }

    // Adds the edge between two neighbours.
    void add(Edges &some, int here, int there) const {
        const int low = here < there ? here : there, apart = here + there - 2 * low;
        if (apart == 1)
            some.right.add(low);
        else if (pillar && apart == width - 1)
            some.right.add(low + apart);
        else
            some.up.add(low);
    }
    bool has(const Edges &some, int here, int there) const {
        const int low = here < there ? here : there, apart = here + there - 2 * low;
        if (pillar && apart == width - 1) return some.right.has(low + apart);
        return apart == 1 ? some.right.has(low) : some.up.has(low);
    }

    // What mirrors a set on a symmetric panel.
    Corners image(const Corners &of) const {
        Corners result;
        of.each([&](int here) { result.add(mirror[std::size_t(here)]); });
        return result;
    }
    Edges image(const Edges &of) const {
        Edges result;
        of.right.each([&](int here) { add(result, mirror[std::size_t(here)], mirror[std::size_t(right_of(here))]); });
        of.up.each([&](int here) { add(result, mirror[std::size_t(here)], mirror[std::size_t(here + stride)]); });
        return result;
    }

    int width, height, stride;
    Symmetry symmetry;
    bool pillar;
    Corners junctions, cells;
    Edges edges;
    Corners axis;                      // junctions that are their own image
    std::vector<std::int16_t> mirror;  // by junction

  private:
    static SideCount<Corners> added(const Corners &a, const Corners &b, const Corners &c, const Corners &d) {
        const auto odd = a ^ b, even = a & b, odd_too = c ^ d, even_too = c & d;
        return {odd ^ odd_too, (even ^ even_too) | (odd & odd_too), even & even_too};
    }

    int image(int x, int y) const {
        const bool across = symmetry == Symmetry::horizontal || symmetry == Symmetry::rotational;
        const bool over = symmetry == Symmetry::vertical || symmetry == Symmetry::rotational;
        const int column = across ? width - x : x, row = over ? height - y : y;
        // On a pillar the second path is on the other side.
        return pillar ? corner((column + width / 2) % width, row) : corner(column, row);
    }

    Corners last_;  // the corners of a pillar's last column
};

}  // namespace quandary::witness
