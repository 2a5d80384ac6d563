// Panels of every size that notation.py lets pass, in the smaller of two packings.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>
#include <quandary/bind.hpp>

#include "native.hpp"

namespace {

using quandary::witness::Description;
using quandary::witness::Element;

template <int Words>
void bind_panel(nanobind::module_ &m, const char *name) {
    using namespace nanobind::literals;
    using Panel = quandary::witness::Panel<Words>;
    nanobind::class_<Panel> cls(m, name);
    cls.def(nanobind::init<const Description &>(), "description"_a);
    cls.def_static("fits", &Panel::fits, "width"_a, "height"_a);
    quandary::bind_domain<Panel>(cls);
}

void bind_description(nanobind::module_ &m) {
    nanobind::class_<Description>(m, "Description")
        .def(nanobind::init<>())
        .def_rw("width", &Description::width)
        .def_rw("height", &Description::height)
        .def_rw("symmetry", &Description::symmetry)
        .def_rw("starts", &Description::starts)
        .def_rw("exits", &Description::exits)
        .def_rw("blocked", &Description::blocked)
        .def_rw("hexagons", &Description::hexagons)
        .def_rw("blue", &Description::blue)
        .def_rw("yellow", &Description::yellow)
        .def("add_element", [](Description &panel, int type, int colour, int count, bool hollow,
                               std::vector<quandary::witness::Shape> orientations, const std::vector<int> &cells) {
            for (int cell : cells) panel.cells.emplace_back(cell, int(panel.elements.size()));
            panel.elements.push_back({quandary::witness::Type(type), colour, count, hollow, std::move(orientations)});
        });
}

}  // namespace

QUANDARY_KIND(witness) {
    bind_description(m);
    bind_panel<1>(m, "Panel64");
    bind_panel<2>(m, "Panel128");
}
