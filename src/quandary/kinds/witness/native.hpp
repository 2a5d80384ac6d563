// Witness panels in C++: the rules of rules.py and inference.py on bit sets.
//
// Junction (x, y) has the number y * (width + 1) + x. Edges are numbered from the bottom, first all
// horizontal ones (y * width + x), then all vertical ones (the same with width + 1 to a row).
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include <quandary/rules.hpp>

namespace quandary::witness {

// `Words` sets the largest panel: 64 junctions and 128 edges to a word.
template <int Words>
struct Panel {
    using Junctions = BitSet<64 * Words>;
    using Edges = BitSet<128 * Words>;

    struct State {
        Edges edges;
        Junctions visited;
        std::int16_t head;
        std::int16_t before;  // the junction before the head, or -1
        // The edges and the head are enough: the rest follows from them.
        bool operator==(const State &other) const { return head == other.head && edges == other.edges; }
    };

    static constexpr int max_moves = 4;  // up, right, down, left
    static constexpr bool is_tree = true;

    static bool fits(int width, int height) {
        return (width + 1) * (height + 1) <= Junctions::size && edge_count(width, height) <= Edges::size;
    }
    static int edge_count(int width, int height) { return width * (height + 1) + height * (width + 1); }

    // Colours are by cell, row by row from the bottom, 0 for none; likewise triangles.
    Panel(int width_, int height_, const std::vector<int> &entrances, const std::vector<int> &exits_,
          const std::vector<int> &hexagon_junctions_, const std::vector<int> &hexagon_edges_,
          const std::vector<int> &blocked, std::vector<int> colours_, std::vector<int> triangles_)
        : width(width_),
          height(height_),
          entrances_(entrances),
          exits(set<Junctions>(exits_)),
          hexagon_junctions(set<Junctions>(hexagon_junctions_)),
          hexagon_edges(set<Edges>(hexagon_edges_)),
          colours(std::move(colours_)),
          triangles(std::move(triangles_)) {
        lay_out(set<Edges>(blocked));
        find_dividers();
    }

    std::vector<State> starts() const {
        std::vector<State> states;
        for (int junction : entrances_) {
            State state{{}, {}, std::int16_t(junction), -1};
            state.visited.add(junction);
            states.push_back(state);
        }
        return states;
    }

    MoveSet<Panel> moves(const State &state) const {
        MoveSet<Panel> open;
        for (Move move = 0; move < max_moves; ++move) {
            const int there = ways[state.head][move];
            if (there >= 0 && !state.visited.has(there)) open.add(move);
        }
        return open;
    }

    State apply(State state, Move move) const {
        const int there = ways[state.head][move];
        state.edges.add(edge_at[state.head][move]);
        state.visited.add(there);
        state.before = state.head;
        state.head = std::int16_t(there);
        return state;
    }

    bool is_solved(const State &state) const {
        return exits.has(state.head) && (hexagon_junctions - state.visited).empty() &&
               (hexagon_edges - state.edges).empty() && triangles_hold(state) && squares_hold(state);
    }

    std::uint64_t hash(const State &state) const { return Edges::mix(state.edges.hash() ^ std::uint64_t(state.head)); }

    int width, height;
    std::vector<int> entrances_;
    Junctions exits;
    Junctions hexagon_junctions;
    Edges hexagon_edges;
    std::vector<int> colours, triangles;
    Edges dividers;                              // edges between squares of different colours
    std::vector<std::array<int, 4>> neighbours;  // by junction and move: the junction there, or -1
    std::vector<std::array<int, 4>> ways;        // the same, -1 also where the edge cannot be crossed
    std::vector<std::array<int, 4>> edge_at;     // by junction and move: the edge there, or -1

    using Rules = std::tuple<struct Squares, struct MustCross, struct ExitReachable>;

  private:
    template <class Set>
    static Set set(const std::vector<int> &members) {
        Set result;
        for (int i : members) result.add(i);
        return result;
    }
    int horizontal(int x, int y) const { return y * width + x; }
    int vertical(int x, int y) const { return (height + 1) * width + y * (width + 1) + x; }

    void lay_out(const Edges &blocked) {
        for (int y = 0; y <= height; ++y)
            for (int x = 0; x <= width; ++x) {
                const int here = y * (width + 1) + x;
                neighbours.push_back({y < height ? here + width + 1 : -1, x < width ? here + 1 : -1,
                                      y > 0 ? here - width - 1 : -1, x > 0 ? here - 1 : -1});
                edge_at.push_back({y < height ? vertical(x, y) : -1, x < width ? horizontal(x, y) : -1,
                                   y > 0 ? vertical(x, y - 1) : -1, x > 0 ? horizontal(x - 1, y) : -1});
                ways.push_back(neighbours.back());
                for (std::size_t move = 0; move < 4; ++move)
                    if (edge_at.back()[move] >= 0 && blocked.has(edge_at.back()[move])) ways.back()[move] = -1;
            }
    }

    void find_dividers() {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                if (x + 1 < width && differ(cell(x, y), cell(x + 1, y))) dividers.add(vertical(x + 1, y));
                if (y + 1 < height && differ(cell(x, y), cell(x, y + 1))) dividers.add(horizontal(x, y + 1));
            }
    }
    std::size_t cell(int x, int y) const { return std::size_t(y * width + x); }
    bool differ(std::size_t a, std::size_t b) const { return colours[a] && colours[b] && colours[a] != colours[b]; }

    bool triangles_hold(const State &state) const {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const int wanted = triangles[cell(x, y)];
                if (wanted && wanted != state.edges.has(horizontal(x, y)) + state.edges.has(horizontal(x, y + 1)) +
                                            state.edges.has(vertical(x, y)) + state.edges.has(vertical(x + 1, y)))
                    return false;
            }
        return true;
    }

    bool squares_hold(const State &state) const {
        if (!(dividers - state.edges).empty()) return false;
        std::vector<int> region(colours.size(), 0);
        int regions = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                if (colours[cell(x, y)] && !region[cell(x, y)] && !paint(state, x, y, ++regions, region)) return false;
        return true;
    }

    // Marks the region of a cell; false if it holds squares of two colours.
    bool paint(const State &state, int x0, int y0, int mark, std::vector<int> &region) const {
        const int colour = colours[cell(x0, y0)];
        std::vector<std::array<int, 2>> todo{{x0, y0}};
        region[cell(x0, y0)] = mark;
        const auto visit = [&](int x, int y, int edge) {
            if (x < 0 || y < 0 || x >= width || y >= height || region[cell(x, y)] || state.edges.has(edge)) return;
            region[cell(x, y)] = mark;
            todo.push_back({x, y});
        };
        while (!todo.empty()) {
            const auto [x, y] = todo.back();
            todo.pop_back();
            if (colours[cell(x, y)] && colours[cell(x, y)] != colour) return false;
            visit(x, y + 1, horizontal(x, y + 1));
            visit(x + 1, y, vertical(x + 1, y));
            visit(x, y - 1, horizontal(x, y));
            visit(x - 1, y, vertical(x, y));
        }
        return true;
    }
};

// Requires the wanted edges at the head: a junction is met once, so they are taken now or never.
template <class P, class Emit>
void now_or_never(const P &panel, const typename P::State &state, const typename P::Edges &wanted, Emit emit) {
    const auto head = std::size_t(state.head);
    for (std::size_t move = 0; move < 4; ++move) {
        const int edge = panel.edge_at[head][move];
        if (edge < 0 || !wanted.has(edge) || panel.neighbours[head][move] == state.before) continue;
        Finding<P> finding;
        finding.must.add(Move(move));
        emit(finding);
    }
}

struct Squares {
    static constexpr std::string_view name = "squares";
    template <class P, class Emit>
    void find(const P &panel, const SlotTable<P> &, const typename P::State &state, const MoveSet<P> &,
              Emit emit) const {
        now_or_never(panel, state, panel.dividers, emit);
    }
};

struct MustCross {
    static constexpr std::string_view name = "must-cross";
    template <class P, class Emit>
    void find(const P &panel, const SlotTable<P> &, const typename P::State &state, const MoveSet<P> &,
              Emit emit) const {
        now_or_never(panel, state, panel.hexagon_edges, emit);
    }
};

// Whether no exit can be reached any more; a path that ends at one has reached it.
struct IsCutOff {
    template <class P>
    bool operator()(const P &panel, const typename P::State &state) const {
        auto seen = state.visited;
        std::array<std::int16_t, std::size_t(P::Junctions::size)> todo;
        std::size_t end = 0;
        todo[end++] = state.head;
        for (std::size_t i = 0; i < end; ++i) {
            if (panel.exits.has(todo[i])) return false;
            for (int there : panel.ways[std::size_t(todo[i])])
                if (there >= 0 && !seen.has(there)) {
                    seen.add(there);
                    todo[end++] = std::int16_t(there);
                }
        }
        return true;
    }
};

struct ExitReachable : DeadEnd<"exit-reachable", IsCutOff> {};

}  // namespace quandary::witness
