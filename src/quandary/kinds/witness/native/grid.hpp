// Where things are on a panel, as sets of numbers.
//
// Junction (x, y) has the number y * (width + 1) + x, its `corner`. An edge goes by the corner to its left or
// below it, together with its direction; a cell by its lower left corner. So a step to the right adds 1 to a
// corner, a step up adds the stride, and whole sets move at once.
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

// For each cell the number of its edges that are in a set, in binary.
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
            default:
                return fours;
        }
    }
};

enum class Symmetry { none, horizontal, vertical, rotational };

// The grid of a panel. `Words` sets the largest: 64 junctions to a word.
template <int Words>
class Grid {
  public:
    using Corners = BitSet<64 * Words>;
    using Edges = Lines<Corners>;

    static bool fits(int width, int height) { return (width + 1) * (height + 1) <= Corners::size; }

    Grid(int width_, int height_, Symmetry symmetry_)
        : width(width_), height(height_), stride(width_ + 1), symmetry(symmetry_) {
        mirror.reserve(std::size_t((width + 1) * (height + 1)));
        for (int y = 0; y <= height; ++y)
            for (int x = 0; x <= width; ++x) {
                const int here = corner(x, y);
                junctions.add(here);
                if (x < width) edges.right.add(here);
                if (y < height) edges.up.add(here);
                if (x < width && y < height) cells.add(here);
                mirror.push_back(std::int16_t(image(x, y)));
                if (symmetry != Symmetry::none && mirror.back() == here) axis.add(here);
            }
    }

    int corner(int x, int y) const { return y * stride + x; }
    static Corners only(int corner) {
        Corners result;
        result.add(corner);
        return result;
    }
    bool is_symmetric() const { return symmetry != Symmetry::none; }

    // Some corners and those within `room` that can be reached from them, in any number of steps.
    Corners spread(const Corners &from, const Lines<Corners> &steps, const Corners &room) const {
        auto reached = from;
        for (auto before = from;; before = reached) {
            // One direction after the other, so that a round goes round corners.
            reached |= ((reached & steps.up) << stride) & room;
            reached |= ((reached & steps.right) << 1) & room;
            reached |= (reached >> stride) & steps.up & room;
            reached |= (reached >> 1) & steps.right & room;
            if (reached == before) return reached;
        }
    }

    // What is left of some corners after dead ends are cut off, again and again: those with fewer than two
    // steps to others, unless they are to be kept.
    Corners without_dead_ends(Corners some, const Lines<Corners> &steps, const Corners &keep) const {
        while (true) {
            const auto below = (some & steps.up) << stride, above = (some >> stride) & steps.up;
            const auto left = (some & steps.right) << 1, right = (some >> 1) & steps.right;
            const auto through = (below & above) | (left & right) | ((below | above) & (left | right));
            const auto rest = some & (through | keep);
            if (rest == some) return some;
            some = rest;
        }
    }

    // The edges with both ends among some junctions.
    Edges between(const Corners &ends) const {
        return {edges.right & ends & (ends >> 1), edges.up & ends & (ends >> stride)};
    }

    // The steps from cell to cell that no edge of `walls` forbids.
    Lines<Corners> passages(const Edges &walls) const {
        return {(cells & (cells >> 1)) - (walls.up >> 1), (cells & (cells >> stride)) - (walls.right >> stride)};
    }

    // The cells that can be reached from one.
    Corners region(int cell, const Lines<Corners> &passages) const { return spread(only(cell), passages, cells); }

    // The edges of some cells; also with their corners.
    Edges sides(const Corners &of) const { return {of | (of << stride), of | (of << 1)}; }
    Places<Corners> around(const Corners &of) const {
        const auto low = of | (of << 1);
        return {low | (low << stride), sides(of)};
    }

    SideCount<Corners> count_sides(const Edges &some) const {
        const auto below = some.right, above = some.right >> stride, left = some.up, beyond = some.up >> 1;
        const auto odd = below ^ above, even = below & above, odd_too = left ^ beyond, even_too = left & beyond;
        return {odd ^ odd_too, (even ^ even_too) | (odd & odd_too), even & even_too};
    }

    // The junctions that have a cell on every side.
    Corners inside() const {
        const auto columns = cells & (cells << 1);
        return columns & (columns << stride);
    }

    // The edges between two cells.
    Edges inner() const { return {cells & (cells << stride), cells & (cells << 1)}; }

    // The cells on the other side of some edges, seen from these.
    Corners across(const Corners &from, const Edges &some) const {
        return ((from << stride) & some.right) | ((from & some.right) >> stride) | ((from << 1) & some.up) |
               ((from & some.up) >> 1);
    }

    // The cells beside some edges.
    Corners beside(const Edges &some) const {
        return (some.right | (some.right >> stride) | some.up | (some.up >> 1)) & cells;
    }
    // The cells that have all four of their edges among some.
    Corners enclosed(const Edges &some) const {
        return cells & some.right & (some.right >> stride) & some.up & (some.up >> 1);
    }

    // Adds the edge between two neighbours.
    void add(Edges &some, int here, int there) const {
        const int low = here < there ? here : there;
        if (here + there - 2 * low == 1)
            some.right.add(low);
        else
            some.up.add(low);
    }
    bool has(const Edges &some, int here, int there) const {
        const int low = here < there ? here : there;
        return here + there - 2 * low == 1 ? some.right.has(low) : some.up.has(low);
    }

    // What mirrors a set on a symmetric panel.
    Corners image(const Corners &of) const {
        Corners result;
        of.each([&](int here) { result.add(mirror[std::size_t(here)]); });
        return result;
    }
    Edges image(const Edges &of) const {
        Edges result;
        of.right.each([&](int here) { add(result, mirror[std::size_t(here)], mirror[std::size_t(here + 1)]); });
        of.up.each([&](int here) { add(result, mirror[std::size_t(here)], mirror[std::size_t(here + stride)]); });
        return result;
    }

    int width, height, stride;
    Symmetry symmetry;
    Corners junctions, cells;
    Edges edges;
    Corners axis;                      // junctions that are their own image
    std::vector<std::int16_t> mirror;  // by junction

  private:
    int image(int x, int y) const {
        const bool across = symmetry == Symmetry::horizontal || symmetry == Symmetry::rotational;
        const bool over = symmetry == Symmetry::vertical || symmetry == Symmetry::rotational;
        return corner(across ? width - x : x, over ? height - y : y);
    }
};

}  // namespace quandary::witness
