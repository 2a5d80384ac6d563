// Levels in the smaller of two packings.
#include <quandary/bind.hpp>

#include "domain.hpp"
#include "survey.hpp"

namespace {

namespace nb = nanobind;
using namespace nanobind::literals;
using Numbers = std::vector<int>;
using Lists = std::vector<Numbers>;
using quandary::BoundLimits;
using quandary::snakebird::Survey;

template <int Words>
void bind_words(nb::module_ &m, const char *name) {
    using Level = quandary::snakebird::Level<Words>;
    nb::class_<Level> cls(m, name);
    cls.def(nb::init<int, int, const Numbers &, int, const Numbers &, const Numbers &, const Lists &, const Lists &,
                     bool>(),
            "width"_a, "height"_a, "tiles"_a, "exit"_a, "portals"_a, "fruit"_a, "blocks"_a, "birds"_a, "hovering"_a);
    quandary::bind_domain(cls);
    cls.def(
        "survey",
        [](const Level &level, const BoundLimits &limits) {
            return quandary::unlocked([&] {
                quandary::Budget budget(limits);
                return quandary::snakebird::survey(level, budget);
            });
        },
        "limits"_a);
    cls.def(
        "fewest",
        [](const Level &level, const BoundLimits &limits) {
            return quandary::found_within(limits,
                                          [&](auto &budget) { return quandary::snakebird::fewest(level, budget); });
        },
        "limits"_a);
}

}  // namespace

QUANDARY_KIND(snakebird) {
    nb::class_<Survey> survey(m, "Survey");
    survey.def_ro("states", &Survey::states)
        .def_ro("won", &Survey::won)
        .def_ro("deepest_fall", &Survey::deepest_fall)
        .def_ro("shortest", &Survey::shortest);
    quandary::bind_stop(survey);
    bind_words<2>(m, "Level128");
    bind_words<8>(m, "Level512");
}
