// In a unit of its own, so that it is compiled beside the techniques.
#pragma once
#include <quandary/bind.hpp>

namespace quandary::sudoku {

void bind_boards(nb::module_ &m);

}  // namespace quandary::sudoku
