#include <quandary/bind.hpp>

#include "domain.hpp"
#include "survey.hpp"

QUANDARY_KIND(tilt) {
    using namespace nanobind::literals;
    using quandary::tilt::Maze;
    using Numbers = std::vector<int>;
    using quandary::tilt::Survey;
    nanobind::class_<Survey> survey(m, "Survey");
    survey.def_ro("states", &Survey::states)
        .def_ro("stops", &Survey::stops)
        .def_ro("shortest", &Survey::shortest)
        .def_ro("tiles", &Survey::tiles);
    quandary::bind_stop(survey);
    nanobind::class_<Maze> cls(m, "Maze");
    cls.def(nanobind::init<int, int, const Numbers &, const Numbers &>(), "width"_a, "ball"_a, "checkpoints"_a,
            "open_sides"_a);
    quandary::bind_domain(cls);
    cls.def(
        "survey",
        [](const Maze &maze, const quandary::BoundLimits &limits) {
            return quandary::unlocked([&] {
                quandary::Budget budget(limits);
                return quandary::tilt::Surveyor(maze, budget).run();
            });
        },
        "limits"_a);
}
