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
    bool points_up() const { return ((row + column) & 1) == 0; }
    // -1 off the board.
    int number() const {
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

// The connected parts of a set of cells, that with the lowest cell first.
struct Regions {
    Mask of = 0;
    int count = 0;
    std::array<Mask, cell_count> parts{};

    void part(Mask vacant) {
        of = vacant;
        count = 0;
        const auto &near = geometry().near;
        while (vacant) {
            Mask region = 0, edge = vacant & (~vacant + 1);
            while (edge) {
                region |= edge;
                Mask next = 0;
                each_cell(edge, [&](int cell) { next |= near[std::size_t(cell)]; });
                edge = next & vacant & ~region;
            }
            vacant &= ~region;
            parts[std::size_t(count++)] = region;
        }
    }
};

// Calls visit(region) for every connected part of a set of cells. One rule after the other asks for the same set.
template <class Visit>
void each_region(Mask vacant, Visit visit) {
    thread_local Regions last;
    if (last.of != vacant) last.part(vacant);
    for (int i = 0; i < last.count; ++i) visit(last.parts[std::size_t(i)]);
}

// The big piece that fits six cells exactly, or -1.
inline int shape_of(Mask region) {
    const auto &shapes = geometry().shapes;
    const auto found = shapes.find(region);
    return found == shapes.end() ? -1 : found->second;
}

}  // namespace quandary::hex
