// What a path may still come to, whatever the elements of its panel.
//
// A path may still come to the junctions that it can reach from its head. An edge between two of these is
// undecided; all others are decided for good. Two cells with a decided, free edge between them will be in one
// region, so the cells fall into *pieces*: a piece beside no undecided edge is a finished region.
#pragma once
#include <algorithm>
#include <vector>

#include <quandary/few.hpp>

#include "narrowing.hpp"
#include "outlook.hpp"

namespace quandary::witness {

// Cells that will be in one region, and those that may join them: all that can be reached, and those of them that
// no line divides from the piece for good.
template <class Corners>
struct OpenPiece {
    Corners cells;
    Corners border;  // those of the cells beside undecided edges
    Corners reached{}, room{};
    bool torn = false;  // a line divides it from itself, which no path from rim to rim does
};

// Lists on the stack, for a look at one path, and in memory, for what is kept.
template <int Most>
struct OnStack {
    template <class T>
    using List = Few<T, Most>;
};
struct InMemory {
    template <class T>
    using List = std::vector<T>;
};

// The parts that take longer are found when they are asked for, once. Where things can be removed (if not `strict`) a
// region is finished only when its triangles and hexagons are, too. Without `dead_ends` these count as junctions that
// the path cannot reach.
template <class Panel, class Room>
class Prospect {
  public:
    using Corners = typename Panel::Corners;
    using State = typename Panel::State;
    using Piece = OpenPiece<Corners>;

    Prospect(const Panel &panel, const State &path, Corners reachable, bool dead_ends)
        : reach(dead_ends
                    ? reachable
                    : panel.grid.without_dead_ends(reachable, panel.open, panel.exits | panel.grid.only(path.head))) {
        auto exits = reach & panel.exits;
        exits.remove(path.head);
        may_end = !exits.empty();
    }

    // Leaves out what no solution comes to, for those who ask for nothing else. False if there is no hope.
    bool narrow(const Panel &panel, const State &path) {
        Narrowing<Panel> narrowing(panel, path, reach);
        if (!narrowing.run()) return false;
        reach = narrowing.reach;
        must = narrowing.must;
        barren = narrowing.barren();
        firm = narrowing.firm();
        see(panel, path, Outlook<Panel>(panel, reach, narrowing.may));
        return true;
    }

    // The outlook, and what follows from it for triangles.
    const Outlook<Panel> &look(const Panel &panel, const State &path) {
        if (!is_seen_) see(panel, path, Outlook<Panel>(panel, reach));
        return outlook;
    }

    // The pieces that have some of the cells asked for, and all open ones.
    void divide(const Panel &panel, const State &path, const Corners &asked) {
        if (is_divided_) return;
        pieces.clear();
        closed.clear();
        const auto &grid = panel.grid;
        border = panel.is_strict() ? outlook.divisible(panel) : beside;
        const auto passages = grid.passages(path.edges | outlook.either);
        const auto alone = grid.enclosed(outlook.either) & border;
        open = alone;
        for (auto todo = (asked | border) - alone; !todo.empty();) {
            const auto piece = grid.region(todo.first(), passages);
            todo -= piece;
            if (piece.meets(border)) {
                pieces.push_back({piece, piece & border});
                open |= piece;
            } else {
                closed.push_back(piece);
            }
        }
        std::sort(pieces.begin(), pieces.end(),
                  [](const auto &a, const auto &b) { return a.border.first() < b.border.first(); });
        is_divided_ = true;  // not before: memory may have run out
    }

    // What the region of each piece may come to is what can be reached from it. But a path from rim to rim divides
    // the cells on both sides of each of its edges.
    void make_room(const Panel &panel, const State &path) {
        if (has_room_) return;
        has_room_ = true;
        const auto &grid = panel.grid;
        const auto lines = path.edges | must;
        const auto passages = grid.passages(lines);
        for (auto &piece : pieces) {
            piece.room = piece.reached = grid.spread(piece.cells, passages, grid.cells);
            if (!panel.runs_from_rim_to_rim) continue;
            const auto across = grid.across(piece.cells, lines & grid.inner());
            piece.torn = across.meets(piece.cells);
            if (piece.torn) continue;
            auto others = across;
            for (const auto &other : pieces)
                if (other.cells.meets(across)) others |= other.cells;
            piece.room = grid.spread(piece.cells, passages, grid.cells - others);
        }
    }

    Corners reach;  // junctions, the head included
    bool may_end;   // at another junction than the head
    Outlook<Panel> outlook{};
    // The next three depend on the elements, so they are known only where a search narrows.
    typename Panel::Edges must{};                  // edges that every solution takes
    Corners barren{};                              // cells with which no polyominoes make up a region
    Corners firm{};                                // cells where only stars can be removed
    Corners beside{};                              // cells beside undecided edges
    SideCount<Corners> now{}, most{};              // of the edges taken, also with the undecided ones
    Corners border{};                              // cells where an edge decides about their region
    Corners open{};                                // cells of unfinished regions
    typename Room::template List<Piece> pieces;    // of unfinished regions, but for cells with four undecided edges
    typename Room::template List<Corners> closed;  // finished regions

  private:
    void see(const Panel &panel, const State &path, const Outlook<Panel> &seen) {
        is_seen_ = true;
        outlook = seen;
        beside = panel.grid.beside(outlook.either);
        now = panel.grid.count_sides(path.edges);
        most = panel.grid.count_sides(path.edges | outlook.either);
    }

    bool is_seen_ = false, is_divided_ = false, has_room_ = false;
};

}  // namespace quandary::witness
