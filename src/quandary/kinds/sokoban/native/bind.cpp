// Levels of every size up to 512 cells of their floor's bounding box, in the smallest of four packings.
#include <nanobind/stl/map.h>
#include <quandary/bind.hpp>

#include "domain.hpp"
#include "explicit.hpp"
#include "fewest.hpp"
#include "survey.hpp"
#include "ways.hpp"

namespace {

namespace nb = nanobind;
using namespace nanobind::literals;
using Numbers = std::vector<int>;
using quandary::BoundLimits;
using quandary::found_within;
using quandary::sokoban::Survey;

void bind_survey(nb::module_ &m) {
    nb::class_<Survey> cls(m, "Survey");
    cls.def_ro("values", &Survey::values).def_ro("letters", &Survey::letters);
    quandary::bind_stop(cls);
}

template <class Domain>
void bind_board(nb::class_<Domain> &cls) {
    cls.def(nb::init<int, const Numbers &, const Numbers &, const Numbers &, int, const Numbers &, bool>(), "stride"_a,
            "floor"_a, "targets"_a, "boxes"_a, "man"_a, "dead"_a, "hopeless"_a);
    quandary::bind_domain(cls);
}

template <class Board, Survey (*look)(const Board &, const quandary::sokoban::Distances &, bool, quandary::Limits)>
Survey surveyed(const Board &board, const std::vector<Numbers> &far, const Numbers &near, const Numbers &near_grid,
                bool fast, const BoundLimits &limits) {
    return quandary::unlocked([&] { return look(board, {far, near, near_grid}, fast, limits); });
}

template <int Words>
void bind_ways(nb::class_<quandary::sokoban::Level<Words>> &level) {
    using Level = quandary::sokoban::Level<Words>;
    using Ways = quandary::sokoban::Ways<Words>;
    nb::class_<Ways> cls(level, "Ways");
    const auto offer = [&](const char *name, std::int64_t (Ways::*find)(quandary::Budget &)) {
        cls.def(
            name,
            [find](Ways &ways, const BoundLimits &limits) {
                return found_within(limits, [&](auto &budget) { return (ways.*find)(budget); });
            },
            "limits"_a);
    };
    offer("explore", &Ways::explore);
    offer("box_changes", &Ways::box_changes);
    offer("two_parts", &Ways::two_parts);
    offer("bottlenecks", &Ways::bottlenecks);
    cls.def(
        "wandering",
        [](Ways &ways, double bias, double near, const BoundLimits &limits) {
            return found_within(limits, [&](auto &budget) { return ways.wandering(bias, near, budget); });
        },
        "bias"_a, "near"_a, "limits"_a);
    level.def("ways", [](const Level &one) { return Ways(one); }, nb::keep_alive<0, 1>());
}

template <int Words>
quandary::Found fewest_pushes(const quandary::sokoban::Level<Words> &level, const std::vector<Numbers> &far,
                              const BoundLimits &limits) {
    return found_within(limits,
                        [&](auto &budget) { return quandary::sokoban::FewestPushes<Words>(level, far, budget).run(); });
}

template <int Words>
void bind_words(nb::module_ &m, const char *level, const char *steps) {
    using Level = quandary::sokoban::Level<Words>;
    using Steps = quandary::sokoban::Steps<Words>;
    nb::class_<Level> level_class(m, level);
    bind_board(level_class);
    level_class.def("survey", &surveyed<Level, quandary::sokoban::survey<Words>>, "far"_a, "near"_a, "near_grid"_a,
                    "fast"_a, "limits"_a);
    level_class.def("fewest_pushes", &fewest_pushes<Words>, "far"_a, "limits"_a);
    bind_ways<Words>(level_class);
    nb::class_<Steps> steps_class(m, steps);
    bind_board(steps_class);
    steps_class.def("survey", &surveyed<Steps, quandary::sokoban::survey_step_by_step<Words>>, "far"_a, "near"_a,
                    "near_grid"_a, "fast"_a, "limits"_a);
}

}  // namespace

QUANDARY_KIND(sokoban) {
    bind_survey(m);
    bind_words<1>(m, "Level64", "Steps64");
    bind_words<2>(m, "Level128", "Steps128");
    bind_words<4>(m, "Level256", "Steps256");
    bind_words<8>(m, "Level512", "Steps512");
}
