// The technique solver and the fast counters on Sudokus with known answers, under sanitizers.
#include "check.hpp"
#include "sudoku/native/explainer.hpp"

using namespace quandary;
using namespace quandary::sudoku;

namespace {

constexpr int single = 10, harder = 20;

// Every technique that has a finder, in the order of the headers.
std::vector<RowText> rows() {
    std::vector<RowText> texts;
    for (const auto &finders : all_finders)
        for (const auto &finder : finders)
            for (auto name : finder.techniques)
                if (!name.empty()) {
                    const bool is_single = name == "last-cell" || name.find("-single") != name.npos;
                    texts.push_back({std::string(name), is_single ? single : harder});
                }
    return texts;
}

// Solves by techniques, checking that no step contradicts the solution; the hardest cost.
int hardest(int box_rows, int box_columns, const char *text) {
    const Shape shape(box_rows, box_columns);
    const Digger digger(box_rows, box_columns);
    const Grid givens = read_grid(text);
    Budget budget({});
    Grid solution;
    CHECK(digger.count(givens, 2, budget, &solution) == 1);
    int most = 0;
    const Table table(rows());
    const auto look = [&](const Hint &hint, const Marks &, const Finder &) {
        most = std::max(most, hint.cost);
        if (hint.puts()) CHECK(solution[at(hint.cell)] == hint.digit + 1);
        for (int move : hint.strikes) CHECK(solution[at(move / shape.size)] != move % shape.size + 1);
    };
    int looking = 0;
    CHECK(explain(shape, givens, solution, table, look, int(table.size()), budget, looking));
    return most;
}

}  // namespace

int main() {
    CHECK(hardest(2, 2, ".3....3....41...") == single);
    CHECK(hardest(2, 3, "..3.4......143...........12..5.5.2..") == harder);
    CHECK(hardest(3, 3, "3..4.....419.....2....87.....8.54......3.2..9......5......19.2...5..391.6........") == single);
    CHECK(hardest(3, 3, "...58..3....139.8.1.....7..2...6.81....9.....3.....47.....16....7..9...65........") == harder);

    const Digger four(2, 2), nine(3, 3);
    Budget budget({});
    CHECK(four.count(Grid(16), 1000, budget) == 288);
    CHECK(nine.count(Grid(81), 50, budget) == 50);
    Grid full;
    CHECK(nine.count(Grid(81), 1, budget, &full) == 1);
    std::vector<std::vector<int>> cells;
    for (int cell = 0; cell < 81; ++cell) cells.push_back({cell});
    const Grid dug = nine.dig(full, cells, 81, {.states = 1000});
    CHECK(nine.count(dug, 2, budget) == 1 && dug != full);
    return check::report();
}
