// Whether a player can fill everything without a guess.
#pragma once
#include <quandary/player.hpp>

namespace quandary {

// Every slot with one move left is filled at once, again and again: since a sound rule stays right when more
// is filled in, it does not matter in which order.
template <FillDomain D>
bool solves_without_guess(const D &domain, const Player<D> &player, Budget &budget) {
    Eyes<D> eyes(domain, player, budget);
    auto state = *domain.starts().begin();
    while (!domain.is_solved(state)) {
        budget.check();
        const auto options = eyes.options(state);
        if (is_lost<D>(options)) return false;
        MoveSet<D> certain;
        for (const auto &option : options)
            if (option.moves.count() == 1) certain |= option.moves;
        if (certain.empty()) return false;
        bool clash = false;
        certain.each([&](Move move) {
            if (clash || !domain.moves(state).has(move))
                clash = true;
            else
                state = domain.apply(state, move);
        });
        if (clash) return false;  // two certain moves that exclude each other: there is no solution
    }
    return true;
}

}  // namespace quandary
