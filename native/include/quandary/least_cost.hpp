// MUSE: a least-cost search. Mirrors quandary/solving/least_cost.py, step for step.
#pragma once
#include <algorithm>
#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

#include <quandary/bits.hpp>
#include <quandary/choices.hpp>
#include <quandary/habits.hpp>
#include <quandary/nodes.hpp>

namespace quandary {

template <Domain D>
class LeastCost {
  public:
    LeastCost(const D &domain, const Player<D> &player, const Habits &habits, bool greedy, Budget &budget)
        : domain_(domain),
          habits_(habits),
          greedy_(greedy),
          budget_(budget),
          view_(domain, player, budget),
          nodes_(domain, player.interest()) {}

    Entropy run(bool with_steps) {
        Entropy result;
        Units reached = 0;
        try {
            const auto last = search(result, reached);
            if (with_steps) result.steps = unroll(last);
        } catch (const OutOfBudget &out) {
            result.stop = out.stop;
            result.at_least = in_bits(reached);
        }
        result.states = budget_.states();
        return result;
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t(0);

    // A way into a state: the step taken and the way before it.
    struct Way {
        std::uint32_t before;
        std::int32_t slot;
        std::int32_t move;
        std::int32_t options;
        Units cost;
    };
    struct Entry {
        Units cost;
        std::uint64_t order;
        std::uint32_t node;
        std::uint32_t way;
        bool operator>(const Entry &other) const { return std::tie(cost, order) > std::tie(other.cost, other.order); }
    };

    // The way into the first state where a solution is seen, if there is one.
    std::uint32_t search(Entropy &result, Units &reached) {
        const Compass<D> compass(domain_, budget_);
        if (compass.live() == 0) return none;
        for (const auto &start : domain_.starts())
            if (const auto node = number(start, compass.live()); node != hopeless) push(0, node, none);
        while (!queue_.empty()) {
            const auto entry = queue_.top();
            queue_.pop();
            reached = entry.cost;
            if (done_[entry.node]) continue;
            done_[entry.node] = true;
            budget_.spend([&] { return bytes(); });
            const auto here = nodes_[entry.node];  // a copy: the table may grow below
            if (view_.sees_solution(here)) {
                result.value = in_bits(entry.cost);
                return entry.way;
            }
            const auto live = live_[entry.node];
            for (auto way : cheapest_ways(here)) {
                budget_.check();
                if (const auto rest = compass.after(live, way.move)) {
                    const auto child = number(domain_.apply(here, way.move), rest);
                    if (child == hopeless || done_[child]) continue;
                    way.before = entry.way;
                    ways_.push_back(way);
                    push(entry.cost + way.cost, child, std::uint32_t(ways_.size() - 1));
                }
            }
        }
        return none;
    }

    std::uint32_t number(const typename D::State &state, typename Compass<D>::Live live) {
        const auto [node, fresh] = nodes_.add(state);
        if (fresh) {
            done_.push_back(false);
            live_.push_back(live);
        }
        return node;
    }

    void push(Units cost, std::uint32_t node, std::uint32_t way) { queue_.push({cost, order_++, node, way}); }

    // Each move once, through the slot where it costs least, in the order first seen.
    std::vector<Way> cheapest_ways(const typename D::State &state) {
        std::vector<Way> ways;
        std::vector<int> at(std::size_t(D::max_moves), -1);
        for (const auto &option : choices<D>(view_.options(state), greedy_)) {
            const int count = option.moves.count();
            const Units even = std::max<Units>(0, cost(count) - cost(option.room));
            const double total = habits_.is_even() ? 0 : habits_.total(view_, state, option);
            option.moves.each([&](Move move) {
                const Units units =
                    total > 0 ? std::max<Units>(0, cost_of(habits_.weight(move) / total) - cost(option.room)) : even;
                const Way way{none, option.slot, move, count, units};
                auto &place = at[std::size_t(move)];
                if (place < 0) {
                    place = int(ways.size());
                    ways.push_back(way);
                } else if (units < ways[std::size_t(place)].cost) {
                    ways[std::size_t(place)] = way;
                }
            });
        }
        return ways;
    }

    std::vector<Decision> unroll(std::uint32_t way) const {
        std::vector<Decision> steps;
        for (; way != none; way = ways_[way].before) {
            const auto &step = ways_[way];
            steps.push_back({step.slot, step.move, step.options, in_bits(step.cost)});
        }
        std::reverse(steps.begin(), steps.end());
        return steps;
    }

    std::size_t bytes() const {
        return nodes_.bytes() + done_.capacity() / 8 + live_.capacity() * 8 + ways_.capacity() * sizeof(Way) +
               queue_.size() * sizeof(Entry) * 2;
    }

    const D &domain_;
    const Habits &habits_;
    bool greedy_;
    Budget &budget_;
    Perception<D> view_;
    Nodes<D> nodes_;
    std::vector<bool> done_;                       // by state: expanded
    std::vector<typename Compass<D>::Live> live_;  // by state
    std::vector<Way> ways_;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
    std::uint64_t order_ = 0;
};

template <Domain D>
Entropy muse(const D &domain, const Player<D> &player, const Habits &habits, bool greedy, Budget &budget,
             bool with_steps = true) {
    return LeastCost<D>(domain, player, habits, greedy, budget).run(with_steps);
}

template <Domain D>
Entropy muse(const D &domain, const Player<D> &player, bool greedy, Budget &budget, bool with_steps = true) {
    return muse(domain, player, Habits{}, greedy, budget, with_steps);
}

}  // namespace quandary
