// Boards for players who have learned rules. Larger ones are measured in Python.
#include <quandary/bind_learned.hpp>

#include "sight.hpp"

QUANDARY_KIND(learned_fillomino) { quandary::bind_learned<quandary::fillomino::Fillomino<36>>(m, "Small"); }
