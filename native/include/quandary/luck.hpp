// Luck: how likely blind play is to succeed. Mirrors quandary/solving/luck.py, where the formula is.
#pragma once
#include <quandary/backward.hpp>

namespace quandary {

// The luck of a player with some habits who plays blindly.
// Its graph has totals.
Entropy luck_in(const ChoiceGraph &graph, const Habits &habits, Budget &budget, bool with_steps);

// -log2 P(blind play succeeds).
template <Domain D>
Entropy luck(const D &domain, const Player<D> &player, const Habits &habits, bool greedy, Budget &budget,
             bool with_steps = true) {
    Entropy result;
    try {
        result = luck_in(choice_graph(domain, player, &habits, greedy, budget), habits, budget, with_steps);
    } catch (const OutOfBudget &out) {
        result.stop = out.stop;
    }
    result.states = budget.states();
    return result;
}

template <Domain D>
Entropy luck(const D &domain, const Player<D> &player, bool greedy, Budget &budget, bool with_steps = true) {
    return luck(domain, player, Habits{}, greedy, budget, with_steps);
}

}  // namespace quandary
