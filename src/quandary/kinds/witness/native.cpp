// Panels of every size that notation.py lets pass, in the smaller of two packings.
#include <quandary/bind.hpp>

#include "native.hpp"

namespace {

template <int Words>
void bind_panel(nanobind::module_ &m, const char *name) {
    using namespace nanobind::literals;
    using Panel = quandary::witness::Panel<Words>;
    using Numbers = std::vector<int>;
    nanobind::class_<Panel> cls(m, name);
    cls.def(nanobind::init<int, int, const Numbers &, const Numbers &, const Numbers &, const Numbers &,
                           const Numbers &, Numbers, Numbers>(),
            "width"_a, "height"_a, "entrances"_a, "exits"_a, "hexagon_junctions"_a, "hexagon_edges"_a, "blocked"_a,
            "colours"_a, "triangles"_a);
    cls.def_static("fits", &Panel::fits, "width"_a, "height"_a);
    quandary::bind_domain<Panel>(cls);
}

}  // namespace

QUANDARY_KIND(witness) {
    bind_panel<1>(m, "Panel64");
    bind_panel<2>(m, "Panel128");
}
