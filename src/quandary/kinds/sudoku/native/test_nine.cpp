// The fast counter of 9 × 9 Sudokus against the general one, on random ones with no solution, one, and several.
#include "check.hpp"
#include "sudoku/native/dig.hpp"

#include <quandary/chance.hpp>

using namespace quandary;
using namespace quandary::sudoku;

namespace {

// A full grid: a pattern with its digits renamed, and rows exchanged within their bands.
Grid full_grid(SplitMix64 &random) {
    std::array<int, 9> digits{1, 2, 3, 4, 5, 6, 7, 8, 9}, rows{0, 1, 2, 3, 4, 5, 6, 7, 8};
    for (int i = 8; i > 0; --i) std::swap(digits[std::size_t(i)], digits[std::size_t(random.below(i + 1))]);
    for (int i = 0; i < 9; ++i) std::swap(rows[std::size_t(i)], rows[std::size_t(i / 3 * 3 + random.below(3))]);
    Grid grid;
    for (int row : rows)
        for (int column = 0; column < 9; ++column)
            grid.push_back(std::uint8_t(digits[std::size_t((3 * row + row / 3 + column) % 9)]));
    return grid;
}

Grid some_givens(SplitMix64 &random) {
    const Grid full = full_grid(random);
    Grid givens(81);
    for (int i = 40 + random.below(20); i > 0; --i) {
        const auto cell = std::size_t(random.below(81));
        givens[cell] = full[cell];
    }
    if (random.below(2)) givens[std::size_t(random.below(81))] = std::uint8_t(1 + random.below(9));
    return givens;
}

bool solves(const Grid &givens, const Grid &solution) {
    std::array<int, 27> seen{};
    for (std::size_t c = 0; c < 81; ++c) {
        if (givens[c] && givens[c] != solution[c]) return false;
        for (const auto unit : {c / 9, 9 + c % 9, 18 + c / 27 * 3 + c % 9 / 3}) seen[unit] |= 1 << solution[c];
    }
    for (int digits : seen)
        if (digits != 01776) return false;
    return true;
}

}  // namespace

int main() {
    const Wide wide(3, 3);
    SplitMix64 random(9);
    std::array<int, 3> met{};
    for (int i = 0; i < 300; ++i) {
        Grid givens = some_givens(random), solution(81);
        Budget budget({});
        const int found = Nine::count(givens, 2, -1, 0, solution.data());
        CHECK(found == wide.count(givens, 2, budget));
        if (found) CHECK(solves(givens, solution));
        ++met[std::size_t(found)];
        const int cell = random.below(81), digit = 1 + random.below(9);
        givens[std::size_t(cell)] = 0;
        CHECK(Nine::count(givens, 20, cell, digit) == wide.count(givens, 20, budget, cell, digit));
    }
    for (int number : met) CHECK(number >= 30);
    return check::report();
}
