// Every path of a maze, walked one by one. Mirrors walk.py.
#pragma once
#include <quandary/budget.hpp>

#include "merge.hpp"

namespace quandary::maze {

namespace walking {

template <class M>
void go_on(const M &maze, const typename M::State &state, int edges, Tally &found, Budget &budget) {
    budget.spend();
    if (maze.is_solved(state)) found.add(Tally{.solutions = 1}, edges);
    maze.moves(state).each([&](Move move) { go_on(maze, maze.apply(state, move), edges + 1, found, budget); });
}

}  // namespace walking

template <int Words>
Tally walk_all(const Clues<Words> &clues, Budget &budget) {
    const Maze<Words> maze(clues);
    Tally found;
    for (const auto &start : maze.starts()) walking::go_on(maze, start, 0, found, budget);
    return found;
}

}  // namespace quandary::maze
