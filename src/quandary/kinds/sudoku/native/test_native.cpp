// Small Sudokus with known numbers of solutions, under sanitizers.
#include <quandary/backward.hpp>
#include <quandary/least_cost.hpp>

#include "check.hpp"
#include "sudoku/native/domain.hpp"

using namespace quandary;
using sudoku::Sudoku;

int main() {
    const Sudoku nothing_given(2, 2, std::vector<int>(16, 0));
    CHECK(count(nothing_given, 1000, {}).solutions == 288);
    CHECK(!count(nothing_given, 287, {}).complete);

    // One cell of each line is open, and each has one digit.
    const Sudoku nearly_done(2, 2, {1, 2, 3, 0, 3, 4, 0, 2, 2, 0, 4, 3, 0, 3, 2, 1});
    Player<Sudoku> everything;
    for (int rule = 0; rule < int(rule_count<Sudoku>); ++rule) everything.rules.push_back(rule);
    for (int lookahead = 0; lookahead < 3; ++lookahead) {
        everything.lookahead = lookahead;
        Budget budget({}), another({});
        CHECK(muse(nearly_done, everything, true, budget).value == 0);
        CHECK(remuse(nearly_done, everything, false, another).value == 0);
    }
    // Its first rows leave a choice that every rule has a look at; it has one solution.
    const Sudoku harder(2, 3, {0, 0, 3, 0, 4, 0, 0, 0, 0, 0, 0, 1, 4, 3, 0, 0, 0, 0,
                               0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 5, 0, 5, 0, 2, 0, 0},
                        true);
    CHECK(count(harder, 2, {}).solutions == 1);
    everything.lookahead = 0;
    Budget with_rules({}), without({});
    CHECK(muse(harder, everything, true, with_rules).value == 0);
    CHECK(muse(harder, Player<Sudoku>{}, true, without).value == 1);
    Budget budget({.seconds = 60});
    const auto guesses = muse(nothing_given, Player<Sudoku>{}, true, budget);
    CHECK(guesses.value > 0 && guesses.steps.size() == 16);
    return check::report();
}
