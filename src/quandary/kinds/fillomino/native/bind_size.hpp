// Binds boards of up to so many cells.
#pragma once
#include <quandary/bind_learned.hpp>

#include "domain.hpp"
#include "reader.hpp"
#include "sight.hpp"

namespace quandary::fillomino {

// The solver that is made for Fillomino, beside the engines that every domain has.
template <int Most>
void bind_size(nb::module_ &m, const char *name) {
    using namespace nb::literals;
    using Domain = Fillomino<Most>;
    nb::class_<Domain> cls(m, name);
    cls.def(nb::init<int, int, const std::vector<int> &>(), "rows"_a, "columns"_a, "givens"_a);
    bind_domain(cls);
    if constexpr (Domain::learns) bind_learned(cls);
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
                return Reader<Most>(domain.grid, givens, Knowledge(rules), budget).fills(wanted);
            });
        },
        "rules"_a, "cells"_a);
    cls.def(
        "stuck_without_guess",
        [](const Domain &domain, const std::vector<std::string> &rules) {
            return unlocked_within_caller([&](Budget &budget) {
                const auto givens = domain.starts()[0].numbers;
                return Reader<Most>(domain.grid, givens, Knowledge(rules), budget).stuck_with();
            });
        },
        "rules"_a);
}

// In a unit of its own, so that it is compiled beside the others.
void bind_large(nb::module_ &m);

}  // namespace quandary::fillomino
