// What the future of a path depends on, so that paths with the same one can be merged.
//
// What matters of the pieces of unfinished regions (prospect.hpp) is which cells beside undecided edges they join, and
// what they hold.
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
#include <utility>

#include <quandary/domain.hpp>

#include "prospect.hpp"
#include "regions.hpp"

namespace quandary::witness {

// Whether dead ends matter to a caller.
template <class Panel>
bool dead_ends_matter(const Panel &panel, Interest interest) {
    return interest.in_all_moves && !panel.rules_out_dead_ends(interest.rules);
}

// A path with its prospect. That may be kept for other panels which differ in their elements alone, and are all
// strict or all not; then it is asked for all cells.
template <class Panel, class Room>
class Future {
  public:
    using Corners = typename Panel::Corners;
    using Edges = typename Panel::Edges;

    Future(const Panel &panel, const typename Panel::State &state, Prospect<Panel, Room> &prospect, Interest interest,
           bool kept)
        : panel_(panel),
          grid_(panel.grid),
          elements_(panel.elements),
          state_(state),
          prospect_(prospect),
          is_kept_(kept),
          narrows_(!kept && !interest.in_all_moves),
          rules_see_regions_(interest.in_all_moves && Panel::see_regions(interest.rules)) {}

    // Writes what the future depends on, and says whether there is hope. It must not be solved.
    bool write(Key &key) {
        const bool hope = look();
        key.add(std::uint64_t(state_.head) | std::uint64_t(hope) << 16 | std::uint64_t(detail_) << 17 |
                star_colours_ << 20);
        if (narrows_) {
            key.add(prospect_.outlook.first.edges.right);
            key.add(prospect_.outlook.first.edges.up);
        } else {
            key.add(prospect_.reach);
        }
        if (hope && !elements_.none()) describe(key);
        return hope;
    }

    // Writes that nothing follows a solution.
    static bool write_solved(Key &key) {
        key.add(~std::uint64_t(0));
        return true;
    }

  private:
    // What has to be known about every unfinished region: nothing, the colour of its squares, or also how many
    // of the stars' colours it has. Where polyominoes or eliminators may get into it, its shape matters too.
    enum class Detail { nothing, squares, stars };

    using Piece = OpenPiece<Corners>;

    // Finds what is certain to fail, and the pieces; false if there is no hope.
    bool look() {
        if (!prospect_.may_end || state_.spoiled) return false;
        if (narrows_ && !prospect_.narrow(panel_, state_)) return false;
        const auto &outlook = prospect_.look(panel_, state_);
        missed_ = outlook.missed(panel_, state_);
        if (panel_.is_strict() && !missed_.empty()) return false;
        if (elements_.none()) return true;
        broken_ = elements_.broken(prospect_.now, prospect_.most);
        if (panel_.is_strict() && !broken_.empty()) return false;
        if (panel_.is_strict() && elements_.sensitive.empty()) return true;
        is_divided_ = true;
        prospect_.divide(panel_, state_, panel_.is_strict() && !is_kept_ ? elements_.sensitive : grid_.cells);
        return closed_ones_hold() && open_ones_may_hold();
    }

    bool closed_ones_hold() const {
        return std::all_of(prospect_.closed.begin(), prospect_.closed.end(), [&](const auto &region) {
            if (panel_.is_strict())
                return !region.meets(elements_.sensitive) || panel_.holds(region, {}, 0, state_.edges);
            return panel_.holds(region, broken_, (missed_ & grid_.around(region)).count(), state_.edges);
        });
    }

    // Looks for what fails in the unfinished regions already, and settles what has to be known about them.
    bool open_ones_may_hold() {
        const auto &open = prospect_.open;
        if (open.meets(elements_.all_stars))
            detail_ = Detail::stars;
        else if (!elements_.squares_agree(open))
            detail_ = Detail::squares;
        if (detail_ == Detail::stars)
            for (std::size_t colour = 1; colour <= elements_.palette; ++colour)
                star_colours_ |= std::uint64_t(open.meets(elements_.stars[colour])) << colour;
        demanding_ = open.meets(elements_.demanding);
        if (demanding_)
            prospect_.make_room(panel_, state_);
        else if (panel_.is_strict() && detail_ == Detail::nothing)
            return true;
        if (!panel_.is_strict() && failures_of_all() > (open & elements_.eliminators).count()) return false;
        return std::all_of(prospect_.pieces.begin(), prospect_.pieces.end(), [&](const auto &piece) {
            return demanding_ ? !piece.torn && may_hold(piece.cells, piece.room) : may_hold(piece.cells, piece.cells);
        });
    }

    // Whether a region may hold that has these cells for sure and at most those of the room.
    bool may_hold(const Corners &cells, const Corners &room) const {
        if (panel_.is_strict() && !elements_.squares_agree(cells))
            return false;  // the rest was asked of the whole panel
        const int removers = panel_.is_strict() ? 0 : (room & elements_.eliminators).count();
        if (removers == 0 && !panel_.is_strict() && failures(cells) > 0) return false;
        if (removers == 0) return elements_.stars_may_pair(cells, room) && panel_.may_tile(cells, room);
        if (cells.meets(prospect_.firm) && !(elements_.squares_agree(cells) && panel_.may_tile(cells, room)))
            return false;
        const int settled = lost(cells), squares = elements_.squares_to_remove(cells);
        if (settled + squares > removers) return false;
        const int more = (panel_.hexagons & grid_.around(room)).count() + (elements_.all_triangles & room).count();
        return panel_.may_suppress(cells, room, settled, more);
    }

    // Triangles and hexagons that fail for good in some cells; with squares that then have to.
    int lost(const Corners &cells) const { return (broken_ & cells).count() + (missed_ & grid_.around(cells)).count(); }
    int failures(const Corners &cells) const { return lost(cells) + elements_.squares_to_remove(cells); }

    // Each failure takes an eliminator, whatever comes together.
    int failures_of_all() const {
        int squares = 0;
        for (const auto &piece : prospect_.pieces) squares += elements_.squares_to_remove(piece.cells);
        return squares + lost(prospect_.open);
    }

    void describe(Key &key) {
        std::uint64_t described = 0;
        if (panel_.sees_walls) {
            key.add(state_.edges.right);
            key.add(state_.edges.up);
        }
        Places<Corners> missed;  // beside several pieces
        if (is_divided_)
            for (const auto &piece : prospect_.pieces) {
                described += describe(key, piece);
                if (is_removable(piece)) missed = missed | ((missed_ & grid_.around(piece.cells)) - missed_in(piece));
            }
        const auto triangles = elements_.all_triangles & prospect_.beside;
        if (!triangles.empty()) {
            key.add(prospect_.now.ones & triangles);
            key.add(prospect_.now.twos & triangles);
        }
        if (!missed.empty()) {
            key.add(missed.junctions);
            key.add(missed.edges.right);
            key.add(missed.edges.up);
        }
        // The contents, so that no word can be mistaken for another.
        key.add(described << 2 | std::uint64_t(!triangles.empty()) << 1 | std::uint64_t(!missed.empty()));
    }

    // The cells that may come to the region of a piece, also by what paths that lead nowhere would leave open.
    const Corners &known(const Piece &piece) const { return rules_see_regions_ ? piece.reached : piece.room; }
    bool is_removable(const Piece &piece) const { return demanding_ && known(piece).meets(elements_.eliminators); }

    // A piece of one cell says nothing new: all of it is known from where the undecided edges are.
    bool describe(Key &key, const Piece &piece) const {
        const bool removable = is_removable(piece);
        const bool meets_polyominoes = demanding_ && known(piece).meets(elements_.polyominoes);
        if (piece.cells.is_single() || (detail_ == Detail::nothing && !removable && !meets_polyominoes)) return false;
        key.add(piece.border);
        if (meets_polyominoes && does_shape_matter(piece)) {
            key.add(shaped);
            key.add(piece.cells);
            if (removable) write_failures(key, piece);
        } else if (removable || (meets_polyominoes && known(piece).meets(elements_.hollow))) {
            key.add(counted);
            write_failures(key, piece);
            write_numbers(key, elements_.where, piece.cells);
        } else {
            if (meets_polyominoes) key.add(shapeless);
            key.add(elements_.contents(piece.cells, star_colours_));
        }
        return true;
    }
    static constexpr std::uint64_t shaped = ~std::uint64_t(0), counted = shaped - 1, shapeless = shaped - 2;

    // Whether polyominoes may come to make up a region with a piece: if not, its shape makes no difference, but for
    // rules that count cells.
    bool does_shape_matter(const Piece &piece) const {
        if (rules_see_regions_) return true;
        const auto &barren = narrows_ ? prospect_.barren : panel_.untiled;
        return !piece.cells.meets(barren) && piece.cells.count() <= elements_.solid_area(piece.room);
    }

    // The hexagons that a piece of several cells misses, and no other one.
    Places<Corners> missed_in(const Piece &piece) const {
        if (missed_.empty() || piece.cells.is_single()) return {};
        return (missed_ & grid_.around(piece.cells)) - grid_.around(grid_.cells - piece.cells);
    }

    // What has failed in a piece for good: hexagons, and triangles by kind.
    void write_failures(Key &key, const Piece &piece) const {
        key.add(std::uint64_t(missed_in(piece).count()));
        write_numbers(key, elements_.where, (broken_ & piece.cells) - prospect_.beside);
    }

    // How many of some cells each set has.
    template <class Sets>
    static void write_numbers(Key &key, const Sets &sets, const Corners &cells) {
        std::uint64_t word = 0;
        int numbers = 0;
        for (const auto &some : sets) {
            word = word << 8 | std::uint64_t((some & cells).count());
            if (++numbers % 8 == 0) key.add(std::exchange(word, 0));
        }
        key.add(word);
    }

    const Panel &panel_;
    const typename Panel::Geometry &grid_;
    const typename Panel::Contents &elements_;
    const typename Panel::State &state_;
    Prospect<Panel, Room> &prospect_;
    bool is_kept_;
    bool narrows_;            // to what solutions come to
    bool rules_see_regions_;  // also those of paths that lead nowhere
    Places<Corners> missed_;  // hexagons that will never be covered
    Corners broken_;          // triangles that will never hold
    Detail detail_ = Detail::nothing;
    std::uint64_t star_colours_ = 0;
    bool is_divided_ = false, demanding_ = false;
};

}  // namespace quandary::witness
