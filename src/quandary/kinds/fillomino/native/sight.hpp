// What is seen around a number that is written. Mirrors the facts of theory.py.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <quandary/lore.hpp>

#include "domain.hpp"

namespace quandary::fillomino {

inline constexpr std::array<std::string_view, 5> sorts{"in", "bar", "more", "most", "move"};
namespace seen {
enum Sort { in, bar, more, most, move };
}

// Adds the numbers around a cell and where they cannot go, as it is once a number is written there.
template <class Board>
void look_around(const Grid &grid, const Board &numbers, int cell, int written, quandary::Sight &sight) {
    constexpr int classes = 3, rim = 0, largest = 12;                          // CLASSES and LARGEST of theory.py
    const int columns = grid.beside(0).back(), rows = grid.cells() / columns;  // the cell below the first is last
    const int radius = sight.radius(), row = cell / columns, column = cell % columns;
    struct Seen {
        int x, y, number;
    };
    std::vector<Seen> all{{0, 0, written}};
    std::vector<int> told;  // the number of each class
    sight.clear();
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) {
            const int y = row + dy, x = column + dx;
            if (y < 0 || x < 0 || y >= rows || x >= columns) {
                all.push_back({dx, dy, rim});
            } else if (const int number = numbers[std::size_t(y * columns + x)]; number && (dx || dy)) {
                all.push_back({dx, dy, number});
                if (number != written) told.push_back(number);
            }
        }
    std::ranges::sort(told);
    told.erase(std::unique(told.begin(), told.end()), told.end());
    if (told.size() > classes) told.resize(classes);
    told.insert(told.begin(), written);
    for (const auto &[x, y, number] : all) {
        bool is_told = false;
        for (int each = 0; each < int(told.size()); ++each) {
            const bool same = told[std::size_t(each)] == number;
            is_told |= same;
            if (x || y) sight.add(same ? seen::in : seen::bar, x, y, each);
        }
        if (!is_told) continue;
        for (int k = 1; k < std::min(number, largest + 1); ++k) sight.add(seen::more, x, y, k);
        for (int k = number; k <= largest; ++k) sight.add(seen::most, x, y, k);
    }
}

template <int Most>
const auto &sorts_of(const Fillomino<Most> &) {
    return sorts;
}

// Those of some moves that the patterns of a sight refute.
template <int Most>
MoveSet<Fillomino<Most>> refuted(const Fillomino<Most> &board, const typename Fillomino<Most>::State &state,
                                 const MoveSet<Fillomino<Most>> &moves, quandary::Sight &sight) {
    MoveSet<Fillomino<Most>> out;
    moves.each([&](Move move) {
        Budget::poll();
        look_around(board.grid, state.numbers, board.cell_of(move), board.number_of(move), sight);
        if (sight.refutes(seen::move, 0, 0)) out.add(move);
    });
    return out;
}

}  // namespace quandary::fillomino
