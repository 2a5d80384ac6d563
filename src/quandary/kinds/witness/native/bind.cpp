// Panels of every size that notation.py lets pass, in the smaller of two packings.
#include <quandary/bind.hpp>

#include "bind_panel.hpp"
#include "reader.hpp"
#include "sweep.hpp"

namespace {

using quandary::witness::Description;

void bind_reader(nanobind::module_ &m) {
    using namespace nanobind::literals;
    using quandary::witness::Reader;
    nanobind::class_<Description>(m, "Description");
    nanobind::class_<Reader>(m, "Reader")
        .def(nanobind::init<const nanobind::tuple &, const nanobind::tuple &, const nanobind::tuple &,
                            nanobind::object>(),
             "types"_a, "colours"_a, "symmetries"_a, "orientations"_a)
        .def("read", &Reader::read, "panel"_a, "starts"_a.none(), "outside"_a, "cells"_a.none())
        .def("add", &Reader::add, "panel"_a, "element"_a);
}

void bind_sweep(nanobind::module_ &m) {
    using namespace nanobind::literals;
    using quandary::witness::Layer, quandary::witness::Sweep;
    nanobind::class_<Layer>(m, "Layer")
        .def(
            "__init__",
            [](Layer *layer, std::vector<int> places, int pairs, std::vector<int> counts) {
                new (layer) Layer{std::move(places), pairs, std::move(counts)};
            },
            "places"_a, "pairs"_a, "counts"_a);
    using quandary::witness::Swept;
    nanobind::class_<Swept> swept(m, "Swept");
    quandary::bind_column(swept, "solutions", &Swept::solutions);
    quandary::bind_column(swept, "shortest", &Swept::shortest);
    quandary::bind_column(swept, "remuse", &Swept::remuse);
    nanobind::class_<Sweep>(m, "Sweep")
        .def(
            "__init__",
            [](Sweep *sweep, const Description &empty, const std::vector<Layer> &layers, std::size_t most_paths) {
                quandary::unlocked_within_caller(
                    [&](quandary::Budget &budget) { return new (sweep) Sweep(empty, layers, most_paths, budget); });
            },
            "empty"_a, "layers"_a, "most_paths"_a)
        .def_prop_ro("path_count", &Sweep::path_count)
        .def(
            "run",
            [](Sweep &sweep, const std::vector<int> &first, std::size_t number, bool with_remuse) {
                return quandary::unlocked_within_caller(
                    [&](quandary::Budget &budget) { return sweep.run(first, number, with_remuse, budget); });
            },
            "first"_a, "number"_a, "with_remuse"_a)
        .def(
            "best",
            [](Sweep &sweep, std::size_t most) {
                return quandary::unlocked_within_caller(
                    [&](quandary::Budget &budget) { return quandary::witness::best_of(sweep, most, budget); });
            },
            "most"_a)
        .def(
            "path_first",
            [](const Sweep &sweep, std::size_t most) {
                return quandary::unlocked_within_caller(
                    [&](quandary::Budget &budget) { return quandary::witness::PathFirst(sweep, most, budget).run(); });
            },
            "most"_a);
}

void bind_selection(nanobind::module_ &m) {
    using quandary::witness::Chosen, quandary::witness::Selection;
    nanobind::class_<Chosen>(m, "Chosen")
        .def_ro("letters", &Chosen::letters)
        .def_ro("solutions", &Chosen::solutions)
        .def_ro("shortest", &Chosen::shortest);
    nanobind::class_<Selection>(m, "Selection")
        .def_ro("best", &Selection::best)
        .def_ro("beginnings", &Selection::beginnings)
        .def_ro("panels", &Selection::panels)
        .def_ro("paths", &Selection::paths);
}

}  // namespace

QUANDARY_KIND(witness) {
    bind_reader(m);
    bind_selection(m);
    bind_sweep(m);
    quandary::witness::bind_small_panels(m);
    quandary::witness::bind_large_panels(m);
}
