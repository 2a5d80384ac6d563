#include "domain.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/tuple.h>
#include <quandary/bind.hpp>

#include "bind_boards.hpp"
#include "explainer.hpp"

namespace {

using namespace nanobind::literals;
using namespace quandary::sudoku;
using quandary::Budget;
using quandary::unlocked;
using quandary::unlocked_within_caller;
namespace nb = nanobind;

// The number of solutions found, whether there are no others, and the first one.
struct Solved {
    int found = 0;
    bool complete = true;
    std::string first;
};

Solved solve(const Digger &digger, const std::string &givens, int most, const quandary::BoundLimits &limits) {
    return unlocked([&] {
        Solved result;
        Grid solution;
        try {
            Budget budget(limits);
            result.found = digger.count(read_grid(givens), most, budget, &solution);
        } catch (const quandary::OutOfBudget &) {
            result.complete = false;
        }
        result.complete = result.complete && result.found < most;
        if (result.found) result.first = write_grid(solution);
        return result;
    });
}

// How many solutions each has, up to `most`.
std::vector<int> counts(const Digger &digger, const std::vector<std::string> &givens, int most) {
    return unlocked_within_caller([&](Budget &budget) {
        std::vector<int> found;
        for (const auto &each : givens) {
            budget.check();
            found.push_back(digger.count(read_grid(each), most, budget));
        }
        return found;
    });
}

std::string dig(const Digger &digger, const std::string &givens, const std::vector<std::vector<int>> &groups,
                int enough, std::int64_t states) {
    return unlocked_within_caller([&](Budget &budget) {
        auto limits = budget.rest();
        limits.states = states;
        return write_grid(digger.dig(read_grid(givens), groups, enough, limits));
    });
}

// A step by a technique, as Python tells it; what to put in is -1 if the step only strikes.
struct Told {
    int technique, cost, put;
    std::vector<int> strikes, cells, digits;
    int alternatives;
};

// How a solution by techniques ended.
struct Ending {
    bool solved = false;
    int looking = 0;  // the row that was being looked for when it stopped
    quandary::Stop stop;
};

struct Steps : Ending {
    std::vector<Told> all;
};

struct Profile : Ending {
    std::vector<int> uses;  // by row
    int cost = 0;           // of the hardest step, in tenths
};

using RowTuple = std::tuple<std::string, int, std::map<std::string, std::map<int, int>>>;

std::vector<RowText> read_rows(const std::vector<RowTuple> &rows) {
    std::vector<RowText> texts;
    for (const auto &[name, cost, more] : rows) texts.push_back({name, cost, more});
    return texts;
}

// The names of all techniques that have a finder here.
std::vector<std::string> techniques() {
    std::vector<std::string> names;
    for (const auto &finders : all_finders)
        for (const auto &finder : finders)
            for (auto name : finder.techniques)
                if (!name.empty()) names.emplace_back(name);
    return names;
}

// A technique solver for one shape of box.
class Solver {
  public:
    Solver(int box_rows, int box_columns, const std::vector<RowTuple> &rows)
        : shape_(box_rows, box_columns), table_(read_rows(rows)) {}

    // The steps to the solution, as far as the limits allow.
    Steps steps(const std::string &givens, const std::string &solution, const quandary::BoundLimits &limits) const {
        return unlocked([&] {
            Steps out;
            const auto note = [&](const Hint &hint, const Marks &marks, const Finder &finder) {
                out.all.push_back({hint.technique,
                                   hint.cost,
                                   hint.puts() ? hint.cell * shape_.size + hint.digit : -1,
                                   {hint.strikes.begin(), hint.strikes.end()},
                                   {},
                                   {},
                                   finder.alternatives ? std::max(1, finder.alternatives(marks)) : 1});
                hint.cells.each([&](int c) { out.all.back().cells.push_back(c); });
                each(hint.digits, [&](int d) { out.all.back().digits.push_back(d + 1); });
            };
            solve(givens, solution, note, int(table_.size()), limits, out);
            return out;
        });
    }

    // How often each technique is used, and how hard the hardest step is.
    Profile profile(const std::string &givens, const std::string &solution, int hardest,
                    const quandary::BoundLimits &limits) const {
        return unlocked([&] {
            Profile out;
            out.uses.resize(table_.size());
            const auto note = [&](const Hint &hint, const Marks &, const Finder &) {
                ++out.uses[at(hint.technique)];
                out.cost = std::max(out.cost, hint.cost);
            };
            solve(givens, solution, note, hardest, limits, out);
            return out;
        });
    }

  private:
    Shape shape_;
    Table table_;

    template <class Visit>
    void solve(const std::string &givens, const std::string &solution, Visit visit, int hardest,
               const quandary::BoundLimits &limits, Ending &ending) const {
        Budget budget(limits);
        try {
            ending.solved =
                explain(shape_, read_grid(givens), read_grid(solution), table_, visit, hardest, budget, ending.looking);
        } catch (const quandary::OutOfBudget &out) {
            ending.stop = out.stop;
        }
    }
};

}  // namespace

QUANDARY_KIND(sudoku) {
    bind_boards(m);
    nb::class_<Solved>(m, "Solved")
        .def_ro("found", &Solved::found)
        .def_ro("complete", &Solved::complete)
        .def_ro("first", &Solved::first);
    nb::class_<Told>(m, "Step")
        .def_ro("technique", &Told::technique)
        .def_ro("cost", &Told::cost)
        .def_ro("put", &Told::put)
        .def_ro("strikes", &Told::strikes)
        .def_ro("cells", &Told::cells)
        .def_ro("digits", &Told::digits)
        .def_ro("alternatives", &Told::alternatives);
    nb::class_<Steps> steps(m, "Steps");
    steps.def_ro("all", &Steps::all);
    quandary::bind_stop(steps);
    nb::class_<Profile> profile(m, "Profile");
    profile.def_ro("solved", &Profile::solved)
        .def_ro("looking", &Profile::looking)
        .def_ro("uses", &Profile::uses)
        .def_ro("cost", &Profile::cost);
    quandary::bind_stop(profile);
    nb::class_<Digger>(m, "Digger")
        .def(nb::init<int, int>(), "box_rows"_a, "box_columns"_a)
        .def("solve", &solve, "givens"_a, "most"_a, "limits"_a)
        .def("counts", &counts, "givens"_a, "most"_a)
        .def("dig", &dig, "givens"_a, "groups"_a, "enough"_a, "states"_a);
    m.def("techniques", &techniques);
    nb::class_<Solver>(m, "Solver")
        .def(nb::init<int, int, const std::vector<RowTuple> &>(), "box_rows"_a, "box_columns"_a, "rows"_a)
        .def("steps", &Solver::steps, "givens"_a, "solution"_a, "limits"_a)
        .def("profile", &Solver::profile, "givens"_a, "solution"_a, "hardest"_a, "limits"_a);
}
