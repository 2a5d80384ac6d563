// Which rule first decides a move on a board, if each rule looks once, easiest first. Mirrors
// quandary/solving/decided.py: what a rule strikes out stays out for the next, as in pencil marks.
#pragma once
#include <vector>

#include <quandary/player.hpp>

namespace quandary {

template <FillDomain D>
class DecidedMoves {
  public:
    DecidedMoves(const D &domain, const Player<D> &player) : domain_(domain), player_(player), slots_(domain) {}

    // The number of the rule that decides each move after a path, or -1.
    std::vector<int> after(const std::vector<Move> &path) const {
        auto state = *domain_.starts().begin();
        for (Move move : path) state = domain_.apply(state, move);
        std::vector<int> by(std::size_t(domain_.move_count()), -1);
        auto left = domain_.moves(state);
        for (std::size_t rule = 0; rule < player_.rules.size(); ++rule) {
            Finding<D> all;
            const auto take = [&](const Finding<D> &each) {
                all.must |= each.must;
                all.cannot |= each.cannot;
                return true;
            };
            find_by_rule<D>(player_.rules[rule], domain_, slots_, state, left, Emitter<D>(take));
            note(by, all.must, int(rule));
            if (all.cannot.empty()) continue;
            left -= all.cannot;
            note(by, last_ones(left), int(rule));
        }
        return by;
    }

  private:
    static void note(std::vector<int> &by, const MoveSet<D> &moves, int rule) {
        moves.each([&](Move move) {
            if (auto &noted = by[std::size_t(move)]; noted < 0) noted = rule;
        });
    }

    // The moves that are the last ones left at their places.
    MoveSet<D> last_ones(const MoveSet<D> &left) const {
        MoveSet<D> last;
        left.each([&](Move move) {
            if (const auto &there = slots_.moves[std::size_t(domain_.fills(move)[0])]; (left & there).count() == 1)
                last.add(move);
        });
        return last;
    }

    const D &domain_;
    const Player<D> &player_;
    SlotTable<D> slots_;
};

}  // namespace quandary
