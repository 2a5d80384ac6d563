#include <quandary/bind.hpp>

#include "native.hpp"

QUANDARY_KIND(sudoku) {
    using namespace nanobind::literals;
    using quandary::sudoku::Sudoku;
    nanobind::class_<Sudoku> cls(m, "Sudoku");
    cls.def(nanobind::init<int, int, const std::vector<int> &>(), "box_rows"_a, "box_columns"_a, "givens"_a);
    quandary::bind_domain<Sudoku>(cls);
}
