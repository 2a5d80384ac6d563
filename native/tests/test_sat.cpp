// The SAT solver on clauses with known answers, under sanitizers.
#include <quandary/sat.hpp>

#include <array>

#include "check.hpp"
#include "fuzz.hpp"

using namespace quandary;
using sat::Lit;
using Clauses = std::vector<std::vector<Lit>>;

namespace {

struct NoTheory {
    bool propagate(sat::Solver &) { return false; }
    void undone(std::size_t) {}
};

bool has_solution(sat::Solver &solver, const std::vector<Lit> &assumed, Limits limits = {}) {
    NoTheory theory;
    Budget budget(limits);
    return solver.solve({assumed}, 0, theory, budget);
}

bool holds(const std::vector<Lit> &clause, unsigned values) {
    return std::any_of(clause.begin(), clause.end(),
                       [&](Lit lit) { return lit.positive() == bool(values >> lit.var() & 1); });
}

bool has_solution_by_trying(const Clauses &clauses, const std::vector<Lit> &assumed, int variables) {
    for (unsigned values = 0; values < 1u << variables; ++values) {
        const auto is_true = [&](const std::vector<Lit> &clause) { return holds(clause, values); };
        if (std::all_of(clauses.begin(), clauses.end(), is_true) &&
            std::all_of(assumed.begin(), assumed.end(), [&](Lit lit) { return holds({lit}, values); }))
            return true;
    }
    return false;
}

// One solver, more and more clauses, and other assumptions each time.
void random_clauses_have_the_solutions_that_trying_finds() {
    constexpr int variables = 9;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SplitMix64 random(seed);
        const auto some = [&] { return Lit::of(random.below(variables), fuzz::chance(random, 2)); };
        sat::Solver solver(variables);
        Clauses clauses;
        for (int i = 0; i < 50; ++i) {
            clauses.push_back({some(), some(), some()});
            solver.add(clauses.back());
            const std::vector<Lit> assumed{some(), some()};
            CHECK(has_solution(solver, assumed) == has_solution_by_trying(clauses, assumed, variables));
        }
    }
}

// What is blamed is among the assumptions, and cannot hold by itself either. Each assumption is on a level of its own.
void the_assumptions_that_are_blamed_cannot_hold_together() {
    constexpr int variables = 9;
    int refuted = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SplitMix64 random(seed);
        const auto some = [&] { return Lit::of(random.below(variables), fuzz::chance(random, 2)); };
        sat::Solver solver;
        Clauses clauses;
        for (int i = 0; i < 40; ++i) {
            clauses.push_back({some(), some(), some()});
            for (Lit lit : clauses.back()) solver.grow(lit.var() + 1);
            solver.add(clauses.back());
            sat::Solver::Assumptions assumed;
            for (int j = 0; j < 6; ++j) assumed.push_back({some()});
            solver.grow(variables);
            NoTheory theory;
            Budget budget(Limits{});
            if (solver.solve(assumed, 0, theory, budget)) continue;
            ++refuted;
            const auto blamed = solver.core();
            for (Lit lit : blamed) CHECK(std::find(assumed.begin(), assumed.end(), std::vector{lit}) != assumed.end());
            CHECK(!has_solution_by_trying(clauses, blamed, variables));
        }
    }
    CHECK(refuted > 100);
}

// Each pigeon sits in a hole, no two in the same. One settles down for good when something is learnt about it, and
// then more is learnt than the solver keeps.
void pigeons_need_a_hole_each() {
    constexpr int pigeons = 9;
    const auto sits = [](int pigeon, int hole) { return Lit::of(pigeon * pigeons + hole); };
    sat::Solver solver(pigeons * pigeons);
    std::vector<Lit> closed;
    for (int a = 0; a < pigeons; ++a) {
        std::vector<Lit> somewhere;
        for (int hole = 0; hole < pigeons; ++hole) {
            somewhere.push_back(sits(a, hole));
            for (int b = 0; b < a; ++b) solver.add(std::array{~sits(a, hole), ~sits(b, hole)});
        }
        solver.add(somewhere);
        closed.push_back(~sits(a, pigeons - 1));
    }
    bool is_stopped = false;
    try {
        has_solution(solver, closed, {.states = 3000});
    } catch (const OutOfBudget &) {
        is_stopped = true;
    }
    CHECK(is_stopped);
    solver.add(std::array{sits(0, 0)});
    CHECK(!has_solution(solver, closed));
    CHECK(has_solution(solver, {sits(1, 2), ~sits(2, 1)}));
    CHECK(!has_solution(solver, {sits(1, 0)}));
}

}  // namespace

int main() {
    random_clauses_have_the_solutions_that_trying_finds();
    the_assumptions_that_are_blamed_cannot_hold_together();
    pigeons_need_a_hole_each();
    return check::report();
}
