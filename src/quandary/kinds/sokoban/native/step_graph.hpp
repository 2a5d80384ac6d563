// The same features from the graph of single steps, written as plainly as possible: what the push graph is
// checked against on levels that are too large for Python. Mirrors reference.py.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <queue>
#include <tuple>
#include <vector>

#include <quandary/components.hpp>
#include <quandary/explore.hpp>

#include "survey.hpp"

namespace quandary::sokoban {

template <int Words>
class StepGraph {
  public:
    using Cells = Bits<Words>;
    using State = typename Steps<Words>::State;

    StepGraph(const Steps<Words> &steps, const Distances &distances, Budget &budget)
        : steps_(steps), distances_(distances), matching_(distances.far), budget_(budget), table_(steps) {}

    void run(Survey &survey) {
        explore();
        auto &values = survey.values;
        values["nodes"] = values["reachable_states_count"] = std::int64_t(table_.size());
        values["reachable_tile_count"] = stood().count();
        values["shortest_boxes_path"] = fewest_pushes();
        viable(survey);
        components_of(survey);
        Walk walk;
        shortest(walk);
        if (walk.moves >= 0) astar(walk);
        note_walk(survey, walk);
        values["bytes"] = std::int64_t(bytes());
    }

  private:
    static constexpr auto nowhere = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::int64_t never = std::numeric_limits<std::int32_t>::max();

    std::size_t bytes() const { return table_.bytes() + 8 * first_.capacity() + 4 * target_.capacity(); }
    std::uint32_t size() const { return std::uint32_t(table_.size()); }
    bool is_solved(std::uint32_t node) const { return steps_.is_solved(table_[node]); }
    bool is_push(std::uint32_t node, std::uint32_t child) const { return !(table_[node].boxes == table_[child].boxes); }

    template <class Visit>
    void each_child(std::uint32_t node, Visit visit) const {
        for (auto edge = first_[node]; edge < first_[node + 1]; ++edge) visit(target_[edge]);
    }

    void explore() {
        table_.add(steps_.starts()[0]);
        for (std::uint32_t node = 0; node < table_.size(); ++node) {
            budget_.spend([&] { return bytes(); });
            const auto here = table_[node];  // a copy: the table may grow below
            if (!steps_.is_solved(here))
                steps_.moves(here).each(
                    [&](Move move) { target_.push_back(table_.add(steps_.apply(here, move)).first); });
            first_.push_back(target_.size());
        }
    }

    Cells stood() const {
        Cells cells;
        for (std::uint32_t node = 0; node < size(); ++node) cells.add(table_[node].man);
        return cells;
    }

    // Pushes cost 1 and steps nothing: a search that goes on with steps before it makes another push.
    std::int64_t fewest_pushes() const {
        std::vector<std::uint8_t> seen(size(), 0);
        std::vector<std::uint32_t> now{0}, later;
        for (std::int64_t pushes = 0; !now.empty(); ++pushes, now.swap(later), later.clear())
            for (std::size_t i = 0; i < now.size(); ++i) {
                if (seen[now[i]]) continue;
                seen[now[i]] = 1;
                if (is_solved(now[i])) return pushes;
                each_child(now[i], [&](auto child) { (is_push(now[i], child) ? later : now).push_back(child); });
            }
        return -1;
    }

    // The most pushes that it takes to get to a state from the nearest of those that are given.
    std::int64_t most_pushes_from(std::vector<std::uint32_t> now) const {
        std::vector<std::uint8_t> seen(size(), 0);
        std::int64_t most = -1;
        for (std::vector<std::uint32_t> later; !now.empty(); now.swap(later), later.clear()) {
            bool any = false;
            for (std::size_t i = 0; i < now.size(); ++i) {
                if (seen[now[i]]) continue;
                seen[now[i]] = 1;
                any = true;
                each_child(now[i], [&](auto child) { (is_push(now[i], child) ? later : now).push_back(child); });
            }
            most += any;
        }
        return most;
    }

    void viable(Survey &survey) const {
        std::vector<std::uint64_t> into(size() + std::size_t(1), 0);
        for (auto child : target_) ++into[child + std::size_t(1)];
        for (std::size_t i = 1; i < into.size(); ++i) into[i] += into[i - 1];
        std::vector<std::uint32_t> parent(target_.size());
        auto next = into;
        for (std::uint32_t node = 0; node < size(); ++node)
            each_child(node, [&](auto child) { parent[next[child]++] = node; });
        std::vector<std::uint8_t> seen(size(), 0);
        std::vector<std::uint32_t> todo;
        const auto meet = [&](std::uint32_t node) {
            if (!seen[node]) todo.push_back(node);
            seen[node] = 1;
        };
        for (std::uint32_t node = 0; node < size(); ++node)
            if (is_solved(node)) meet(node);
        Cells good;
        for (std::size_t i = 0; i < todo.size(); ++i) {
            good |= table_[todo[i]].boxes;
            for (auto edge = into[todo[i]]; edge < into[todo[i] + std::size_t(1)]; ++edge) meet(parent[edge]);
        }
        survey.values["viable_states_count"] = std::int64_t(todo.size());
        survey.values["good_boxes_tiles"] = good.count();
        survey.values["dead_end_depth"] = todo.empty() ? -1 : most_pushes_from(todo);
    }

    void components_of(Survey &survey) const {
        const auto parts = components(first_, target_, nowhere, budget_);
        survey.values["scc_count"] = parts.count;
        std::vector<std::int64_t> steps(parts.count, never);
        for (auto node : parts.order) {  // what can be reached comes first
            auto &here = steps[parts.of[node]];
            if (is_solved(node)) here = 0;
            each_child(node, [&](auto child) {
                if (parts.of[child] != parts.of[node]) here = std::min(here, steps[parts.of[child]] + 1);
            });
        }
        survey.values["scc_shortest"] = steps[parts.of[0]] >= never ? -1 : steps[parts.of[0]];
    }

    // Levels of a breadth-first search; along them the fewest steps that lead boxes away.
    void shortest(Walk &walk) {
        std::vector<std::int64_t> moves(size(), never), against(size(), never), against_grid(size(), never);
        moves[0] = against[0] = against_grid[0] = 0;
        for (std::uint32_t node = 0; node < size(); ++node)  // in the order in which they were met
            each_child(node, [&](auto child) {
                moves[child] = std::min(moves[child], moves[node] + 1);
                if (moves[child] != moves[node] + 1) return;
                against[child] = std::min(against[child], against[node] + leads_away(node, child, distances_.near));
                against_grid[child] =
                    std::min(against_grid[child], against_grid[node] + leads_away(node, child, distances_.near_grid));
            });
        for (std::uint32_t node = 0; node < size(); ++node) {
            if (!is_solved(node)) continue;
            if (walk.moves < 0) {
                walk.moves = moves[node];
                walk.against = against[node];
                walk.against_grid = against_grid[node];
            } else if (walk.moves == moves[node]) {
                walk.against = std::min(walk.against, against[node]);
                walk.against_grid = std::min(walk.against_grid, against_grid[node]);
            }
        }
        for (std::uint32_t node = 0; node < size() && walk.moves >= 0; ++node) {
            if (moves[node] > walk.moves) continue;
            const auto f = moves[node] + matching_.least(table_[node].boxes);
            walk.surely += f < walk.moves;
            walk.at_most += f <= walk.moves;
        }
    }

    bool leads_away(std::uint32_t node, std::uint32_t child, const std::vector<int> &near) const {
        const auto sum = [&](const Cells &boxes) {
            std::int64_t total = 0;
            boxes.each([&](int cell) { total += near[std::size_t(cell)]; });
            return total;
        };
        return is_push(node, child) && sum(table_[child].boxes) > sum(table_[node].boxes);
    }

    // The states taken up until a winning one is, by f, then by estimate, then first in, first out.
    void astar(Walk &walk) {
        using Entry = std::tuple<std::int64_t, std::int64_t, std::uint64_t, std::int64_t, std::uint32_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
        std::vector<std::int64_t> made(size(), never);
        std::uint64_t order = 0;
        const auto meet = [&](std::uint32_t node, std::int64_t moves) {
            if (moves >= made[node]) return;
            made[node] = moves;
            const std::int64_t still = matching_.least(table_[node].boxes);
            queue.emplace(moves + still, still, order++, moves, node);
        };
        meet(0, 0);
        while (!queue.empty()) {
            const auto [f, still, number, moves, node] = queue.top();
            queue.pop();
            if (moves > made[node]) continue;
            budget_.check();
            ++walk.popped;
            if (is_solved(node)) return;
            each_child(node, [&, moves = moves](auto child) { meet(child, moves + 1); });
        }
    }

    const Steps<Words> &steps_;
    const Distances &distances_;
    Matching matching_;
    Budget &budget_;
    StateTable<Steps<Words>> table_;
    std::vector<std::uint64_t> first_{0};
    std::vector<std::uint32_t> target_;
};

template <int Words>
Survey survey_step_by_step(const Steps<Words> &steps, const Distances &distances, bool, Limits limits) {
    Survey result;
    Budget budget(limits);
    try {
        StepGraph<Words>(steps, distances, budget).run(result);
    } catch (const OutOfBudget &out) {
        result.stop = out.stop;
    }
    return result;
}

}  // namespace quandary::sokoban
