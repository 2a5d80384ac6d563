// What is seen around the head of a path. Mirrors the facts of theory.py.
#pragma once
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <quandary/lore.hpp>

#include "panel.hpp"

namespace quandary::witness {

inline constexpr std::array<std::string_view, 15> sorts{"line", "must",      "shut", "free",  "plain",
                                                        "dot",  "off",       "cell", "blank", "square",
                                                        "star", "triangles", "area", "paint", "move"};
namespace seen {
enum Sort { line, must, shut, free, plain, dot, off, cell, blank, square, star, triangles, area, paint, move };
}

// A panel and a path on it, place by place. Places are counted in half cells from the head.
template <class Panel>
class Around {
  public:
    using Corners = typename Panel::Corners;

    Around(const Panel &panel, const typename Panel::State &state, Sight &sight)
        : panel_(panel), state_(state), sight_(sight), reach_(2 * sight.radius()) {
        heads_.add(state.head);
        if (panel.grid.is_symmetric()) heads_.add(panel.grid.mirror[std::size_t(state.head)]);
        told_.fill(-1);
        int number = 0;
        for (const auto &kind : panel.elements.kinds)
            if ((kind.type == Type::square || kind.type == Type::star) && told_[std::size_t(kind.colour)] < 0)
                told_[std::size_t(kind.colour)] = number < most_told ? number++ : number;
    }

    // There are no facts where the theory does not hold.
    void look() {
        sight_.clear();
        const auto &grid = panel_.grid;
        if (!panel_.is_strict() || grid.pillar || grid.cells.count() != grid.width * grid.height) return;
        const int x = 2 * (state_.head % grid.stride), y = 2 * (state_.head / grid.stride);
        for (int dx = -reach_; dx <= reach_; ++dx)
            for (int dy = -reach_; dy <= reach_; ++dy) {
                if (dx & 1 && dy & 1)
                    look_at_cell(x + dx, y + dy, dx, dy);
                else if ((dx | dy) & 1)
                    look_at_edge(x + dx, y + dy, dx, dy);
                else if (std::max(std::abs(dx), std::abs(dy)) < reach_ && (dx || dy))
                    look_at_junction(x + dx, y + dy, dx, dy);
            }
    }

  private:
    static constexpr int most_told = 3, other = -1;  // COLOURS and OTHER of theory.py

    bool is_on_panel(int x, int y) const {
        return x >= 0 && y >= 0 && x <= 2 * panel_.grid.width && y <= 2 * panel_.grid.height;
    }
    static bool has(const typename Panel::Edges &some, int corner, bool across) {
        return across ? some.right.has(corner) : some.up.has(corner);
    }

    void look_at_edge(int x, int y, int dx, int dy) {
        const bool across = x & 1, is_there = is_on_panel(x, y);
        const int corner = is_there ? panel_.grid.corner(x / 2, y / 2) : 0;
        if (is_there && has(state_.edges, corner, across)) return sight_.add(seen::line, dx, dy);
        if (std::abs(dx) + std::abs(dy) == 1) sight_.add(seen::free, dx, dy);
        if (!is_there) return sight_.add(seen::shut, dx, dy);
        if (has(panel_.hexagons.edges, corner, across)) sight_.add(seen::must, dx, dy);
        if (!has(panel_.open, corner, across) || !is_open(corner, corner + (across ? 1 : panel_.grid.stride)))
            sight_.add(seen::shut, dx, dy);
    }

    // Whether either path may still take an edge between these junctions.
    bool is_open(int here, int there) const {
        if (panel_.grid.axis.has(here) || panel_.grid.axis.has(there)) return false;
        const bool from_head = heads_.has(here), to_head = heads_.has(there);
        return !(from_head && to_head) && (from_head || !state_.visited.has(here)) &&
               (to_head || !state_.visited.has(there));
    }

    void look_at_junction(int x, int y, int dx, int dy) {
        if (!is_on_panel(x, y)) return;
        const int corner = panel_.grid.corner(x / 2, y / 2);
        if (!panel_.exits.has(corner) && !is_start(corner)) sight_.add(seen::plain, dx, dy);
        if (panel_.hexagons.junctions.has(corner) && !state_.visited.has(corner)) sight_.add(seen::dot, dx, dy);
    }

    // Whether a path starts at a junction: only one of its lines leads there.
    bool is_start(int corner) const {
        if (!state_.visited.has(corner)) return false;
        if (heads_.has(corner)) return state_.before < 0;
        int lines = 0;
        for (int there : panel_.neighbours[std::size_t(corner)])
            lines += there >= 0 && panel_.grid.has(state_.edges, corner, there);
        return lines == 1;
    }

    void look_at_cell(int x, int y, int dx, int dy) {
        if (!is_on_panel(x, y)) return sight_.add(seen::off, dx, dy);
        sight_.add(seen::cell, dx, dy);
        const auto &elements = panel_.elements;
        const int corner = panel_.grid.corner(x / 2, y / 2);
        for (std::size_t kind = 0; kind < elements.kinds.size(); ++kind)
            if (elements.where[kind].has(corner)) return look_at(elements.kinds[kind], dx, dy);
        sight_.add(seen::blank, dx, dy);
    }

    void look_at(const Element &element, int dx, int dy) {
        const int told = told_[std::size_t(element.colour)];
        if (element.type == Type::square || element.type == Type::star) {
            if (told < most_told) sight_.add(element.type == Type::square ? seen::square : seen::star, dx, dy, told);
            return;
        }
        if (element.type == Type::triangles) sight_.add(seen::triangles, dx, dy, element.count);
        if (element.type == Type::polyomino) sight_.add(seen::area, dx, dy, element.area());
        if (!panel_.elements.all_stars.empty())
            sight_.add(seen::paint, dx, dy, told >= 0 && told < most_told ? told : other);
    }

    const Panel &panel_;
    const typename Panel::State &state_;
    Sight &sight_;
    int reach_;
    Corners heads_;
    std::array<int, colours> told_;  // by colour: its number as long as it is told apart
};

template <int Words>
const auto &sorts_of(const Panel<Words> &) {
    return sorts;
}

// Those of some moves that the patterns of a sight refute.
template <int Words>
MoveSet<Panel<Words>> refuted(const Panel<Words> &panel, const typename Panel<Words>::State &state,
                              const MoveSet<Panel<Words>> &moves, Sight &sight) {
    constexpr std::array<std::pair<int, int>, 4> steps{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
    Around<Panel<Words>>(panel, state, sight).look();
    MoveSet<Panel<Words>> out;
    moves.each([&](Move move) {
        const auto [x, y] = steps[std::size_t(move)];
        if (sight.refutes(seen::move, x, y)) out.add(move);
    });
    return out;
}

}  // namespace quandary::witness
