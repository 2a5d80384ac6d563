// Random levels with walled-off pockets, under sanitizers.
#include "fuzz.hpp"
#include "sokoban/native/fewest.hpp"
#include "sokoban/native/step_graph.hpp"
#include "sokoban/native/survey.hpp"
#include "sokoban/native/winnable.hpp"

using namespace quandary;
using sokoban::Distances;
using sokoban::Matching;

namespace {

// A level as Python hands it over: without what is beyond the walls around the man.
struct Drawn {
    int stride = 0, rows = 0, man = 0;
    std::vector<int> floor, targets, boxes;
    bool hopeless = false;
    std::vector<std::vector<Matching::Cost>> far;  // to each target
    std::vector<int> near;

    bool is_floor(int cell) const { return std::find(floor.begin(), floor.end(), cell) != floor.end(); }
};

Drawn draw(SplitMix64 &random, int columns, int rows) {
    Drawn level;
    level.stride = columns + 1;
    level.rows = rows;
    const int size = level.stride * rows;
    const int walls = random.below(4);
    std::vector<int> free;
    for (int cell = 0; cell < size; ++cell)
        if (cell % level.stride != columns && random.below(8) >= walls) free.push_back(cell);
    if (free.empty()) free.push_back(0);
    const auto any = [&] { return free[std::size_t(random.below(int(free.size())))]; };
    level.man = any();
    const auto is_free = [&](int cell) { return std::find(free.begin(), free.end(), cell) != free.end(); };
    level.floor = {level.man};
    for (std::size_t i = 0; i < level.floor.size(); ++i)
        for (const int by : {-level.stride, 1, level.stride, -1})
            if (is_free(level.floor[i] + by) && !level.is_floor(level.floor[i] + by))
                level.floor.push_back(level.floor[i] + by);
    std::sort(level.floor.begin(), level.floor.end());
    const int number = 1 + random.below(3);
    std::vector<int> targets, boxes;
    for (const int at : fuzz::some_of(random, number, int(free.size()))) targets.push_back(free[std::size_t(at)]);
    for (const int at : fuzz::some_of(random, number, int(free.size())))
        if (free[std::size_t(at)] != level.man) boxes.push_back(free[std::size_t(at)]);
    for (const int target : targets)
        if (level.is_floor(target)) level.targets.push_back(target);
    for (const int box : boxes) {
        if (level.is_floor(box))
            level.boxes.push_back(box);
        else
            level.hopeless = level.hopeless || std::find(targets.begin(), targets.end(), box) == targets.end();
    }
    level.near.assign(std::size_t(size), Matching::never);
    for (const int target : level.targets) {
        level.far.emplace_back(std::size_t(size), Matching::never);
        for (const int cell : level.floor) {  // never more than the true distance
            const int apart = std::abs(cell % level.stride - target % level.stride) +
                              std::abs(cell / level.stride - target / level.stride);
            level.far.back()[std::size_t(cell)] = apart;
            level.near[std::size_t(cell)] = std::min(level.near[std::size_t(cell)], apart);
        }
    }
    return level;
}

void try_one(SplitMix64 &random) {
    constexpr int Words = 1;
    const auto drawn = draw(random, 1 + random.below(6), 1 + random.below(6));
    const sokoban::Level<Words> level{drawn.stride, drawn.floor, drawn.targets, drawn.boxes,
                                      drawn.man,    {},          drawn.hopeless};
    const sokoban::Steps<Words> steps{drawn.stride, drawn.floor, drawn.targets, drawn.boxes,
                                      drawn.man,    {},          drawn.hopeless};
    fuzz::ask(level, random);
    fuzz::ask(steps, random);
    const Distances distances{drawn.far, drawn.near, drawn.near};
    const bool fast = fuzz::chance(random, 2);
    const auto pushes = sokoban::survey<Words>(level, distances, fast, {.states = 5000});
    const auto by_steps = sokoban::survey_step_by_step<Words>(steps, distances, fast, {.states = 5000});
    Budget budget({.states = 5000});
    std::optional<std::vector<Move>> line;
    bool known = true;
    try {
        line = sokoban::FewestPushes<Words>(level, drawn.far, budget).run();
    } catch (const OutOfBudget &) {
        known = false;
    }
    const bool won = level.is_solved(level.starts()[0]);
    if (known && !won && !pushes.stop)
        CHECK(pushes.values.at("shortest_boxes_path") == (line ? std::int64_t(line->size()) : -1));
    if (!pushes.stop && !by_steps.stop && !fast && !won)
        CHECK(pushes.values.at("shortest_path") == by_steps.values.at("shortest_path"));
    sokoban::Winnable<Words> winnable(level);
    Budget looking(fuzz::limits(random));
    try {
        if (winnable.explore(looking) > 0) {
            winnable.box_changes(looking);
            winnable.two_parts(looking);
            winnable.bottlenecks(looking);
            winnable.wandering(4, 1e-3, looking);
        }
    } catch (const OutOfBudget &) {
    }
}

}  // namespace

int main(int count, char **words) { return fuzz::run(count, words, 1000, try_one); }
