// What is seen around the head of a path in a maze. Mirrors the facts of theory.py.
#pragma once
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <quandary/lore.hpp>

#include "domain.hpp"

namespace quandary::maze {

inline constexpr std::array<std::string_view, 8> sorts{"line", "must", "shut", "free", "plain", "end", "dot", "move"};
namespace seen {
enum Sort { line, must, shut, free, plain, end, dot, move };
}

// Adds what is seen of an edge: to the right of a vertex, or above it.
template <class Maze>
void look_at_edge(const Maze &maze, const typename Maze::State &state, int x, int y, bool across, int dx, int dy,
                  Sight &sight) {
    using B = typename Maze::B;
    const int size = maze.clues.size, vertex = x * size + y;
    const bool is_there = x >= 0 && y >= 0 && x + across < size && y + !across < size;
    if (is_there && ((across ? state.edges.right : state.edges.up) >> vertex & 1)) return sight.add(seen::line, dx, dy);
    if (std::abs(dx) + std::abs(dy) == 1) sight.add(seen::free, dx, dy);
    if (!is_there) return sight.add(seen::shut, dx, dy);
    if ((across ? maze.clues.marked.right : maze.clues.marked.up) >> vertex & 1) sight.add(seen::must, dx, dy);
    const B ends = bit<B>(vertex) | bit<B>(vertex + (across ? size : 1));
    const B behind = state.visited & B(~bit<B>(state.head));
    if (maze.way(vertex, across ? 1 : 0) < 0 || (ends & behind)) sight.add(seen::shut, dx, dy);
}

template <class Maze>
void look_at_vertex(const Maze &maze, const typename Maze::State &state, int x, int y, int dx, int dy, Sight &sight) {
    const int size = maze.clues.size, vertex = x * size + y;
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    if (vertex == maze.clues.last())
        sight.add(seen::end, dx, dy);
    else if (vertex)
        sight.add(seen::plain, dx, dy);
    if ((maze.clues.checkpoints >> vertex & 1) && !(state.visited >> vertex & 1)) sight.add(seen::dot, dx, dy);
}

// Adds all that is seen around the head. Places are counted in half edges from there.
template <class Maze>
void look_around(const Maze &maze, const typename Maze::State &state, Sight &sight) {
    const int reach = 2 * sight.radius(), x = 2 * (state.head / maze.clues.size),
              y = 2 * (state.head % maze.clues.size);
    sight.clear();
    for (int dx = -reach; dx <= reach; ++dx)
        for (int dy = -reach; dy <= reach; ++dy) {
            const int column = (x + dx - (dx & 1)) / 2, row = (y + dy - (dy & 1)) / 2;
            if ((dx ^ dy) & 1)
                look_at_edge(maze, state, column, row, dx & 1, dx, dy, sight);
            else if (!(dx & 1) && (dx || dy) && std::max(std::abs(dx), std::abs(dy)) < reach)
                look_at_vertex(maze, state, column, row, dx, dy, sight);
        }
}

template <int Words>
const auto &sorts_of(const Maze<Words> &) {
    return sorts;
}

// Those of some moves that the patterns of a sight refute.
template <int Words>
MoveSet<Maze<Words>> refuted(const Maze<Words> &maze, const typename Maze<Words>::State &state,
                             const MoveSet<Maze<Words>> &moves, Sight &sight) {
    constexpr std::array<std::pair<int, int>, 4> steps{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
    look_around(maze, state, sight);
    MoveSet<Maze<Words>> out;
    moves.each([&](Move move) {
        const auto [x, y] = steps[std::size_t(move)];
        if (sight.refutes(seen::move, x, y)) out.add(move);
    });
    return out;
}

}  // namespace quandary::maze
