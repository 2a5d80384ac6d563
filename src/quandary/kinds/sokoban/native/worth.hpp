// What each situation of an explored level is worth: whether it can still be won, and the components.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <quandary/components.hpp>

#include "nodes.hpp"

namespace quandary::sokoban {

struct Worth {
    std::int64_t viable = 0;            // states of the step-by-step game, winning ones included
    std::int64_t good_cells = 0;        // cells with a box in some viable state
    std::int64_t components = 0;        // strongly connected, each winning state on its own
    std::int64_t component_steps = -1;  // edges between components on the way to the nearest winning one
    std::int64_t dead_end_depth = -1;   // most pushes beyond the last chance
};

// The most pushes that it takes to get to a situation from the nearest of those that are given.
template <int Words>
std::int64_t deepest(const PushGraph<Words> &graph, std::vector<Node> ring, Budget &budget) {
    std::vector<bool> seen(graph.table.size(), false);
    for (auto node : ring) seen[node] = true;
    std::int64_t depth = -1;
    for (std::vector<Node> next; !ring.empty(); ++depth, ring.swap(next), next.clear())
        for (auto node : ring)
            for (auto edge = graph.first[node]; edge < graph.first[node + 1]; ++edge) {
                budget.check();
                const auto end = graph.target[edge];
                if (end == won || seen[end]) continue;
                seen[end] = true;
                next.push_back(end);
            }
    return depth;
}

// Components come with what can be reached first, so one pass over them settles everything.
template <int Words>
Worth worth(const PushGraph<Words> &graph, Budget &budget) {
    constexpr auto never = std::numeric_limits<std::uint32_t>::max();
    budget.hold(graph.bytes() + 24 * graph.table.size());
    const auto parts = components(graph.first, graph.target, won, budget);
    std::vector<std::uint32_t> steps(parts.count, never);  // by component
    Worth result;
    result.components = parts.count + graph.arrivals.count();
    for (auto node : parts.order) {
        budget.check();
        auto &here = steps[parts.of[node]];
        for (auto edge = graph.first[node]; edge < graph.first[node + 1]; ++edge) {
            const auto end = graph.target[edge];
            if (end == won)
                here = 1;
            else if (parts.of[end] != parts.of[node] && steps[parts.of[end]] != never)
                here = std::min(here, steps[parts.of[end]] + 1);
        }
    }
    Bits<Words> good;
    std::vector<Node> viable;
    for (Node node = 0; node < graph.table.size(); ++node)
        if (steps[parts.of[node]] != never) {
            budget.check();
            viable.push_back(node);
            result.viable += graph.board.region(graph.table.man(node), graph.table.boxes(node)).count();
            good |= graph.table.boxes(node);
        }
    if (!graph.arrivals.empty()) {
        result.viable += graph.arrivals.count();
        good |= graph.board.targets;
        result.component_steps = steps[parts.of[0]];
        result.dead_end_depth = deepest(graph, std::move(viable), budget);
    }
    result.good_cells = good.count();
    return result;
}

}  // namespace quandary::sokoban
