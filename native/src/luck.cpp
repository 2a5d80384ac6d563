#include <quandary/luck.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include <quandary/components.hpp>

namespace quandary {
namespace {

constexpr std::int64_t patience = 3;  // times the fewest moves, where play can go in circles

// Success without circles: the logarithm of its probability for every node, from the ends backwards.
class LuckOnce {
  public:
    LuckOnce(const ChoiceGraph &graph, const Habits &habits) : graph_(graph), habits_(habits) {}

    void value(const std::vector<std::uint32_t> &order, Budget &budget) {
        values_.assign(graph_.size(), -infinity);
        for (auto node : order) {
            budget.check();
            if (graph_.done[node]) {
                values_[node] = 0;
                continue;
            }
            for (auto group = graph_.first_group[node]; group < graph_.first_group[node + 1]; ++group)
                values_[node] = std::max(values_[node], of_group(group));
        }
    }

    double operator()(std::uint32_t node, std::int64_t) const { return values_[node]; }

  private:
    double worth(std::uint64_t edge) const {
        const auto child = graph_.child[edge];
        return child == ChoiceGraph::lost ? -infinity : values_[child];
    }

    double of_group(std::uint64_t group) const {
        double most = -infinity, sum = 0;
        for (auto edge = graph_.first_edge[group]; edge < graph_.first_edge[group + 1]; ++edge)
            most = std::max(most, worth(edge));
        if (most == -infinity) return -infinity;
        for (auto edge = graph_.first_edge[group]; edge < graph_.first_edge[group + 1]; ++edge)
            if (const double below = worth(edge); below > -infinity)
                sum += habits_.weight(graph_.move[edge]) * (below == most ? 1 : std::exp2(below - most));
        return most + std::log2(sum / graph_.total[group]);
    }

    const ChoiceGraph &graph_;
    const Habits &habits_;
    std::vector<double> values_;
};

// Success within a number of moves, where play can go in circles: round k holds the probability of success within k
// moves. Only nodes count that lie on a way of at most `limit` moves from a start to a solution.
class LuckInRounds {
  public:
    LuckInRounds(const ChoiceGraph &graph, const Habits &habits, Budget &budget) : graph_(graph), budget_(budget) {
        const auto left = steps_left(), made = steps_made();
        std::int64_t fewest = far;
        for (auto start : graph_.starts) fewest = std::min(fewest, left[start]);
        if (fewest == far) return;
        limit_ = patience * fewest;
        number_.assign(graph_.size(), ChoiceGraph::lost);
        for (std::uint32_t node = 0; node < graph_.size(); ++node)
            if (left[node] < far && made[node] + left[node] <= limit_) {
                number_[node] = std::uint32_t(left_.size());
                left_.push_back(left[node]);
                made_.push_back(made[node]);
            }
        copy_edges(habits);
    }

    std::int64_t limit() const { return limit_; }  // < 0: there is no solution

    // Computes every round, and keeps some of them if the steps are wanted.
    void run(bool keep) {
        every_ = std::max<std::int64_t>(1, std::int64_t(std::sqrt(double(limit_))));
        std::vector<double> now(left_.size()), next(left_.size());
        for (std::size_t i = 0; i < left_.size(); ++i) now[i] = next[i] = left_[i] == 0;
        for (std::int64_t k = 0; k < limit_; ++k) {
            if (keep && k % every_ == 0) kept_.push_back(now);
            advance(now, next, k + 1);
            std::swap(now, next);
        }
        block_ = {std::move(now)};
        block_begins_ = limit_;
    }

    // The logarithm of the probability to succeed from a node within k moves.
    double operator()(std::uint32_t node, std::int64_t k) {
        if (k < block_begins_) remake(k / every_);
        const auto number = number_[node];
        return number == ChoiceGraph::lost ? -infinity : std::log2(block_[std::size_t(k - block_begins_)][number]);
    }

  private:
    static constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max() / 4;

    template <class Visit>
    void each_edge(Visit visit) const {
        for (std::uint32_t node = 0; node < graph_.size(); ++node)
            for (auto edge = graph_.first_edge[graph_.first_group[node]];
                 edge < graph_.first_edge[graph_.first_group[node + 1]]; ++edge)
                if (graph_.child[edge] != ChoiceGraph::lost) visit(node, graph_.child[edge]);
    }

    std::vector<std::int64_t> steps_left() const {
        std::vector<std::uint64_t> into(graph_.size() + 1, 0);
        each_edge([&](auto, auto child) { ++into[child + 1]; });
        for (std::size_t i = 1; i < into.size(); ++i) into[i] += into[i - 1];
        auto next = into;
        std::vector<std::uint32_t> parent(into.back());
        each_edge([&](auto node, auto child) { parent[next[child]++] = node; });
        std::vector<std::int64_t> left(graph_.size(), far);
        std::vector<std::uint32_t> queue;
        for (std::uint32_t node = 0; node < graph_.size(); ++node)
            if (graph_.done[node]) {
                left[node] = 0;
                queue.push_back(node);
            }
        for (std::size_t at = 0; at < queue.size(); ++at) {
            budget_.check();
            const auto node = queue[at];
            for (auto edge = into[node]; edge < into[node + 1]; ++edge)
                if (left[parent[edge]] == far) {
                    left[parent[edge]] = left[node] + 1;
                    queue.push_back(parent[edge]);
                }
        }
        return left;
    }

    // Nodes are numbered breadth first, so each is reached from a smaller number first.
    std::vector<std::int64_t> steps_made() const {
        std::vector<std::int64_t> made(graph_.size(), far);
        for (auto start : graph_.starts) made[start] = 0;
        each_edge([&](auto node, auto child) { made[child] = std::min(made[child], made[node] + 1); });
        return made;
    }

    // The edges between nodes that count, with the probability of each.
    void copy_edges(const Habits &habits) {
        for (std::uint32_t node = 0; node < graph_.size(); ++node) {
            if (number_[node] == ChoiceGraph::lost) continue;
            for (auto group = graph_.first_group[node]; group < graph_.first_group[node + 1]; ++group) {
                for (auto edge = graph_.first_edge[group]; edge < graph_.first_edge[group + 1]; ++edge) {
                    const auto child = graph_.child[edge];
                    if (child == ChoiceGraph::lost || number_[child] == ChoiceGraph::lost) continue;
                    child_.push_back(number_[child]);
                    share_.push_back(habits.weight(graph_.move[edge]) / graph_.total[group]);
                }
                first_edge_.push_back(child_.size());
            }
            first_group_.push_back(first_edge_.size() - 1);
        }
    }

    // Computes round k from the one before. A node that is k moves from the end of its time is not asked any more.
    void advance(const std::vector<double> &before, std::vector<double> &after, std::int64_t k) {
        for (std::size_t i = 0; i < left_.size() && made_[i] <= limit_ - k; ++i) {
            if (left_[i] == 0 || left_[i] > k) continue;
            double most = 0;
            for (auto group = first_group_[i]; group < first_group_[i + 1]; ++group) {
                double sum = 0;
                for (auto edge = first_edge_[group]; edge < first_edge_[group + 1]; ++edge)
                    sum += share_[edge] * before[child_[edge]];
                most = std::max(most, sum);
            }
            after[i] = most;
            if ((i & 1023) == 0) budget_.check();
        }
    }

    // Computes the rounds between two kept ones again.
    void remake(std::int64_t block) {
        block_begins_ = block * every_;
        const auto ends = std::min(limit_, block_begins_ + every_);
        block_ = {kept_[std::size_t(block)]};
        for (auto k = block_begins_ + 1; k < ends; ++k) {
            auto next = block_.back();
            advance(block_.back(), next, k);
            block_.push_back(std::move(next));
        }
    }

    const ChoiceGraph &graph_;
    Budget &budget_;
    std::int64_t limit_ = -1, every_ = 1, block_begins_ = 0;
    std::vector<std::uint32_t> number_;      // by node: its number among those that count
    std::vector<std::int64_t> left_, made_;  // moves to a solution, and from a start
    std::vector<std::uint64_t> first_group_{0}, first_edge_{0};
    std::vector<std::uint32_t> child_;
    std::vector<double> share_;
    std::vector<std::vector<double>> kept_, block_;
};

// The luckiest way on: at every node the slot and the move that are most likely to succeed, the first of equals.
template <class Log>
std::vector<Decision> luckiest(const ChoiceGraph &graph, const Habits &habits, Log &log, std::uint32_t node,
                               std::int64_t limit) {
    std::vector<Decision> steps;
    for (double here = log(node, limit); !graph.done[node];) {
        --limit;
        double best_group = -1;
        Decision step{};
        double there = 0;
        std::uint32_t next = node;
        for (auto group = graph.first_group[node]; group < graph.first_group[node + 1]; ++group) {
            double most = -infinity, sum = 0;
            auto way = graph.first_edge[group];
            for (auto edge = way; edge < graph.first_edge[group + 1]; ++edge) {
                const auto child = graph.child[edge];
                const double below = child == ChoiceGraph::lost ? -infinity : log(child, limit);
                if (below > most) most = below, way = edge;
                if (below > -infinity)
                    sum += habits.weight(graph.move[edge]) / graph.total[group] * std::exp2(below - here);
            }
            if (most > -infinity && sum > best_group * (1 + 1e-12)) {
                best_group = sum;
                step = {graph.slot[group], graph.move[way], graph.options(group), std::max(0.0, most - here)};
                there = most;
                next = graph.child[way];
            }
        }
        steps.push_back(step);
        here = there;
        node = next;
    }
    return steps;
}

bool has_circles(const ChoiceGraph &graph, const Components &parts) {
    if (parts.count < graph.size()) return true;
    for (std::uint32_t node = 0; node < graph.size(); ++node)
        for (auto edge = graph.first_edge[graph.first_group[node]];
             edge < graph.first_edge[graph.first_group[node + 1]]; ++edge)
            if (graph.child[edge] == node) return true;
    return false;
}

template <class Log>
Entropy luck_by(const ChoiceGraph &graph, const Habits &habits, Log &log, std::int64_t limit, bool with_steps) {
    Entropy result;
    const auto &starts = graph.starts;
    const auto best =
        std::max_element(starts.begin(), starts.end(), [&](auto a, auto b) { return log(a, limit) < log(b, limit); });
    if (best == starts.end() || log(*best, limit) == -infinity) return result;
    result.value = std::max(0.0, -log(*best, limit));
    if (with_steps) result.steps = luckiest(graph, habits, log, *best, limit);
    return result;
}

}  // namespace

Entropy luck_in(const ChoiceGraph &graph, const Habits &habits, Budget &budget, bool with_steps) {
    std::vector<std::uint64_t> first;
    for (auto group : graph.first_group) first.push_back(graph.first_edge[group]);
    const auto parts = components(first, graph.child, ChoiceGraph::lost, budget);
    if (!has_circles(graph, parts)) {
        LuckOnce once(graph, habits);
        once.value(parts.order, budget);
        return luck_by(graph, habits, once, 0, with_steps);
    }
    LuckInRounds rounds(graph, habits, budget);
    if (rounds.limit() < 0) return {};
    rounds.run(with_steps);
    auto result = luck_by(graph, habits, rounds, rounds.limit(), with_steps);
    if (result.value == infinity) {  // below the smallest number
        result.at_least = -std::numeric_limits<double>::min_exponent;
        result.stop = {Code::range, result.at_least};
    }
    return result;
}

}  // namespace quandary
