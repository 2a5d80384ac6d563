// Random levels, some without a start, under sanitizers.
#include "fuzz.hpp"
#include "snakebird/native/survey.hpp"

using namespace quandary;

namespace {

using Level = snakebird::Level<2>;

struct Drawn {
    int width, height;
    std::vector<int> tiles, free;
};

int take(SplitMix64 &random, Drawn &drawn) {
    const auto at = std::size_t(random.below(int(drawn.free.size())));
    const int cell = drawn.free[at];
    drawn.free.erase(drawn.free.begin() + std::ptrdiff_t(at));
    return cell;
}

// A bird that goes from a free cell to free neighbours.
std::vector<int> bird(SplitMix64 &random, Drawn &drawn) {
    std::vector<int> body{take(random, drawn)};
    for (int more = 1 + random.below(3); more > 0; --more) {
        const int step[4] = {-drawn.width, 1, drawn.width, -1}, way = random.below(4);
        const int x = body.back() % drawn.width;
        if ((way == 1 && x + 1 == drawn.width) || (way == 3 && x == 0)) continue;
        const auto there = std::find(drawn.free.begin(), drawn.free.end(), body.back() + step[way]);
        if (there == drawn.free.end()) continue;
        body.push_back(*there);
        drawn.free.erase(there);
    }
    return body;
}

Level draw(SplitMix64 &random) {
    Drawn drawn{4 + random.below(4), 3 + random.below(4), {}, {}};
    for (int cell = 0; cell < drawn.width * drawn.height; ++cell) {
        const int what = random.below(10);
        drawn.tiles.push_back(cell < 12 || what > 4 ? snakebird::air : what ? snakebird::ground : snakebird::spikes);
        if (!drawn.tiles.back()) drawn.free.push_back(cell);
    }
    const int exit = take(random, drawn);
    std::vector<int> portals, fruit;
    if (fuzz::chance(random, 3)) portals = {take(random, drawn), take(random, drawn)};
    for (int i = random.below(3); i > 0; --i) fruit.push_back(take(random, drawn));
    std::vector<std::vector<int>> blocks, birds{bird(random, drawn)};
    if (fuzz::chance(random, 3) && !drawn.free.empty()) birds.push_back(bird(random, drawn));
    for (int i = random.below(3); i > 0 && drawn.free.size() > 2; --i) {
        blocks.push_back({take(random, drawn)});
        if (fuzz::chance(random, 2)) blocks.back().push_back(take(random, drawn));
        std::sort(blocks.back().begin(), blocks.back().end());
    }
    std::sort(blocks.begin(), blocks.end(), [](const auto &a, const auto &b) {
        return std::pair(a.size(), a.back() - a.front()) < std::pair(b.size(), b.back() - b.front());
    });
    std::sort(birds.begin(), birds.end());
    return {drawn.width, drawn.height, drawn.tiles, exit, portals, fruit, blocks, birds, !fuzz::chance(random, 4)};
}

}  // namespace

int main(int count, char **words) {
    return fuzz::run(count, words, 600, [](SplitMix64 &random) {
        const auto level = draw(random);
        fuzz::ask(level, random);
        Budget enough({.states = 5'000}), again({.states = 5'000}), some(fuzz::limits(random));
        const auto seen = snakebird::survey(level, enough);
        snakebird::survey(level, some);
        const auto states = count_states(level, {.states = 5'000});
        if (!seen.stop && states.complete) CHECK(seen.states + seen.won == states.represented);
        if (seen.stop) return;
        const auto moves = snakebird::fewest(level, again);
        CHECK((moves ? std::int64_t(moves->size()) : -1) == seen.shortest);
        for (const auto &start : level.starts()) CHECK(level.pack(level.unpack(start)) == start);
    });
}
