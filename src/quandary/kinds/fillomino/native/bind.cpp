#include <quandary/bind.hpp>

#include "dig.hpp"
#include "domain.hpp"
#include "reader.hpp"

namespace {

namespace nb = nanobind;
using namespace nb::literals;
using namespace quandary;

// The solver that is made for Fillomino, beside the engines that every domain has.
template <int Most>
void bind_size(nb::module_ &m, const char *name) {
    using Domain = fillomino::Fillomino<Most>;
    nb::class_<Domain> cls(m, name);
    cls.def(nb::init<int, int, const std::vector<int> &>(), "rows"_a, "columns"_a, "givens"_a);
    bind_domain(cls);
    cls.def(
        "quick_solutions",
        [](const Domain &domain, std::int64_t most, const BoundLimits &limits) {
            return unlocked([&] { return domain.quick_solutions(most, limits); });
        },
        "most"_a, "limits"_a);
    cls.def(
        "fills_without_guess",
        [](const Domain &domain, const std::vector<std::string> &rules, const std::vector<int> &cells) {
            BitSet<Most> wanted;
            for (int cell : cells) wanted.add(cell);
            return unlocked_within_caller([&](Budget &budget) {
                const auto givens = domain.starts()[0].numbers;
                return fillomino::Reader<Most>(domain.grid, givens, fillomino::Knowledge(rules), budget).fills(wanted);
            });
        },
        "rules"_a, "cells"_a);
    cls.def(
        "stuck_without_guess",
        [](const Domain &domain, const std::vector<std::string> &rules) {
            return unlocked_within_caller([&](Budget &budget) {
                const auto givens = domain.starts()[0].numbers;
                return fillomino::Reader<Most>(domain.grid, givens, fillomino::Knowledge(rules), budget).stuck_with();
            });
        },
        "rules"_a);
}

}  // namespace

QUANDARY_KIND(fillomino) {
    bind_size<36>(m, "Small");
    bind_size<100>(m, "Medium");
    bind_size<256>(m, "Large");
    bind_size<400>(m, "Largest");
    m.def(
        "dig",
        [](int rows, int columns, const std::vector<int> &board, const std::vector<int> &order, int most) {
            return unlocked_within_caller([&](Budget &budget) {
                return fillomino::dig(fillomino::Grid(rows, columns), board, order, most, budget);
            });
        },
        "rows"_a, "columns"_a, "board"_a, "order"_a, "most"_a);
}
