#include "domain.hpp"

#include <quandary/bind.hpp>

#include "explainer.hpp"

namespace {

using namespace nanobind::literals;
using namespace quandary::sudoku;
using quandary::Budget;
using quandary::is_interrupted;
using quandary::unlocked;
namespace nb = nanobind;

template <class D>
void bind_board(nb::module_ &m, const char *name) {
    nb::class_<D> cls(m, name);
    cls.def(nb::init<int, int, const std::vector<int> &, bool>(), "box_rows"_a, "box_columns"_a, "givens"_a,
            "unique"_a);
    quandary::bind_domain<D>(cls);
}

// (solutions found, whether there are no others, the first one or "")
nb::tuple solve(const Digger &digger, const std::string &givens, int most, double seconds) {
    Grid solution;
    int found = 0;
    bool complete = true;
    unlocked([&] {
        try {
            Budget budget({.seconds = seconds}, is_interrupted);
            found = digger.count(read_grid(givens), most, budget, &solution);
        } catch (const quandary::OutOfBudget &) {
            complete = false;
        }
    });
    return nb::make_tuple(found, complete && found < most, found ? write_grid(solution) : "");
}

// How many solutions each has, up to `most`.
std::vector<int> counts(const Digger &digger, const std::vector<std::string> &givens, int most) {
    return unlocked([&] {
        std::vector<int> found;
        Budget budget({}, is_interrupted);
        for (const auto &each : givens) {
            budget.check();
            found.push_back(digger.count(read_grid(each), most, budget));
        }
        return found;
    });
}

std::string dig(const Digger &digger, const std::string &givens, const std::vector<std::vector<int>> &groups,
                int enough, std::int64_t states) {
    return unlocked([&] { return write_grid(digger.dig(read_grid(givens), groups, enough, states, is_interrupted)); });
}

// A technique solver for one shape of box.
class Solver {
  public:
    Solver(int box_rows, int box_columns, const std::vector<int> &costs) : shape_(box_rows, box_columns) {
        if (costs.size() != TECHNIQUES) throw std::invalid_argument("every technique has a cost");
        std::copy(costs.begin(), costs.end(), costs_.begin());
    }

    // The steps to the solution: (technique, cost, what to put in or -1, strikes, cells, digits, alternatives).
    nb::list steps(const std::string &givens, const std::string &solution) const {
        nb::list out;
        explain(shape_, read_grid(givens), read_grid(solution), costs_, [&](const Hint &hint, const Marks &marks) {
            nb::list cells, digits;
            hint.cells.each([&](int c) { cells.append(c); });
            each(hint.digits, [&](int d) { digits.append(d + 1); });
            const int put = hint.puts() ? hint.cell * shape_.size + hint.digit : -1;
            out.append(nb::make_tuple(int(hint.technique), hint.cost, put, hint.strikes, cells, digits,
                                      alternatives(hint, marks)));
        });
        return out;
    }

    // How often each technique is used, then the hardest cost; nothing if techniques up to `hardest` are not enough.
    std::vector<int> profile(const std::string &givens, const std::string &solution, int hardest) const {
        return unlocked([&] {
            std::vector<int> uses(TECHNIQUES + 1);
            const auto note = [&](const Hint &hint, const Marks &) {
                ++uses[hint.technique];
                uses.back() = std::max(uses.back(), hint.cost);
            };
            if (!explain(shape_, read_grid(givens), read_grid(solution), costs_, note, Technique(hardest)))
                uses.clear();
            return uses;
        });
    }

  private:
    Shape shape_;
    Costs costs_{};
};

}  // namespace

QUANDARY_KIND(sudoku) {
    bind_board<Sudoku>(m, "Sudoku");
    bind_board<LargeSudoku>(m, "LargeSudoku");
    nb::class_<Digger>(m, "Digger")
        .def(nb::init<int, int>(), "box_rows"_a, "box_columns"_a)
        .def("solve", &solve, "givens"_a, "most"_a, "seconds"_a)
        .def("counts", &counts, "givens"_a, "most"_a)
        .def("dig", &dig, "givens"_a, "groups"_a, "enough"_a, "states"_a);
    nb::class_<Solver>(m, "Solver")
        .def(nb::init<int, int, const std::vector<int> &>(), "box_rows"_a, "box_columns"_a, "costs"_a)
        .def("steps", &Solver::steps, "givens"_a, "solution"_a)
        .def("profile", &Solver::profile, "givens"_a, "solution"_a, "hardest"_a);
}
