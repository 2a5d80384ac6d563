#include <quandary/backward.hpp>

#include <algorithm>
#include <limits>
#include <queue>
#include <span>
#include <tuple>

#include <quandary/components.hpp>

namespace quandary {
namespace {

class Backward {
  public:
    Backward(ChoiceGraph graph, const Habits &habits, Budget &budget) : graph_(std::move(graph)), budget_(budget) {
        for (std::size_t group = 0; group < graph_.total.size(); ++group)
            for (auto edge = graph_.first_edge[group]; edge < graph_.first_edge[group + 1]; ++edge)
                share_.push_back(habits.weight(graph_.move[edge]) / graph_.total[group]);
    }

    Entropy run(bool with_steps) {
        values_.assign(graph_.size(), infinity);
        for (auto node : graph_.is_acyclic ? children_first() : with_progress()) {
            budget_.check();
            values_[node] = graph_.done[node] ? 0 : value(node);
        }
        Entropy result;
        const auto best = std::min_element(graph_.starts.begin(), graph_.starts.end(),
                                           [&](auto a, auto b) { return values_[a] < values_[b]; });
        if (best != graph_.starts.end() && values_[*best] < infinity) {
            result.value = values_[*best];
            if (with_steps) result.steps = line(*best);
        }
        return result;
    }

  private:
    using Distance = std::pair<Units, std::int64_t>;  // cost, then steps

    std::vector<std::uint64_t> edges_by_node() const {
        std::vector<std::uint64_t> first;
        for (auto group : graph_.first_group) first.push_back(graph_.first_edge[group]);
        return first;
    }

    // The nodes of a graph without cycles, children before their parents. Most children have higher numbers.
    std::vector<std::uint32_t> children_first() const {
        std::vector<std::uint32_t> order, todo;
        std::vector<std::uint8_t> is_listed(graph_.size(), false);
        order.reserve(graph_.size());
        for (auto root = graph_.size(); root-- > 0;) {
            if (is_listed[root]) continue;
            for (todo.push_back(root); !todo.empty();) {
                const auto node = todo.back();
                const auto size = todo.size();
                for_each_child(node, [&](std::uint32_t child) {
                    if (!is_listed[child]) todo.push_back(child);
                });
                if (todo.size() > size) continue;
                todo.pop_back();
                if (std::exchange(is_listed[node], true)) continue;
                order.push_back(node);
            }
        }
        return order;
    }

    template <class Visit>
    void for_each_child(std::uint32_t node, Visit visit) const {
        const auto end = graph_.first_edge[graph_.first_group[node + 1]];
        for (auto edge = graph_.first_edge[graph_.first_group[node]]; edge < end; ++edge)
            if (graph_.child[edge] != ChoiceGraph::lost) visit(graph_.child[edge]);
    }

    // The same where there may be cycles: of these only progress counts.
    std::vector<std::uint32_t> with_progress() {
        lose_loops();
        auto parts = components(edges_by_node(), graph_.child, ChoiceGraph::lost, budget_);
        return parts.count < graph_.size() ? keep_progress(parts) : std::move(parts.order);
    }

    // Counts moves that change nothing as lost: one state is a component that no other is in.
    void lose_loops() {
        const auto first = edges_by_node();
        for (std::uint32_t node = 0; node < graph_.size(); ++node)
            for (auto edge = first[node]; edge < first[node + 1]; ++edge)
                if (graph_.child[edge] == node) graph_.child[edge] = ChoiceGraph::lost;
    }

    // Counts as lost every child in its parent's component that is no nearer to a solution, and
    // returns an order of the nodes in which children that count come before their parents.
    std::vector<std::uint32_t> keep_progress(const Components &parts) {
        const auto near = distances();
        const auto first = edges_by_node();
        for (std::uint32_t node = 0; node < graph_.size(); ++node)
            for (auto edge = first[node]; edge < first[node + 1]; ++edge) {
                auto &child = graph_.child[edge];
                if (child != ChoiceGraph::lost && parts.of[child] == parts.of[node] && near[child] >= near[node])
                    child = ChoiceGraph::lost;
            }
        auto order = parts.order;
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
            return std::tie(parts.of[a], near[a]) < std::tie(parts.of[b], near[b]);
        });
        return order;
    }

    // Units of cost, then steps, from each node to a solution.
    std::vector<Distance> distances() const {
        constexpr auto far = std::numeric_limits<Units>::max() / 2;
        const auto [into, parent, units] = reversed();
        std::vector<Distance> near(graph_.size(), {far, far});
        using Entry = std::tuple<Units, std::int64_t, std::uint32_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
        for (std::uint32_t node = 0; node < graph_.size(); ++node)
            if (graph_.done[node]) {
                near[node] = {0, 0};
                queue.push({0, 0, node});
            }
        while (!queue.empty()) {
            budget_.check();
            const auto [cost, steps, node] = queue.top();
            queue.pop();
            if (Distance{cost, steps} > near[node]) continue;
            for (auto edge = into[node]; edge < into[node + 1]; ++edge) {
                const Distance there{cost + units[edge], steps + 1};
                if (there < near[parent[edge]]) {
                    near[parent[edge]] = there;
                    queue.push({there.first, there.second, parent[edge]});
                }
            }
        }
        return near;
    }

    // The edges by the node they lead to: where each node's begin, their parents, their costs.
    std::tuple<std::vector<std::uint64_t>, std::vector<std::uint32_t>, std::vector<Units>> reversed() const {
        std::vector<std::uint64_t> into(graph_.size() + 1, 0);
        for (auto child : graph_.child)
            if (child != ChoiceGraph::lost) ++into[child + 1];
        for (std::size_t i = 1; i < into.size(); ++i) into[i] += into[i - 1];
        auto next = into;
        std::vector<std::uint32_t> parent(into.back());
        std::vector<Units> units(into.back());
        for (std::uint32_t node = 0; node < graph_.size(); ++node)
            for (auto group = graph_.first_group[node]; group < graph_.first_group[node + 1]; ++group)
                for (auto edge = graph_.first_edge[group]; edge < graph_.first_edge[group + 1]; ++edge) {
                    const auto child = graph_.child[edge];
                    if (child == ChoiceGraph::lost) continue;
                    parent[next[child]] = node;
                    units[next[child]++] = share_.empty() ? cost(graph_.options(group)) : cost_of(share_[edge]);
                }
        return {into, parent, units};
    }

    double worth(std::uint64_t edge) const {
        const auto child = graph_.child[edge];
        return child == ChoiceGraph::lost ? infinity : values_[child];
    }

    // What filling this slot comes to, and the part of it that is decided here.
    std::pair<double, double> value_of_group(std::uint64_t group) {
        below_.clear();
        for (auto edge = graph_.first_edge[group]; edge < graph_.first_edge[group + 1]; ++edge)
            below_.push_back(worth(edge));
        const double least = *std::min_element(below_.begin(), below_.end());
        if (least == infinity) return {infinity, infinity};
        const auto begin = std::size_t(graph_.first_edge[group]);
        const double here =
            share_.empty() ? surprise(below_) : surprise(below_, std::span(share_).subspan(begin, below_.size()));
        return {least + here, here};
    }

    double value(std::uint32_t node) {
        double least = infinity;
        for (auto group = graph_.first_group[node]; group < graph_.first_group[node + 1]; ++group)
            least = std::min(least, value_of_group(group).first);
        return least;
    }

    // The least uncertain way on, from slot to slot; the first of several equals.
    std::vector<Decision> line(std::uint32_t node) {
        std::vector<Decision> steps;
        while (!graph_.done[node]) {
            auto best = graph_.first_group[node];
            for (auto group = best; group < graph_.first_group[node + 1]; ++group)
                if (value_of_group(group).first < value_of_group(best).first) best = group;
            auto way = graph_.first_edge[best];
            for (auto edge = way; edge < graph_.first_edge[best + 1]; ++edge)
                if (worth(edge) < worth(way)) way = edge;
            steps.push_back({graph_.slot[best], graph_.move[way], graph_.options(best), value_of_group(best).second});
            node = graph_.child[way];
        }
        return steps;
    }

    ChoiceGraph graph_;
    Budget &budget_;
    std::vector<double> share_;  // by edge: how likely it is to be tried; none: all edges of a group equally
    std::vector<double> values_;
    std::vector<double> below_;  // scratch
};

}  // namespace

Entropy valued_backward(ChoiceGraph graph, const Habits &habits, Budget &budget, bool with_steps) {
    return Backward(std::move(graph), habits, budget).run(with_steps);
}

}  // namespace quandary
