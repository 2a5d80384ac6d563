// Random small boards with dominoes and single cells, most with constraints, under sanitizers.
#include "fuzz.hpp"
#include "tangram/native/sample.hpp"

using namespace quandary;
using tangram::Sample;

namespace {

Sample draw(SplitMix64 &random) {
    const int rows = 1 + random.below(3), columns = 2 + random.below(2), count = rows * columns;
    const int singles = count % 2 + 2 * random.below(2);
    auto locations = tangram::domino_places(rows, columns, 0);
    for (int cell = 0; cell < count; ++cell) locations.push_back({1, {cell}});
    auto said = tangram::squares(rows, columns, locations, {(count - singles) / 2, singles});
    said.asked.over_bumps = fuzz::chance(random, 3);
    for (int move = 0; move < int(locations.size()); ++move)
        if (!fuzz::chance(random, 4)) said.asked.fitting.push_back(move);
    if (fuzz::chance(random, 2))
        for (int number = 1 + random.below(3); number > 0; --number) {
            const int one = random.below(2), other = random.below(2), touch = random.below(tangram::NO_LINE + 1);
            said.asked.bonds.insert(said.asked.bonds.end(), {one, other, touch, other, one, touch});
        }
    return said;
}

}  // namespace

template <class S>
void ask(const Sample &sample, SplitMix64 &random) {
    const auto puzzle = sample.puzzle<S>();
    fuzz::ask(puzzle, random);
    const auto quick = puzzle.quick_solutions(1000, {.states = 20'000});
    const auto in_order = puzzle.solutions_in_order(1000, {.states = 20'000});
    if (quick.complete && in_order.complete) CHECK(quick.found.size() == in_order.found.size());
    const auto plain = solutions(puzzle, 1000, {.states = 20'000});
    if (quick.complete && plain.complete && sample.asked.left[1] < 2 && sample.asked.left[0] < 2)
        CHECK(quick.found.size() == plain.found.size());
}

int main(int count, char **words) {
    return fuzz::run(count, words, 400, [](SplitMix64 &random) {
        const auto sample = draw(random);
        if (fuzz::chance(random, 4))
            ask<tangram::Medium>(sample, random);
        else
            ask<tangram::Small>(sample, random);
    });
}
