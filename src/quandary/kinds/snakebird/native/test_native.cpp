// The smallest levels, under sanitizers.
#include <quandary/backward.hpp>
#include <quandary/explore.hpp>
#include <quandary/least_cost.hpp>

#include "check.hpp"
#include "snakebird/native/survey.hpp"

using namespace quandary;
using Level = snakebird::Level<2>;

namespace {

// Tiles by their characters, row by row.
std::vector<int> tiles(const char *rows) {
    std::vector<int> found;
    for (; *rows; ++rows) found.push_back(*rows == '#' ? snakebird::ground : *rows == '|' ? snakebird::spikes : 0);
    return found;
}

snakebird::Survey survey(const Level &level) {
    Budget budget({});
    return snakebird::survey(level, budget);
}

std::int64_t fewest(const Level &level) {
    Budget budget({});
    const auto moves = snakebird::fewest(level, budget);
    if (!moves) return -1;
    auto state = level.starts()[0];
    for (const Move move : *moves) state = level.apply(state, move);
    CHECK(level.is_solved(state));
    return std::int64_t(moves->size());
}

}  // namespace

int main() {
    // @..X  a bird that must eat before it leaves, from one column to another
    // >R..
    // .#.#
    const Level lunch(4, 3,
                      tiles("........"
                            ".#.#"),
                      3, {}, {0}, {}, {{5, 4}}, false);
    CHECK(survey(lunch).shortest == 11 && fewest(lunch) == 11);

    // >R>GX  pushed out
    // #####
    const Level push(5, 2, tiles(".....#####"), 4, {}, {}, {}, {{1, 0}, {3, 2}}, false);
    const auto seen = survey(push);
    CHECK(seen.shortest == 3 && seen.deepest_fall == 0);

    // ...*.X  the bird would fall for ever from one portal to the other
    // >R....
    // ##....
    // ...*..
    // ######
    const Level loop(6, 5, tiles("............##..........######"), 5, {3, 21}, {}, {}, {{7, 6}}, false);
    CHECK(fewest(loop) == -1);

    // A block of two cells that do not touch goes where the tip of the tail was.
    const Level tail(7, 2, tiles(".......#######"), 6, {}, {}, {{0, 3}}, {{2, 1}}, false);
    CHECK(tail.moves(tail.starts()[0]).has(1));

    // A bird over nothing has no start, unless it may hover.
    CHECK(Level(3, 2, tiles("......"), 2, {}, {}, {}, {{1, 0}}, false).starts().empty());
    CHECK(Level(3, 2, tiles("......"), 2, {}, {}, {}, {{1, 0}}, true).starts().size() == 1);

    Budget short_of({.states = 2});
    CHECK(snakebird::survey(lunch, short_of).stop == Stop{Code::states, 2});
    Budget fresh({});
    CHECK(muse(push, Player<Level>{}, false, fresh).value > 0);

    // 64 fruit: the widest mask.
    std::vector<int> fruit, floor(132, 0);
    for (int i = 2; i < 66; ++i) fruit.push_back(i);
    for (std::size_t i = 66; i < 132; ++i) floor[i] = snakebird::ground;
    bool refused = false;
    try {
        const Level wide(33, 4, floor, 1, {}, fruit, {}, {{67 - 66, 0}}, true);
    } catch (const std::invalid_argument &) {
        refused = true;  // it does not fit into two words
    }
    CHECK(refused);
    return check::report();
}
