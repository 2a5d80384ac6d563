// Random mazes, some with cells that no roll comes to, under sanitizers.
#include "fuzz.hpp"
#include "tilt/native/survey.hpp"

using namespace quandary;

namespace {

tilt::Maze draw(SplitMix64 &random) {
    const int width = 1 + random.below(6), height = 1 + random.below(6), cells = width * height;
    const int walls = 1 + random.below(6);
    std::vector<int> sides(std::size_t(cells), 0);
    for (int cell = 0; cell < cells; ++cell) {  // bit 0 up, 1 right, 2 down, 3 left
        if (cell % width + 1 < width && random.below(8) >= walls) {
            sides[std::size_t(cell)] |= 2;
            sides[std::size_t(cell + 1)] |= 8;
        }
        if (cell + width < cells && random.below(8) >= walls) {
            sides[std::size_t(cell)] |= 4;
            sides[std::size_t(cell + width)] |= 1;
        }
    }
    return {width, random.below(cells), fuzz::some_of(random, random.below(5), cells), sides};
}

}  // namespace

int main(int count, char **words) {
    return fuzz::run(count, words, 1500, [](SplitMix64 &random) {
        const auto maze = draw(random);
        fuzz::ask(maze, random);
        Budget enough({.states = 20'000}), some(fuzz::limits(random));
        const auto survey = tilt::Surveyor(maze, enough).run();
        tilt::Surveyor(maze, some).run();
        const auto states = count_states(maze, {.states = 20'000});
        if (!survey.stop && states.complete) CHECK(survey.states == states.represented);
        CHECK(survey.stops <= survey.states && (survey.shortest >= 0) == (survey.tiles >= 0));
    });
}
