// Mazes to be walked and sheets to be marked, of every size that notation.py lets pass.
#include <quandary/bind_learned.hpp>
#include <quandary/sum_states.hpp>

#include "future.hpp"
#include "merge.hpp"
#include "sheet.hpp"
#include "sight.hpp"
#include "walk.hpp"

namespace {

namespace nb = nanobind;
using quandary::BoundLimits;
using quandary::Budget;
using quandary::found_within;
using quandary::maze::Clues;
using quandary::maze::Tally;
using quandary::maze::Wide;

nb::int_ whole_number(Wide value) {
    const auto high = nb::int_(std::uint64_t(value >> 64)), low = nb::int_(std::uint64_t(value));
    return nb::int_(high.attr("__lshift__")(64).attr("__or__")(low));
}

void bind_tally(nb::module_ &m) {
    nb::class_<Tally>(m, "Tally")
        .def_prop_ro("solutions", [](const Tally &tally) { return whole_number(tally.solutions); })
        .def_prop_ro("total_length", [](const Tally &tally) { return whole_number(tally.total_length); })
        .def_ro("shortest", &Tally::shortest)
        .def_ro("longest", &Tally::longest);
}

template <int Words>
void bind_sizes(nb::module_ &m, const char *maze, const char *sheet) {
    using namespace nb::literals;
    using Numbers = std::vector<int>;
    using Maze = quandary::maze::Maze<Words>;
    using Sheet = quandary::maze::Sheet<Words>;
    const auto make = []<class T>(T *place, int size, const Numbers &checkpoints, const Numbers &marked_right,
                                  const Numbers &marked_up, const Numbers &broken_right, const Numbers &broken_up) {
        new (place) T(Clues<Words>(size, checkpoints, marked_right, marked_up, broken_right, broken_up));
    };
    nb::class_<Maze> walk(m, maze);
    walk.def("__init__", [make](Maze *place, int size, const Numbers &a, const Numbers &b, const Numbers &c,
                                const Numbers &d, const Numbers &e) { make(place, size, a, b, c, d, e); });
    walk.def_static("fits", &Clues<Words>::fits, "size"_a);
    const auto offer = [&]<class Find>(const char *name, Find find) {
        walk.def(
            name,
            [find](const Maze &self, const BoundLimits &limits) {
                return found_within(limits, [&](Budget &budget) { return find(self.clues, budget); });
            },
            "limits"_a);
    };
    offer("tally", [](const auto &clues, Budget &budget) { return count_within(clues, -1, budget); });
    offer("walk", [](const auto &clues, Budget &budget) { return walk_all(clues, budget); });
    offer("shortest", [](const auto &clues, Budget &budget) { return shortest(clues, budget); });
    offer("separation", [](const auto &clues, Budget &budget) { return separation(clues, budget); });
    quandary::bind_domain(walk);
    quandary::bind_learned(walk);
    walk.def(
        "sum_states",
        [](const Maze &self, const BoundLimits &limits) {
            return quandary::unlocked(
                [&] { return quandary::sum_states(quandary::maze::MergedMaze<Words>(self), limits); });
        },
        "limits"_a);

    nb::class_<Sheet> mark(m, sheet);
    mark.def("__init__", [make](Sheet *place, int size, const Numbers &a, const Numbers &b, const Numbers &c,
                                const Numbers &d, const Numbers &e) { make(place, size, a, b, c, d, e); });
    quandary::bind_domain(mark);
}

}  // namespace

QUANDARY_KIND(maze) {
    bind_tally(m);
    bind_sizes<1>(m, "Maze64", "Sheet64");
    bind_sizes<2>(m, "Maze128", "Sheet128");
}
