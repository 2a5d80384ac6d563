// What is seen around a number that is written. Mirrors the facts of theory.py.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <quandary/lore.hpp>

#include "domain.hpp"

namespace quandary::fillomino {

inline constexpr std::array<std::string_view, 5> sorts{"in", "off", "more", "most", "move"};
namespace seen {
enum Sort { in, off, more, most, move };
}

// Adds the numbers and the rim around a cell, as they are once a number is written there.
template <class Board>
void look_around(const Grid &grid, const Board &numbers, int cell, int written, quandary::Sight &sight) {
    constexpr int classes = 3, other = 9, largest = 12;  // CLASSES, OTHER and LARGEST of theory.py
    const int columns = grid.beside(0).back(), rows = grid.cells() / columns;  // the cell below the first is last
    const int radius = sight.radius(), row = cell / columns, column = cell % columns;
    struct Seen {
        int x, y, number;
    };
    std::vector<Seen> all{{0, 0, written}};
    std::vector<int> others;
    sight.clear();
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) {
            const int y = row + dy, x = column + dx;
            if (y < 0 || x < 0 || y >= rows || x >= columns) {
                sight.add(seen::off, dx, dy);
            } else if (const int number = numbers[std::size_t(y * columns + x)]; number && (dx || dy)) {
                all.push_back({dx, dy, number});
                if (number != written) others.push_back(number);
            }
        }
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const auto &[x, y, number] : all) {
        const auto at = std::ranges::find(others, number) - others.begin();
        const bool is_told = number == written || at < classes;
        if (x || y) sight.add(seen::in, x, y, number == written ? 0 : is_told ? int(at) + 1 : other);
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
