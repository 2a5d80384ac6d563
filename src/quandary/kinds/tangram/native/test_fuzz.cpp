// Random small boards with dominoes and single cells, most with constraints, under sanitizers.
#include "fuzz.hpp"
#include "tangram/native/sample.hpp"

using namespace quandary;
using Small = tangram::Tangram<64>;

namespace {

Small draw(SplitMix64 &random) {
    const int rows = 1 + random.below(3), columns = 2 + random.below(2), count = rows * columns;
    const int singles = count % 2 + 2 * random.below(2);
    auto locations = tangram::domino_places(rows, columns, 0);
    for (int cell = 0; cell < count; ++cell) locations.push_back({1, {cell}});
    auto said = tangram::squares(rows, columns, locations, {(count - singles) / 2, singles});
    said.over_bumps = fuzz::chance(random, 3);
    for (int move = 0; move < int(locations.size()); ++move)
        if (!fuzz::chance(random, 4)) said.fitting.push_back(move);
    if (fuzz::chance(random, 2))
        for (int number = 1 + random.below(3); number > 0; --number) {
            const int one = random.below(2), other = random.below(2), touch = random.below(tangram::touch_count);
            said.bonds.insert(said.bonds.end(), {one, other, touch, other, one, touch});
        }
    return Small(said);
}

}  // namespace

int main(int count, char **words) {
    return fuzz::run(count, words, 400, [](SplitMix64 &random) { fuzz::ask(draw(random), random); });
}
