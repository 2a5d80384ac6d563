// Binds the classes of one width of board: Level push by push, Steps step by step.
#pragma once
#include <nanobind/stl/map.h>

#include <quandary/bind_learned.hpp>

#include "domain.hpp"
#include "fewest.hpp"
#include "seen.hpp"
#include "sight.hpp"
#include "step_graph.hpp"
#include "survey.hpp"
#include "winnable.hpp"

namespace quandary::sokoban {

using Numbers = std::vector<int>;

template <class Domain>
void bind_board(nb::class_<Domain> &cls) {
    using namespace nb::literals;
    cls.def(nb::init<int, const Numbers &, const Numbers &, const Numbers &, int, const Numbers &, bool>(), "stride"_a,
            "floor"_a, "targets"_a, "boxes"_a, "man"_a, "dead"_a, "hopeless"_a);
    bind_domain(cls);
}

template <class Board, Survey (*look)(const Board &, const Distances &, bool, Limits)>
void bind_survey(nb::class_<Board> &cls) {
    using namespace nb::literals;
    cls.def(
        "survey",
        [](const Board &board, const std::vector<Numbers> &far, const Numbers &near, const Numbers &near_grid,
           bool fast, const BoundLimits &limits) {
            return unlocked([&] { return look(board, {far, near, near_grid}, fast, limits); });
        },
        "far"_a, "near"_a, "near_grid"_a, "fast"_a, "limits"_a);
}

template <int Words>
void bind_winnable(nb::class_<Level<Words>> &level) {
    using namespace nb::literals;
    using Winnable = sokoban::Winnable<Words>;
    nb::class_<Winnable> cls(level, "Winnable");
    const auto offer = [&](const char *name, std::int64_t (Winnable::*find)(Budget &)) {
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
    level.def("winnable", [](const Level<Words> &one) { return Winnable(one); }, nb::keep_alive<0, 1>());
}

template <int Words>
void bind_level(nb::module_ &m, const char *name) {
    using namespace nb::literals;
    using Level = sokoban::Level<Words>;
    nb::class_<Level> cls(m, name);
    bind_board(cls);
    if constexpr (Words <= 2) bind_learned(cls);  // larger ones are measured in Python
    bind_survey<Level, survey<Words>>(cls);
    cls.def(
        "seen",
        [](const Level &level, const std::vector<Numbers> &far, bool with_orders, const BoundLimits &limits) {
            return unlocked([&] { return sokoban::seen<Words>(level, far, with_orders, limits); });
        },
        "far"_a, "with_orders"_a, "limits"_a);
    cls.def(
        "fewest_pushes",
        [](const Level &level, const std::vector<Numbers> &far, const BoundLimits &limits) {
            return found_within(limits, [&](auto &budget) { return FewestPushes<Words>(level, far, budget).run(); });
        },
        "far"_a, "limits"_a);
    bind_winnable<Words>(cls);
}

template <int Words>
void bind_steps(nb::module_ &m, const char *name) {
    using Steps = sokoban::Steps<Words>;
    nb::class_<Steps> cls(m, name);
    bind_board(cls);
    bind_survey<Steps, survey_step_by_step<Words>>(cls);
}

// Each in a unit of its own, so that they are compiled beside each other.
void bind_levels(nb::module_ &m);
void bind_large_levels(nb::module_ &m);
void bind_step_by_step(nb::module_ &m);

}  // namespace quandary::sokoban
