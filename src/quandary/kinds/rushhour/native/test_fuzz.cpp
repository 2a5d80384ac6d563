// Random boards, crowded and empty, under sanitizers.
#include "fuzz.hpp"
#include "rushhour/native/domain.hpp"

using namespace quandary;

namespace {

rushhour::Board draw(SplitMix64 &random) {
    const int width = 3 + random.below(6), height = 3 + random.below(6);
    std::uint64_t taken = 0;
    std::vector<int> places;
    std::vector<std::vector<std::uint64_t>> masks;
    const int cars = 1 + random.below(12);
    for (int car = 0; car < cars; ++car) {
        const bool upright = car > 0 && random.below(2);
        const int room = upright ? height : width, length = 2 + random.below(2),
                  lane = random.below(upright ? width : height);
        std::vector<std::uint64_t> mine;
        for (int at = 0; at + length <= room; ++at) {
            std::uint64_t cells = 0;
            for (int i = at; i < at + length; ++i)
                cells |= std::uint64_t(1) << (upright ? i * width + lane : lane * width + i);
            mine.push_back(cells);
        }
        const int at = random.below(int(mine.size()));
        if (car > 0 && (taken & mine[std::size_t(at)])) continue;
        taken |= mine[std::size_t(at)];
        places.push_back(at);
        masks.push_back(mine);
    }
    const auto wall = std::uint64_t(1) << random.below(width * height);
    return {int(masks[0].size()) - 1, places, masks, taken & wall ? 0 : wall};
}

}  // namespace

int main(int count, char **words) {
    return fuzz::run(count, words, 600, [](SplitMix64 &random) { fuzz::ask(draw(random), random); });
}
