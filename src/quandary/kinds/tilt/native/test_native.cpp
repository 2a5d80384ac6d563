// The smallest mazes, under sanitizers.
#include <quandary/backward.hpp>
#include <quandary/explore.hpp>
#include <quandary/least_cost.hpp>

#include "check.hpp"
#include "tilt/native/domain.hpp"
#include "tilt/native/survey.hpp"

using namespace quandary;

int main() {
    // +-+-+-+   open sides: bit 0 up, 1 right, 2 down, 3 left
    // |o . .|
    // + +-+ +
    // |. .|*|
    // +-+-+-+
    const tilt::Maze corner(3, 0, {5}, {2 + 4, 2 + 8, 8 + 4, 1 + 2, 8, 1});
    Budget budget({});
    const auto found = tilt::Surveyor(corner, budget).run();
    CHECK(found.states == 5 && found.stops == 5);
    CHECK(found.shortest == 2 && found.tiles == 3);
    Budget fresh({});
    CHECK(check::near(muse(corner, Player<tilt::Maze>{}, false, fresh).value, 2));

    Budget short_of({.states = 2});
    CHECK(tilt::Surveyor(corner, short_of).run().stop == Stop{Code::states, 2});

    // A row of 65 cells, 64 of them checkpoints: the widest mask.
    std::vector<int> all, sides(65, 2 + 8);
    for (int i = 1; i < 65; ++i) all.push_back(i);
    sides.front() = 2;
    sides.back() = 8;
    Budget wide({});
    const auto one_roll = tilt::Surveyor(tilt::Maze(65, 0, all, sides), wide).run();
    CHECK(one_roll.shortest == 1 && one_roll.tiles == 64 && one_roll.states == 2);
    return check::report();
}
