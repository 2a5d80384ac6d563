// Takes numbers out of a full board as long as it stays the only one.
#pragma once
#include <vector>

#include "solver.hpp"

namespace quandary::fillomino {

// The numbers that remain when cells are emptied in the given order, each if the board stays the only way to
// complete the rest, until `most` cells are empty. Since it was the only one before a cell is emptied, another
// board must differ in that cell. One solver serves all the questions.
inline Numbers dig(const Grid &grid, const Numbers &board, const std::vector<int> &order, int most, Budget &budget) {
    Boards boards(grid, board);
    Numbers left = board;
    int emptied = 0;
    for (int cell : order) {
        if (emptied == most) break;
        const int number = std::exchange(left[std::size_t(cell)], 0);
        if (boards.has_board_without(cell, number, left, board, budget))
            left[std::size_t(cell)] = number;
        else
            ++emptied;
    }
    return left;
}

}  // namespace quandary::fillomino
