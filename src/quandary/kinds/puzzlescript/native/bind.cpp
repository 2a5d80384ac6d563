// Levels of PuzzleScript games.
#include <quandary/bind.hpp>

#include "level.hpp"

QUANDARY_KIND(puzzlescript) {
    namespace nb = nanobind;
    using namespace nb::literals;
    using quandary::puzzlescript::Level;
    using quandary::puzzlescript::Word;
    nb::class_<Level::Played>(m, "Played")
        .def_ro("cells", &Level::Played::cells)
        .def_ro("end", &Level::Played::end)
        .def_ro("turns", &Level::Played::turns);
    nb::class_<Level> cls(m, "Level");
    cls.def(
        "__init__",
        [](Level *level, const std::vector<Word> &words) {
            const auto limits = quandary::limits_of_caller();
            quandary::unlocked([&] {
                quandary::Budget budget(limits);
                new (level) Level(words);
            });
        },
        "words"_a);
    quandary::bind_domain(cls);
    cls.def_prop_ro("cell_words", &Level::cell_words);
    cls.def_prop_ro("reached", &Level::reached);
    cls.def(
        "played",
        [](const Level &level, const std::vector<int> &moves) {
            return quandary::unlocked_within_caller([&](auto &) { return level.played(moves); });
        },
        "moves"_a);
    cls.def(
        "seek",
        [](const Level &level, int weight, const quandary::BoundLimits &limits) {
            return quandary::found_within(limits, [&](auto &budget) { return level.seek(weight, budget); });
        },
        "weight"_a, "limits"_a);
}
