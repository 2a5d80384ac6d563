// Boards of squares with pieces of one or two cells, for tests.
#pragma once
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "domain.hpp"

namespace quandary::tangram {

// A board of squares, and what is asked of those who fill it.
struct Sample {
    Description board;
    Asked asked;

    template <class S>
    Tangram<S> puzzle() const {
        return {std::make_shared<const Board<S>>(board), asked};
    }
};

// A board of squares that is told where its pieces can lie.
inline Sample squares(int rows, int columns, const std::vector<std::pair<int, std::vector<int>>> &locations,
                      std::vector<int> copies) {
    Description said;
    const int count = rows * columns;
    for (int one = 0; one < count; ++one) {
        std::vector<int> near, meeting, lined;
        for (int other = 0; other < count; ++other) {
            const int down = std::abs(one / columns - other / columns),
                      right = std::abs(one % columns - other % columns);
            if (down + right == 1) near.push_back(other);
            if (down <= 1 && right <= 1) meeting.push_back(other);
            if (down == 0 || right == 0) lined.push_back(other);
        }
        said.near.push_back(near);
        said.meeting.push_back(meeting);
        said.lined.push_back(lined);
        said.order.push_back(one);
    }
    for (const auto &[piece, cells] : locations) {
        said.pieces.push_back(piece);
        said.cells.push_back(cells);
    }
    said.sizes.assign(copies.size(), 1);  // of a piece that lies nowhere, unless a test says otherwise
    for (const auto &[piece, cells] : locations) said.sizes[std::size_t(piece)] = int(cells.size());
    said.copies = copies;
    Sample made{std::move(said), {}};
    made.asked.left = std::move(copies);
    return made;
}

// The places of a domino.
inline std::vector<std::pair<int, std::vector<int>>> domino_places(int rows, int columns, int piece) {
    std::vector<std::pair<int, std::vector<int>>> found;
    for (int cell = 0; cell < rows * columns; ++cell) {
        if (cell % columns + 1 < columns) found.push_back({piece, {cell, cell + 1}});
        if (cell / columns + 1 < rows) found.push_back({piece, {cell, cell + columns}});
    }
    return found;
}

inline Sample dominoes(int rows, int columns) {
    return squares(rows, columns, domino_places(rows, columns, 0), {rows * columns / 2});
}

// The move that covers these cells.
template <class D>
int move_on(const D &puzzle, std::vector<int> cells) {
    typename D::Mask wanted;
    for (int cell : cells) wanted.add(cell);
    for (int move = 0; move < puzzle.move_count(); ++move)
        if (puzzle.at(move).cells == wanted) return move;
    return -1;
}

}  // namespace quandary::tangram
