// Mazes for players who have learned rules.
#include <quandary/bind_learned.hpp>

#include "sight.hpp"

QUANDARY_KIND(learned_maze) {
    quandary::bind_learned<quandary::maze::Maze<1>>(m, "Maze64");
    quandary::bind_learned<quandary::maze::Maze<2>>(m, "Maze128");
}
