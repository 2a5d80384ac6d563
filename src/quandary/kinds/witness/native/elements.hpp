// The elements of a panel, and quick checks of those in a region.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "grid.hpp"
#include "tiling.hpp"

namespace quandary::witness {

inline constexpr std::size_t colours = 10;  // by number; 0 is none

enum class Type { square, star, triangles, polyomino, eliminator };

// One of the different elements of a panel; equal ones are interchangeable.
struct Element {
    Type type;
    int colour;
    int count = 0;                           // of triangles
    bool hollow = false;                     // of polyominoes, as are these:
    std::vector<CellSet> orientations = {};  // what shapes it may take

    // The cells that a polyomino adds, or takes away.
    int area() const {
        if (type != Type::polyomino) return 0;
        return hollow ? -int(orientations.front().size()) : int(orientations.front().size());
    }
};

template <int Words>
class Elements {
  public:
    using Corners = typename Grid<Words>::Corners;

    // Cells come with the number of the element that they hold.
    Elements(std::vector<Element> kinds_, const std::vector<std::pair<int, int>> &cells)
        : kinds(std::move(kinds_)), where(kinds.size()) {
        renumber_colours();
        for (const auto &[cell, kind] : cells) where[std::size_t(kind)].add(cell);
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
            const auto &[type, colour, count, is_hollow, orientations] = kinds[kind];
            coloured[std::size_t(colour)] |= where[kind];
            if (type == Type::square) squares[std::size_t(colour)] |= where[kind];
            if (type == Type::star) stars[std::size_t(colour)] |= where[kind];
            if (type == Type::triangles) triangles[std::size_t(count)] |= where[kind];
            if (type == Type::polyomino) (is_hollow ? hollow : solid) |= where[kind];
            if (type == Type::eliminator) eliminators |= where[kind];
        }
        for (const auto &some : triangles) all_triangles |= some;
        for (const auto &some : stars) all_stars |= some;
        for (const auto &some : squares) all_squares |= some;
        polyominoes = solid | hollow;
        demanding = all_stars | polyominoes | eliminators;
        sensitive = demanding | all_squares;
    }

    bool squares_agree(const Corners &region) const {
        int seen = 0;
        for (std::size_t colour = 1; colour <= palette; ++colour) seen += region.meets(squares[colour]);
        return seen <= 1;
    }
    bool stars_pair(const Corners &region) const {
        if (!region.meets(all_stars)) return true;
        for (std::size_t colour = 1; colour <= palette; ++colour)
            if (region.meets(stars[colour]) && (region & coloured[colour]).count() != 2) return false;
        return true;
    }

    // The fewest squares without which those of a region agree.
    int squares_to_remove(const Corners &region) const {
        int all = 0, most = 0;
        if (!region.meets(all_squares)) return 0;
        for (std::size_t colour = 1; colour <= palette; ++colour) {
            const int number = (region & squares[colour]).count();
            all += number;
            most = std::max(most, number);
        }
        return all - most;
    }

    // Whether stars can have just one partner in a region with these cells for sure and others of the room.
    bool stars_may_pair(const Corners &cells, const Corners &room) const {
        if (!cells.meets(all_stars)) return true;
        for (std::size_t colour = 1; colour <= palette; ++colour)
            if (cells.meets(stars[colour]) &&
                ((cells & coloured[colour]).count() > 2 || (room & coloured[colour]).count() < 2))
                return false;
        return true;
    }

    // How many colours have an odd number of stars among some cells and nothing else: however these are divided into
    // regions, a star of each lacks its partner.
    int odd_stars(const Corners &cells) const {
        int number = 0;
        if (cells.meets(all_stars))
            for (std::size_t colour = 1; colour <= palette; ++colour)
                number += !cells.meets(coloured[colour] - stars[colour]) && (cells & stars[colour]).count() % 2;
        return number;
    }

    // The fewest stars that fail because of too many elements of their colour, whatever else comes to some cells.
    // Eliminators do not count: they may lose their colours.
    int surplus_stars(const Corners &cells) const {
        int number = 0;
        if (cells.meets(all_stars))
            for (std::size_t colour = 1; colour <= palette; ++colour) {
                if (!cells.meets(stars[colour])) continue;
                const int alike = (cells & (coloured[colour] - eliminators)).count();
                number += std::max(0, std::min((cells & stars[colour]).count(), alike - 2));
            }
        return number;
    }

    // Whether polyominoes can have the area of a region with these cells for sure and others of the room.
    bool areas_may_match(const Corners &cells, const Corners &room) const {
        if (!cells.meets(polyominoes) || room.meets(hollow)) return true;
        Corners areas;  // as numbers: those that may come together
        areas.add(0);
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
            const int size = kinds[kind].area();
            if (size == 0) continue;
            const int sure = (where[kind] & cells).count(), all = (where[kind] & room).count();
            for (int i = 0; i < sure; ++i) areas = plus(areas, size);
            for (int i = sure; i < all; ++i) areas |= plus(areas, size);
        }
        const int least = cells.count(), most = room.count();
        bool match = false;
        areas.each([&](int area) { match = match || (least <= area && area <= most); });
        return match;
    }

    // The cells that the polyominoes of a region add, less those that hollow ones take away.
    int polyomino_area(const Corners &region) const {
        int area = 0;
        for (std::size_t kind = 0; kind < kinds.size(); ++kind)
            area += (where[kind] & region).count() * kinds[kind].area();
        return area;
    }

    // The cells that its solid ones add.
    int solid_area(const Corners &region) const {
        int area = 0;
        for (std::size_t kind = 0; kind < kinds.size(); ++kind)
            area += (where[kind] & region).count() * std::max(kinds[kind].area(), 0);
        return area;
    }

    // The triangles beside too many edges now, or beside too few even with all those that may still be taken.
    Corners broken(const SideCount<Corners> &now, const SideCount<Corners> &then) const {
        Corners some;
        if (all_triangles.empty()) return some;
        for (int number = 1; number < int(triangles.size()); ++number)
            some |= triangles[std::size_t(number)] - (then.at_least(number) - now.at_least(number + 1));
        return some;
    }

    // The colour of the squares of some cells, where they agree, and how many elements of each colour that stars have
    // (given as bits) are there: 0, 1, 2 or more.
    std::uint64_t contents(const Corners &cells, std::uint64_t star_colours) const {
        std::uint64_t word = 0;
        for (std::size_t colour = 1; colour <= palette; ++colour)
            if (cells.meets(squares[colour])) word = colour;
        for (std::size_t colour = 1; colour <= palette; ++colour)
            if (star_colours >> colour & 1) {
                const auto number = std::min((cells & coloured[colour]).count(), 3);
                word = word << 3 | std::uint64_t(number) << 1 | cells.meets(stars[colour]);
            }
        return word;
    }

    bool none() const { return sensitive.empty() && all_triangles.empty(); }

    std::vector<Element> kinds;
    std::size_t palette = 0;     // how many colours there are, numbered from 1
    std::vector<Corners> where;  // by kind
    std::array<Corners, colours> squares{}, stars{}, coloured{};
    std::array<Corners, 5> triangles{};  // by count
    Corners all_squares, all_stars, all_triangles, solid, hollow, polyominoes, eliminators;
    Corners demanding;  // what depends on all of its region
    Corners sensitive;  // what depends on its region at all, unlike triangles

  private:
    // Numbers the colours as they come, so that loops over colours pass over none that the panel does not have.
    void renumber_colours() {
        std::array<int, colours> numbers;
        numbers.fill(-1);
        for (auto &kind : kinds) {
            auto &number = numbers[std::size_t(kind.colour)];
            if (number < 0) number = int(++palette);
            kind.colour = number;
        }
    }

    static Corners plus(Corners numbers, int more) {
        for (; more > 0; more -= 32) numbers = numbers << std::min(more, 32);
        return numbers;
    }
};

}  // namespace quandary::witness
