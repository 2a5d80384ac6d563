// Merged counting, separations, shortest paths and the solver, under sanitizers.
#include <set>
#include <vector>

#include <quandary/deduce.hpp>
#include <quandary/search.hpp>
#include <quandary/sum_states.hpp>

#include "check.hpp"
#include "maze/native/future.hpp"
#include "maze/native/merge.hpp"
#include "maze/native/sheet.hpp"
#include "maze/native/walk.hpp"

using namespace quandary;
using namespace quandary::maze;

namespace {

template <int Words>
Clues<Words> empty(int size) {
    return {size, {}, {}, {}, {}, {}};
}

// Checkpoints at 01 (number 1), 12h (number 5) and 10v (number 3).
template <int Words>
Clues<Words> appendix_c() {
    return {3, {1}, {5}, {3}, {}, {}};
}

template <int Words>
void paths_from_corner_to_corner() {
    const std::int64_t known[] = {2, 12, 184, 8512, 1262816, 575780564};
    for (int n = 2; n <= 7; ++n) {
        Budget budget({});
        const auto all = count_within(empty<Words>(n), -1, budget);
        CHECK(all.solutions == Wide(known[n - 2]));
        CHECK(all.shortest == 2 * (n - 1));
    }
    CHECK(count(Maze<Words>(empty<Words>(5)), 1000000, {}).solutions == 8512);
    Budget budget({});
    const auto walked = walk_all(empty<Words>(5), budget), merged = count_within(empty<Words>(5), -1, budget);
    CHECK(walked.solutions == merged.solutions && walked.total_length == merged.total_length);
}

template <int Words>
void states_with_the_same_future() {
    for (const auto &clues : {empty<Words>(4), appendix_c<Words>()}) {
        const Maze<Words> maze(clues);
        const auto all = sum_states(MergedMaze<Words>(maze), {});
        CHECK(all.complete && all.sum.moves == 1 && all.states <= all.sum.states);
        CHECK(all.sum.states - 1 == count_states(maze, {}).represented);
        CHECK(all.sum.solved == count(maze, 1000, {}).solutions);
        CHECK(all.sum.viable <= all.sum.states && all.sum.expansions <= all.sum.states);
        CHECK(all.sum.loss() > 0 && all.sum.loss() < 1);
    }
}

template <int Words>
void solutions_listed_without_walking() {
    for (const auto &clues : {empty<Words>(4), appendix_c<Words>()}) {
        const Maze<Words> maze(clues);
        const auto known = maze.quick_solutions(184, {});
        CHECK(known.complete && std::int64_t(known.found.size()) == count(maze, 1000, {}).solutions);
        std::set<std::vector<Move>> different;
        for (const auto &solution : known.found) {
            auto state = *maze.starts().begin();
            for (Move move : solution.moves) state = maze.apply(state, move);
            CHECK(maze.is_solved(state));
            different.insert(solution.moves);
        }
        CHECK(different.size() == known.found.size());
    }
    const auto many = Maze<Words>(empty<Words>(4)).quick_solutions(183, {});
    CHECK(!many.complete && many.found.empty() && many.stop.code == Code::enough);
}

template <int Words>
void the_demonstration() {
    const auto clues = appendix_c<Words>();
    Budget budget({});
    CHECK(count_within(clues, -1, budget).solutions == 1);
    CHECK(separation(clues, budget) == 5);  // half edges
    CHECK(shortest(clues, budget).size() == 6);
    const Sheet<Words> sheet(clues);
    Deduction<Sheet<Words>> solver(sheet, {.rules = {0, 1, 2}}, {false, true, true}, Guess{0});
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto run = solver.run(seed, budget);
        CHECK(run.ending == Ending::solved);
        CHECK(run.length == 6 + 3);  // edges, and the vertices that must be marked
        CHECK(run.fired[0] == 1 && run.guesses >= 1 && run.reverts <= run.guesses);
    }
}

// More paths than 64 bits can count, on a board of two words.
void the_largest() {
    Budget budget({});
    const auto all = count_within(empty<2>(10), -1, budget);
    CHECK(all.solutions == Wide(41044208702ull) * 1000000000 + 632496804);
    CHECK(shortest(empty<2>(10), budget).size() == 18);
}

void what_has_no_solution_is_found_out() {
    const Clues<1> walled(3, {}, {}, {}, {0}, {0});  // both edges at the start are broken
    Budget budget({});
    CHECK(count_within(walled, -1, budget).solutions == 0);
    CHECK(!separation(walled, budget) && shortest(walled, budget).empty());
    const Sheet<1> sheet(walled);
    Deduction<Sheet<1>> solver(sheet, {.rules = {0, 1, 2}}, {false, true, true}, Guess{});
    CHECK(solver.run(1, budget).ending == Ending::unsolvable);
}

}  // namespace

int main() {
    solutions_listed_without_walking<1>();
    solutions_listed_without_walking<2>();
    paths_from_corner_to_corner<1>();
    paths_from_corner_to_corner<2>();
    states_with_the_same_future<1>();
    states_with_the_same_future<2>();
    the_demonstration<1>();
    the_demonstration<2>();
    the_largest();
    what_has_no_solution_is_found_out();
    return check::report();
}
