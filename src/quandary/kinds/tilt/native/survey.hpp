// Every position of a maze, looked at once. Mirrors survey in features.py.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/table.hpp>

#include "domain.hpp"

namespace quandary::tilt {

struct Survey {
    std::int64_t states = 0, viable = 0, stops = 0;
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
            count_viable(survey);
        } catch (const OutOfBudget &out) {
            survey.stop = out.stop;
        }
        return survey;
    }

  private:
    static constexpr auto nowhere = std::numeric_limits<std::uint32_t>::max();

    std::size_t bytes() const {
        return table_.bytes() + 4 * (target_.capacity() + tiles_.capacity() + parent_.capacity());
    }

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
                target_.insert(target_.end(), 4, nowhere);
                continue;
            }
            for (Move move = 0; move < 4; ++move) target_.push_back(follow(node, here, move, level_end));
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

    std::uint32_t follow(std::uint32_t node, const Maze::State &here, Move move, std::uint32_t level_end) {
        const auto &roll = maze_.roll(here, move);
        if (!roll.tiles) return nowhere;
        const auto [child, fresh] = table_.add({here.collected | roll.collects, roll.end});
        const auto rolled = tiles_[node] + std::uint32_t(roll.tiles);
        if (fresh)
            tiles_.push_back(rolled);
        else if (child >= level_end)  // in the next level, so this roll is on a shortest way, too
            tiles_[child] = std::min(tiles_[child], rolled);
        return child;
    }

    // Backwards from the solved positions, along the edges by the position they lead to.
    void count_viable(Survey &survey) {
        const auto size = table_.size();
        std::vector<std::uint32_t> first(size + 1, 0);
        for (auto child : target_)
            if (child != nowhere) ++first[child + 1];
        for (std::size_t i = 1; i <= size; ++i) first[i] += first[i - 1];
        parent_.resize(first[size]);
        auto next = first;
        for (std::size_t edge = 0; edge < target_.size(); ++edge)
            if (target_[edge] != nowhere) parent_[next[target_[edge]]++] = std::uint32_t(edge / 4);
        std::vector<std::uint8_t> viable(size, 0);
        std::vector<std::uint32_t> todo;
        const auto meet = [&](std::uint32_t node) {
            if (viable[node]) return;
            viable[node] = 1;
            todo.push_back(node);
        };
        for (std::uint32_t node = 0; node < size; ++node)
            if (maze_.is_solved(table_[node])) meet(node);
        for (std::size_t i = 0; i < todo.size(); ++i) {
            budget_.check();
            for (auto edge = first[todo[i]]; edge < first[todo[i] + 1]; ++edge) meet(parent_[edge]);
        }
        survey.viable = std::int64_t(todo.size());
    }

    const Maze &maze_;
    Budget &budget_;
    StateTable<Maze> table_;
    std::vector<std::uint32_t> target_;  // four to a position
    std::vector<std::uint32_t> tiles_;
    std::vector<std::uint32_t> parent_;
};

}  // namespace quandary::tilt
