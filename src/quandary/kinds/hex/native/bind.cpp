#include <quandary/bind.hpp>

#include "tilings.hpp"

QUANDARY_KIND(hex) {
    using namespace nanobind::literals;
    using quandary::hex::Hex;
    using Numbers = std::vector<int>;
    nanobind::class_<Hex> cls(m, "Hex");
    cls.def(nanobind::init<int, const Numbers &, const Numbers &, bool, const Numbers &>(), "forbidden"_a, "placed"_a,
            "fitting"_a, "over_bumps"_a, "bonds"_a);
    quandary::bind_domain(cls);
}
