// The outlook of a path: what it can still change. Mirrors outlook.py.
#pragma once
#include "grid.hpp"

namespace quandary::witness {

// A path, seen with all the ways in which it could go on. It may also stay as it is.
template <class Panel>
struct Outlook {
    using Corners = typename Panel::Corners;
    using Edges = typename Panel::Edges;
    using Places = witness::Places<Corners>;

    Outlook() = default;
    Outlook(const Panel &panel, const typename Panel::State &state) : Outlook(panel, panel.reachable(state)) {}
    // As it would be if the path could get to these junctions only.
    Outlook(const Panel &panel, const Corners &reachable) : Outlook(panel, reachable, panel.open) {}
    // And along these edges only.
    Outlook(const Panel &panel, const Corners &reachable, const Edges &open)
        : first{reachable, panel.grid.between(reachable) & open}, second{first} {
        if (panel.grid.is_symmetric()) second = {panel.grid.image(first.junctions), panel.grid.image(first.edges)};
        either = first.edges | second.edges;
    }

    const Corners &reachable() const { return first.junctions; }

    // The cells that may still be divided from a neighbour.
    Corners divisible(const Panel &panel) const { return panel.grid.beside(either & panel.grid.inner()); }

    // The hexagons that are neither covered nor within reach of a path that should cover them.
    Places missed(const Panel &panel, const typename Panel::State &state) const {
        const Places covered{state.visited, state.edges};
        auto some = panel.hexagons - (covered | first | second);
        if (panel.grid.is_symmetric())
            some = some | (panel.blue - (covered | first)) | (panel.yellow - (covered | second));
        return some;
    }

    Places first{}, second{};  // what the path may still come to cover, its head included, and its mirror image
    Edges either{};
};

}  // namespace quandary::witness
