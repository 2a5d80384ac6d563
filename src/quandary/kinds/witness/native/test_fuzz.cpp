// Random panels with everything that may be on them, some of it out of reach, under sanitizers.
#include "fuzz.hpp"
#include "witness/native/domain.hpp"

using namespace quandary;
using witness::Description;
using witness::Type;

namespace {

// A polyomino of a few cells in one orientation.
witness::CellSet shape(SplitMix64 &random) {
    witness::CellSet cells{{0, 0}};
    for (int more = random.below(4); more > 0; --more) {
        auto [x, y] = cells[std::size_t(random.below(int(cells.size())))];
        (fuzz::chance(random, 2) ? x : y) += 1;
        if (std::find(cells.begin(), cells.end(), std::pair{x, y}) == cells.end()) cells.emplace_back(x, y);
    }
    std::sort(cells.begin(), cells.end());
    return cells;
}

witness::Element element(SplitMix64 &random) {
    const auto type = Type(random.below(5));
    witness::Element some{type, 1 + random.below(3)};
    if (type == Type::triangles) some.count = 1 + random.below(3);
    if (type == Type::polyomino) {
        some.hollow = fuzz::chance(random, 3);
        some.orientations = {shape(random)};
    }
    return some;
}

Description draw(SplitMix64 &random) {
    Description panel;
    panel.width = 1 + random.below(3);
    panel.height = 1 + random.below(3);
    const int stride = panel.width + 1, corners = stride * (panel.height + 1);
    const auto ends = fuzz::some_of(random, 2 + random.below(2), corners);
    panel.starts = {ends[0]};
    panel.exits = {ends.begin() + 1, ends.end()};
    for (int corner = 0; corner < corners; ++corner) {
        const bool right = corner % stride < panel.width, up = corner / stride < panel.height;
        for (const int way : {0, 1, 2}) {
            if ((way == 1 && !right) || (way == 2 && !up)) continue;
            if (way && fuzz::chance(random, 8))
                panel.blocked.push_back(4 * corner + way);
            else if (fuzz::chance(random, 12))
                panel.hexagons.push_back(4 * corner + way);
        }
    }
    for (int number = random.below(4); number > 0; --number) panel.elements.push_back(element(random));
    if (!panel.elements.empty())
        for (int y = 0; y < panel.height; ++y)
            for (int x = 0; x < panel.width; ++x)
                if (fuzz::chance(random, 2))
                    panel.cells.emplace_back(y * stride + x, random.below(int(panel.elements.size())));
    return panel;
}

}  // namespace

int main(int count, char **words) {
    return fuzz::run(count, words, 1500, [](SplitMix64 &random) {
        const auto panel = draw(random);
        fuzz::ask(witness::Panel<1>(panel), random);
    });
}
