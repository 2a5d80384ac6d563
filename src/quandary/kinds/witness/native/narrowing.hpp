// Which edges a path may still take on its way to a solution, and which it must.
//
// An edge is out of the question where it would give a triangle too many lines, a junction a third line or a dead
// end, or where it would have the same region on both sides. It has to be taken where a triangle or a junction would
// have too few lines without it, or where it divides squares of different colours. One follows from the other until
// nothing new does. A region that an eliminator may come to asks for nothing, unless all those that may come there have
// to remove something else.
#pragma once
#include <cstddef>

#include "grid.hpp"

namespace quandary::witness {

template <class Panel>
class Narrowing {
  public:
    using Corners = typename Panel::Corners;
    using Edges = typename Panel::Edges;
    using State = typename Panel::State;

    Narrowing(const Panel &panel, const State &path, const Corners &reachable)
        : reach(reachable), panel_(panel), grid_(panel.grid), path_(path) {
        heads_.add(path.head);
        may = grid_.between(reach) & panel.open;
        if (grid_.is_symmetric()) {
            heads_.add(grid_.mirror[std::size_t(path.head)]);
            may = may | grid_.image(may);
        }
    }

    // Cells with which no polyominoes make up a region.
    const Corners &barren() const { return camps_.barren; }

    // Cells where nothing but stars, and what has failed for good, can be removed.
    const Corners &firm() const { return firm_; }

    // Whether there is hope, as far as this shows it; then the rest is known.
    bool run() {
        while (true) {
            if (!find_firm() || !settle() || !stay_connected()) return false;
            const auto before = may, forced = must;
            if (!divide()) return false;
            if (may == before && must == forced) return true;
        }
    }

    Corners reach;    // junctions, the head included
    Edges may, must;  // of both paths; what must be taken may be

  private:
    // The cells whose region no eliminator can come to that is not needed elsewhere, and what has to be covered on
    // account of them. False if more fails than can be removed.
    bool find_firm() {
        firm_ = grid_.cells;
        wanted_ = panel_.hexagons;
        wanted_.junctions -= path_.visited;
        if (!panel_.is_strict()) {
            if (!spend_eliminators()) return false;
            wanted_ = wanted_ & grid_.around(firm_);
        }
        must = must | (may & (wanted_.edges | (panel_.dividers & grid_.sides(firm_))));
        return true;
    }

    // Each failure takes an eliminator that can come to its region: those left over may remove anything.
    bool spend_eliminators() {
        const auto &elements = panel_.elements;
        const auto lines = path_.edges | must;
        const auto passages = grid_.passages(lines);
        const typename Panel::Places covered{path_.visited | reach_of_both(), path_.edges | may};
        const auto missed = panel_.hexagons - covered;
        const auto broken = elements.broken(grid_.count_sides(lines), grid_.count_sides(covered.edges));
        excused_ = {};
        for (auto todo = elements.eliminators; !todo.empty();) {
            const auto part = grid_.region(todo.first(), passages);
            todo -= part;
            const auto removable = missed & grid_.around(part);
            const int failures = removable.count() + (broken & part).count() + elements.odd_stars(part);
            const int spare = (elements.eliminators & part).count() - failures;
            if (spare < 0) return false;
            if (spare > 0) firm_ -= part;
            excused_ |= broken & part;
            wanted_ = wanted_ - removable;
        }
        return true;
    }

    // Follows up what triangles and junctions ask for.
    bool settle() {
        while (true) {
            const auto before = may, forced = must;
            if (!obey_triangles() || !obey_junctions()) return false;
            if (may == before && must == forced) return true;
        }
    }

    void rule_out(const Edges &some) { may = may - (some - must); }

    bool obey_triangles() {
        const auto &triangles = panel_.elements.triangles;
        const auto all = (panel_.elements.all_triangles & firm_) - excused_;
        if (all.empty()) return true;
        const auto now = grid_.count_sides(path_.edges | must), most = grid_.count_sides(path_.edges | may);
        Corners full, bare;
        for (int number = 1; number < int(triangles.size()); ++number) {
            const auto some = triangles[std::size_t(number)] & all;
            if (some.empty()) continue;
            const auto more = now.at_least(number + 1), enough = most.at_least(number);
            if (some.meets(more) || !(some - enough).empty()) return false;
            full |= some & now.at_least(number);
            bare |= some - most.at_least(number + 1);
        }
        rule_out(grid_.sides(full));
        must = must | (may & grid_.sides(bare));
        return true;
    }

    bool obey_junctions() {
        const auto now = grid_.count_ends(must), most = grid_.count_ends(may);
        auto exits = reach_of_both() & panel_.exits;
        exits -= heads_;
        // A path that could end in several places may also run through one of them.
        const bool one_end = exits.count() <= (grid_.is_symmetric() ? 2 : 1);
        const auto tips = one_end ? heads_ | exits : heads_;
        const auto through = most.at_least(1) - (heads_ | exits);
        if (!now.at_least(3).empty() || now.at_least(2).meets(tips) || !(tips - most.at_least(1)).empty()) return false;
        const auto crossed = wanted_.junctions - exits;
        if (!(crossed - most.at_least(2)).empty()) return false;
        const auto dead = grid_.edges_at(through - most.at_least(2)) & may;
        if (!(dead & must).empty()) return false;
        rule_out(grid_.edges_at(now.at_least(2) | (now.at_least(1) & tips)));
        may = may - dead;
        const auto few = ((through & now.at_least(1)) | crossed) - most.at_least(3);
        const auto needed = few | (tips - most.at_least(2));
        must = must | (may & grid_.edges_at(needed));
        return true;
    }

    Corners reach_of_both() const { return grid_.is_symmetric() ? reach | grid_.image(reach) : reach; }

    // Leaves out what the path cannot get to, or not away from.
    bool stay_connected() {
        reach = grid_.spread(grid_.only(path_.head), may, grid_.junctions);
        auto exits = reach & panel_.exits;
        exits.remove(path_.head);
        if (exits.empty()) return false;
        may = may & grid_.between(reach_of_both());
        return (must - may).empty();
    }

    // Looks at the pieces of regions: cells with a decided, free edge between them.
    bool divide() {
        const auto passages = grid_.passages(path_.edges | may);
        camps_.begin(panel_);
        const auto alone = grid_.enclosed(may);
        for (auto todo = grid_.beside(may) - alone; !todo.empty();) {
            const auto piece = grid_.region(todo.first(), passages);
            todo -= piece;
            if (piece.is_single()) continue;
            if (panel_.runs_from_rim_to_rim) {
                const auto inner = grid_.inner(piece) & may;
                if (!(inner & must).empty()) return false;
                may = may - inner;
            }
            camps_.add(panel_, piece);
        }
        return camps_.make_room(*this) && camps_.part(*this);
    }

    // Cells that cannot be in one region, by what is there: squares of each colour; polyominoes, and what none of them
    // can lie on.
    class Camps {
      public:
        void begin(const Panel &panel) {
            const auto &elements = panel.elements;
            squares_ = elements.squares;
            owners_ = elements.hollow.empty() ? elements.solid : Corners{};
            barren = panel.untiled;
        }

        void add(const Panel &panel, const Corners &piece) {
            for (std::size_t colour = 1; colour <= panel.elements.palette; ++colour)
                if (piece.meets(panel.elements.squares[colour])) squares_[colour] |= piece;
            if (owners_.empty()) return;
            if (piece.meets(panel.elements.solid))
                owners_ |= piece;
            else if (piece.meets(barren) || !panel.may_make_up(piece))
                barren |= piece;
        }

        // Leaves room for polyominoes: cells with which none make up a region have to lie beside them, and where there
        // is just enough room for both, all others are covered.
        bool make_room(const Narrowing &narrowing) {
            const auto passages = narrowing.grid_.passages(narrowing.path_.edges | narrowing.must);
            for (auto todo = owners_ & narrowing.firm_; !todo.empty();) {
                const auto part = narrowing.grid_.region(todo.first(), passages);
                todo -= part;
                const int spare = part.count() - narrowing.panel_.elements.solid_area(part);
                const int bare = (part & barren).count();
                if (bare > spare) return false;
                if (bare == spare) owners_ |= part - barren;
            }
            return true;
        }

        // Has the edges between them taken, unless an eliminator may come to both sides.
        bool part(Narrowing &narrowing) const {
            const auto palette = narrowing.panel_.elements.palette;
            for (std::size_t colour = 1; colour <= palette; ++colour)
                for (std::size_t other = 1; other < colour; ++other)
                    if (!narrowing.part(squares_[colour], squares_[other])) return false;
            return owners_.empty() || narrowing.part(owners_, barren);
        }

        Corners barren;

      private:
        decltype(Panel::Contents::squares) squares_;
        Corners owners_;
    };

    bool part(const Corners &some, const Corners &others) {
        if ((some & firm_).meets(others)) return false;
        must = must | (may & grid_.sides(some) & grid_.sides(others) & grid_.sides(firm_));
        return true;
    }

    Camps camps_;
    const Panel &panel_;
    const typename Panel::Geometry &grid_;
    const State &path_;
    Corners heads_;
    Corners firm_;
    Corners excused_;  // triangles that fail for good, where something can be removed
    typename Panel::Places wanted_;
};

}  // namespace quandary::witness
