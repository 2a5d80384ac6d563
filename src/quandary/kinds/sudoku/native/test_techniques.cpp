// The technique solver and the fast counters on Sudokus with known answers, under sanitizers.
#include <numeric>

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

// The places of a digit that some full placement has: a column for every row, each box once.
CellSet placed(const Marks &marks, int digit) {
    const Shape &shape = *marks.shape;
    CellSet all;
    std::vector<int> columns(at(shape.size));
    std::iota(columns.begin(), columns.end(), 0);
    do {
        CellSet cells;
        unsigned boxes = 0;
        for (int row = 0; row < shape.size; ++row) {
            const int cell = row * shape.size + columns[at(row)];
            cells.add(cell);
            boxes |= 1u << shape.unit[at(cell)][IN_BOX];
        }
        if (boxes == (1u << shape.size) - 1 && (cells - marks.where[at(digit)]).empty()) all |= cells;
    } while (std::next_permutation(columns.begin(), columns.end()));
    return all;
}

// Digits are settled that have no place without a full placement, also after some have been struck.
void settled_digits_are_those_of_brute_force() {
    for (auto [box_rows, box_columns] : {std::pair{2, 2}, {2, 3}, {3, 2}}) {
        const Shape shape(box_rows, box_columns);
        unsigned random = 1;
        int settled = 0, others = 0;
        for (int board = 0; board < 20; ++board) {
            Marks marks(shape);
            Placements placements(marks);
            for (int round = 0; round < 6; ++round) {
                for (int d = 0; d < shape.size; ++d) {
                    const bool is_settled = placed(marks, d) == marks.where[at(d)];
                    CHECK(is_settled == bool(placements.settled() >> d & 1));
                    ++(is_settled ? settled : others);
                }
                for (int strike = 0; strike < shape.cells; ++strike) {
                    random = random * 1664525u + 1013904223u;
                    const int cell = int(random >> 16) % shape.cells, digit = int(random >> 8) % shape.size;
                    const int row = cell / shape.size, column = cell % shape.size;
                    const int own = (box_columns * (row % box_rows) + row / box_rows + column) % shape.size;
                    if (digit != own) marks.strike(cell, digit);  // so that there is a solution
                }
            }
        }
        CHECK(settled > 20 && others > 20);
    }
}

// A digit put in leaves the same marks as striking all that it rules out, one by one.
void putting_strikes_what_is_ruled_out() {
    const Shape shape(3, 3);
    Marks put(shape), struck(shape);
    for (auto [cell, digit] : {std::pair{0, 4}, {40, 4}, {41, 0}, {80, 8}}) {
        put.put(cell, digit);
        for (int d = 0; d < shape.size; ++d) struck.strike(cell, d);
        for (int c = 0; c < shape.cells; ++c)
            if (shape.see(c, cell)) struck.strike(c, digit);
        CHECK(put.left == struck.left && put.places == struck.places && put.where == struck.where);
    }
    CHECK(put.empty == 77 && put.open[0] == 8);
}

}  // namespace

int main() {
    settled_digits_are_those_of_brute_force();
    putting_strikes_what_is_ruled_out();
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
