// The rules that people use on a Witness panel. Mirrors people.py.
#pragma once
#include <string_view>

#include <quandary/rules.hpp>

#include "outlook.hpp"
#include "panel.hpp"

namespace quandary::witness {

// Requires the wanted edges at the head: a junction is met once, so they are taken now or never.
template <class P, class Emit>
void now_or_never(const P &panel, const typename P::State &state, const typename P::Edges &wanted, Emit emit) {
    if (wanted.empty() || !panel.is_strict() || panel.grid.is_symmetric()) return;
    for (std::size_t move = 0; move < 4; ++move) {
        const int there = panel.neighbours[std::size_t(state.head)][move];
        if (there < 0 || there == state.before || !panel.grid.has(wanted, state.head, there)) continue;
        Finding<P> finding;
        finding.must.add(Move(move));
        emit(finding);
    }
}

struct Squares {
    static constexpr std::string_view name = "squares";
    static constexpr bool looks_once = true;
    template <class P, class Emit>
    void find(const P &panel, const SlotTable<P> &, const typename P::State &state, const MoveSet<P> &,
              Emit emit) const {
        now_or_never(panel, state, panel.dividers, emit);
    }
};

struct MustCross {
    static constexpr std::string_view name = "must-cross";
    static constexpr bool looks_once = true;
    template <class P, class Emit>
    void find(const P &panel, const SlotTable<P> &, const typename P::State &state, const MoveSet<P> &,
              Emit emit) const {
        now_or_never(panel, state, panel.hexagons.edges, emit);
    }
};

struct IsCutOff {
    template <class P>
    bool operator()(const P &panel, const typename P::State &state) const {
        return !panel.reachable(state).meets(panel.exits);
    }
};

struct MissesAHexagon {
    template <class P>
    bool operator()(const P &panel, const typename P::State &state) const {
        if (!panel.is_strict() || panel.hexagons.empty()) return false;
        return state.spoiled || !Outlook<P>(panel, state).missed(panel, state).empty();
    }
};

struct MissesACount {
    template <class P>
    bool operator()(const P &panel, const typename P::State &state) const {
        if (!panel.is_strict() || panel.elements.all_triangles.empty()) return false;
        const auto most = state.edges | Outlook<P>(panel, state).either;
        return !panel.elements.broken(panel.grid.count_sides(state.edges), panel.grid.count_sides(most)).empty();
    }
};

// Whether is_wrong(region) for a region with some of these cells that nothing can change any more.
template <class P, class IsWrong>
bool closed_wrongly(const P &panel, const typename P::State &state, typename P::Corners cells, IsWrong is_wrong) {
    if (cells.empty()) return false;
    const auto changing = Outlook<P>(panel, state).divisible(panel) | panel.elements.eliminators;
    const auto passages = panel.grid.passages(state.edges);
    while (!cells.empty()) {
        const auto region = panel.grid.region(cells.first(), passages);
        if (!region.meets(changing) && is_wrong(region)) return true;
        cells -= region;
    }
    return false;
}

struct ClosesTwoColours {
    template <class P>
    bool operator()(const P &panel, const typename P::State &state) const {
        return closed_wrongly(panel, state, panel.elements.all_squares,
                              [&](const auto &region) { return !panel.elements.squares_agree(region); });
    }
};

struct ClosesAStarWithoutItsPair {
    template <class P>
    bool operator()(const P &panel, const typename P::State &state) const {
        return closed_wrongly(panel, state, panel.elements.all_stars,
                              [&](const auto &region) { return !panel.elements.stars_pair(region); });
    }
};

struct ClosesAnotherArea {
    template <class P>
    bool operator()(const P &panel, const typename P::State &state) const {
        return closed_wrongly(panel, state, panel.elements.polyominoes, [&](const auto &region) {
            const int area = panel.elements.polyomino_area(region);
            return area != 0 && area != region.count();
        });
    }
};

struct ExitReachable : DeadEnd<"exit-reachable", IsCutOff> {};
struct Hexagons : DeadEnd<"hexagons", MissesAHexagon> {};
struct TriangleCounts : DeadEnd<"triangles", MissesACount> {};
struct Regions : DeadEnd<"regions", ClosesTwoColours> {};
struct Stars : DeadEnd<"stars", ClosesAStarWithoutItsPair> {};
struct Polyominoes : DeadEnd<"polyominoes", ClosesAnotherArea> {};

}  // namespace quandary::witness
