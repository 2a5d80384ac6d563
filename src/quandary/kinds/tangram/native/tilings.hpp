// All tilings of a puzzle, cell by cell.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/domain.hpp>

#include "board.hpp"

namespace quandary::tangram {

// Covers the first free cell in the order of the board in every way.
template <class D>
class Tilings {
  public:
    Tilings(const D &puzzle, Budget &budget)
        : puzzle_(puzzle),
          budget_(budget),
          by_first_(puzzle.board().order.size()),
          shapes_(puzzle.board().locations.size()) {
        const auto &order = puzzle.board().order;
        std::vector<int> rank(order.size());
        for (std::size_t at = 0; at < order.size(); ++at) rank[std::size_t(order[at])] = int(at);
        for (std::size_t move = 0; move < shapes_.size(); ++move) {
            if (!puzzle.fits(int(move))) continue;
            puzzle.board().locations[move].cells.each([&](int cell) { shapes_[move].add(rank[std::size_t(cell)]); });
            by_first_[std::size_t(shapes_[move].first())].push_back(int(move));
        }
        const auto start = puzzle.starts()[0];
        start.vacant.each([&](int cell) { vacant_.add(rank[std::size_t(cell)]); });
        left_ = start.left;
        for (auto move : start.moves()) lying_.push_back(move);
        given_ = lying_.size();
    }

    // Calls visit(moves) for every tiling that has one of the first moves, if there are any.
    template <class Visit>
    void search(const std::vector<int> &firsts, Visit visit) {
        if (!suits_given()) return;
        if (firsts.empty()) return descend(visit);
        for (int move : firsts)
            if (puzzle_.fits(move)) take(move, visit);
    }

  private:
    bool suits_given() const {
        for (std::size_t at = 0; at < given_; ++at)
            if (!puzzle_.fits(lying_[at]) || !suits(lying_[at], at)) return false;
        return true;
    }

    bool suits(Move move, std::size_t count) const {
        if (!puzzle_.has_bonds()) return true;
        return std::all_of(lying_.begin(), lying_.begin() + std::ptrdiff_t(count),
                           [&](Move other) { return puzzle_.allows(puzzle_.at(move), puzzle_.at(other)); });
    }

    template <class Visit>
    void descend(Visit &visit) {
        budget_.spend();
        if (vacant_.empty()) return visit(std::vector<Move>(lying_.begin() + std::ptrdiff_t(given_), lying_.end()));
        for (int move : by_first_[std::size_t(vacant_.first())]) take(move, visit);
    }

    template <class Visit>
    void take(Move move, Visit &visit) {
        const auto &shape = shapes_[std::size_t(move)];
        auto &left = left_[std::size_t(puzzle_.at(move).piece)];
        if (left == 0 || !(shape - vacant_).empty() || !suits(move, lying_.size())) return;
        --left;
        vacant_ -= shape;
        lying_.push_back(move);
        descend(visit);
        lying_.pop_back();
        vacant_ |= shape;
        ++left;
    }

    const D &puzzle_;
    Budget &budget_;
    std::vector<std::vector<int>> by_first_;  // by place in the order: the moves that cover it and nothing before it
    std::vector<typename D::Mask> shapes_;    // by move: its cells as places in the order
    typename D::Mask vacant_;
    typename D::Left left_{};
    std::vector<Move> lying_;
    std::size_t given_ = 0;
};

}  // namespace quandary::tangram
