// Random Fillominos of a few cells, solvable or not, under sanitizers.
#include "fillomino/native/dig.hpp"
#include "fillomino/native/domain.hpp"
#include "fillomino/native/reader.hpp"
#include "fuzz.hpp"

using namespace quandary;
using namespace quandary::fillomino;
using Small = Fillomino<36>;

namespace {

// Whether a player with these rules fills every cell without a guess; nothing if a limit was reached.
void read(const Small &domain, SplitMix64 &random) {
    std::vector<std::string> rules;
    for (const auto &name : rule_names<Small>())
        if (fuzz::chance(random, 2)) rules.push_back(name);
    BitSet<36> all;
    for (int cell = 0; cell < domain.cells; ++cell) all.add(cell);
    try {
        Budget budget(fuzz::limits(random));
        Reader<36>(domain.grid, domain.starts()[0].numbers, Knowledge(rules), budget).fills(all);
    } catch (const OutOfBudget &) {
    }
}

}  // namespace

int main(int count, char **words) {
    return fuzz::run(count, words, 150, [](SplitMix64 &random) {
        const int rows = 1 + random.below(3), columns = 1 + random.below(4), cells = rows * columns;
        Numbers givens(std::size_t(cells), 0);
        for (auto &given : givens)
            if (fuzz::chance(random, 3)) given = 1 + random.below(std::min(cells, 6));
        const Small domain(rows, columns, givens);
        fuzz::ask(domain, random);
        read(domain, random);
        const auto quick = domain.quick_solutions(50, {.states = 2000});
        const auto plain = solutions(domain, 50, {.states = 2000});
        if (quick.complete && plain.complete) CHECK(quick.found.size() == plain.found.size());
        domain.quick_solutions(5, fuzz::limits(random));
        if (quick.found.empty()) return;
        auto board = givens;
        for (const Move move : quick.found[0].moves) board[std::size_t(domain.cell_of(move))] = domain.number_of(move);
        auto left = board;
        try {
            Budget budget(fuzz::limits(random));
            left = dig(domain.grid, board, fuzz::some_of(random, cells, cells), cells, budget);
        } catch (const OutOfBudget &) {
        }
        CHECK(Small(rows, columns, left).quick_solutions(2, {}).found.size() == 1);
    });
}
