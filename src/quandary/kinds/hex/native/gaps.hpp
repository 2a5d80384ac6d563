// What the gaps of a board say about the pieces that can fill them.
#pragma once
#include <array>
#include <cstdint>

#include <quandary/bitset.hpp>
#include <quandary/popcount.hpp>

#include "board.hpp"

namespace quandary::hex {

using Left = std::array<std::int8_t, piece_count>;  // by piece: how many are still to be placed

struct Gaps {
    Mask vacant = 0;
    Mask seeds = 0;           // a cell of each gap
    std::uint16_t wants = 0;  // the big pieces that are the shape of a gap, as bits
    bool odd = false;         // a size that no pieces have together
    bool half = false;        // a size that takes a trapezoid
    bool small = false;       // the size of a trapezoid
    bool shapeless = false;   // six cells that are no big piece

    Gaps() = default;
    // `from` has a cell of each gap.
    Gaps(Mask cells, Mask from) : vacant(cells) {
        each_region(cells, from, [&](Mask region) {
            seeds |= region & (~region + 1);
            const auto size = count_bits(1, [&](std::size_t) { return region; });
            half = half || size % 6 == 3;
            odd = odd || size % 3 != 0;
            small = small || size == 3;
            if (size == 6) {
                const int piece = shape_of(region);
                if (piece < 0)
                    shapeless = true;
                else
                    wants |= std::uint16_t(1 << piece);
            }
        });
    }

    // Whether pieces of no set that has these trapezoids left have the sizes of the gaps.
    bool have_odd_size(int spare) const { return odd || (half && spare == 0); }
    // Whether a gap is the shape of a piece that is not left.
    bool want_more_than(const Left &left) const {
        for (unsigned rest = wants; rest; rest &= rest - 1)
            if (left[std::size_t(std::countr_zero(rest))] == 0) return true;
        return false;
    }
};

// Rules, states and puzzles ask for the same gaps again and again, so each thread remembers the last with the same
// hash.
inline Gaps &last_gaps(Mask vacant) {
    thread_local std::array<Gaps, 1 << 14> known;
    return known[BitSet<64>::mix(vacant) % known.size()];
}

inline const Gaps &gaps_of(Mask vacant) {
    auto &found = last_gaps(vacant);
    if (found.vacant != vacant) found = Gaps(vacant, vacant);
    return found;
}

// The same once a piece lies there: only the gap that it lies in can fall apart, into gaps that it touches.
inline const Gaps &gaps_of(Mask vacant, const Location &piece) {
    const Mask rest = vacant & ~piece.cells;
    auto &found = last_gaps(rest);
    if (found.vacant != rest) {
        const Mask before = gaps_of(vacant).seeds;
        const bool is_one = (before & (before - 1)) == 0;
        found = Gaps(rest, (is_one ? piece.halo : piece.halo | before) & rest);
    }
    return found;
}

}  // namespace quandary::hex
