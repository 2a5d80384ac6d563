// The board and the pieces in C++, with the numbering of board.py and pieces.py.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace quandary::hex {

using Mask = std::uint64_t;  // a set of cells, or of corners

inline constexpr int cell_count = 54, piece_count = 10, trapezoid = 8, symmetry_count = 12;
inline constexpr Mask full = (Mask(1) << cell_count) - 1;
inline constexpr std::array<std::pair<int, int>, 6> rows{{{2, 7}, {1, 9}, {0, 11}, {0, 11}, {1, 9}, {2, 7}}};
inline const std::array<std::vector<int>, piece_count> reference{{{0, 1, 2, 8, 9, 10},
                                                                  {1, 2, 3, 9, 10, 11},
                                                                  {0, 1, 2, 3, 7, 8},
                                                                  {0, 1, 2, 3, 4, 5},
                                                                  {0, 1, 2, 7, 8, 9},
                                                                  {0, 1, 2, 3, 4, 8},
                                                                  {1, 2, 3, 4, 5, 10},
                                                                  {0, 1, 8, 9, 10, 11},
                                                                  {0, 1, 2},
                                                                  {0, 1, 2, 10, 11, 12}}};

template <class Visit>
void each_cell(Mask mask, Visit visit) {
    for (; mask; mask &= mask - 1) visit(std::countr_zero(mask));
}

struct Cell {
    int row, column;
    constexpr bool points_up() const { return ((row + column) & 1) == 0; }
    // -1 off the board.
    constexpr int number() const {
        if (row < 0 || row > 5) return -1;
        const auto [first, length] = rows[std::size_t(row)];
        if (column < first || column >= first + length) return -1;
        int before = 0;
        for (int above = 0; above < row; ++above) before += rows[std::size_t(above)].second;
        return before + column - first;
    }
    Cell flipped() const { return {5 - row, column}; }
    Cell rotated() const {
        const int x = column - 5, y = 9 - 3 * row - (points_up() ? 2 : 1);
        return {(9 - (y - 3 * x) / 2) / 3, (x + y) / 2 + 5};
    }
};

// A place for a piece.
struct Location {
    int piece;
    Mask cells, halo, corners, lines;
};

// Everything that all puzzles share. Ask `geometry()` for it.
struct Geometry {
    std::vector<Cell> cells;
    std::array<Mask, cell_count> near{}, corners{}, lines{};
    std::vector<Location> locations;
    std::array<int, piece_count + 1> first{};  // by piece: its first location
    std::unordered_map<Mask, int> shapes;      // the big piece that fits six cells exactly

    Geometry() {
        for (int row = 0; row < 6; ++row)
            for (int i = 0; i < rows[std::size_t(row)].second; ++i)
                cells.push_back({row, rows[std::size_t(row)].first + i});
        for (int at = 0; at < cell_count; ++at) describe(at);
        for (int piece = 0; piece < piece_count; ++piece) {
            first[std::size_t(piece)] = int(locations.size());
            place(piece);
        }
        first[piece_count] = int(locations.size());
    }

  private:
    void describe(int at) {
        const auto [row, column] = cells[std::size_t(at)];
        const bool up = cells[std::size_t(at)].points_up();
        for (Cell other : {Cell{row, column - 1}, Cell{row, column + 1}, Cell{up ? row + 1 : row - 1, column}})
            if (const int number = other.number(); number >= 0) near[std::size_t(at)] |= Mask(1) << number;
        const int tip = up ? row : row + 1, base = up ? row + 1 : row;
        for (auto [line, x] : {std::pair{tip, column}, std::pair{base, column - 1}, std::pair{base, column + 1}})
            corners[std::size_t(at)] |= Mask(1) << (9 * line + (x + 1) / 2);  // corners of a line are two columns apart
        for (int number : {row, 16 + (column - row + 15) / 2, 32 + (column + row) / 2})  // the rows in three directions
            lines[std::size_t(at)] |= Mask(1) << number;
    }

    void place(int piece) {
        auto shape = std::vector<Cell>();
        for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
            if (symmetry % 6 == 0) {
                shape.clear();
                for (int cell : reference[std::size_t(piece)])
                    shape.push_back(symmetry ? cells[std::size_t(cell)].flipped() : cells[std::size_t(cell)]);
            }
            for (int down = -5; down <= 5; ++down)
                for (int right = -10; right <= 10; ++right)
                    if (((down + right) & 1) == 0) add(piece, shape, down, right);
            for (auto &cell : shape) cell = cell.rotated();
        }
    }

    void add(int piece, const std::vector<Cell> &shape, int down, int right) {
        Location location{piece, 0, 0, 0, 0};
        for (auto [row, column] : shape) {
            const int number = Cell{row + down, column + right}.number();
            if (number < 0) return;
            location.cells |= Mask(1) << number;
            location.halo |= near[std::size_t(number)];
            location.corners |= corners[std::size_t(number)];
            location.lines |= lines[std::size_t(number)];
        }
        location.halo &= ~location.cells;
        for (auto at = std::size_t(first[std::size_t(piece)]); at < locations.size(); ++at)
            if (locations[at].cells == location.cells) return;
        locations.push_back(location);
        if (piece != trapezoid) shapes[location.cells] = piece;
    }
};

inline const Geometry &geometry() {
    static const Geometry shared;
    return shared;
}

// The cells whose number plus `by` is that of the neighbour to the right, or below.
template <int by>
inline constexpr Mask has_neighbour_by = [] {
    Mask cells = 0;
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column < 11; ++column) {
            const Cell cell{row, column};
            for (Cell other : {Cell{row, column + 1}, Cell{row + (cell.points_up() ? 1 : 9), column}})
                if (cell.number() >= 0 && other.number() == cell.number() + by) cells |= Mask(1) << cell.number();
        }
    return cells;
}();

template <int by>
constexpr Mask neighbours_by(Mask cells) {
    return (cells & has_neighbour_by<by>) << by | (cells >> by & has_neighbour_by<by>);
}

// The cells that share an edge with one of these.
constexpr Mask neighbours(Mask cells) {
    return neighbours_by<1>(cells) | neighbours_by<8>(cells) | neighbours_by<10>(cells) | neighbours_by<11>(cells);
}

// Calls visit(region) for every connected part of a set of cells. Each part must have one of the seeds; the fewer there
// are, the sooner the last part is known. The parts come in the order of their lowest seeds.
template <class Visit>
void each_region(Mask vacant, Mask seeds, Visit visit) {
    while (seeds) {
        Mask region = seeds & (~seeds + 1);
        for (Mask grown = 0; grown != region;) {
            grown = region;
            region |= neighbours(region) & vacant;
            if ((seeds & ~region) == 0) region = grown = vacant;  // nothing can be left for another part
        }
        vacant &= ~region;
        seeds &= ~region;
        visit(region);
    }
}
template <class Visit>
void each_region(Mask vacant, Visit visit) {
    each_region(vacant, vacant, visit);
}

// The big piece that fits six cells exactly, or -1.
inline int shape_of(Mask region) {
    const auto &shapes = geometry().shapes;
    const auto found = shapes.find(region);
    return found == shapes.end() ? -1 : found->second;
}

}  // namespace quandary::hex
