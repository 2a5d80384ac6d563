// Levels for players who have learned rules. Larger ones are measured in Python.
#include <quandary/bind_learned.hpp>

#include "sight.hpp"

QUANDARY_KIND(learned_sokoban) {
    quandary::bind_learned<quandary::sokoban::Level<1>>(m, "Level64");
    quandary::bind_learned<quandary::sokoban::Level<2>>(m, "Level128");
}
