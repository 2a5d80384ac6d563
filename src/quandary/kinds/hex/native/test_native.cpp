// The board, the pieces and small puzzles, under sanitizers.
#include <quandary/backward.hpp>
#include <quandary/least_cost.hpp>

#include "check.hpp"
#include "hex/native/tilings.hpp"

using namespace quandary;
using hex::Hex;

namespace {

// The move that puts a piece on these cells.
int at(int piece, std::vector<int> cells) {
    hex::Mask mask = 0;
    for (int cell : cells) mask |= hex::Mask(1) << cell;
    for (int move = hex::geometry().first[std::size_t(piece)]; move < hex::geometry().first[std::size_t(piece + 1)];
         ++move)
        if (Hex::at(move).cells == mask) return move;
    return -1;
}

}  // namespace

int main() {
    const auto &board = hex::geometry();
    const std::array<int, hex::piece_count> places{19, 42, 78, 72, 192, 168, 156, 192, 126, 84};
    for (std::size_t piece = 0; piece < places.size(); ++piece)
        CHECK(board.first[piece + 1] - board.first[piece] == places[piece]);
    CHECK(board.locations.size() == std::size_t(Hex::max_moves));

    for (int cell = 0; cell < hex::cell_count; ++cell)
        CHECK(hex::neighbours(hex::Mask(1) << cell) == hex::geometry().near[std::size_t(cell)]);
    int regions = 0;
    hex::each_region(0b1000111, [&](hex::Mask) { ++regions; });
    CHECK(regions == 2);
    for (const auto &one : board.locations)
        for (const auto &other : board.locations)
            if ((one.cells & other.cells) == 0) {
                const hex::Mask rest = hex::full & ~one.cells & ~other.cells;
                const hex::Gaps whole(rest, rest);
                const auto quick = hex::gaps_of(hex::full & ~one.cells, other);
                CHECK(quick.seeds == whole.seeds && quick.wants == whole.wants && quick.odd == whole.odd);
                CHECK(quick.half == whole.half && quick.small == whole.small && quick.shapeless == whole.shapeless);
            }
    CHECK(hex::shape_of(Hex::at(0).cells) == 0 && hex::shape_of(0b111111000000) < 0);

    // The solution of the example "five-pieces": Trapezoid, Wrench, Triangle, Butterfly and Line are given.
    const std::vector<int> placed{at(8, {16, 17, 27}), at(5, {28, 38, 39, 47, 48, 49}), at(6, {20, 21, 29, 30, 31, 40}),
                                  at(1, {22, 32, 33, 34, 35, 44}), at(3, {26, 36, 37, 45, 46, 53})};
    for (int move : placed) CHECK(move >= 0);
    const Hex clear(7, placed, {}, false, {});
    CHECK(count(clear, 10, {}).solutions == 1);
    Player<Hex> everything;
    for (int rule = 0; rule < int(rule_count<Hex>); ++rule) everything.rules.push_back(rule);
    for (int lookahead = 0; lookahead < 2; ++lookahead) {
        everything.lookahead = lookahead;
        Budget budget({}), another({});
        CHECK(muse(clear, everything, false, budget).value == 0);
        CHECK(remuse(clear, everything, true, another).value == 0);
    }
    Budget budget({});
    CHECK(
        check::near(muse(clear, Player<Hex>{.rules = {}, .families = 1, .lookahead = 0}, false, budget).value, 3.3219));

    // Asking what cannot be leaves no solution: nothing fits over bumps, or red pieces that must and must not touch.
    CHECK(count(Hex(7, placed, {}, true, {}), 10, {}).solutions == 0);
    const std::vector<int> bonds{0, 1, hex::EDGE, 1, 0, hex::EDGE, 0, 1, hex::NO_EDGE, 1, 0, hex::NO_EDGE};
    const Hex torn(7, placed, {}, false, bonds);
    CHECK(count(torn, 10, {}).solutions == 0);
    Budget last({});
    CHECK(muse(torn, everything, false, last).value == infinity);
    return check::report();
}
