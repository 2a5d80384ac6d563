// Small boards, their tilings and the rules, under sanitizers.
#include <quandary/backward.hpp>
#include <quandary/least_cost.hpp>

#include "check.hpp"
#include "tangram/native/sample.hpp"

using namespace quandary;
using Small = tangram::Tangram<tangram::Small>;

namespace {

Small made(const tangram::Sample &sample) { return sample.puzzle<tangram::Small>(); }

// Whether a rule rules out the move that covers these cells at the start.
template <class Rule>
bool rules_out(const Small &puzzle, std::vector<int> cells) {
    const auto start = puzzle.starts()[0];
    bool out = false;
    Rule{}.find(puzzle, SlotTable<Small>(puzzle), start, puzzle.moves(start), [&](const Finding<Small> &finding) {
        out = out || finding.cannot.has(tangram::move_on(puzzle, cells));
    });
    return out;
}
using BadSize = tangram::GapRule<"gap-sizes", tangram::HaveBadSize>;
using Lacking = tangram::GapRule<"piece-gone", tangram::LackAPiece>;
using NoShape = tangram::GapRule<"gap-shapes", tangram::HaveNoShape>;

}  // namespace

int main() {
    // Dominoes on two rows: a Fibonacci number of tilings.
    const std::vector<int> fibonacci{1, 2, 3, 5, 8, 13};
    for (int columns = 1; columns <= 6; ++columns) {
        const auto puzzle = made(tangram::dominoes(2, columns));
        const auto found = puzzle.quick_solutions(1000, {});
        CHECK(found.complete && int(found.found.size()) == fibonacci[std::size_t(columns - 1)]);
        CHECK(puzzle.solutions_in_order(1000, {}).found.size() == found.found.size());
        CHECK(count(puzzle, 1000, {}).solutions == fibonacci[std::size_t(columns - 1)]);
    }
    CHECK(!made(tangram::dominoes(2, 5)).quick_solutions(3, {}).complete);

    // A domino that cuts off a single cell leaves a gap of a bad size.
    const auto board = made(tangram::dominoes(2, 3));
    CHECK(!rules_out<BadSize>(board, {0, 3}));
    const auto strip = made(tangram::dominoes(1, 4));
    CHECK(rules_out<BadSize>(strip, {1, 2}) && !rules_out<BadSize>(strip, {0, 1}));
    CHECK(!rules_out<Lacking>(strip, {1, 2}) && !rules_out<NoShape>(strip, {1, 2}));

    // A domino and a single cell: a gap of two is lost for the domino that is laid, and so is one of no shape.
    const auto mixed = made(tangram::squares(1, 3, {{0, {0, 1}}, {0, {1, 2}}, {1, {0}}, {1, {1}}}, {1, 1}));
    CHECK(rules_out<BadSize>(mixed, {1}) && !rules_out<Lacking>(mixed, {0}) && !rules_out<NoShape>(mixed, {0}));
    CHECK(rules_out<NoShape>(mixed, {0, 1}) && !rules_out<NoShape>(mixed, {1, 2}));
    const auto twice = made(tangram::squares(1, 4, {{0, {0, 1}}, {1, {2, 3}}, {2, {2, 3}}}, {1, 1, 0}));
    CHECK(!rules_out<Lacking>(twice, {0, 1}));

    // Gaps are also compared with the size of a piece that fits nowhere, even if the board is smaller than it.
    auto nowhere = tangram::squares(1, 4, {{0, {0, 1}}, {0, {1, 2}}, {0, {2, 3}}}, {2, 1});
    nowhere.asked.left = {2, 0};
    CHECK(rules_out<NoShape>(made(nowhere), {1, 2}) && !rules_out<NoShape>(made(nowhere), {0, 1}));
    for (int size : {3, 24}) {
        nowhere.board.sizes[1] = size;
        CHECK(!rules_out<NoShape>(made(nowhere), {1, 2}) && rules_out<BadSize>(made(nowhere), {1, 2}));
    }

    // Cells that are more than a word apart are neighbours all the same.
    const auto long_rows = tangram::dominoes(2, 64).board;
    const tangram::Board<tangram::Large> wide(long_rows);
    tangram::Board<tangram::Large>::Mask corner, beside;
    corner.add(0);
    for (int cell : long_rows.near[0]) beside.add(cell);
    CHECK(wide.neighbours(corner) == beside && beside.has(64));

    // Sums of the pieces left: two dominoes of three have four cells together.
    const auto sums = board.sums(board.starts()[0].left);
    CHECK(sums.any_number.has(2 - 1) && sums.any_number.has(6 - 1) && !sums.any_number.has(3 - 1) && sums.more == 0);

    // Every single cell and every pair of cells is a piece, if both are declared; without the single cell none is.
    auto both = tangram::domino_places(2, 2, 0);
    for (int cell = 0; cell < 4; ++cell) both.push_back({1, {cell}});
    CHECK(made(tangram::squares(2, 2, both, {1, 2})).board().loose == 0);
    CHECK(mixed.board().loose != 0);

    Player<Small> everything;
    for (int rule = 0; rule < int(rule_count<Small>); ++rule) everything.rules.push_back(rule);
    Budget budget({}), another({});
    CHECK(muse(strip, everything, false, budget).value == 0);
    CHECK(muse(board, Player<Small>{.rules = {}, .families = 2, .lookahead = 0}, false, another).value <= 1);

    // What cannot be leaves no solution: nothing fits over bumps, or pieces that must and must not touch.
    auto bumpy = tangram::dominoes(2, 2);
    bumpy.asked.over_bumps = true;
    CHECK(made(bumpy).quick_solutions(9, {}).found.empty() && count(made(bumpy), 9, {}).solutions == 0);
    auto torn = tangram::dominoes(2, 2);
    torn.asked.bonds = {0, 0, tangram::NO_EDGE};
    CHECK(made(torn).quick_solutions(9, {}).found.empty() && count(made(torn), 9, {}).solutions == 0);
    auto bound = tangram::dominoes(2, 2);
    bound.asked.bonds = {0, 0, tangram::EDGE};
    CHECK(made(bound).quick_solutions(9, {}).found.size() == 2);
    auto apart = tangram::dominoes(2, 2);
    apart.asked.bonds = {0, 0, tangram::NO_LINE};
    CHECK(made(apart).quick_solutions(9, {}).found.empty());
    return check::report();
}
