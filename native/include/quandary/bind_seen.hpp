// Gives a domain the graph of what a player sees. Mirrors Walk in quandary/measuring/reach.py.
#pragma once
#include <string>
#include <vector>

#include <quandary/bind.hpp>

namespace quandary {

// The states that a player may reach who makes no move that a known rule rules out, each option's moves in order.
template <Domain D>
Graph explore_seen(const D &domain, const Player<D> &player, Budget &budget) {
    Perception<D> view(domain, player, budget);
    return explore_by(
        domain, budget, [&](const auto &state) { return view.sees_solution(state); },
        [&](const auto &state, auto visit) {
            const auto options = view.options(state);
            if (is_lost<D>(options)) return;
            MoveSet<D> met;
            for (const auto &option : options) {
                (option.moves - met).each(visit);
                met |= option.moves;
            }
        });
}

template <Domain D>
void bind_seen(nb::class_<D> &cls) {
    using namespace nb::literals;
    cls.def(
        "explore_seen",
        [](const D &domain, const Names &rules, const std::optional<Names> &families, int lookahead,
           const BoundLimits &limits) {
            return unlocked([&] {
                Budget budget(limits);
                return explore_seen(domain, make_player<D>({rules, families, lookahead}), budget);
            });
        },
        "rules"_a, "families"_a.none(), "lookahead"_a, "limits"_a);
}

}  // namespace quandary
