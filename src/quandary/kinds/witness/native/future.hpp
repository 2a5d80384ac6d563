// What the future of a path depends on, so that paths with the same one can be merged.
//
// A path may still come to the junctions that it can reach from its head. An edge between two of these is
// undecided; all others are decided for good. Two cells with a decided, free edge between them will be in one
// region, so the cells fall into *pieces*: a piece beside no undecided edge is a finished region, and what
// matters of the others is which cells beside undecided edges they join, and what they hold.
//
// Dead ends do not matter to a search for solutions alone, nor to a player who rules out moves that cut the path
// off from every exit: they count as junctions that the path cannot reach. But rules that look at what may
// still be drawn see them.
//
// The junction that the path comes from does not matter, although rules ask for it: they ask whether an edge at
// the head that has to be taken has just been taken, and if it had been missed there would be no hope.
#pragma once
#include <algorithm>
#include <cstdint>

#include <quandary/domain.hpp>
#include <quandary/few.hpp>

#include "outlook.hpp"
#include "regions.hpp"

namespace quandary::witness {

template <class Panel>
class Future {
  public:
    using Corners = typename Panel::Corners;
    using Edges = typename Panel::Edges;

    Future(const Panel &panel, const typename Panel::State &state, Interest interest)
        : panel_(panel),
          grid_(panel.grid),
          elements_(panel.elements),
          state_(state),
          reach_(panel.reachable(state)),
          rules_see_regions_(interest.in_all_moves && Panel::see_regions(interest.rules)) {
        if (!interest.in_all_moves || panel.rules_out_dead_ends(interest.rules))
            reach_ = grid_.without_dead_ends(reach_, panel.open, panel.exits | grid_.only(state.head));
    }

    // Writes what the future depends on, and says whether there is hope.
    bool write(Key &key) {
        if (panel_.is_solved(state_)) {
            key.add(~std::uint64_t(0));  // nothing follows a solution
            return true;
        }
        const bool hope = look();
        key.add(std::uint64_t(state_.head) | std::uint64_t(hope) << 16 | std::uint64_t(detail_) << 17 |
                star_colours_ << 20);
        key.add(reach_);
        if (hope && !elements_.none()) describe(key);
        return hope;
    }

  private:
    // What has to be known about every unfinished region: nothing, the colour of its squares, or also how many
    // of the stars' colours it has. Where polyominoes or eliminators may get into it, its shape matters too.
    enum class Detail { nothing, squares, stars };

    struct Piece {
        Corners cells;
        bool shape_matters = false, removable = false;
    };

    // Finds what is certain to fail, and the pieces; false if there is no hope.
    bool look() {
        auto exits = reach_ & panel_.exits;
        exits.remove(state_.head);
        if (exits.empty() || state_.spoiled) return false;
        const Outlook<Panel> outlook(panel_, reach_);
        missed_ = outlook.missed(panel_, state_);
        if (panel_.is_strict() && !missed_.empty()) return false;
        if (elements_.none()) return true;
        broken_ = elements_.broken(grid_, state_.edges, state_.edges | outlook.either);
        if (panel_.is_strict() && !broken_.empty()) return false;
        beside_ = grid_.beside(outlook.either);
        if (panel_.is_strict() && elements_.sensitive.empty()) return true;
        return find_pieces(outlook) && pieces_may_hold();
    }

    bool find_pieces(const Outlook<Panel> &outlook) {
        // Where things can be removed a region is finished only when its triangles and hexagons are, too.
        border_ = panel_.is_strict() ? outlook.divisible(panel_) : beside_;
        const auto passages = grid_.passages(state_.edges | outlook.either);
        const auto alone = grid_.enclosed(outlook.either) & border_;
        open_ = alone;
        for (auto todo = ((panel_.is_strict() ? elements_.sensitive : grid_.cells) | border_) - alone; !todo.empty();) {
            const auto piece = grid_.region(todo.first(), passages);
            todo -= piece;
            if (piece.meets(border_)) {
                pieces_.push_back({piece});
                open_ |= piece;
            } else if (!panel_.judge->holds(piece, broken_, (missed_ & grid_.around(piece)).count(), state_.edges)) {
                return false;
            }
        }
        return true;
    }

    // Looks for what fails in the unfinished regions already, and settles what has to be known about them.
    bool pieces_may_hold() {
        if (open_.meets(elements_.all_stars))
            detail_ = Detail::stars;
        else if (!elements_.squares_agree(open_))
            detail_ = Detail::squares;
        if (detail_ == Detail::stars)
            for (std::size_t colour = 1; colour <= elements_.palette; ++colour)
                star_colours_ |= std::uint64_t(open_.meets(elements_.stars[colour])) << colour;
        if (!open_.meets(elements_.demanding))
            return std::all_of(pieces_.begin(), pieces_.end(),
                               [&](const auto &piece) { return may_hold(piece.cells, piece.cells); });
        const auto passages = grid_.passages(state_.edges);
        return std::all_of(pieces_.begin(), pieces_.end(),
                           [&](auto &piece) { return demands_are_met(piece, passages); });
    }

    // What the region of a piece may come to is what can be reached from it. But a path from rim to rim divides
    // the cells on both sides of each of its edges.
    bool demands_are_met(Piece &piece, const Edges &passages) {
        auto room = grid_.spread(piece.cells, passages, grid_.cells);
        const auto all_room = room;
        if (panel_.runs_from_rim_to_rim) {
            const auto across = grid_.across(piece.cells, state_.edges & grid_.inner());
            if (across.meets(piece.cells)) return false;
            auto others = across;
            for (const auto &other : pieces_)
                if (other.cells.meets(across)) others |= other.cells;
            room = grid_.spread(piece.cells, passages, grid_.cells - others);
        }
        const auto &known = rules_see_regions_ ? all_room : room;
        piece.removable = known.meets(elements_.eliminators);
        piece.shape_matters = piece.removable || known.meets(elements_.polyominoes);
        return may_hold(piece.cells, room);
    }

    // Whether a region may hold that has these cells for sure and at most those of the room.
    bool may_hold(const Corners &cells, const Corners &room) const {
        if (panel_.is_strict() && !elements_.squares_agree(cells))
            return false;  // the rest was asked of the whole panel
        const int removers = panel_.is_strict() ? 0 : (room & elements_.eliminators).count();
        if (!panel_.is_strict() && failures(cells) > removers) return false;
        return removers > 0 || (elements_.stars_may_pair(cells, room) && panel_.judge->may_tile(cells, room));
    }

    int failures(const Corners &cells) const {
        return (broken_ & cells).count() + (missed_ & grid_.around(cells)).count() + elements_.squares_to_remove(cells);
    }

    void describe(Key &key) {
        std::sort(pieces_.begin(), pieces_.end(), [&](const auto &a, const auto &b) {
            return (a.cells & border_).first() < (b.cells & border_).first();
        });
        Corners removable;
        std::uint64_t described = 0;
        if (panel_.sees_walls) {
            key.add(state_.edges.right);
            key.add(state_.edges.up);
        }
        for (const auto &piece : pieces_) {
            described += describe(key, piece);
            if (piece.removable) removable |= piece.cells;
        }
        const auto triangles = elements_.all_triangles & (beside_ | removable);
        if (!triangles.empty()) {
            const auto sides = grid_.count_sides(state_.edges);
            key.add(sides.ones & triangles);
            key.add(sides.twos & triangles);
        }
        const auto missed = missed_ & grid_.around(removable);
        if (!missed.empty()) {
            key.add(missed.junctions);
            key.add(missed.edges.right);
            key.add(missed.edges.up);
        }
        // The contents, so that no word can be mistaken for another.
        key.add(described << 2 | std::uint64_t(!triangles.empty()) << 1 | std::uint64_t(!missed.empty()));
    }

    // A piece of one cell says nothing new: all of it is known from where the undecided edges are.
    bool describe(Key &key, const Piece &piece) const {
        if (piece.cells.is_single() || (detail_ == Detail::nothing && !piece.shape_matters)) return false;
        key.add(piece.cells & border_);
        if (piece.shape_matters) {
            key.add(~std::uint64_t(0));
            key.add(piece.cells);
        } else {
            key.add(contents(piece.cells));
        }
        return true;
    }

    // The colour of a piece's squares, and how many elements it has of each colour that stars have.
    std::uint64_t contents(const Corners &cells) const {
        std::uint64_t word = 0;
        for (std::size_t colour = 1; colour <= elements_.palette; ++colour)
            if (cells.meets(elements_.squares[colour])) word = colour;
        for (std::size_t colour = 1; colour <= elements_.palette; ++colour)
            if (star_colours_ >> colour & 1) {
                const auto number = std::min((cells & elements_.coloured[colour]).count(), 3);
                word = word << 3 | std::uint64_t(number) << 1 | cells.meets(elements_.stars[colour]);
            }
        return word;
    }

    const Panel &panel_;
    const typename Panel::Geometry &grid_;
    const typename Panel::Contents &elements_;
    const typename Panel::State &state_;
    Corners reach_;                     // junctions, the head included
    Places<Corners> missed_;            // hexagons that will never be covered
    Corners broken_;                    // triangles that will never hold
    Corners beside_;                    // cells beside undecided edges
    Corners border_;                    // those of them where an edge decides about their region
    Corners open_;                      // cells of unfinished regions
    Few<Piece, Corners::size> pieces_;  // of unfinished regions, but for cells with four undecided edges
    Detail detail_ = Detail::nothing;
    std::uint64_t star_colours_ = 0;
    bool rules_see_regions_;  // also those of paths that lead nowhere
};

}  // namespace quandary::witness
