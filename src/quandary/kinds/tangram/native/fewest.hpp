// All tilings of a puzzle, the most constrained cell or piece first. The places that still suit every piece laid are
// kept as one set, so that bumps and colours cut the search short instead of being checked at its end.
#pragma once
#include <array>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/domain.hpp>

#include "after.hpp"

namespace quandary::tangram {

template <class D>
class ByFewest {
  public:
    ByFewest(const D &puzzle, Budget &budget) : puzzle_(puzzle), board_(puzzle.board()), budget_(budget) {}

    // Calls found(moves) once for every tiling.
    template <class Found>
    void search(Found found) {
        const auto start = puzzle_.starts()[0];
        auto places = puzzle_.moves(start);
        if (puzzle_.over_bumps()) places &= puzzle_.fitting();
        for (Move placed : start.moves()) places = suiting(places, placed);
        extend(start, places, found);
    }

  private:
    using State = typename D::State;
    using Places = MoveSet<D>;

    template <class Found>
    void extend(const State &state, const Places &places, Found &found) {
        budget_.spend();
        if (state.vacant.empty()) {
            if (puzzle_.is_solved(state)) found(made_);
            return;
        }
        KnownGaps known(board_, state.vacant);
        After<D> after(puzzle_, state.left);
        fewest(state, places).each([&](Move move) {
            const auto &here = puzzle_.at(move);
            if (HaveBadSize{}(known, here, after) || LackAPiece{}(known, here, after)) return;
            const auto next = puzzle_.apply(state, move);
            auto rest = suiting(places & board_.contacts(move).apart, move);
            if (next.left[std::size_t(here.piece)] == 0) rest -= board_.of_piece[std::size_t(here.piece)];
            made_.push_back(move);
            extend(next, rest, found);
            made_.pop_back();
        });
    }

    // The places for the vacant cell or the single piece that has fewest.
    Places fewest(const State &state, const Places &places) const {
        std::array<int, D::Size::cells> over{};
        std::array<int, D::Size::letters> of{};
        places.each([&](Move move) {
            const auto &here = puzzle_.at(move);
            ++of[std::size_t(here.piece)];
            here.cells.each([&](int cell) { ++over[std::size_t(cell)]; });
        });
        const Places *least = nullptr;
        int fewest = D::max_moves + 1;
        const auto compare = [&](const Places &some, int count) {
            if (count >= fewest) return;
            fewest = count;
            least = &some;
        };
        state.vacant.each([&](int cell) { compare(board_.over_cell[std::size_t(cell)], over[std::size_t(cell)]); });
        for (std::size_t piece = 0; piece < std::size_t(board_.piece_count); ++piece)
            if (state.left[piece] == 1) compare(board_.of_piece[piece], of[piece]);
        return places & *least;
    }

    Places suiting(Places places, Move move) const {
        if (!puzzle_.has_bonds()) return places;
        for (int piece = 0; piece < board_.piece_count; ++piece)
            if (puzzle_.are_bound(piece, puzzle_.at(move).piece)) {
                const auto own = places & board_.of_piece[std::size_t(piece)];
                places -= own - puzzle_.allowed(own, piece, move);
            }
        return places;
    }

    const D &puzzle_;
    const Board<typename D::Size> &board_;
    Budget &budget_;
    std::vector<Move> made_;
};

}  // namespace quandary::tangram
