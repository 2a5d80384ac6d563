// The smallest panels and the paper's Figure 4, merged and not, under sanitizers.
#include <quandary/backward.hpp>
#include <quandary/explore.hpp>
#include <quandary/least_cost.hpp>

#include "check.hpp"
#include "witness/native/bounded.hpp"
#include "witness/native/domain.hpp"

using namespace quandary;
using witness::Description;
using witness::Type;

namespace {

// An empty panel from corner to corner.
Description square_panel(int size) {
    Description panel;
    panel.width = panel.height = size;
    panel.starts = {0};
    panel.exits = {(size + 1) * (size + 1) - 1};
    return panel;
}

void add(Description &panel, const witness::Element &element, const std::vector<int> &corners) {
    for (int corner : corners) panel.cells.emplace_back(corner, int(panel.elements.size()));
    panel.elements.push_back(element);
}

template <Domain D>
void paths_from_corner_to_corner(int size, const D &panel) {
    const int paths[] = {2, 12, 184, 8512}, states[] = {5, 51, 1271, 90111};
    CHECK(count(panel, 1000000, {}).solutions == paths[size - 1]);
    CHECK(count_states(panel, {}).represented == states[size - 1]);
}

template <Domain D>
void figure_4(const D &panel) {
    const auto bits = [&](const Player<D> &player) {
        Budget budget({});
        return muse(panel, player, false, budget).value;
    };
    const auto bits_back = [&](const Player<D> &player) {
        Budget budget({});
        return remuse(panel, player, false, budget).value;
    };
    const Player<D> nobody, paper{.rules = {0, 1, 2}};
    CHECK(check::near(bits(nobody), 4));
    CHECK(check::near(bits(paper), 1));
    CHECK(check::near(bits_back(nobody), 3.0592));
    CHECK(check::near(bits_back(paper), 0.1601));
}

template <int Words>
void known_panels() {
    using Panel = witness::Panel<Words>;
    for (int size = 1; size <= 4; ++size) {
        const Panel panel(square_panel(size));
        paths_from_corner_to_corner(size, panel);
        paths_from_corner_to_corner(size, Unmerged<Panel>(panel));
    }
    auto two_rows = square_panel(2);
    add(two_rows, {Type::square, 1}, {0, 1});
    add(two_rows, {Type::square, 2}, {3, 4});
    figure_4(Panel(two_rows));
    figure_4(Unmerged<Panel>(Panel(two_rows)));
}

void merging_takes_few_states_for_many() {
    const witness::Panel<1> panel(square_panel(5));
    const auto counted = count(panel, 10, {});
    CHECK(counted.complete && counted.solutions == 1262816 && counted.states < 20000);
    CHECK(counted.shortest == 10 && counted.longest == 34 && counted.total_length == 32871240);
}

void what_was_counted_before_giving_up_is_a_lower_bound() {
    const auto counted = count(witness::Panel<1>(square_panel(5)), 10, {.states = 5000});
    CHECK(!counted.complete && counted.states == 5000 && counted.stop == Stop{Code::states, 5000});
    CHECK(counted.solutions > 0 && counted.solutions < 1262816 && counted.longest <= 34);
}

// A row of cells, whose corners are their numbers.
Description row(int width) {
    Description panel;
    panel.width = width;
    panel.height = 1;
    panel.starts = {0};
    panel.exits = {width};
    return panel;
}

witness::Element bar(int length) {
    witness::CellSet cells;
    for (int x = 0; x < length; ++x) cells.emplace_back(x, 0);
    return {.type = Type::polyomino, .colour = 1, .orientations = {cells}};
}

witness::Panel<1>::Corners cells_to(int end) {
    witness::Panel<1>::Corners cells;
    for (int cell = 0; cell < end; ++cell) cells.add(cell);
    return cells;
}

void a_path_runs_between_the_ends_of_a_polyomino_round_a_pillar() {
    Description panel;
    panel.width = 3;
    panel.height = 1;
    panel.pillar = true;
    panel.rules.cross = false;
    panel.starts = {1};
    panel.exits = {4, 5};
    add(panel, bar(3), {1});
    CHECK(count(witness::Panel<1>(panel), 10, {}).solutions == 7);
}

void a_region_is_made_up_by_its_own_polyominoes() {
    auto panel = row(4);
    add(panel, bar(1), {0, 2});
    const witness::Panel<1> two(panel);
    CHECK(two.may_tile(cells_to(1), cells_to(4)));
    CHECK(!two.may_tile(cells_to(2), cells_to(4)));  // the second one is out of the region that it would make up
    add(panel, bar(1), {1});
    CHECK(witness::Panel<1>(panel).may_tile(cells_to(2), cells_to(4)));
}

void a_region_grows_to_the_partner_of_a_star_and_no_further() {
    auto panel = row(4);
    add(panel, bar(2), {0});
    add(panel, {Type::star, 2}, {1, 3});
    CHECK(!witness::Panel<1>(panel).may_tile(cells_to(1), cells_to(4)));
    auto long_enough = row(4);
    add(long_enough, bar(4), {0});
    add(long_enough, {Type::star, 2}, {1, 3});
    CHECK(witness::Panel<1>(long_enough).may_tile(cells_to(1), cells_to(4)));
    add(long_enough, {Type::star, 2}, {2});
    CHECK(!witness::Panel<1>(long_enough).may_tile(cells_to(1), cells_to(4)));
    auto removable = row(5);  // an eliminator may take the third star
    add(removable, bar(5), {0});
    add(removable, {Type::star, 2}, {1, 2, 3});
    add(removable, {Type::eliminator, 3}, {4});
    CHECK(witness::Panel<1>(removable).may_tile(cells_to(1), cells_to(5)));
}

// A path allows each of its regions of n cells black or empty, or white or empty: 2^(n+1) - 1 ways.
void a_sweep_counts_what_paths_allow() {
    auto empty = square_panel(2);
    empty.elements = {{Type::square, 1}, {Type::square, 2}};
    const witness::Layer cells{{0, 1, 3, 4}, 0, {4, 4, 4}};  // without a mirror, so that every panel counts
    Budget budget({});
    witness::Sweep sweep(empty, {cells, {}, {}}, 12, budget);
    const auto found = sweep.run({0, 0, 0, 0}, 1000, true, budget);
    CHECK(found.solutions.size() == 81 && found.solutions.front() == 12 && found.shortest.front() == 4);
    long sum = 0, expected = 0;
    for (auto number : found.solutions) sum += number;
    const witness::Paths paths(witness::Panel<1>(empty), 12, budget);
    for (const auto &path : paths.all) {
        long ways = 1;
        const witness::Grid<1> grid(2, 2, witness::Symmetry::none);
        for (auto todo = grid.cells; !todo.empty();) {
            const auto region = grid.region(todo.first(), grid.passages(path.edges));
            ways *= (2 << region.count()) - 1;
            todo -= region;
        }
        expected += ways;
    }
    CHECK(sum == expected);
    const auto rest = sweep.run({1, 0, 2, 0}, 5, false, budget);
    CHECK(std::equal(rest.solutions.begin(), rest.solutions.end(), found.solutions.begin() + 27 + 6));
}

// The letters of the first panels.
struct Listed {
    static constexpr bool sees_all = true;
    std::vector<std::vector<int>> panels;
    bool is_full() const { return panels.size() == 900; }
    bool wants(const witness::PathSet &, const witness::FewPaths &) const { return true; }
    void take(const std::vector<int> &letters, const witness::PathSet &, const witness::FewPaths &) {
        panels.push_back(letters);
    }
};

// Squares, stars, triangles and hexagons on edges.
void a_sweep_values_panels_as_a_search_does() {
    auto empty = square_panel(3);
    empty.elements = {{Type::square, 1}, {Type::square, 2}, {Type::star, 1}, {Type::triangles, 3, 2}};
    const witness::Layer cells{{0, 1, 2, 4, 5, 6, 8, 9, 10}, 0, {4, 2, 2, 2, 1}};
    const witness::Layer edges{{4 * 1 + 2, 4 * 6 + 1}, 0, {1, 1}};
    Budget budget({});
    witness::Sweep sweep(empty, {cells, {}, edges}, 184, budget);
    Listed list;
    sweep.each(std::vector<int>(11, 0), list, budget);
    const auto found = sweep.run(list.panels.front(), list.panels.size(), true, budget);
    const Player<witness::Panel<1>> paper{.rules = {0, 1, 2}};
    int solvable = 0;
    for (std::size_t i = 0; i < list.panels.size(); ++i) {
        auto panel = empty;
        for (std::size_t cell = 0; cell < 9; ++cell)
            if (const int letter = list.panels[i][cell]) panel.cells.emplace_back(cells.places[cell], letter - 1);
        for (std::size_t edge = 0; edge < 2; ++edge)
            if (list.panels[i][9 + edge]) panel.hexagons.push_back(edges.places[edge]);
        Budget alone({});
        CHECK(remuse(witness::Panel<1>(panel), paper, false, alone, false).value == found.remuse[i]);
        solvable += found.solutions[i] > 0;
    }
    CHECK(solvable > 50 && solvable < 850);
}

// The same as Chooser, but it looks at everything.
struct Thorough : witness::Chooser {
    using Chooser::Chooser;
    static constexpr bool sees_all = true;
    bool wants(const witness::PathSet &, const witness::FewPaths &) { return true; }
};

void bounds_pass_over_nothing_that_is_better() {
    auto empty = square_panel(3);
    empty.elements = {{Type::square, 1}, {Type::square, 2}, {Type::triangles, 3, 2}};
    const witness::Layer cells{{0, 1, 2, 4, 5, 6, 8, 9, 10}, 0, {9, 9, 9, 2}};
    Budget budget({});
    witness::Sweep sweep(empty, {cells, {}, {}}, 184, budget);
    Thorough thorough(30);
    sweep.each(std::vector<int>(9, 0), thorough, budget);
    const auto found = witness::best_of(sweep, 30, budget);
    bool same = found.best.size() == 30 && thorough.choice.best.size() == 30;
    for (std::size_t i = 0; same && i < 30; ++i) same = found.best[i].letters == thorough.choice.best[i].letters;
    CHECK(same && found.panels < thorough.choice.panels);
    CHECK(found.best.front().solutions == 1);
}

void a_longest_path_may_be_the_only_solution() {
    auto empty = square_panel(3);
    empty.elements = {{Type::square, 1}, {Type::square, 2}};
    const witness::Layer cells{{0, 1, 2, 4, 5, 6, 8, 9, 10}, 0, {9, 9, 9}};
    Budget budget({});
    witness::Sweep sweep(empty, {cells, {}, {}}, 184, budget);
    const auto found = witness::PathFirst(sweep, 3, budget).run();
    CHECK(found.best.size() == 3 && found.beginnings <= found.paths);
    for (const auto &each : found.best) {
        const auto alone = sweep.run(each.letters, 1, false, budget);
        CHECK(alone.solutions.front() == 1 && alone.shortest.front() == 14 && each.shortest == 14);
    }
}

void too_many_paths_are_not_kept() {
    Budget budget({});
    bool refused = false;
    try {
        witness::Sweep(square_panel(2), {{}, {}, {}}, 11, budget);
    } catch (const std::length_error &) {
        refused = true;
    }
    CHECK(refused);
}

}  // namespace

int main() {
    CHECK(witness::Panel<1>::fits(7, 7) && !witness::Panel<1>::fits(8, 8) && witness::Panel<2>::fits(10, 10));
    known_panels<1>();
    known_panels<2>();
    merging_takes_few_states_for_many();
    what_was_counted_before_giving_up_is_a_lower_bound();
    a_region_is_made_up_by_its_own_polyominoes();
    a_path_runs_between_the_ends_of_a_polyomino_round_a_pillar();
    a_region_grows_to_the_partner_of_a_star_and_no_further();
    a_sweep_counts_what_paths_allow();
    a_sweep_values_panels_as_a_search_does();
    bounds_pass_over_nothing_that_is_better();
    a_longest_path_may_be_the_only_solution();
    too_many_paths_are_not_kept();
    return check::report();
}
