// Mazes in which ways that leave the same future are taken for one.
#pragma once
#include "domain.hpp"

namespace quandary::maze {

// What may still be visited says also what is missing there: of what is missing elsewhere it is enough that it is.
template <int Words>
struct MergedMaze : Maze<Words> {
    using typename Maze<Words>::B;
    using typename Maze<Words>::State;
    using Maze<Words>::clues;

    explicit MergedMaze(const Maze<Words> &maze) : Maze<Words>(maze) {}

    bool key(const State &state, Interest, Key &key) const {
        const B within = this->within_reach(state);
        const Edges<B> missing{B(clues.marked.right & ~state.edges.right), B(clues.marked.up & ~state.edges.up)};
        const bool hope = !(clues.checkpoints & ~state.visited & ~within) &&
                          !(missing.right & ~(within & within >> clues.size)) &&
                          !(missing.up & ~(within & within >> 1));
        key.add(std::uint64_t(state.head) << 1 | hope);
        key.add(std::uint64_t(within));
        if constexpr (Words == 2) key.add(std::uint64_t(within >> 64));
        return hope;
    }
};

}  // namespace quandary::maze
