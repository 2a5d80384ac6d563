// Levels of every size up to 512 cells of their floor's bounding box, in the smallest of four packings.
#include <quandary/bind.hpp>

#include "explicit.hpp"
#include "fewest.hpp"
#include "domain.hpp"
#include "survey.hpp"
#include "ways.hpp"

namespace {

namespace nb = nanobind;
using namespace nanobind::literals;
using Numbers = std::vector<int>;
using quandary::sokoban::Survey;

nb::dict as_dict(const Survey &survey) {
    nb::dict found;
    for (const auto &[name, value] : survey.values) found[name.c_str()] = value;
    found["gave_up"] = survey.gave_up;
    found["letters"] = survey.letters;
    return found;
}

template <class Class, class Domain>
void bind_board(Class &cls) {
    cls.def(nb::init<int, const Numbers &, const Numbers &, const Numbers &, int, const Numbers &, bool>(), "stride"_a,
            "floor"_a, "targets"_a, "boxes"_a, "man"_a, "dead"_a, "hopeless"_a);
    quandary::bind_domain<Domain>(cls);
}

template <class Board,
          Survey (*look)(const Board &, const quandary::sokoban::Distances &, bool, quandary::Limits, bool (*)())>
nb::dict surveyed(const Board &board, const std::vector<Numbers> &far, const Numbers &near, const Numbers &near_grid,
                  bool fast, double seconds, std::int64_t bytes, std::int64_t states) {
    const auto found = quandary::unlocked(
        [&] { return look(board, {far, near, near_grid}, fast, {seconds, bytes, states}, quandary::is_interrupted); });
    return as_dict(found);
}

// What a look at the ways to win finds, and why it gave up, if it did.
template <class Find>
nb::tuple found_within(double seconds, std::int64_t bytes, std::int64_t states, Find find) {
    decltype(find(std::declval<quandary::Budget &>())) value{};
    std::string gave_up;
    quandary::unlocked([&] {
        quandary::Budget budget({seconds, bytes, states}, quandary::is_interrupted);
        try {
            value = find(budget);
        } catch (const quandary::OutOfBudget &out) {
            gave_up = out.reason;
        }
    });
    return nb::make_tuple(value, gave_up);
}

template <int Words>
void bind_ways(nb::class_<quandary::sokoban::Level<Words>> &level) {
    using Level = quandary::sokoban::Level<Words>;
    using Ways = quandary::sokoban::Ways<Words>;
    nb::class_<Ways> cls(level, "Ways");
    const auto offer = [&](const char *name, std::int64_t (Ways::*find)(quandary::Budget &)) {
        cls.def(
            name,
            [find](Ways &ways, double seconds, std::int64_t bytes, std::int64_t states) {
                return found_within(seconds, bytes, states, [&](auto &budget) { return (ways.*find)(budget); });
            },
            "seconds"_a, "bytes"_a, "states"_a);
    };
    offer("explore", &Ways::explore);
    offer("box_changes", &Ways::box_changes);
    offer("two_parts", &Ways::two_parts);
    offer("bottlenecks", &Ways::bottlenecks);
    cls.def(
        "wandering",
        [](Ways &ways, double bias, double near, double seconds, std::int64_t bytes, std::int64_t states) {
            return found_within(seconds, bytes, states,
                                [&](auto &budget) { return ways.wandering(bias, near, budget); });
        },
        "bias"_a, "near"_a, "seconds"_a, "bytes"_a, "states"_a);
    level.def("ways", [](const Level &one) { return Ways(one); }, nb::keep_alive<0, 1>());
}

template <int Words>
nb::tuple fewest_pushes(const quandary::sokoban::Level<Words> &level, const std::vector<Numbers> &far, double seconds,
                        std::int64_t bytes, std::int64_t states) {
    return found_within(seconds, bytes, states,
                        [&](auto &budget) { return quandary::sokoban::FewestPushes<Words>(level, far, budget).run(); });
}

template <int Words>
void bind_words(nb::module_ &m, const char *level, const char *steps) {
    using Level = quandary::sokoban::Level<Words>;
    using Steps = quandary::sokoban::Steps<Words>;
    nb::class_<Level> level_class(m, level);
    bind_board<nb::class_<Level>, Level>(level_class);
    level_class.def("survey", &surveyed<Level, quandary::sokoban::survey<Words>>, "far"_a, "near"_a, "near_grid"_a,
                    "fast"_a, "seconds"_a, "bytes"_a, "states"_a);
    level_class.def("fewest_pushes", &fewest_pushes<Words>, "far"_a, "seconds"_a, "bytes"_a, "states"_a);
    bind_ways<Words>(level_class);
    nb::class_<Steps> steps_class(m, steps);
    bind_board<nb::class_<Steps>, Steps>(steps_class);
    steps_class.def("survey", &surveyed<Steps, quandary::sokoban::survey_step_by_step<Words>>, "far"_a, "near"_a,
                    "near_grid"_a, "fast"_a, "seconds"_a, "bytes"_a, "states"_a);
}

}  // namespace

QUANDARY_KIND(sokoban) {
    bind_words<1>(m, "Level64", "Steps64");
    bind_words<2>(m, "Level128", "Steps128");
    bind_words<4>(m, "Level256", "Steps256");
    bind_words<8>(m, "Level512", "Steps512");
}
