// Rolling everywhere, once. Mirrors survey in features.py.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/table.hpp>

#include "domain.hpp"

namespace quandary::tilt {

struct Survey {
    std::int64_t states = 0, stops = 0;
    std::int64_t shortest = -1, tiles = -1;  // -1: there is no solution
    Stop stop;
};

class Surveyor {
  public:
    Surveyor(const Maze &maze, Budget &budget) : maze_(maze), budget_(budget), table_(maze) {}

    Survey run() {
        Survey survey;
        try {
            explore(survey);
        } catch (const OutOfBudget &out) {
            survey.stop = out.stop;
        }
        return survey;
    }

  private:
    std::size_t bytes() const { return table_.bytes() + 4 * tiles_.capacity(); }

    // Breadth first, level by level; `tiles_` is the fewest tiles on a way with fewest rolls.
    void explore(Survey &survey) {
        table_.add(maze_.starts()[0]);
        tiles_.push_back(0);
        std::uint32_t level_end = 1;
        for (std::uint32_t node = 0, level = 0; node < table_.size(); ++node) {
            if (node == level_end) {
                level_end = std::uint32_t(table_.size());
                ++level;
            }
            budget_.spend([&] { return bytes(); });
            const auto here = table_[node];  // a copy: the table may grow below
            if (maze_.is_solved(here)) {
                note_solution(survey, node, level);
                continue;
            }
            for (Move move = 0; move < 4; ++move) follow(node, here, move, level_end);
        }
        survey.states = std::int64_t(table_.size());
        std::vector<std::uint8_t> stopped(maze_.rolls.size(), 0);
        for (std::uint32_t node = 0; node < table_.size(); ++node) stopped[std::size_t(table_[node].ball)] = 1;
        survey.stops = std::count(stopped.begin(), stopped.end(), 1);
    }

    void note_solution(Survey &survey, std::uint32_t node, std::uint32_t level) const {
        if (survey.shortest < 0) {
            survey.shortest = level;
            survey.tiles = tiles_[node];
        } else if (survey.shortest == level) {
            survey.tiles = std::min(survey.tiles, std::int64_t(tiles_[node]));
        }
    }

    void follow(std::uint32_t node, const Maze::State &here, Move move, std::uint32_t level_end) {
        const auto &roll = maze_.roll(here, move);
        if (!roll.tiles) return;
        const auto [child, fresh] = table_.add({here.collected | roll.collects, roll.end});
        const auto rolled = tiles_[node] + std::uint32_t(roll.tiles);
        if (fresh)
            tiles_.push_back(rolled);
        else if (child >= level_end)  // in the next level, so this roll is on a shortest way, too
            tiles_[child] = std::min(tiles_[child], rolled);
    }

    const Maze &maze_;
    Budget &budget_;
    StateTable<Maze> table_;
    std::vector<std::uint32_t> tiles_;
};

}  // namespace quandary::tilt
