// Moving everywhere, once. Mirrors survey in features.py.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/table.hpp>

#include "domain.hpp"

namespace quandary::snakebird {

struct Survey {
    std::int64_t states = 0;  // without those that are won
    std::int64_t won = 0, deepest_fall = 0;
    std::int64_t shortest = -1;  // -1: there is no solution
    Stop stop;
};

// Breadth first, level by level.
template <class Level>
Survey survey(const Level &level, Budget &budget) {
    Survey survey;
    StateTable<Level> table(level);
    for (const auto &start : level.starts()) table.add(start);
    try {
        auto level_end = table.size();
        for (std::uint32_t node = 0, depth = 0; node < table.size(); ++node) {
            if (node == level_end) {
                level_end = table.size();
                ++depth;
            }
            budget.spend([&] { return table.bytes(); });
            const auto here = table[node];  // a copy: the table may grow below
            if (level.is_solved(here)) {
                if (survey.shortest < 0) survey.shortest = depth;
                ++survey.won;
                continue;
            }
            level.each_move(here, [&](Move, const Scene &scene) {
                table.add(level.pack(scene));
                survey.deepest_fall = std::max(survey.deepest_fall, std::int64_t(scene.deepest));
            });
        }
    } catch (const OutOfBudget &out) {
        survey.stop = out.stop;
    }
    survey.states = std::int64_t(table.size()) - survey.won;
    return survey;
}

// The moves of a solution with the fewest, or nothing. Stops at the first one that is met.
template <class Level>
std::optional<std::vector<Move>> fewest(const Level &level, Budget &budget) {
    struct Way {
        std::uint32_t before;
        std::uint8_t move;
    };
    StateTable<Level> table(level);
    std::vector<Way> way;
    const auto line = [&](std::uint32_t node, Move last) {
        std::vector<Move> moves{last};
        for (; node; node = way[node].before) moves.push_back(way[node].move);
        std::reverse(moves.begin(), moves.end());
        return moves;
    };
    for (const auto &start : level.starts()) {
        table.add(start);
        way.push_back({0, 0});
    }
    std::optional<std::vector<Move>> found;
    for (std::uint32_t node = 0; node < table.size() && !found; ++node) {
        budget.spend([&] { return table.bytes() + way.capacity() * sizeof(Way); });
        const auto here = table[node];
        level.each_move(here, [&](Move move, const Scene &scene) {
            const auto child = level.pack(scene);
            if (found || !table.add(child).second) return;
            way.push_back({node, std::uint8_t(move)});
            if (level.is_solved(child)) found = line(node, move);
        });
    }
    return found;
}

}  // namespace quandary::snakebird
