// Levels of every size up to 4096 cells of their floor's bounding box, in the smallest of six packings.
#include <nanobind/stl/map.h>
#include <quandary/bind.hpp>

#include "domain.hpp"
#include "fewest.hpp"
#include "seen.hpp"
#include "step_graph.hpp"
#include "survey.hpp"
#include "winnable.hpp"

namespace {

namespace nb = nanobind;
using namespace nanobind::literals;
using Numbers = std::vector<int>;
using quandary::BoundLimits;
using quandary::found_within;
using quandary::sokoban::Survey;

void bind_seen(nb::module_ &m) {
    using quandary::sokoban::Seen;
    nb::class_<Seen> cls(m, "Seen");
    quandary::bind_column(cls, "first", &Seen::first);
    quandary::bind_column(cls, "target", &Seen::target);
    quandary::bind_column(cls, "push", &Seen::push);
    quandary::bind_column(cls, "estimate", &Seen::estimate);
    quandary::bind_column(cls, "solved", &Seen::solved);
    quandary::bind_column(cls, "order", &Seen::order);
    quandary::bind_stop(cls);
}

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
void bind_winnable(nb::class_<quandary::sokoban::Level<Words>> &level) {
    using Level = quandary::sokoban::Level<Words>;
    using Winnable = quandary::sokoban::Winnable<Words>;
    nb::class_<Winnable> cls(level, "Winnable");
    const auto offer = [&](const char *name, std::int64_t (Winnable::*find)(quandary::Budget &)) {
        cls.def(
            name,
            [find](Winnable &winnable, const BoundLimits &limits) {
                return found_within(limits, [&](auto &budget) { return (winnable.*find)(budget); });
            },
            "limits"_a);
    };
    offer("explore", &Winnable::explore);
    offer("box_changes", &Winnable::box_changes);
    offer("two_parts", &Winnable::two_parts);
    offer("bottlenecks", &Winnable::bottlenecks);
    cls.def(
        "wandering",
        [](Winnable &winnable, double bias, double near, const BoundLimits &limits) {
            return found_within(limits, [&](auto &budget) { return winnable.wandering(bias, near, budget); });
        },
        "bias"_a, "near"_a, "limits"_a);
    level.def("winnable", [](const Level &one) { return Winnable(one); }, nb::keep_alive<0, 1>());
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
    level_class.def(
        "seen",
        [](const Level &one, const std::vector<Numbers> &far, bool with_orders, const BoundLimits &limits) {
            return quandary::unlocked([&] { return quandary::sokoban::seen<Words>(one, far, with_orders, limits); });
        },
        "far"_a, "with_orders"_a, "limits"_a);
    level_class.def("fewest_pushes", &fewest_pushes<Words>, "far"_a, "limits"_a);
    bind_winnable<Words>(level_class);
    nb::class_<Steps> steps_class(m, steps);
    bind_board(steps_class);
    steps_class.def("survey", &surveyed<Steps, quandary::sokoban::survey_step_by_step<Words>>, "far"_a, "near"_a,
                    "near_grid"_a, "fast"_a, "limits"_a);
}

}  // namespace

QUANDARY_KIND(sokoban) {
    bind_survey(m);
    bind_seen(m);
    bind_words<1>(m, "Level64", "Steps64");
    bind_words<2>(m, "Level128", "Steps128");
    bind_words<4>(m, "Level256", "Steps256");
    bind_words<8>(m, "Level512", "Steps512");
    bind_words<16>(m, "Level1024", "Steps1024");
    bind_words<64>(m, "Level4096", "Steps4096");
}
