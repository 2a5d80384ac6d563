// Random Sudokus, with one solution, with many and with none, under sanitizers.
#include "fuzz.hpp"
#include "sudoku/native/dig.hpp"
#include "sudoku/native/domain.hpp"

using namespace quandary;
using sudoku::Sudoku;

namespace {

// Digits that do not conflict, in random cells.
sudoku::Grid draw(SplitMix64 &random, int box_rows, int box_columns) {
    const int size = box_rows * box_columns, cells = size * size;
    const Sudoku empty(box_rows, box_columns, std::vector<int>(std::size_t(cells), 0));
    auto state = empty.starts()[0];
    for (int number = random.below(cells); number > 0; --number) {
        std::vector<Move> open;
        empty.moves(state).each([&](Move move) { open.push_back(move); });
        if (open.empty()) break;
        state = empty.apply(state, open[std::size_t(random.below(int(open.size())))]);
    }
    return {state.digits.begin(), state.digits.begin() + cells};
}

void dig(const sudoku::Digger &digger, const sudoku::Grid &full, SplitMix64 &random) {
    std::vector<std::vector<int>> groups;
    for (const int cell : fuzz::some_of(random, int(full.size()), int(full.size()))) groups.push_back({cell});
    try {
        const auto left = digger.dig(full, groups, int(full.size()), fuzz::limits(random));
        Budget budget({});
        CHECK(digger.count(left, 2, budget) == 1);
    } catch (const OutOfBudget &out) {
        CHECK(out.stop.code != Code::states);
    }
}

}  // namespace

int main(int count, char **words) {
    return fuzz::run(count, words, 10, [](SplitMix64 &random) {
        const int box_rows = 2, box_columns = 2;
        const auto givens = draw(random, box_rows, box_columns);
        const Sudoku domain(box_rows, box_columns, {givens.begin(), givens.end()}, fuzz::chance(random, 2));
        fuzz::ask(domain, random, 4);
        const sudoku::Digger digger(box_rows, box_columns);
        const auto counted = ::count(domain, 30, {.states = 2000});
        Budget budget({});
        sudoku::Grid solution;
        const int found = digger.count(givens, 31, budget, &solution);
        if (counted.complete) CHECK(counted.solutions == found);
        if (found) dig(digger, solution, random);
    });
}
