// Every feature of a level from its push graph. Mirrors reference.py, which builds the graph of steps.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "nodes.hpp"
#include "walk.hpp"
#include "worth.hpp"

namespace quandary::sokoban {

// far[t][cell]: pushes from a cell to target t. near, near_grid: by cell, the way to the nearest target.
struct Distances {
    std::vector<std::vector<Matching::Cost>> far;
    std::vector<int> near, near_grid;
};

// What was found before a limit was reached; a value of -1 means that there is no solution.
struct Survey {
    std::map<std::string, std::int64_t> values;
    std::string letters;  // a shortest solution by moves
    Stop stop;
};

inline void note_walk(Survey &survey, const Walk &walk) {
    survey.values["shortest_path"] = walk.moves;
    survey.values["astar_states_count"] = walk.moves < 0 ? -1 : walk.popped;
    survey.values["astar_lower"] = walk.moves < 0 ? -1 : walk.surely;
    survey.values["astar_upper"] = walk.moves < 0 ? -1 : walk.at_most;
    survey.values["counter_intuitive_steps"] = walk.against;
    survey.values["counter_intuitive_steps_grid"] = walk.against_grid;
    survey.letters = walk.letters;
}

template <int Words>
Survey survey(const Level<Words> &level, const Distances &distances, bool fast, Limits limits) {
    Survey result;
    Budget budget(limits);
    PushGraph<Words> graph(level, fast ? Skip::dead : Skip::nothing);
    try {
        graph.explore(budget);
        result.values["nodes"] = std::int64_t(graph.table.size());
        result.values["bytes"] = std::int64_t(graph.bytes());
        result.values["reachable_states_count"] = graph.represented;
        result.values["reachable_tile_count"] = graph.stood.count();
        result.values["shortest_boxes_path"] = graph.pushes;
        budget.lift_states();
        const auto settled = worth(graph, budget);
        result.values["viable_states_count"] = settled.viable;
        result.values["good_boxes_tiles"] = settled.good_cells;
        result.values["scc_count"] = settled.components;
        result.values["scc_shortest"] = settled.component_steps;
        result.values["dead_end_depth"] = settled.dead_end_depth;
        if (graph.pushes < 0) {
            note_walk(result, {});
            return result;
        }
        Walker<Words> walker(graph, distances.far, distances.near, distances.near_grid, budget);
        note_walk(result, walker.run());
        result.values["bytes"] = std::max(result.values["bytes"], std::int64_t(graph.bytes() + walker.bytes()));
    } catch (const OutOfBudget &out) {
        result.stop = out.stop;
        if (graph.pushes >= 0) result.values["shortest_boxes_path"] = graph.pushes;  // the first one met is the least
    }
    return result;
}

}  // namespace quandary::sokoban
