// Takes numbers out of a full board as long as it stays the only one.
#pragma once
#include <vector>

#include "solver.hpp"

namespace quandary::fillomino {

// The numbers that remain when cells are emptied in the given order, each if the board stays the only way to
// complete the rest, until `most` cells are empty. Since it was the only one before a cell is emptied, another
// board must differ in that cell. One solver serves all the questions. It is told of some cells at a time, so that
// what follows from the others is found once.
inline Numbers dig(const Grid &grid, const Numbers &board, const std::vector<int> &order, int most, Budget &budget) {
    constexpr std::size_t at_a_time = 16;
    Boards boards(grid, board);
    boards.stay_near(board);
    Numbers left = board;
    int emptied = 0;
    for (std::size_t first = 0; first < order.size() && emptied < most; first += at_a_time) {
        const std::span part(order.data() + first, std::min(at_a_time, order.size() - first));
        Numbers here(left.size()), others = left;
        for (int cell : part) here[std::size_t(cell)] = std::exchange(others[std::size_t(cell)], 0);
        boards.assume(others);
        for (int cell : part) {
            if (emptied == most) break;
            auto &number = here[std::size_t(cell)];
            const int before = std::exchange(number, 0);
            if (boards.has_board_without(cell, before, here, budget))
                number = before;
            else
                ++emptied;
        }
        for (int cell : part)
            if (const int number = left[std::size_t(cell)] = here[std::size_t(cell)]) boards.give(cell, number);
    }
    return left;
}

}  // namespace quandary::fillomino
