// Searches of declared puzzles with known numbers of solutions, with and without learning, under sanitizers.
#include <quandary/pencil_ladder.hpp>

#include <set>

#include "check.hpp"

using namespace quandary;
using namespace quandary::pencil;

namespace {

constexpr int side = 4;
constexpr Mask shade = 0b11;

int cell(int row, int column) { return row * side + column; }

Numbers cells() {
    Numbers found;
    for (int at = 0; at < side * side; ++at) found.push_back(at);
    return found;
}

// The pairs of neighbours, with counts before them.
Numbers beside() {
    Numbers found;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            if (column + 1 < side) found.insert(found.end(), {2, cell(row, column), cell(row, column + 1)});
            if (row + 1 < side) found.insert(found.end(), {2, cell(row, column), cell(row + 1, column)});
        }
    return found;
}

std::vector<Numbers> lines() {
    std::vector<Numbers> found;
    for (int at = 0; at < side; ++at) {
        auto &row = found.emplace_back();
        for (int other = 0; other < side; ++other) row.push_back(cell(at, other));
        auto &column = found.emplace_back();
        for (int other = 0; other < side; ++other) column.push_back(cell(other, at));
    }
    return found;
}

std::set<std::vector<int>> solutions(const May &may, const std::vector<WordTold> &words, int patience) {
    std::vector<std::vector<int>> orders;
    for (auto mask : may) {
        auto &order = orders.emplace_back();
        for (int value = 0; value < 64; ++value)
            if (mask >> value & 1) order.push_back(value);
    }
    Search search(may, words, orders, patience);
    Budget budget{Limits{}};
    std::set<std::vector<int>> found;
    while (const auto solution = search.next(budget)) CHECK(found.insert(*solution).second);
    Ladder ladder(words, orders);
    for (const auto &step : ladder.climb(may, {"one-rule", "global", "overlap", "assume-1", "assume-2"}, budget))
        for (const auto &[spot, mask] : step.forced.value_or(Narrowed()))
            for (const auto &solution : found) CHECK(mask >> solution[std::size_t(spot)] & 1);
    return found;
}

void check_both(const May &may, const std::vector<WordTold> &words, std::size_t number) {
    const auto plain = solutions(may, words, Search::never);
    CHECK(plain.size() == number);
    for (const int patience : {0, 3}) CHECK(solutions(may, words, patience) == plain);
}

void test_latin_squares() {
    std::vector<WordTold> words;
    for (const auto &line : lines()) words.push_back({"different", {line}});
    check_both(May(16, 0b11110), words, 576);
}

// The simple cycles of a grid of 4x4 dots.
void test_loops() {
    const auto pairs = beside();
    Numbers edges;
    std::vector<Numbers> meeting(16);
    for (int edge = 0; edge < int(pairs.size()) / 3; ++edge) {
        edges.push_back(edge);
        for (const int end : {1, 2}) meeting[std::size_t(pairs[std::size_t(3 * edge + end)])].push_back(edge);
    }
    std::vector<WordTold> words;
    for (const auto &dot : meeting) words.push_back({"passes", {dot}});
    words.push_back({"one_loop", {edges, pairs}});
    check_both(May(edges.size(), shade), words, 213);
}

// An island of four and one of three, and a connected sea without a square.
void test_islands() {
    std::vector<WordTold> words;
    for (int row = 0; row + 1 < side; ++row)
        for (int column = 0; column + 1 < side; ++column)
            words.push_back(
                {"no_square",
                 {{cell(row, column), cell(row, column + 1), cell(row + 1, column), cell(row + 1, column + 1)}, {1}}});
    words.push_back({"connected", {cells(), beside(), {1}}});
    words.push_back({"areas", {cells(), beside(), {2, 0, 4, 2, 11, 3}, {0}}});
    const auto found = solutions(May(16, shade), words, Search::never);
    check_both(May(16, shade), words, found.size());
    CHECK(!found.empty());
}

}  // namespace

int main() {
    test_latin_squares();
    test_loops();
    test_islands();
    return check::report();
}
