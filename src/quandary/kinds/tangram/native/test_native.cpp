// Small boards, their tilings and the rules, under sanitizers.
#include <quandary/backward.hpp>
#include <quandary/least_cost.hpp>

#include "check.hpp"
#include "tangram/native/sample.hpp"

using namespace quandary;
using tangram::Description;
using Small = tangram::Tangram<64>;

int main() {
    // Dominoes on two rows: a Fibonacci number of tilings.
    const std::vector<int> fibonacci{1, 2, 3, 5, 8, 13};
    for (int columns = 1; columns <= 6; ++columns) {
        const Small puzzle(tangram::dominoes(2, columns));
        const auto found = puzzle.quick_solutions(1000, {});
        CHECK(found.complete && int(found.found.size()) == fibonacci[std::size_t(columns - 1)]);
        CHECK(count(puzzle, 1000, {}).solutions == fibonacci[std::size_t(columns - 1)]);
    }
    CHECK(!Small(tangram::dominoes(2, 5)).quick_solutions(3, {}).complete);

    // A domino that cuts off a single cell leaves a gap of a bad size.
    const Small board(tangram::dominoes(2, 3));
    const auto cut = board.apply(board.starts()[0], tangram::move_on(board, {0, 3}));
    CHECK(!tangram::HasBadSize{}(board, cut));
    const Small strip(tangram::dominoes(1, 4));
    const auto parted = strip.apply(strip.starts()[0], tangram::move_on(strip, {1, 2}));
    CHECK(tangram::HasBadSize{}(strip, parted));
    CHECK(!tangram::LacksItsPiece{}(strip, parted) && !tangram::HasNoShape{}(strip, parted));

    // Sums of the pieces left: two dominoes of three have four cells together.
    const auto [any_number, more] = board.sums(board.starts()[0]);
    CHECK(any_number.has(2) && any_number.has(6) && !any_number.has(3) && more.has(4) && !more.has(2));

    Player<Small> everything;
    for (int rule = 0; rule < int(rule_count<Small>); ++rule) everything.rules.push_back(rule);
    Budget budget({}), another({});
    CHECK(muse(strip, everything, false, budget).value == 0);
    CHECK(muse(board, Player<Small>{.rules = {}, .families = 2, .lookahead = 0}, false, another).value <= 1);

    // What cannot be leaves no solution: nothing fits over bumps, or pieces that must and must not touch.
    auto bumpy = tangram::dominoes(2, 2);
    bumpy.over_bumps = true;
    CHECK(Small(bumpy).quick_solutions(9, {}).found.empty() && count(Small(bumpy), 9, {}).solutions == 0);
    auto torn = tangram::dominoes(2, 2);
    torn.bonds = {0, 0, tangram::NO_EDGE};
    CHECK(Small(torn).quick_solutions(9, {}).found.empty() && count(Small(torn), 9, {}).solutions == 0);
    auto bound = tangram::dominoes(2, 2);
    bound.bonds = {0, 0, tangram::EDGE};
    CHECK(Small(bound).quick_solutions(9, {}).found.size() == 2);
    auto apart = tangram::dominoes(2, 2);
    apart.bonds = {0, 0, tangram::NO_LINE};
    CHECK(Small(apart).quick_solutions(9, {}).found.empty());
    return check::report();
}
