// Levels of every size up to 4096 cells of their floor's bounding box, in the smallest of some packings.
#include "bind_words.hpp"

namespace {

namespace nb = nanobind;

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

}  // namespace

QUANDARY_KIND(sokoban) {
    using quandary::sokoban::Survey;
    nb::class_<Survey> survey(m, "Survey");
    survey.def_ro("values", &Survey::values).def_ro("letters", &Survey::letters);
    quandary::bind_stop(survey);
    bind_seen(m);
    quandary::sokoban::bind_levels(m);
    quandary::sokoban::bind_large_levels(m);
    quandary::sokoban::bind_step_by_step(m);
}
