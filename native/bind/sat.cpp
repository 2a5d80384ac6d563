// quandary._core.sat: the SAT solver as Python asks it (quandary/parts/sat.py).
#include <quandary/bind.hpp>
#include <quandary/sat.hpp>

namespace nb = nanobind;
using namespace nb::literals;
using namespace quandary;

namespace {

// Literals as everybody writes them: variables are numbered from 1, and a minus sign negates.
using Literals = std::vector<int>;

class Clauses {
  public:
    void add(const Literals &clause) { solver_.add(read(clause)); }
    void prefer(const Literals &literals) {
        for (auto lit : read(literals)) solver_.prefer(lit.var(), lit.positive());
    }

    // Whether the assumptions can hold, or nothing if so many conflicts do not tell. The next call goes on from there.
    // Holds the GIL: a call is short, and two threads may share a solver.
    std::optional<bool> solve(const Literals &assumed, std::int64_t conflicts) {
        sat::Solver::Assumptions groups;
        for (auto lit : read(assumed)) groups.push_back({lit});
        Nothing theory;
        Budget budget({.states = conflicts, .is_interrupted = is_interrupted});
        try {
            return solver_.solve(groups, 0, theory, budget);
        } catch (const Interrupted &) {
            throw nb::python_error();  // PyErr_CheckSignals has set it
        } catch (const OutOfBudget &) {
            return std::nullopt;
        }
    }

    Literals model() const {
        Literals found;
        for (int var = 0; var < solver_.variables(); ++var)
            if (solver_.value(sat::Lit::of(var)) == sat::Truth::yes) found.push_back(var + 1);
        return found;
    }
    Literals core() {
        Literals found;
        for (auto lit : solver_.core()) found.push_back(lit.positive() ? lit.var() + 1 : -lit.var() - 1);
        return found;
    }

  private:
    struct Nothing {
        bool propagate(sat::Solver &) { return false; }
        void undone(std::size_t) {}
    };

    std::vector<sat::Lit> read(const Literals &literals) {
        std::vector<sat::Lit> found;
        for (int literal : literals) {
            if (literal == 0) throw nb::value_error("0 is not a literal");
            const auto var = std::abs(literal) - 1;
            solver_.grow(var + 1);
            found.push_back(sat::Lit::of(var, literal > 0));
        }
        return found;
    }

    sat::Solver solver_;
};

}  // namespace

QUANDARY_KIND(sat) {
    nb::class_<Clauses>(m, "Solver")
        .def(nb::init<>())
        .def("add", &Clauses::add, "clause"_a)
        .def("prefer", &Clauses::prefer, "literals"_a)
        .def("solve", &Clauses::solve, "assumptions"_a, "conflicts"_a)
        .def("model", &Clauses::model)
        .def("core", &Clauses::core);
}
