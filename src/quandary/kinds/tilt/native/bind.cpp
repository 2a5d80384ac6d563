#include <quandary/bind.hpp>

#include "domain.hpp"
#include "survey.hpp"

QUANDARY_KIND(tilt) {
    using namespace nanobind::literals;
    using quandary::tilt::Maze;
    using Numbers = std::vector<int>;
    nanobind::class_<Maze> cls(m, "Maze");
    cls.def(nanobind::init<int, int, const Numbers &, const Numbers &>(), "width"_a, "ball"_a, "checkpoints"_a,
            "open_sides"_a);
    quandary::bind_domain<Maze>(cls);
    cls.def(
        "survey",
        [](const Maze &maze, double seconds, std::int64_t bytes, std::int64_t states) {
            const auto found = quandary::unlocked([&] {
                quandary::Budget budget({seconds, bytes, states}, quandary::is_interrupted);
                return quandary::tilt::Surveyor(maze, budget).run();
            });
            return nanobind::make_tuple(found.states, found.viable, found.stops, found.shortest, found.tiles,
                                        found.gave_up);
        },
        "seconds"_a, "bytes"_a, "states"_a);
}
