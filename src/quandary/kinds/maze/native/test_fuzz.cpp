// Random logic mazes, walked, marked and counted by merging, under sanitizers.
#include "fuzz.hpp"
#include "maze/native/merge.hpp"
#include "maze/native/sheet.hpp"

using namespace quandary;
using namespace quandary::maze;

namespace {

constexpr int Words = 1;

Clues<Words> draw(SplitMix64 &random) {
    const int size = 2 + random.below(3);
    std::array<std::vector<int>, 5> parts;  // checkpoints, marked right and up, broken right and up
    for (int x = 0; x < size; ++x)
        for (int y = 0; y < size; ++y) {
            const int vertex = x * size + y;
            const bool is_end = vertex == 0 || vertex == size * size - 1;
            if (!is_end && fuzz::chance(random, 8)) parts[0].push_back(vertex);
            for (std::size_t way = 0; way < 2; ++way) {
                if ((way == 0 ? x : y) + 1 == size) continue;
                if (fuzz::chance(random, 10))
                    parts[1 + way].push_back(vertex);
                else if (fuzz::chance(random, 5))
                    parts[3 + way].push_back(vertex);
            }
        }
    return {size, parts[0], parts[1], parts[2], parts[3], parts[4]};
}

template <class Ask>
void within(const Limits &limits, Ask ask) {
    try {
        Budget budget(limits);
        ask(budget);
    } catch (const OutOfBudget &) {
    }
}

void try_one(SplitMix64 &random) {
    const auto clues = draw(random);
    const Maze<Words> walked(clues);
    fuzz::ask(walked, random);
    fuzz::measure(Sheet<Words>(clues), random);
    Budget budget({});
    const auto merged = count_within(clues, -1, budget);
    const auto one_by_one = count(walked, 1'000'000, {});
    CHECK(merged.solutions == Wide(one_by_one.solutions));
    CHECK(shortest(clues, budget).empty() == (one_by_one.solutions == 0));
    CHECK(separation(clues, budget).has_value() == (one_by_one.solutions > 0));
    within(fuzz::limits(random), [&](Budget &some) { shortest(clues, some); });
    within(fuzz::limits(random), [&](Budget &some) { separation(clues, some); });
}

}  // namespace

int main(int count, char **words) { return fuzz::run(count, words, 100, try_one); }
