// Random panels with everything that may be on them, some of it out of reach, under sanitizers.
#include "fuzz.hpp"
#include "witness/native/dive.hpp"
#include "witness/native/domain.hpp"
#include "witness/native/survey.hpp"

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

// A panel without elements.
Description draw_lines(SplitMix64 &random) {
    Description panel;
    panel.width = 1 + random.below(3);
    panel.height = 1 + random.below(3);
    const int stride = panel.width + 1, corners = stride * (panel.height + 1);
    const auto ends = fuzz::some_of(random, 2 + random.below(2), corners);
    panel.starts = {ends[0]};
    panel.exits = {ends.begin() + 1, ends.end()};
    for (int corner = 0; corner < corners; ++corner) {
        if (corner % stride < panel.width && fuzz::chance(random, 8)) panel.blocked.push_back(4 * corner + 1);
        if (corner / stride < panel.height && fuzz::chance(random, 8)) panel.blocked.push_back(4 * corner + 2);
    }
    return panel;
}

Description filled(Description panel, SplitMix64 &random) {
    const int stride = panel.width + 1;
    for (int corner = 0; corner < stride * (panel.height + 1); ++corner) {
        const bool right = corner % stride < panel.width, up = corner / stride < panel.height;
        for (const int way : {0, 1, 2}) {
            if ((way == 1 && !right) || (way == 2 && !up)) continue;
            const int place = 4 * corner + way;
            if (std::ranges::find(panel.blocked, place) == panel.blocked.end() && fuzz::chance(random, 12))
                panel.hexagons.push_back(place);
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

// Gives a panel a second path, with exits in pairs, unless the paths would meet at their ends.
void mirror(Description &panel, int symmetry) {
    const witness::Grid<1> grid(panel.width, panel.height, witness::Symmetry(symmetry));
    const auto image = [&](int corner) { return int(grid.mirror[std::size_t(corner)]); };
    const int start = panel.starts[0];
    for (int end : {start, panel.exits[0]})
        if (grid.axis.has(end)) return;
    if (image(start) == panel.exits[0]) return;
    panel.symmetry = symmetry;
    panel.exits = {panel.exits[0], image(panel.exits[0])};
}

// Searches that merge states, and leave out what no solution comes to, find what all paths show.
void look_at_all_paths(Description lines, SplitMix64 &random) {
    using Panel = witness::Panel<1>;
    lines.rules.suppress = fuzz::chance(random, 2);
    lines.rules.by_area = fuzz::chance(random, 2);
    if (fuzz::chance(random, 3)) mirror(lines, 1 + random.below(3));
    const Panel panel(filled(lines, random));
    const Limits limits{.states = 20000};
    const auto all = solutions(Unmerged<Panel>(panel), 1000000, limits);
    if (!all.complete) return;
    const auto one = solutions(panel, 1, limits), some = witness::attempt(panel, limits);
    CHECK(count(panel, 1, limits).solutions == std::int64_t(all.found.size()));
    CHECK(one.complete == (all.found.size() <= 1) && one.found.empty() == all.found.empty());
    CHECK(all.found.empty() || one.found.empty() || one.found[0].moves == all.found[0].moves);
    CHECK(some.found.empty() == all.found.empty() && some.complete == all.found.empty());
}

// Panels that share their lines are measured on a chart, with the same values and states as alone.
void ask_together(const Description &lines, SplitMix64 &random) {
    using Panel = witness::Panel<1>;
    const auto player = fuzz::player<Panel>(random);
    Sharing<Panel> sharing;
    for (int number = 0; number < 12; ++number) {
        const Panel panel(filled(lines, random));
        const Limits limits{.states = fuzz::chance(random, 4) ? 1 + random.below(20) : 1000};
        const auto measure = [&](const auto &domain, const auto &whose) {
            Budget budget(limits);
            return remuse(domain, whose, false, budget, false);
        };
        const auto alone = measure(panel, player), together = sharing.ask(panel, player, measure);
        CHECK(alone.value == together.value && alone.states == together.states && alone.stop == together.stop);
    }
}

}  // namespace

int main(int count, char **words) {
    return fuzz::run(count, words, 1500, [](SplitMix64 &random) {
        const auto lines = draw_lines(random);
        fuzz::ask(witness::Panel<1>(filled(lines, random)), random);
        look_at_all_paths(lines, random);
        if (fuzz::chance(random, 8)) ask_together(lines, random);
    });
}
