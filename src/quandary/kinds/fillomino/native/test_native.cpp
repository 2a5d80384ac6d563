// Small Fillominos with known numbers of solutions, under sanitizers.
#include <quandary/backward.hpp>
#include <quandary/chance.hpp>
#include <quandary/least_cost.hpp>

#include "check.hpp"
#include "fillomino/native/dig.hpp"
#include "fillomino/native/domain.hpp"
#include "fillomino/native/reader.hpp"

using namespace quandary;
using namespace quandary::fillomino;
using Small = Fillomino<36>;

namespace {

std::size_t boards(int rows, int columns, const Numbers &givens, std::int64_t most = 100'000) {
    return Small(rows, columns, givens).quick_solutions(most, {}).found.size();
}

// The solver made for it, and the engine that all domains have, find the same boards.
void two_engines_agree() {
    const Small domain(3, 3, {0, 0, 5, 2, 0, 0, 5, 0, 1});
    const auto quick = domain.quick_solutions(100, {}), plain = solutions(domain, 100, {});
    CHECK(quick.complete && plain.complete);
    CHECK(quick.found.size() == 1 && plain.found.size() == 1);
}

// Whether a player with these rules fills every cell without a guess.
bool reads(const Small &domain, const std::vector<std::string> &rules) {
    Budget budget({});
    BitSet<36> all;
    for (int cell = 0; cell < domain.cells; ++cell) all.add(cell);
    return Reader<36>(domain.grid, domain.starts()[0].numbers, Knowledge(rules), budget).fills(all);
}

// A player does not guess exactly where no choice is left, whatever the rules are.
void readers_agree_with_the_entropy() {
    const std::vector<Numbers> puzzles{
        {0, 0, 5, 2, 0, 0, 5, 0, 1}, {6, 3, 0, 0, 6, 0, 0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 0}};
    const auto names = rule_names<Small>();
    for (const auto &givens : puzzles)
        for (unsigned some = 0; some < 1u << names.size(); ++some) {
            std::vector<std::string> known;
            Player<Small> player;
            for (std::size_t rule = 0; rule < names.size(); ++rule)
                if (some >> rule & 1) {
                    known.push_back(names[rule]);
                    player.rules.push_back(int(rule));
                }
            const Small domain(3, 3, givens);
            Budget budget({});
            CHECK(reads(domain, known) == (muse(domain, player, true, budget).value == 0));
        }
}

// The cells of a class that can be reached from one of them.
std::vector<int> connected(const Grid &grid, const Numbers &classes, int from) {
    std::vector<int> cells{from};
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (int next : grid.beside(cells[i]))
            if (classes[std::size_t(next)] == classes[std::size_t(from)] &&
                std::find(cells.begin(), cells.end(), next) == cells.end())
                cells.push_back(next);
    std::sort(cells.begin(), cells.end());
    return cells;
}

// Cells come and go in stacks; at any time regions are what is connected.
void grown_regions_are_what_is_connected() {
    const Grid grid(5, 6);
    GrownRegions grown(grid, 2);
    Numbers classes(30, -1);
    std::vector<int> added;
    SplitMix64 random(1);
    for (int step = 0; step < 2000; ++step) {
        const int cell = random.below(30);
        if (auto &c = classes[std::size_t(cell)]; c < 0) {
            c = random.below(2);
            grown.add(cell, c);
            added.push_back(cell);
        } else {
            for (int last = random.below(int(added.size())); last >= 0; --last, added.pop_back())
                grown.drop(std::exchange(classes[std::size_t(added.back())], -1));
        }
        for (int each : added) {
            std::vector<int> cells;
            grown.each(grown.root(each), [&](int other) { cells.push_back(other); });
            CHECK(int(cells.size()) == grown.size(grown.root(each)));
            std::sort(cells.begin(), cells.end());
            CHECK(cells == connected(grid, classes, each));
        }
    }
}

// More cells than are asked about at a time: what is left has one board, and needs every given.
void dug_boards_need_every_given() {
    const Numbers full{2, 7, 7, 7, 5, 5, 2, 7, 7, 5, 5, 5, 7, 7, 2, 2, 9, 2,
                       6, 6, 6, 9, 9, 2, 2, 6, 6, 1, 9, 9, 2, 6, 9, 9, 9, 9};
    std::vector<int> order;
    for (int cell = 0; cell < 36; ++cell) order.push_back(cell * 5 % 36);
    Budget budget({});
    const auto left = dig(Grid(6, 6), full, order, 36, budget);
    CHECK(boards(6, 6, left, 2) == 1);
    for (std::size_t cell = 0; cell < left.size(); ++cell)
        if (left[cell]) {
            auto less = left;
            less[cell] = 0;
            CHECK(boards(6, 6, less, 2) == 2);
        }
    const auto most = dig(Grid(6, 6), full, order, 17, budget);
    CHECK(std::count(most.begin(), most.end(), 0) == 17);
}

}  // namespace

int main() {
    grown_regions_are_what_is_connected();
    dug_boards_need_every_given();
    CHECK(boards(2, 2, Numbers(4, 0)) == 5);
    CHECK(boards(3, 3, Numbers(9, 0)) == 445);
    CHECK(boards(3, 3, Numbers(9, 0), 10) == 10);
    CHECK(boards(2, 2, {1, 0, 0, 4}) == 0);
    // Numbers larger than 9 that are nowhere given: twelve cells as one region, among others.
    bool twelve = false;
    const Small empty(2, 6, Numbers(12, 0));
    for (const auto &solution : empty.quick_solutions(100'000, {}).found)
        twelve = twelve || empty.number_of(solution.moves.front()) == 12;
    CHECK(twelve);
    two_engines_agree();
    readers_agree_with_the_entropy();

    const Numbers full{3, 3, 1, 3, 2, 2, 2, 4, 4, 2, 4, 4};
    std::vector<int> order{5, 0, 11, 3, 7, 1, 9, 2, 10, 4, 8, 6};
    Budget budget({});
    const auto left = dig(Grid(4, 3), full, order, 12, budget);
    CHECK(boards(4, 3, left) == 1);
    CHECK(std::count(left.begin(), left.end(), 0) > 0);
    const auto two = dig(Grid(4, 3), full, order, 2, budget);
    CHECK(std::count(two.begin(), two.end(), 0) == 2);

    const Small puzzle(4, 4, {4, 0, 2, 0, 3, 0, 0, 0, 0, 0, 1, 0, 6, 0, 0, 0});
    Player<Small> everything;
    CHECK(!reads(puzzle, {}));
    for (int rule = 0; rule < int(rule_count<Small>); ++rule) everything.rules.push_back(rule);
    CHECK(reads(puzzle, rule_names<Small>()));
    Budget another({}), third({});
    CHECK(muse(puzzle, everything, true, another).value == 0);
    CHECK(remuse(puzzle, everything, true, third).value == 0);
    return check::report();
}
