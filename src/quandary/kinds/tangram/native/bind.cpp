#include <quandary/bind.hpp>

#include "domain.hpp"

namespace {

namespace nb = nanobind;
using namespace nb::literals;
using namespace quandary;
using tangram::Description, tangram::Lists;

template <int Moves>
void bind_size(nb::module_ &m, const char *name) {
    using Domain = tangram::Tangram<Moves>;
    nb::class_<Domain> cls(m, name);
    cls.def(nb::init<const Description &>(), "description"_a);
    cls.attr("most") = Moves;
    bind_domain(cls);
    cls.def(
        "quick_solutions",
        [](const Domain &domain, std::int64_t most, const BoundLimits &limits) {
            return unlocked([&] { return domain.quick_solutions(most, limits); });
        },
        "most"_a, "limits"_a);
    cls.def(
        "tilings",
        [](const Domain &domain, const std::vector<int> &firsts) {
            return unlocked_within_caller([&](Budget &budget) { return domain.tilings(firsts, budget); });
        },
        "firsts"_a);
}

}  // namespace

QUANDARY_KIND(tangram) {
    using Numbers = std::vector<int>;
    nb::class_<Description>(m, "Description")
        .def(
            "__init__",
            [](Description *said, Lists near, Lists meeting, Lists lined, Numbers pieces, Lists cells, Numbers order,
               Numbers copies, Numbers left, Numbers placed, Numbers fitting, bool over_bumps, Numbers bonds) {
                new (said) Description{std::move(near),   std::move(meeting), std::move(lined),  std::move(pieces),
                                       std::move(cells),  std::move(order),   std::move(copies), std::move(left),
                                       std::move(placed), std::move(fitting), over_bumps,        std::move(bonds)};
            },
            "near"_a, "meeting"_a, "lined"_a, "pieces"_a, "cells"_a, "order"_a, "copies"_a, "left"_a, "placed"_a,
            "fitting"_a, "over_bumps"_a, "bonds"_a);
    bind_size<1152>(m, "Small");
    bind_size<4096>(m, "Large");
}
