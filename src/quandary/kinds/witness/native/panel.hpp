// The rules of Witness panels on bit sets. Mirrors rules.py.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include <quandary/domain.hpp>

#include "future.hpp"
#include "regions.hpp"

namespace quandary::witness {

// A panel as Python hands it over. The number of a place is four times its corner, plus 1 for the edge to
// the right or 2 for the edge up.
struct Description {
    int width = 0, height = 0, symmetry = 0;
    bool pillar = false;
    RuleSet rules{};
    std::vector<int> outside;                          // corners of cells that do not count
    std::vector<int> starts, exits;                    // corners
    std::vector<int> blocked, hexagons, blue, yellow;  // places
    std::vector<Element> elements;
    std::vector<std::pair<int, int>> cells;  // corners, and the number of the element there
};

// Inference rules, in inference.hpp.
struct Squares;
struct MustCross;
struct ExitReachable;
struct Hexagons;
struct TriangleCounts;
struct Regions;
struct Stars;
struct Polyominoes;

template <int Words>
class Panel {
  public:
    using Corners = typename Grid<Words>::Corners;
    using Edges = Lines<Corners>;
    using Places = witness::Places<Corners>;
    using Geometry = Grid<Words>;
    using Contents = Elements<Words>;

    // The path so far; on a symmetric panel also its mirror image, but for the head.
    struct State {
        Edges edges;
        Corners visited;
        std::int16_t head;
        std::int16_t before;  // the junction before the head, or -1
        bool spoiled;         // a path covers a hexagon that belongs to the other
        // The edges and the head are enough: the rest follows from them.
        bool operator==(const State &other) const { return head == other.head && edges == other.edges; }
    };

    static constexpr int max_moves = 4;  // up, right, down, left
    static constexpr bool is_tree = true;
    using Rules = std::tuple<Squares, MustCross, ExitReachable, Hexagons, TriangleCounts, Regions, Stars, Polyominoes>;

    static bool fits(int width, int height) { return Grid<Words>::fits(width, height); }

    explicit Panel(const Description &panel)
        : grid(shaped(panel)),
          elements(panel.elements, panel.cells),
          blue(places(panel.blue)),
          yellow(places(panel.yellow)),
          hexagons(places(panel.hexagons) | blue | yellow),
          entrances_(panel.starts) {
        if (!(elements.polyominoes | elements.eliminators).empty())
            judge_ = std::make_shared<const Judge<Words>>(grid, elements, panel.rules);
        if (!elements.solid.empty() && elements.hollow.empty()) untiled = grid.cells - judge_->tiled();
        for (int exit : panel.exits) exits.add(exit);
        auto blocked = places(panel.blocked).edges;
        if (grid.is_symmetric()) blocked = blocked | grid.image(blocked);
        open = grid.edges - blocked;
        lay_out();
        find_dividers();
        const auto rim = grid.around(grid.cells).junctions - grid.inside();
        auto ends = exits;
        for (int start : panel.starts) ends.add(start);
        runs_from_rim_to_rim = !grid.pillar && (ends - rim).empty();
        sees_walls = !panel.rules.cross && !runs_from_rim_to_rim && !elements.polyominoes.empty();
    }

    std::vector<State> starts() const {
        std::vector<State> states;
        for (int junction : entrances_) {
            State state{{}, {}, std::int16_t(junction), -1, false};
            visit(state, junction);
            states.push_back(state);
        }
        return states;
    }

    // The junctions of the starts.
    const std::vector<int> &entrances() const { return entrances_; }

    MoveSet<Panel> moves(const State &state) const {
        MoveSet<Panel> some;
        for (Move move = 0; move < max_moves; ++move) {
            const int there = ways[std::size_t(state.head)][std::size_t(move)];
            if (there >= 0 && !state.visited.has(there)) some.add(move);
        }
        return some;
    }

    State apply(State state, Move move) const {
        const int here = state.head, there = ways[std::size_t(here)][std::size_t(move)];
        grid.add(state.edges, here, there);
        visit(state, there);
        if (grid.is_symmetric()) {
            grid.add(state.edges, mirror(here), mirror(there));
            state.spoiled = state.spoiled || grid.has(yellow.edges, here, there) ||
                            grid.has(blue.edges, mirror(here), mirror(there));
        }
        state.before = state.head;
        state.head = std::int16_t(there);
        return state;
    }

    bool is_solved(const State &state) const {
        return is_solved(state, [&](auto holds) {
            const auto passages = grid.passages(state.edges);
            for (auto todo = is_strict() ? elements.sensitive : grid.cells; !todo.empty();) {
                const auto region = grid.region(todo.first(), passages);
                if (!holds(region)) return false;
                todo -= region;
            }
            return true;
        });
    }
    // The same where each(holds) says whether holds(region) is true for every region that matters.
    template <class Each>
    bool is_solved(const State &state, Each each) const {
        if (!exits.has(state.head) || state.spoiled) return false;
        const auto loose = hexagons - Places{state.visited, state.edges};
        const auto sides = grid.count_sides(state.edges);
        const auto broken = elements.broken(sides, sides);
        if (is_strict() && !(loose.empty() && broken.empty() && (dividers - state.edges).empty())) return false;
        return each([&](const Corners &region) {
            return holds(region, broken, (loose & grid.around(region)).count(), state.edges);
        });
    }

    std::uint64_t hash(const State &state) const {
        return Corners::mix(state.edges.right.hash() ^ Corners::mix(state.edges.up.hash() + unsigned(state.head)));
    }

    bool key(const State &state, Interest interest, Key &key) const {
        using Room = OnStack<Corners::size>;
        if (is_solved(state)) return Future<Panel, Room>::write_solved(key);
        Prospect<Panel, Room> prospect(*this, state, reachable(state), dead_ends_matter(*this, interest));
        return Future<Panel, Room>(*this, state, prospect, interest, false).write(key);
    }

    // Whether everything in a region holds. `broken` triangles fail whatever else is there, and `loose` is
    // the number of hexagons there that no path covers; `lines` are those of all paths.
    bool holds(const Corners &region, const Corners &broken, int loose, const Edges &lines) const {
        if (judge_ && region.meets(elements.polyominoes | elements.eliminators))
            return judge_->holds(region, broken, loose, lines);
        return !loose && !broken.meets(region) && elements.squares_agree(region) && elements.stars_pair(region);
    }

    // Whether polyominoes can make up a region that has these cells for sure and others of the room, where only stars
    // can be removed, as far as that is easily seen.
    bool may_tile(const Corners &cells, const Corners &room) const { return !judge_ || judge_->may_tile(cells, room); }

    // Whether polyominoes could ever make up a region with these cells, as far as that is easily seen.
    bool may_make_up(const Corners &cells) const { return judge_ && judge_->may_make_up(cells, grid.cells); }

    // Whether a region may have as many errors as eliminators if it has these cells for sure and others of the room,
    // with `failures` among triangles and hexagons, and perhaps up to `more`.
    bool may_suppress(const Corners &cells, const Corners &room, int failures, int more) const {
        return judge_->may_suppress(cells, room, failures, more);
    }

    // The head and the junctions that the path may still come to.
    Corners reachable(const State &state) const {
        return grid.spread(grid.only(state.head), open, grid.junctions - (state.visited | grid.axis));
    }

    // Whether a player with these rules sees at once that a dead end is one, and sees nothing else in it
    // that matters: 2 is exit-reachable, 4 looks at triangles, and those from 5 on at closed regions.
    bool rules_out_dead_ends(std::uint64_t rules) const {
        return (rules >> 2 & 1) != 0 && (rules >> 4 == 0 || elements.none());
    }
    static bool see_regions(std::uint64_t rules) { return rules >> 5 != 0; }

    // Whether nothing can be removed, so that everything has to hold.
    bool is_strict() const { return elements.eliminators.empty(); }

    Grid<Words> grid;
    Elements<Words> elements;
    Corners exits;
    Places blue, yellow;  // those hexagons that belong to the path, and to its mirror image
    Places hexagons;      // all of them
    Edges open;           // edges that can be crossed
    bool runs_from_rim_to_rim;
    bool sees_walls;                                      // lines inside regions matter to polyominoes
    Corners untiled;                                      // cells that no polyomino can lie on; none if some are hollow
    Edges dividers;                                       // edges between squares of different colours
    std::vector<std::array<std::int16_t, 4>> neighbours;  // by junction and move: the junction there, or -1
    std::vector<std::array<std::int16_t, 4>> ways;        // the same, -1 also where the path cannot go

  private:
    static Grid<Words> shaped(const Description &panel) {
        Grid<Words> grid(panel.width, panel.height, Symmetry(panel.symmetry), panel.pillar);
        for (int cell : panel.outside) grid.cells.remove(cell);
        return grid;
    }

    static Places places(const std::vector<int> &numbers) {
        Places some;
        for (int number : numbers)
            (number % 4 == 0 ? some.junctions : number % 4 == 1 ? some.edges.right : some.edges.up).add(number / 4);
        return some;
    }

    int mirror(int junction) const { return grid.mirror[std::size_t(junction)]; }

    void visit(State &state, int junction) const {
        state.visited.add(junction);
        if (!grid.is_symmetric()) return;
        state.visited.add(mirror(junction));
        state.spoiled = state.spoiled || yellow.junctions.has(junction) || blue.junctions.has(mirror(junction));
    }

    void lay_out() {
        neighbours.reserve(grid.mirror.size());
        ways.reserve(grid.mirror.size());
        for (int y = 0; y <= grid.height; ++y)
            for (int x = 0; x < grid.stride; ++x) {
                const int here = grid.corner(x, y);
                const bool pillar = grid.pillar;
                const std::array<int, 4> there{y < grid.height ? here + grid.stride : -1,
                                               x < grid.width ? grid.right_of(here) : -1,
                                               y > 0 ? here - grid.stride : -1,
                                               x > 0    ? here - 1
                                               : pillar ? here + grid.width - 1
                                                        : -1};
                neighbours.emplace_back();
                ways.emplace_back();
                for (std::size_t move = 0; move < 4; ++move) {
                    neighbours.back()[move] = std::int16_t(there[move]);
                    const bool leads =
                        there[move] >= 0 && grid.has(open, here, there[move]) && !grid.axis.has(there[move]);
                    ways.back()[move] = std::int16_t(leads ? there[move] : -1);
                }
            }
    }

    void find_dividers() {
        const auto &squares = elements.squares;
        for (std::size_t one = 0; one < colours; ++one)
            for (std::size_t other = 0; other < one; ++other)
                dividers = dividers | (grid.sides(squares[one]) & grid.sides(squares[other]));
    }

    std::shared_ptr<const Judge<Words>> judge_;  // where there is something that takes long to find out
    std::vector<int> entrances_;
};

}  // namespace quandary::witness
