// ReMUSE: the graph of a player's choices, valued from its ends backwards. Mirrors
// quandary/solving/backward.py, where the reading of cycles is explained.
#pragma once
#include <algorithm>
#include <cstdint>
#include <queue>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <quandary/bits.hpp>
#include <quandary/choices.hpp>
#include <quandary/components.hpp>
#include <quandary/habits.hpp>
#include <quandary/nodes.hpp>

namespace quandary {

// Node -> groups (one per slot) -> edges (one per move). Children that cannot be solved are `lost`.
struct ChoiceGraph {
    static constexpr std::uint32_t lost = hopeless;
    bool is_acyclic = false;  // for sure
    std::vector<std::uint32_t> starts;
    std::vector<std::uint8_t> done;
    std::vector<std::uint64_t> first_group{0}, first_edge{0};
    std::vector<Slot> slot;            // by group
    std::vector<std::uint32_t> child;  // by edge
    std::vector<Move> move;            // by edge

    // Most graphs of small puzzles fit without growing.
    ChoiceGraph() {
        constexpr std::size_t usual = 128;
        done.reserve(usual);
        first_group.reserve(usual);
        first_edge.reserve(usual);
        slot.reserve(usual);
        child.reserve(2 * usual);
        move.reserve(2 * usual);
    }

    std::size_t bytes() const {
        return done.capacity() + 8 * (first_group.capacity() + first_edge.capacity()) + 4 * slot.capacity() +
               8 * child.capacity();
    }
    std::uint32_t size() const { return std::uint32_t(done.size()); }
    int options(std::uint64_t group) const { return int(first_edge[group + 1] - first_edge[group]); }
};

// The graph of everything that a player may reach. `note` is told of every group: note(view, state, option).
template <Domain D, class Note>
ChoiceGraph choice_graph(const D &domain, const Player<D> &player, bool greedy, Budget &budget, Note note) {
    ChoiceGraph graph;
    graph.is_acyclic = D::is_tree;  // keys never lead back either
    Perception<D> view(domain, player, budget);
    const Compass<D> compass(domain, budget);
    Nodes<D> nodes(domain, player.interest());
    std::vector<typename Compass<D>::Live> live;
    const auto number = [&](const typename D::State &state, typename Compass<D>::Live alive) {
        const auto [found, fresh] = nodes.add(state);
        if (fresh) live.push_back(alive);
        return found;
    };
    if (compass.live())
        for (const auto &start : domain.starts())
            if (const auto node = number(start, compass.live()); node != hopeless) graph.starts.push_back(node);
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        budget.spend([&] { return nodes.bytes() + graph.bytes() + live.capacity() * 8; });
        const auto here = nodes[node];  // a copy: the table may grow below
        graph.done.push_back(view.sees_solution(here));
        if (!graph.done.back())
            for (const auto &option : choices<D>(view.options(here), greedy)) {
                option.moves.each([&](Move move) {
                    budget.check();
                    const auto rest = compass.after(live[node], move);
                    graph.child.push_back(rest ? number(domain.apply(here, move), rest) : ChoiceGraph::lost);
                    graph.move.push_back(move);
                });
                graph.slot.push_back(option.slot);
                graph.first_edge.push_back(graph.child.size());
                note(view, here, option);
            }
        graph.first_group.push_back(graph.slot.size());
    }
    return graph;
}

class Backward {
  public:
    // `share` is how likely the player is to try each edge; none: all edges of a group equally.
    Backward(ChoiceGraph graph, Budget &budget, std::vector<double> share = {})
        : graph_(std::move(graph)), budget_(budget), share_(std::move(share)) {}

    // The value of the puzzle and, if wanted, its least uncertain solution.
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
    std::vector<double> share_;
    std::vector<double> values_;
    std::vector<double> below_;  // scratch
};

template <Domain D>
Entropy remuse(const D &domain, const Player<D> &player, bool greedy, Budget &budget, bool with_steps = true) {
    Entropy result;
    try {
        const auto unnoted = [](auto &&...) {};
        result = Backward(choice_graph(domain, player, greedy, budget, unnoted), budget).run(with_steps);
    } catch (const OutOfBudget &out) {
        result.stop = out.stop;
    }
    result.states = budget.states();
    return result;
}

// The same for a player with habits.
template <Domain D>
Entropy remuse(const D &domain, const Player<D> &player, const Habits &habits, bool greedy, Budget &budget,
               bool with_steps = true) {
    Entropy result;
    try {
        std::vector<double> share;
        auto graph =
            choice_graph(domain, player, greedy, budget, [&](const auto &view, const auto &state, const auto &option) {
                const double total = habits.total(view, state, option);
                option.moves.each([&](Move move) { share.push_back(habits.weight(move) / total); });
            });
        result = Backward(std::move(graph), budget, std::move(share)).run(with_steps);
    } catch (const OutOfBudget &out) {
        result.stop = out.stop;
    }
    result.states = budget.states();
    return result;
}

}  // namespace quandary
