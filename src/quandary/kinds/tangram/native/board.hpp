// A board and its pieces in C++, with the numbering of declare.py, which hands over every location.
#pragma once
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <quandary/bitset.hpp>

namespace quandary::tangram {

inline constexpr int most_cells = 128, most_letters = 26, most_pieces = 32;

using Mask = BitSet<most_cells>;  // a set of cells, or of sizes
using Lists = std::vector<std::vector<int>>;

struct Hashed {
    std::size_t operator()(const Mask &mask) const { return std::size_t(mask.hash()); }
};

inline bool lies_in(const Mask &small, const Mask &large) { return (small - large).empty(); }

// A place for a piece, the cells that share an edge, a corner or a row with it among them.
struct Location {
    int piece;
    Mask cells, edges, corners, lines;
};

// What Python says about a puzzle.
struct Description {
    Lists near, meeting, lined;  // by cell: the cells that share an edge, a corner or a row with it
    std::vector<int> pieces;     // by location: its piece
    Lists cells;                 // by location: its cells
    std::vector<int> order;      // the cells in the order in which a search fills them
    std::vector<int> copies;     // by piece: how many are declared
    std::vector<int> left;       // by piece: how many are used
    std::vector<int> placed;     // the moves made at the start
    std::vector<int> fitting;    // the locations that fit over bumps
    bool over_bumps = false;
    std::vector<int> bonds;  // (piece, piece, touch) three by three
};

struct Board {
    int cell_count, piece_count;
    Mask full;
    std::vector<Mask> near;
    std::vector<Location> locations;
    std::vector<int> copies, sizes, first;    // by piece; `first` is its first location, with one entry more
    std::vector<std::vector<int>> by_lowest;  // by cell: the locations that have it lowest
    std::unordered_map<Mask, std::vector<int>, Hashed> owners;  // the locations that are a set of cells
    Mask piece_sizes;

    explicit Board(const Description &said)
        : cell_count(int(said.near.size())),
          piece_count(int(said.copies.size())),
          copies(said.copies),
          sizes(said.copies.size(), 0),
          by_lowest(said.near.size()) {
        for (int cell = 0; cell < cell_count; ++cell) {
            full.add(cell);
            near.push_back(set_of(said.near[std::size_t(cell)]));
        }
        for (std::size_t at = 0; at < said.cells.size(); ++at) add(said, int(at));
        while (int(first.size()) <= piece_count) first.push_back(int(locations.size()));
    }

  private:
    static Mask set_of(const std::vector<int> &cells) {
        Mask mask;
        for (int cell : cells) mask.add(cell);
        return mask;
    }

    void add(const Description &said, int number) {
        const auto &cells = said.cells[std::size_t(number)];
        const int piece = said.pieces[std::size_t(number)];
        Location here{piece, set_of(cells), {}, {}, {}};
        for (int cell : cells) {
            here.edges |= near[std::size_t(cell)];
            here.corners |= set_of(said.meeting[std::size_t(cell)]);
            here.lines |= set_of(said.lined[std::size_t(cell)]);
        }
        while (int(first.size()) <= piece) first.push_back(number);
        sizes[std::size_t(piece)] = int(cells.size());
        piece_sizes.add(int(cells.size()));
        owners[here.cells].push_back(number);
        by_lowest[std::size_t(here.cells.first())].push_back(number);
        locations.push_back(here);
    }
};

// Calls visit(gap) for every connected part of a set of cells, that with the lowest cell first.
template <class Visit>
void each_gap(const Board &board, Mask vacant, Visit visit) {
    while (!vacant.empty()) {
        Mask part, edge;
        edge.add(vacant.first());
        while (!edge.empty()) {
            part |= edge;
            Mask next;
            edge.each([&](int cell) { next |= board.near[std::size_t(cell)]; });
            edge = (next & vacant) - part;
        }
        vacant -= part;
        visit(part);
    }
}

}  // namespace quandary::tangram
