// Binds panels of one packing.
#pragma once
#include <quandary/bind_learned.hpp>
#include <quandary/sum_states.hpp>

#include "bounded.hpp"
#include "dive.hpp"
#include "domain.hpp"
#include "sight.hpp"
#include "survey.hpp"

namespace quandary::witness {

template <int Words>
void bind_panel(nb::module_ &m, const char *name) {
    using namespace nb::literals;
    using Panel = witness::Panel<Words>;
    nb::class_<Panel> cls(m, name);
    cls.def(nb::init<const Description &>(), "description"_a);
    cls.def_static("fits", &Panel::fits, "width"_a, "height"_a);
    bind_domain(cls);
    bind_learned(cls);
    cls.def(
        "sum_states",
        [](const Panel &panel, const BoundLimits &limits) {
            return unlocked([&] { return sum_states(panel, limits); });
        },
        "limits"_a);
    cls.def(
        "attempt",
        [](const Panel &panel, const BoundLimits &limits) { return unlocked([&] { return attempt(panel, limits); }); },
        "limits"_a);
}

// Each in a unit of its own, so that they are compiled beside each other.
void bind_small_panels(nb::module_ &m);
void bind_large_panels(nb::module_ &m);

}  // namespace quandary::witness
