// Breadth-first exploration into flat arrays. Mirrors quandary/solving/walking.py.
#pragma once
#include <cstdint>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/table.hpp>

namespace quandary {

struct Graph {
    std::vector<std::int64_t> first{0};  // first[i]..first[i + 1] are the edges of state i
    std::vector<std::int64_t> target;    // where each edge leads; -1 if that state was not explored
    std::vector<std::uint8_t> solved;
    std::vector<std::int64_t> starts;
    bool complete = true;
    Stop stop;

    std::size_t bytes() const { return 8 * (first.capacity() + target.capacity()) + solved.capacity(); }
};

// The graph of all states that is_solved(state) and each_move(state, visit) lead to.
template <Domain D, class IsSolved, class EachMove>
Graph explore_by(const D &domain, Budget &budget, IsSolved is_solved, EachMove each_move) {
    Graph graph;
    StateTable<D> table(domain);
    for (const auto &start : domain.starts())
        if (const auto [number, fresh] = table.add(start); fresh) graph.starts.push_back(number);
    try {
        for (std::size_t i = 0; i < table.size(); ++i) {
            budget.spend([&] { return table.bytes() + graph.bytes(); });
            const auto here = table[typename StateTable<D>::Number(i)];  // a copy: the table may grow below
            graph.solved.push_back(is_solved(here));
            if (!graph.solved.back())
                each_move(here, [&](Move move) {
                    budget.check();
                    graph.target.push_back(table.add(domain.apply(here, move)).first);
                });
            graph.first.push_back(std::int64_t(graph.target.size()));
        }
    } catch (const OutOfBudget &out) {
        graph.complete = false;
        graph.stop = out.stop;
        const auto explored = std::int64_t(graph.first.size()) - 1;  // it may have stopped inside a state
        graph.solved.resize(std::size_t(explored));
        graph.target.resize(std::size_t(graph.first.back()));
        for (auto &end : graph.target)
            if (end >= explored) end = -1;
        std::erase_if(graph.starts, [&](auto start) { return start >= explored; });
    }
    return graph;
}

template <Domain D>
Graph explore(const D &domain, Budget &budget) {
    return explore_by(
        domain, budget, [&](const auto &state) { return domain.is_solved(state); },
        [&](const auto &state, auto visit) { domain.moves(state).each(visit); });
}

}  // namespace quandary
