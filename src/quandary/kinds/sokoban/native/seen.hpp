// The graph of pushes that an expert does not see to be lost, with the estimate of every situation and the number of
// boxes that it takes to understand why a push is fatal. Mirrors seen.py.
#pragma once
#include <cstdint>
#include <vector>

#include <quandary/table.hpp>

#include "domain.hpp"
#include "matching.hpp"

namespace quandary::sokoban {

struct Seen {
    std::vector<std::int64_t> first{0};
    std::vector<std::uint32_t> target;
    std::vector<std::uint16_t> push;     // the move of each edge: the box's cell times 4 plus the direction
    std::vector<std::int32_t> estimate;  // Matching::never or more: a target would stay empty
    std::vector<std::uint8_t> solved;
    std::vector<std::int8_t> order;  // of dead situations after a fatal push; 0 elsewhere
    Stop stop;
};

inline constexpr int most_boxes_together = 3;
inline constexpr std::size_t largest_table = 3'000'000;

// Every situation of some boxes alone on the board from which they can all be brought to targets, by pulling.
template <int Words>
class Solvable {
  public:
    using Level = sokoban::Level<Words>;
    using Cells = typename Level::Cells;

    Solvable(const Level &level, int boxes, Budget &budget) : level_(level), table_(level) {
        std::vector<int> targets;
        level.targets.each([&](int cell) { targets.push_back(cell); });
        Cells chosen;
        choose(targets, 0, boxes, chosen);
        for (std::uint32_t i = 0; i < table_.size() && is_full_; ++i) {
            budget.check();
            pull(table_[i]);
        }
    }

    // Whether the boxes cannot all be brought to targets. Says no if the table is too large to tell.
    bool is_lost(const Cells &boxes, int man) const {
        return is_full_ && !table_.has({boxes, level_.region(man, boxes).first()});
    }

  private:
    void choose(const std::vector<int> &targets, std::size_t from, int left, Cells &chosen) {
        if (left == 0) {
            auto free = level_.floor - chosen;
            while (!free.empty()) {
                const auto reach = level_.region(free.first(), chosen);
                table_.add({chosen, reach.first()});
                free = free - reach;
            }
            return;
        }
        for (auto at = from; at + std::size_t(left) <= targets.size() && is_full_; ++at) {
            chosen.add(targets[at]);
            choose(targets, at + 1, left - 1, chosen);
            chosen.remove(targets[at]);
            is_full_ = table_.size() < largest_table;
        }
    }

    void pull(const typename Level::State state) {
        const auto reach = level_.region(state.man, state.boxes);
        const auto free = level_.floor - state.boxes;
        for (std::size_t direction = 0; direction < 4; ++direction) {
            const int by = level_.step[direction];
            // The man stands beside the box at box + by and steps back to box + 2 by.
            const auto movable = state.boxes & reach.shifted(-by) & free.shifted(-by).shifted(-by);
            movable.each([&](int box) {
                auto boxes = state.boxes;
                boxes.remove(box);
                boxes.add(box + by);
                table_.add({boxes, level_.region(box + 2 * by, boxes).first()});
            });
        }
        is_full_ = is_full_ && table_.size() < largest_table;
    }

    const Level &level_;
    StateTable<Level> table_;
    bool is_full_ = true;
};

template <int Words>
class Explorer {
  public:
    using Level = sokoban::Level<Words>;
    using Cells = typename Level::Cells;

    Explorer(const Level &level, const std::vector<std::vector<Matching::Cost>> &far, Budget &budget)
        : level_(level), matching_(far), table_(level), budget_(budget) {}

    void run(Seen &seen, bool with_orders) {
        for (const auto &start : level_.starts()) table_.add(start);
        for (std::uint32_t node = 0; node < table_.size(); ++node) {
            budget_.spend([&] { return table_.bytes() + 6 * seen.target.capacity() + 14 * seen.first.capacity(); });
            const auto here = table_[node];
            seen.solved.push_back(level_.is_solved(here));
            seen.estimate.push_back(matching_.least(here.boxes));
            if (!seen.solved.back())
                level_.moves(here).each([&](Move move) {
                    const auto there = level_.apply(here, move);
                    if (OnDeadSquare{}(level_, there) || IsFrozen{}(level_, there)) return;
                    seen.target.push_back(table_.add(there).first);
                    seen.push.push_back(std::uint16_t(move));
                });
            seen.first.push_back(std::int64_t(seen.target.size()));
        }
        if (with_orders) note_orders(seen);
    }

  private:
    void note_orders(Seen &seen) {
        const auto alive = viable(seen);
        std::vector<Solvable<Words>> tables;
        const int boxes = level_.boxes.count();
        for (int together = 1; together <= std::min(boxes, most_boxes_together); ++together)
            tables.emplace_back(level_, together, budget_);
        seen.order.assign(table_.size(), 0);
        for (std::uint32_t node = 0; node < table_.size(); ++node) {
            if (!alive[node]) continue;
            for (auto edge = seen.first[node]; edge < seen.first[node + 1]; ++edge) {
                const auto there = seen.target[std::size_t(edge)];
                if (alive[there] || seen.order[there]) continue;
                budget_.check();
                seen.order[there] = order(table_[there], tables);
            }
        }
    }

    std::vector<std::uint8_t> viable(const Seen &seen) const {
        std::vector<std::uint32_t> into(table_.size() + 1, 0);
        for (auto child : seen.target) ++into[child + 1];
        for (std::size_t i = 1; i < into.size(); ++i) into[i] += into[i - 1];
        auto next = into;
        std::vector<std::uint32_t> parent(seen.target.size()), queue;
        for (std::uint32_t node = 0; node < table_.size(); ++node)
            for (auto edge = seen.first[node]; edge < seen.first[node + 1]; ++edge)
                parent[next[seen.target[std::size_t(edge)]]++] = node;
        std::vector<std::uint8_t> alive(seen.solved);
        for (std::uint32_t node = 0; node < table_.size(); ++node)
            if (alive[node]) queue.push_back(node);
        for (std::size_t at = 0; at < queue.size(); ++at)
            for (auto edge = into[queue[at]]; edge < into[queue[at] + 1]; ++edge)
                if (!alive[parent[edge]]) {
                    alive[parent[edge]] = 1;
                    queue.push_back(parent[edge]);
                }
        return alive;
    }

    // The fewest boxes that are lost alone on the board, or one more than are tried.
    std::int8_t order(const typename Level::State &state, const std::vector<Solvable<Words>> &tables) const {
        std::vector<int> cells;
        state.boxes.each([&](int cell) { cells.push_back(cell); });
        Cells chosen;
        for (std::size_t together = 1; together <= tables.size(); ++together)
            if (any_lost(cells, 0, int(together), chosen, state.man, tables[together - 1]))
                return std::int8_t(together);
        return std::int8_t(most_boxes_together + 1);
    }

    bool any_lost(const std::vector<int> &cells, std::size_t from, int left, Cells &chosen, int man,
                  const Solvable<Words> &table) const {
        if (left == 0) return table.is_lost(chosen, man);
        for (auto at = from; at + std::size_t(left) <= cells.size(); ++at) {
            chosen.add(cells[at]);
            const bool lost = any_lost(cells, at + 1, left - 1, chosen, man, table);
            chosen.remove(cells[at]);
            if (lost) return true;
        }
        return false;
    }

    const Level &level_;
    Matching matching_;
    StateTable<Level> table_;
    Budget &budget_;
};

template <int Words>
Seen seen(const Level<Words> &level, const std::vector<std::vector<Matching::Cost>> &far, bool with_orders,
          const Limits &limits) {
    Seen result;
    Budget budget(limits);
    try {
        Explorer<Words>(level, far, budget).run(result, with_orders);
    } catch (const OutOfBudget &out) {
        result.stop = out.stop;
    }
    return result;
}

}  // namespace quandary::sokoban
