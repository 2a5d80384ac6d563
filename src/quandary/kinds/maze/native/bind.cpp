// Mazes to be walked and sheets to be marked, of every size that notation.py lets pass.
#include <quandary/bind.hpp>

#include "merge.hpp"
#include "sheet.hpp"

namespace {

namespace nb = nanobind;
using quandary::maze::Clues;
using quandary::maze::Wide;

nb::object whole_number(Wide value) {
    const auto high = nb::int_(std::uint64_t(value >> 64)), low = nb::int_(std::uint64_t(value));
    return high.attr("__lshift__")(64).attr("__or__")(low);
}

// Runs merged counting within limits: (answer, states, reason), where a reason means that it gave up.
template <class Work>
nb::tuple within_limits(double seconds, std::int64_t bytes, std::int64_t states, Work work) {
    using Answer = decltype(work(std::declval<quandary::Budget &>()));
    Answer answer{};
    std::string reason;
    const auto spent = quandary::unlocked([&] {
        quandary::Budget budget({seconds, bytes, states}, quandary::is_interrupted);
        try {
            answer = work(budget);
        } catch (const quandary::OutOfBudget &out) {
            reason = out.reason;
        }
        return budget.states();
    });
    return nb::make_tuple(answer, spent, reason);
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
    walk.def(
        "tally",
        [](const Maze &self, double seconds, std::int64_t bytes, std::int64_t states) {
            quandary::maze::Tally all;
            const auto told = within_limits(seconds, bytes, states, [&](quandary::Budget &budget) {
                all = count_within(self.clues, -1, budget);
                return true;
            });
            return nb::make_tuple(whole_number(all.solutions), whole_number(all.total_length), all.shortest,
                                  all.longest, told[1], told[2]);
        },
        "seconds"_a, "bytes"_a, "states"_a);
    walk.def(
        "shortest",
        [](const Maze &self, double seconds, std::int64_t bytes, std::int64_t states) {
            return within_limits(seconds, bytes, states,
                                 [&](quandary::Budget &budget) { return shortest(self.clues, budget); });
        },
        "seconds"_a, "bytes"_a, "states"_a);
    walk.def(
        "separation",
        [](const Maze &self, double seconds, std::int64_t bytes, std::int64_t states) {
            return within_limits(seconds, bytes, states,
                                 [&](quandary::Budget &budget) { return separation(self.clues, budget); });
        },
        "seconds"_a, "bytes"_a, "states"_a);
    quandary::bind_domain<Maze>(walk);

    nb::class_<Sheet> mark(m, sheet);
    mark.def("__init__", [make](Sheet *place, int size, const Numbers &a, const Numbers &b, const Numbers &c,
                                const Numbers &d, const Numbers &e) { make(place, size, a, b, c, d, e); });
    quandary::bind_domain<Sheet>(mark);
}

}  // namespace

QUANDARY_KIND(maze) {
    bind_sizes<1>(m, "Maze64", "Sheet64");
    bind_sizes<2>(m, "Maze128", "Sheet128");
}
