// quandary._core.pencil: what quandary/pencil/native.py hands to C++.
#include <nanobind/stl/pair.h>
#include <quandary/bind.hpp>
#include <quandary/pencil.hpp>

namespace nb = nanobind;
using namespace nb::literals;
using namespace quandary;

QUANDARY_KIND(pencil) {
    using pencil::Search, pencil::WordTold;
    nb::class_<WordTold>(m, "Word")
        .def(
            "__init__",
            [](WordTold *self, std::string name, std::vector<pencil::Numbers> fields) {
                new (self) WordTold{std::move(name), std::move(fields)};
            },
            "name"_a, "fields"_a)
        .def(
            "forces", [](const WordTold &told, const pencil::May &may) { return pencil::word_of(told)->forces(may); },
            "may"_a);
    nb::class_<Search>(m, "Search")
        .def(nb::init<pencil::May, const std::vector<WordTold> &, std::vector<std::vector<int>>>(), "may"_a, "words"_a,
             "orders"_a)
        .def(
            "next",
            [](Search &search, const BoundLimits &limits) {
                return found_within(limits, [&](Budget &budget) { return search.next(budget); });
            },
            "limits"_a);
}
