// What is seen around a box that is pushed. Mirrors the facts of theory.py.
#pragma once
#include <array>
#include <string_view>

#include <quandary/lore.hpp>

#include "domain.hpp"

namespace quandary::sokoban {

inline constexpr std::array<std::string_view, 4> sorts{"wall", "box", "plain", "move"};
namespace around {
enum Sort { wall, box, plain, move };
}

// Adds what is around a box, given the others. Places are counted from where the box is.
template <int Words>
void look_around(const Level<Words> &level, const typename Level<Words>::Cells &others, int box, Sight &sight) {
    const int stride = level.step[2], radius = sight.radius();
    sight.clear();
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) {
            const int x = box % stride + dx, y = box / stride + dy, cell = y * stride + x;
            if (x < 0 || x >= stride || y < 0 || cell >= level.size || !level.floor.has(cell)) {
                sight.add(around::wall, dx, dy);
                continue;
            }
            if (others.has(cell)) sight.add(around::box, dx, dy);
            if (!level.targets.has(cell)) sight.add(around::plain, dx, dy);
        }
}

template <int Words>
const auto &sorts_of(const Level<Words> &) {
    return sorts;
}

// Those of some moves that the patterns of a sight refute.
template <int Words>
MoveSet<Level<Words>> refuted(const Level<Words> &level, const typename Level<Words>::State &state,
                              const MoveSet<Level<Words>> &moves, Sight &sight) {
    MoveSet<Level<Words>> out;
    moves.each([&](Move move) {
        Budget::poll();
        auto others = state.boxes;
        others.remove(move / 4);
        look_around(level, others, move / 4 + level.step[std::size_t(move % 4)], sight);
        if (sight.refutes(around::move, 0, 0)) out.add(move);
    });
    return out;
}

}  // namespace quandary::sokoban
