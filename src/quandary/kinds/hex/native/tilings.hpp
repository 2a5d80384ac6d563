// All tilings of a puzzle: the places that still suit every piece laid are kept as one set, so that bumps and
// colours cut the search short instead of being checked at its end.
#pragma once
#include <array>
#include <vector>

#include <quandary/search.hpp>

#include "domain.hpp"

namespace quandary::hex {

class Tilings {
  public:
    Tilings(const Hex &puzzle, Budget &budget) : puzzle_(puzzle), budget_(budget) {}

    // Calls found(moves) once for every tiling.
    template <class Found>
    void each(Found found) {
        const auto start = puzzle_.starts()[0];
        auto places = puzzle_.moves(start);
        if (puzzle_.over_bumps()) places &= puzzle_.fitting();
        for (Move placed : start.moves()) places = suiting(places, placed);
        extend(start, places, found);
    }

  private:
    template <class Found>
    void extend(const Hex::State &state, const Locations &places, Found &found) {
        budget_.spend();
        if (state.vacant == 0) {
            if (puzzle_.is_solved(state)) found(made_);
            return;
        }
        fewest(state, places).each([&](Move move) {
            const auto next = puzzle_.apply(state, move);
            if (has_hopeless_gap(next, gaps_of(state.vacant, puzzle_.location(move)))) return;
            const int piece = Hex::at(move).piece;
            auto rest = suiting(places & contacts().apart[std::size_t(move)], move);
            if (next.left[std::size_t(piece)] == 0) rest -= contacts().of_piece[std::size_t(piece)];
            made_.push_back(move);
            extend(next, rest, found);
            made_.pop_back();
        });
    }

    // Two trapezoids may fill six cells that are no big piece, or one that is not left.
    static bool has_hopeless_gap(const Hex::State &state, const Gaps &gaps) {
        const int spare = state.left[trapezoid];
        return gaps.have_odd_size(spare) || (spare < 2 && (gaps.shapeless || gaps.want_more_than(state.left)));
    }

    // The places for the vacant cell or the single piece that has fewest.
    Locations fewest(const Hex::State &state, const Locations &places) const {
        std::array<int, cell_count> over{};
        std::array<int, piece_count> of{};
        places.each([&](Move move) {
            const auto &location = puzzle_.location(move);
            ++of[std::size_t(location.piece)];
            each_cell(location.cells, [&](int cell) { ++over[std::size_t(cell)]; });
        });
        const Locations *least = nullptr;
        int fewest = location_count + 1;
        const auto compare = [&](const Locations &some, int count) {
            if (count >= fewest) return;
            fewest = count;
            least = &some;
        };
        const auto &all = contacts();
        each_cell(state.vacant, [&](int cell) { compare(all.over_cell[std::size_t(cell)], over[std::size_t(cell)]); });
        for (int piece = 0; piece < piece_count; ++piece)
            if (state.left[std::size_t(piece)] == 1) compare(all.of_piece[std::size_t(piece)], of[std::size_t(piece)]);
        return places & *least;
    }

    Locations suiting(Locations places, Move move) const {
        if (!puzzle_.has_bonds()) return places;
        for (int piece = 0; piece < piece_count; ++piece)
            if (puzzle_.are_bound(piece, Hex::at(move).piece)) {
                const auto own = places & contacts().of_piece[std::size_t(piece)];
                places -= own - puzzle_.allowed(own, piece, move);
            }
        return places;
    }

    const Hex &puzzle_;
    Budget &budget_;
    std::vector<Move> made_;
};

inline Solutions Hex::quick_solutions(std::int64_t most, Limits limits) const {
    Solutions result;
    Budget budget(limits);
    run(result, budget, most, [&] {
        Tilings(*this, budget).each([&](const std::vector<Move> &moves) {
            if (std::int64_t(result.found.size()) == most) throw Enough{};
            result.found.push_back({0, moves});
        });
    });
    return result;
}

}  // namespace quandary::hex
