// Sudokus for players who have learned rules. Larger ones are measured in Python.
#include <quandary/bind_learned.hpp>

#include "domain.hpp"

QUANDARY_KIND(learned_sudoku) { quandary::bind_learned<quandary::sudoku::Sudoku>(m, "Sudoku"); }
