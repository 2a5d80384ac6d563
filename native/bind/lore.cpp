// quandary._core.lore: what players have learned, as Python hands it over.
#include <nanobind/stl/tuple.h>

#include <quandary/bind.hpp>
#include <quandary/lore.hpp>

namespace nb = nanobind;
using namespace nb::literals;
using namespace quandary;

QUANDARY_KIND(lore) {
    nb::class_<Patterns>(m, "Patterns")
        .def(nb::init<const std::vector<SeenFact> &, const std::vector<std::vector<int>> &, int>(), "facts"_a,
             "patterns"_a, "radius"_a);
    nb::class_<Groups>(m, "Groups").def(nb::init<std::vector<std::vector<KnownSlot>>>(), "known"_a);
}
