// Levels of every size up to 512 cells of their floor's bounding box, in the smallest of four packings.
#include <quandary/bind.hpp>

#include "explicit.hpp"
#include "native.hpp"
#include "survey.hpp"

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

template <int Words>
void bind_words(nb::module_ &m, const char *level, const char *steps) {
    using Level = quandary::sokoban::Level<Words>;
    using Steps = quandary::sokoban::Steps<Words>;
    nb::class_<Level> level_class(m, level);
    bind_board<nb::class_<Level>, Level>(level_class);
    level_class.def("survey", &surveyed<Level, quandary::sokoban::survey<Words>>, "far"_a, "near"_a, "near_grid"_a,
                    "fast"_a, "seconds"_a, "bytes"_a, "states"_a);
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
