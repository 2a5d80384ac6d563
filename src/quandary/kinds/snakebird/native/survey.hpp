// Every position of a level, looked at once. Mirrors survey in features.py.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/components.hpp>
#include <quandary/table.hpp>

#include "domain.hpp"

namespace quandary::snakebird {

struct Survey {
    std::int64_t states = 0, viable = 0;  // without those that are won
    std::int64_t won = 0;
    std::int64_t components = 0, deepest_fall = 0;
    std::int64_t shortest = -1, crossings = -1;  // -1: there is no solution
    Stop stop;
};

template <class Level>
class Surveyor {
  public:
    Surveyor(const Level &level, Budget &budget) : level_(level), budget_(budget), table_(level) {}

    Survey run() {
        Survey survey;
        try {
            explore(survey);
            count_viable(survey);
            connect(survey);
        } catch (const OutOfBudget &out) {
            survey.stop = out.stop;
        }
        return survey;
    }

  private:
    using Node = std::uint32_t;
    static constexpr auto nowhere = std::numeric_limits<Node>::max();

    std::size_t bytes() const { return table_.bytes() + 8 * first_.capacity() + 4 * target_.capacity(); }
    bool is_solved(Node node) const { return level_.is_solved(table_[node]); }

    // Breadth first, level by level.
    void explore(Survey &survey) {
        for (const auto &start : level_.starts()) table_.add(start);
        Node level_end = Node(table_.size());
        for (Node node = 0, depth = 0; node < table_.size(); ++node) {
            if (node == level_end) {
                level_end = Node(table_.size());
                ++depth;
            }
            budget_.spend([&] { return bytes(); });
            const auto here = table_[node];  // a copy: the table may grow below
            if (level_.is_solved(here)) {
                if (survey.shortest < 0) survey.shortest = depth;
                ++survey.won;
            } else {
                level_.each_move(here, [&](Move, const Scene &scene) {
                    target_.push_back(table_.add(level_.pack(scene)).first);
                    survey.deepest_fall = std::max(survey.deepest_fall, std::int64_t(scene.deepest));
                });
            }
            first_.push_back(target_.size());
        }
        survey.states = std::int64_t(table_.size()) - survey.won;
    }

    // Backwards from the won positions, along the edges by the position they lead to.
    void count_viable(Survey &survey) {
        const auto size = table_.size();
        std::vector<std::uint64_t> into(size + 1, 0);
        for (auto child : target_) ++into[child + std::size_t(1)];
        for (std::size_t i = 1; i <= size; ++i) into[i] += into[i - 1];
        budget_.hold(bytes() + 16 * size + 4 * target_.size());
        std::vector<Node> parent(target_.size());
        auto next = into;
        for (Node node = 0; node < size; ++node)
            for (auto edge = first_[node]; edge < first_[node + std::size_t(1)]; ++edge)
                parent[next[target_[edge]]++] = node;
        std::vector<std::uint8_t> viable(size, 0);
        std::vector<Node> todo;
        const auto meet = [&](Node node) {
            if (viable[node]) return;
            viable[node] = 1;
            todo.push_back(node);
        };
        for (Node node = 0; node < size; ++node)
            if (is_solved(node)) meet(node);
        for (std::size_t i = 0; i < todo.size(); ++i) {
            budget_.check();
            for (auto edge = into[todo[i]]; edge < into[todo[i] + std::size_t(1)]; ++edge) meet(parent[edge]);
        }
        survey.viable = std::int64_t(todo.size()) - survey.won;
    }

    // Components are numbered so that what can be reached comes first.
    void connect(Survey &survey) {
        if (!table_.size()) return;
        budget_.hold(bytes() + 16 * table_.size());
        const auto parts = components(first_, target_, nowhere, budget_);
        survey.components = parts.count;
        constexpr auto never = std::numeric_limits<std::int64_t>::max() - 1;
        std::vector<std::int64_t> steps(parts.count, never);
        for (auto node : parts.order) {
            auto &here = steps[parts.of[node]];
            if (is_solved(node)) here = 0;
            for (auto edge = first_[node]; edge < first_[node + std::size_t(1)]; ++edge)
                if (parts.of[target_[edge]] != parts.of[node])
                    here = std::min(here, steps[parts.of[target_[edge]]] + 1);
        }
        if (survey.shortest >= 0) survey.crossings = steps[parts.of[0]];
    }

    const Level &level_;
    Budget &budget_;
    StateTable<Level> table_;
    std::vector<std::uint64_t> first_{0};
    std::vector<Node> target_;  // by edge; first_[i] is the first edge of position i
};

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
