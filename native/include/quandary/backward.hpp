// ReMUSE: the graph of a player's choices, valued from its ends backwards. Mirrors
// quandary/solving/backward.py, where the reading of cycles is explained.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include <quandary/bits.hpp>
#include <quandary/choices.hpp>
#include <quandary/habits.hpp>
#include <quandary/nodes.hpp>

namespace quandary {

// Node -> groups (one per slot) -> edges (one per move). Children that cannot be solved are `lost`.
struct ChoiceGraph {
    static constexpr std::uint32_t lost = hopeless;
    bool is_acyclic = false;  // for sure
    std::vector<std::uint32_t> starts;
    std::vector<std::uint8_t> done;
    std::vector<std::uint64_t> first_group{0}, first_edge{0};
    std::vector<Slot> slot;            // by group
    std::vector<std::uint32_t> child;  // by edge
    std::vector<Move> move;            // by edge
    std::vector<double> total;         // by group: the weight of all that a player with habits may try

    // Most graphs of small puzzles fit without growing.
    ChoiceGraph() {
        constexpr std::size_t usual = 128;
        done.reserve(usual);
        first_group.reserve(usual);
        first_edge.reserve(usual);
        slot.reserve(usual);
        child.reserve(2 * usual);
        move.reserve(2 * usual);
    }

    std::size_t bytes() const {
        return done.capacity() + 8 * (first_group.capacity() + first_edge.capacity()) + 4 * slot.capacity() +
               8 * child.capacity() + 8 * total.capacity();
    }
    std::uint32_t size() const { return std::uint32_t(done.size()); }
    int options(std::uint64_t group) const { return int(first_edge[group + 1] - first_edge[group]); }
};

// The graph of everything that a player may reach, with totals if there are habits.
template <Domain D>
ChoiceGraph choice_graph(const D &domain, const Player<D> &player, const Habits *habits, bool greedy, Budget &budget) {
    ChoiceGraph graph;
    graph.is_acyclic = D::is_tree;  // keys never lead back either
    Perception<D> view(domain, player, budget);
    const Compass<D> compass(domain, budget);
    Nodes<D> nodes(domain, player.interest());
    std::vector<typename Compass<D>::Live> live;
    const auto number = [&](const typename D::State &state, typename Compass<D>::Live alive) {
        const auto [found, fresh] = nodes.add(state);
        if (fresh) live.push_back(alive);
        return found;
    };
    if (compass.live())
        for (const auto &start : domain.starts())
            if (const auto node = number(start, compass.live()); node != hopeless) graph.starts.push_back(node);
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        budget.spend([&] { return nodes.bytes() + graph.bytes() + live.capacity() * 8; });
        const auto here = nodes[node];  // a copy: the table may grow below
        graph.done.push_back(view.sees_solution(here));
        if (!graph.done.back())
            for (const auto &option : choices<D>(view.options(here), greedy)) {
                option.moves.each([&](Move move) {
                    budget.check();
                    const auto rest = compass.after(live[node], move);
                    graph.child.push_back(rest ? number(domain.apply(here, move), rest) : ChoiceGraph::lost);
                    graph.move.push_back(move);
                });
                graph.slot.push_back(option.slot);
                graph.first_edge.push_back(graph.child.size());
                if (habits) graph.total.push_back(habits->total(view, here, option));
            }
        graph.first_group.push_back(graph.slot.size());
    }
    return graph;
}

// The value of the puzzle and, if wanted, its least uncertain solution.
Entropy valued_backward(ChoiceGraph graph, const Habits &habits, Budget &budget, bool with_steps);

template <Domain D>
Entropy remuse(const D &domain, const Player<D> &player, const Habits &habits, bool greedy, Budget &budget,
               bool with_steps = true) {
    Entropy result;
    try {
        auto graph = choice_graph(domain, player, habits.is_even() ? nullptr : &habits, greedy, budget);
        result = valued_backward(std::move(graph), habits, budget, with_steps);
    } catch (const OutOfBudget &out) {
        result.stop = out.stop;
    }
    result.states = budget.states();
    return result;
}

template <Domain D>
Entropy remuse(const D &domain, const Player<D> &player, bool greedy, Budget &budget, bool with_steps = true) {
    return remuse(domain, player, Habits{}, greedy, budget, with_steps);
}

}  // namespace quandary
