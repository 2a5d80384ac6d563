// The smallest boards, under sanitizers.
#include <quandary/backward.hpp>
#include <quandary/explore.hpp>
#include <quandary/least_cost.hpp>

#include "check.hpp"
#include "rushhour/native/domain.hpp"

using namespace quandary;

int main() {
    // ..B.   B must go down before A can leave.
    // AAB.
    // ....
    // ....
    const rushhour::Board board(2, {0, 0}, {{0x30, 0x60, 0xc0}, {0x44, 0x440, 0x4400}}, 0);
    const auto start = board.starts()[0];
    CHECK(board.moves(start).count() == 2);  // down by one or two
    Budget budget({});
    const auto graph = explore(board, budget);
    CHECK(graph.complete && graph.solved.size() == 5);
    Budget fresh({});
    CHECK(check::near(muse(board, Player<rushhour::Board>{}, false, fresh).value,
                      3));  // one bit for B, then two among four slides
    auto moved = board.apply(start, 12 + 7);
    CHECK(moved[0] == 0 && moved[1] == 2);
    CHECK(board.apply(moved, 12 + 4) == start);

    // The 26th car lies in the second word, and goes back as far as forth.
    rushhour::Board::State many{};
    many.slide(25, 6);
    many.slide(25, -6);
    CHECK(many == rushhour::Board::State{});
    return check::report();
}
