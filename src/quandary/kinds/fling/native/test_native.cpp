// The smallest boards, under sanitizers.
#include <quandary/backward.hpp>
#include <quandary/explore.hpp>
#include <quandary/least_cost.hpp>

#include "check.hpp"
#include "fling/native/census.hpp"
#include "fling/native/survey.hpp"

using namespace quandary;
using namespace quandary::fling;

namespace {

Wide whole(std::uint64_t value) { return Wide(value); }

bool equal(const Wide &one, const Wide &other) { return one.words == other.words; }

int move(int cell, int way) { return cell * fling::ways + way; }

}  // namespace

int main() {
    // o.oo.: the first ball stops before the second, which pushes the third off the board.
    const Board row(5, 1, 0b01101);
    CHECK(row.can(0b01101, move(0, 1)) && row.fling(0b01101, move(0, 1)) == 0b00110);
    CHECK(!row.can(0b01101, move(2, 1)));  // its neighbour stands in the way
    CHECK(row.can(0b01101, move(2, 3)) && row.fling(0b01101, move(2, 3)) == 0b01010);

    // Two balls with a gap: one solution, and two last moves that end in the same cell.
    const auto pair = survey(Board(3, 3, 0b101), {});
    CHECK(pair.full_states == 2 && equal(pair.full_tree, whole(3)) && equal(pair.solutions, whole(1)));
    CHECK(!pair.stop && survey(Board(3, 3, 0b101), {.states = 1}).stop == Stop{Code::states, 1});
    const auto solved = survey(Board(8, 8, std::uint64_t(1) << 63), {});
    CHECK(solved.full_states == 1 && equal(solved.solutions, whole(1)));

    // Carries go through all words.
    Wide wide(~std::uint64_t(0));
    wide.add(Wide(1));
    CHECK(wide.words[0] == 0 && wide.words[1] == 1);

    // All boards of 4 x 4 cells: counted by two programs that share no code with this one.
    Budget budget({});
    const Grid grid(4, 4);
    const auto all = Counter(grid, true, budget).run(8);
    const std::int64_t solvable[] = {24, 64, 173, 412, 738, 1016, 957}, unique[] = {24, 64, 112, 136, 136, 72, 16};
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(all[i].solvable == solvable[i] && all[i].unique == unique[i]);
        CHECK(all[i].apart_solvable == 0);
        CHECK(std::int64_t(classes(grid, all[i].balls, budget).size()) == all[i].classes);
        CHECK(std::int64_t(Counter(grid, false, budget).unique_classes(all[i].balls).size()) == all[i].unique_classes);
    }

    // What is listed is what is counted.
    const Board five(4, 4, 7173);
    Budget listing({});
    CHECK(equal(survey(five, {}).solutions, whole(Lister(five, listing).list(0, 100).size())));
    Budget fresh({});
    CHECK(muse(Memory(4, 4, 7173), Player<Memory>{.rules = {3}}, false, fresh).value <=
          muse(five, Player<Board>{}, false, fresh).value);
    return check::report();
}
