// What the gaps say about laying a piece: what is left then, and whether it can fill them.
#pragma once
#include <array>
#include <cstdint>

#include "gaps.hpp"

namespace quandary::tangram {

// What is left once a piece is laid, for those who judge many places.
template <class D>
class After {
  public:
    After(const D &puzzle, const typename D::Left &left) : puzzle_(puzzle), left_(left) {
        for (int piece = 0; piece < puzzle.board().piece_count; ++piece) {
            if (left[std::size_t(piece)] == 0) gone_ |= std::uint32_t(1) << piece;
            if (left[std::size_t(piece)] == 1) last_ |= std::uint32_t(1) << piece;
        }
    }

    // Of the piece, only its size matters.
    const typename D::Sums &sums(int piece) {
        const int rank = puzzle_.board().ranks[std::size_t(piece)];
        auto &sums = sums_[std::size_t(rank)];
        if (!(known_ >> rank & 1)) [[unlikely]] {
            known_ |= std::uint32_t(1) << rank;
            auto rest = left_;
            --rest[std::size_t(piece)];
            sums = puzzle_.sums(rest);
        }
        return sums;
    }

    Rest rest(int piece) {
        const auto &after = sums(piece);
        return {after.more, (gone_ | (last_ & std::uint32_t(1) << piece)) & ~after.spared};
    }

  private:
    const D &puzzle_;
    const typename D::Left &left_;
    std::uint32_t known_ = 0, gone_ = 0, last_ = 0;
    std::array<typename D::Sums, D::Size::letters> sums_;  // by rank of the size
};

// The following judge the gaps once a piece is laid.
struct HaveBadSize {
    template <class Known, class Location, class After>
    bool operator()(Known &known, const Location &laid, After &after) const {
        return known.after(laid).have_bad_size(after.sums(laid.piece).any_number);
    }
};

struct LackAPiece {
    template <class Known, class Location, class After>
    bool operator()(Known &known, const Location &laid, After &after) const {
        const auto rest = after.rest(laid.piece);
        return !rest.suffices(known.board()) && known.after(laid).lack_a_piece(known.board(), rest);
    }
};

struct HaveNoShape {
    template <class Known, class Location, class After>
    bool operator()(Known &known, const Location &laid, const After &) const {
        return known.after(laid).are_shapeless(known.board());
    }
};

}  // namespace quandary::tangram
