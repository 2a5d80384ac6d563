// quandary._core.rivals: what quandary/parts/laying.py hands to C++.
#include <nanobind/stl/optional.h>

#include <quandary/bind.hpp>
#include <quandary/rivals.hpp>

QUANDARY_KIND(rivals) {
    using namespace nanobind::literals;
    using quandary::Rivals;
    nanobind::class_<Rivals>(m, "Rivals")
        .def(nanobind::init<const std::vector<Rivals::Moves> &>(), "ways"_a)
        .def("is_settled", &Rivals::is_settled, "moves"_a)
        .def("fewest", &Rivals::fewest, "way"_a, "given"_a);
}
