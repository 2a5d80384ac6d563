// What the gaps of a board say about the pieces that can fill them.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

#include "board.hpp"

namespace quandary::tangram {

// A comparison of arrays would be a call of a library, even for a single word.
template <class Mask>
bool is_same(const Mask &one, const Mask &other) {
    return (one ^ other).empty();
}

// Calls visit(gap) for every connected part of a set of cells. Each part must have one of the seeds; the fewer there
// are, the sooner the last part is known. The parts come in the order of their lowest seeds.
template <class S, class Visit>
void each_gap(const Board<S> &board, typename Board<S>::Mask vacant, typename Board<S>::Mask seeds, Visit visit) {
    while (!seeds.empty()) {
        typename Board<S>::Mask gap, grown;
        gap.add(seeds.first());
        while (!is_same(grown, gap)) {
            grown = gap;
            gap |= board.neighbours(gap) & vacant;
            if ((seeds - gap).empty()) gap = grown = vacant;  // nothing can be left for another part
        }
        vacant -= gap;
        seeds -= gap;
        visit(gap);
    }
}

// A cell of each gap.
template <class S>
typename Board<S>::Mask seeds_of(const Board<S> &board, const typename Board<S>::Mask &vacant) {
    typename Board<S>::Mask seeds;
    each_gap(board, vacant, vacant, [&](const auto &gap) { seeds.add(gap.first()); });
    return seeds;
}

// What counts for single gaps once a piece is laid.
struct Rest {
    std::uint32_t more = 0;    // the sizes of pieces, by rank, that several of those left have together
    std::uint32_t missed = 0;  // the pieces that are gone, unless several of those left have their size together

    // Whether every gap of the size of a piece can be filled.
    template <class Board>
    bool suffices(const Board &board) const {
        return missed == 0 && (board.loose & ~more) == 0;
    }
};

// It fits half a line of a processor's cache on small boards, where looking up gaps is most of the work.
template <class S>
class alignas(32) Gaps {
  public:
    using Mask = typename Board<S>::Mask;
    using Sizes = typename Board<S>::Sizes;

    Gaps() = default;
    // `seeds` has a cell of each gap.
    Gaps(const Board<S> &board, const Mask &vacant, const Mask &seeds) : vacant_(vacant), board_(board.id) {
        each_gap(board, vacant, seeds, [&](const Mask &gap) {
            const int size = gap.count();
            sizes_.add(Board<S>::place(size));
            if (const int rank = board.rank_of_size[std::size_t(size)]; rank >= 0)
                describe(board.owners(gap).pieces, rank);
        });
    }

    bool are_those_of(const Board<S> &board, const Mask &vacant) const {
        return is_same(vacant_, vacant) && board_ == board.id;
    }

    // Whether no pieces left have the size of some gap together.
    bool have_bad_size(const Sizes &possible) const { return !(sizes_ - possible).empty(); }

    // Whether a gap of the size of a piece is the shape of none that is left, and no others have that size together.
    bool lack_a_piece(const Board<S> &board, const Rest &rest) const {
        if ((ownerless_ & ~rest.more) || (wanted_ & rest.missed)) return true;
        return has_choice_ && lack_all_owners(board, rest);
    }

    // Whether a gap of the size of a piece has a shape that declared pieces cannot make, left or not.
    bool are_shapeless(const Board<S> &board) {
        if (ownerless_ == 0) return false;
        if (shapeless_ == Answer::unknown) {
            bool all = true;
            each_gap(board, vacant_, vacant_, [&](const Mask &gap) {
                const bool counts = board.rank_of_size[std::size_t(gap.count())] >= 0;
                all = all && (!counts || board.is_made_of_pieces(gap));
            });
            shapeless_ = all ? Answer::no : Answer::yes;
        }
        return shapeless_ == Answer::yes;
    }

  private:
    enum class Answer : std::uint8_t { unknown, no, yes };

    void describe(std::uint32_t owners, int rank) {
        if (owners == 0)
            ownerless_ |= std::uint32_t(1) << rank;
        else if ((owners & (owners - 1)) == 0)
            wanted_ |= owners;
        else
            has_choice_ = true;
    }

    bool lack_all_owners(const Board<S> &board, const Rest &rest) const {
        bool lack = false;
        each_gap(board, vacant_, vacant_, [&](const Mask &gap) {
            const auto owners = board.owners(gap).pieces;
            lack = lack || (owners != 0 && (owners & ~rest.missed) == 0);
        });
        return lack;
    }

    Mask vacant_;
    Sizes sizes_;
    std::uint32_t board_ = 0;
    std::uint32_t wanted_ = 0;     // the pieces that alone have the shape of a gap
    std::uint32_t ownerless_ = 0;  // the sizes of pieces, by rank, of gaps that are the shape of none
    bool has_choice_ = false;      // a gap is the shape of several pieces
    Answer shapeless_ = Answer::unknown;
};

// The gaps once a piece lies there: only the gap that it lies in can fall apart, into gaps that it touches. `seeds` has
// a cell of each gap before.
template <class S>
[[gnu::noinline]] Gaps<S> fresh_gaps(const Board<S> &board, const typename Board<S>::Mask &rest,
                                     const typename Board<S>::Mask &seeds, const typename Board<S>::Location &piece) {
    const auto from = seeds.is_single() ? piece.edges : piece.edges | seeds;
    return Gaps<S>(board, rest, from & rest);
}

// The same, known before. Rules, states and puzzles ask for the same gaps again and again, so each thread remembers the
// last with the same hash.
template <class S>
class KnownGaps {
  public:
    KnownGaps(const Board<S> &board, const typename Board<S>::Mask &vacant) : board_(board), vacant_(vacant) {
        thread_local std::array<Gaps<S>, 1 << 14> known;
        known_ = known.data();
    }

    const Board<S> &board() const { return board_; }

    Gaps<S> &after(const typename Board<S>::Location &piece) {
        const auto rest = vacant_ - piece.cells;
        auto &found = known_[(rest.hash() ^ board_.id) % (1 << 14)];
        if (!found.are_those_of(board_, rest)) [[unlikely]] {
            if (seeds_.empty()) seeds_ = seeds_of(board_, vacant_);
            found = fresh_gaps(board_, rest, seeds_, piece);
        }
        return found;
    }

  private:
    const Board<S> &board_;
    const typename Board<S>::Mask vacant_;
    typename Board<S>::Mask seeds_;  // known once a piece is laid where none was before
    Gaps<S> *known_;
};

}  // namespace quandary::tangram
