#include "bind_boards.hpp"

#include <concepts>

#include <quandary/bind_learned.hpp>

#include "domain.hpp"

namespace {

namespace nb = nanobind;
using namespace nb::literals;
using quandary::sudoku::Sudoku;

template <class D>
void bind_board(nb::module_ &m, const char *name) {
    nb::class_<D> cls(m, name);
    cls.def(nb::init<int, int, const std::vector<int> &, bool>(), "box_rows"_a, "box_columns"_a, "givens"_a,
            "unique"_a);
    quandary::bind_domain(cls);
    if constexpr (std::same_as<D, Sudoku>) quandary::bind_learned(cls);  // larger ones are measured in Python
}

}  // namespace

void quandary::sudoku::bind_boards(nb::module_ &m) {
    bind_board<Sudoku>(m, "Sudoku");
    bind_board<LargeSudoku>(m, "LargeSudoku");
}
