// quandary._core.pencil: what quandary/pencil/native.py hands to C++.
#include <nanobind/stl/pair.h>
#include <quandary/bind.hpp>
#include <quandary/pencil_ladder.hpp>

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
        .def_prop_ro("builds_up", [](const WordTold &told) { return pencil::word_of(told)->builds_up; })
        .def(
            "forces", [](const WordTold &told, const pencil::May &may) { return pencil::word_of(told)->forces(may); },
            "may"_a)
        .def(
            "explain",
            [](const WordTold &told, const pencil::May &from, const pencil::May &may, pencil::Spot spot,
               pencil::Mask gone) {
                pencil::Because because(from, may);
                pencil::word_of(told)->explain(may, spot, gone, because);
                return because.lost;
            },
            "from_"_a, "may"_a, "spot"_a, "gone"_a);
    nb::class_<Search>(m, "Search")
        .def(nb::init<pencil::May, const std::vector<WordTold> &, std::vector<std::vector<int>>, int>(), "may"_a,
             "words"_a, "orders"_a, "patience"_a)
        .def(
            "next",
            [](Search &search, const BoundLimits &limits) {
                return found_within(limits, [&](Budget &budget) { return search.next(budget); });
            },
            "limits"_a);
    using pencil::Counter, pencil::Ladder, pencil::Rung;
    nb::class_<Rung>(m, "Rung")
        .def_ro("name", &Rung::name)
        .def_ro("words", &Rung::words)
        .def_ro("forced", &Rung::forced)
        .def_ro("spot", &Rung::spot)
        .def_ro("value", &Rung::value)
        .def_ro("pair", &Rung::pair)
        .def_ro("lines", &Rung::lines)
        .def_ro("inside", &Rung::inside);
    nb::class_<Ladder>(m, "Ladder")
        .def(nb::init<const std::vector<WordTold> &, std::vector<std::vector<int>>>(), "words"_a, "moves"_a)
        .def(
            "count_by",
            [](Ladder &ladder,
               const std::vector<std::vector<std::pair<std::int64_t, std::vector<std::pair<int, int>>>>> &told,
               std::vector<std::pair<int, int>> pairs) {
                std::vector<pencil::Family> families;
                for (const auto &family : told) {
                    auto &counters = families.emplace_back();
                    for (const auto &[n, items] : family) counters.push_back(Counter{n, items});
                }
                ladder.count_by(families, std::move(pairs));
            },
            "families"_a, "pairs"_a)
        .def(
            "climb",
            [](Ladder &ladder, const pencil::May &may, const std::vector<std::string> &rungs,
               const BoundLimits &limits) {
                return found_within(limits, [&](Budget &budget) { return ladder.climb(may, rungs, budget); });
            },
            "may"_a, "rungs"_a, "limits"_a);
}
