// What is given in a logic maze, on bit sets.
#pragma once
#include <vector>

#include "board.hpp"

namespace quandary::maze {

// What is given: parts by the number of their vertex, see board.hpp.
template <int Words>
struct Clues {
    using B = Board<Words>;
    int size;
    B checkpoints{};              // vertices
    Edges<B> marked{}, broken{};  // edges with checkpoints, and with breaks

    Clues(int side, const std::vector<int> &vertices, const std::vector<int> &marked_right,
          const std::vector<int> &marked_up, const std::vector<int> &broken_right, const std::vector<int> &broken_up)
        : size(side),
          checkpoints(board(vertices)),
          marked{board(marked_right), board(marked_up)},
          broken{board(broken_right), board(broken_up)} {}

    static bool fits(int side) { return side * side <= 64 * Words; }
    int last() const { return size * size - 1; }

    static B board(const std::vector<int> &members) {
        B result = 0;
        for (int i : members) result |= bit<B>(i);
        return result;
    }
    // Every edge of the grid.
    Edges<B> grid() const {
        Edges<B> all{};
        for (int x = 0; x < size; ++x)
            for (int y = 0; y < size; ++y) {
                if (x + 1 < size) all.right |= bit<B>(x * size + y);
                if (y + 1 < size) all.up |= bit<B>(x * size + y);
            }
        return all;
    }
    Edges<B> open_edges() const {
        const auto all = grid();
        return {B(all.right & ~broken.right), B(all.up & ~broken.up)};
    }
};

}  // namespace quandary::maze
