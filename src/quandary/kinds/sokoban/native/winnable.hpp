// What the ways to win a level are like: the push graph seen from its solutions. Mirrors structure.py.
//
// Only situations that can still be won matter, so pushes onto dead squares or into a freeze are passed over.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "nodes.hpp"

namespace quandary::sokoban {

// A set of numbers with room for all of 64 bits but zero.
class NumberSet {
  public:
    // Whether it is new.
    bool add(std::uint64_t number) {
        if (size_ * 3 >= places_.size() * 2) grow();
        return insert(number);
    }
    std::size_t bytes() const { return places_.capacity() * 8; }

  private:
    bool insert(std::uint64_t number) {
        const std::size_t mask = places_.size() - 1;
        auto at = std::size_t(BitSet<64>::mix(number)) & mask;
        while (places_[at] != 0 && places_[at] != number) at = (at + 1) & mask;
        if (places_[at] == number) return false;
        places_[at] = number;
        ++size_;
        return true;
    }
    void grow() {
        std::vector<std::uint64_t> old(places_.size() * 2, 0);
        old.swap(places_);
        size_ = 0;
        for (auto number : old)
            if (number) insert(number);
    }

    std::vector<std::uint64_t> places_ = std::vector<std::uint64_t>(64, 0);
    std::size_t size_ = 0;
};

template <int Words>
class Winnable {
  public:
    using Cells = Bits<Words>;
    static constexpr int most_boxes = 24;  // beyond, there are too many ways to form two groups of them

    explicit Winnable(const Board<Words> &board) : graph_(board, Skip::frozen), board_(board) {}

    // Goes first, once: explores the level. The fewest pushes that win it; -1 if none do.
    std::int64_t explore(Budget &budget) {
        graph_.explore(budget);
        budget.lift_states();
        if (graph_.pushes >= 0) count_pushes_left(budget);
        return graph_.pushes;
    }

    // The fewest times that another box is turned to, over the solutions with fewest pushes.
    std::int64_t box_changes(Budget &budget) {
        constexpr int nobody = -1;
        using Changes = std::vector<std::pair<int, std::int64_t>>;  // by the cell of the box pushed last
        std::unordered_map<Node, Changes> layer{{0, {{nobody, 0}}}}, next;
        for (auto pushes = left_[0]; pushes > 0; --pushes, layer.swap(next), next.clear())
            for (const auto &[node, changes] : layer)
                each_way_on(node, budget, [&, &changes = changes](int box, int to, Node end) {
                    if (left(end) != pushes - 1) return;
                    std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
                    for (const auto &[last, n] : changes)
                        fewest = std::min(fewest, n + (last != nobody && last != box));
                    auto &after = next[end];
                    const auto same =
                        std::find_if(after.begin(), after.end(), [&](auto &one) { return one.first == to; });
                    if (same == after.end())
                        after.emplace_back(to, fewest);
                    else
                        same->second = std::min(same->second, fewest);
                });
        const auto &changes = layer.at(won);
        return std::min_element(changes.begin(), changes.end(), [](auto &a, auto &b) { return a.second < b.second; })
            ->second;
    }

    // The fewest changes between two groups of boxes, over all solutions and all ways to form the groups; -1 if there
    // is only one box. A place is a situation and the group whose turn it is, as bits in the order of the boxes' cells.
    std::int64_t two_parts(Budget &budget) {
        const int boxes = board_.boxes.count();
        const auto all = (std::uint64_t(1) << boxes) - 1;
        NumberSet seen;
        std::vector<std::uint64_t> now, later;
        for (std::uint64_t group = 1; group < all; ++group) now.push_back(place(0, group));
        for (std::int64_t changes = 0; !now.empty(); ++changes, now.swap(later), later.clear())
            while (!now.empty()) {
                const auto here = now.back();
                now.pop_back();
                if (here == finished) return changes;
                if (!seen.add(here)) continue;
                budget.spend([&] { return bytes() + seen.bytes() + 8 * (now.capacity() + later.capacity()); });
                const auto node = Node(here >> 32) - 1;
                const auto group = here & std::numeric_limits<std::uint32_t>::max();
                const auto standing = graph_.table.boxes(node);
                bool is_over = false;
                each_way_on(node, budget, [&](int box, int to, Node end) {
                    const int rank = standing.rank(box);
                    const bool is_theirs = group >> rank & 1;
                    if (end == won) {
                        is_over |= is_theirs;
                        if (!is_theirs) later.push_back(finished);
                        return;
                    }
                    const int after = PushGraph<Words>::pushed(standing, box, to).rank(to);
                    const auto next = place(end, moved(is_theirs ? group : all & ~group, rank, after));
                    (is_theirs ? now : later).push_back(next);
                });
                if (is_over) return changes;
            }
        return -1;
    }

    // The situations through which every solution passes, the first and the last left out.
    std::int64_t bottlenecks(Budget &budget) {
        std::unordered_map<Node, std::size_t> at;
        const auto way = one_way(budget);
        for (std::size_t i = 0; i < way.size(); ++i) at[way[i]] = i;
        // How far one gets from the first situations of the way without stepping on the ones between.
        std::vector<bool> seen(graph_.table.size(), false);
        std::vector<Node> todo;
        std::size_t furthest = 0;
        std::int64_t count = 0;
        for (std::size_t i = 0; i + 1 < way.size(); ++i) {
            count += i > 0 && furthest == i;
            for (todo.assign(1, way[i]); !todo.empty();) {
                const auto node = todo.back();
                todo.pop_back();
                each_end(node, budget, [&](Node end) {
                    if (const auto found = at.find(end); found != at.end()) {
                        furthest = std::max(furthest, found->second);
                    } else if (!seen[end]) {
                        seen[end] = true;
                        todo.push_back(end);
                    }
                });
            }
        }
        return count;
    }

    // The pushes that a walker makes on average who takes one that leads nearer to a solution `bias` times as
    // likely as another. Sweeps until no equation is off by more than `near`, which then bounds the relative
    // error: what is missing is what a walk of the same kind collects at `near` a push.
    double wandering(double bias, double near, Budget &budget) {
        std::vector<Node> order;
        for (Node node = 0; node < graph_.table.size(); ++node)
            if (left_[node] > 0) order.push_back(node);
        std::stable_sort(order.begin(), order.end(), [&](Node a, Node b) { return left_[a] < left_[b]; });
        std::vector<double> mean(graph_.table.size(), 0);
        constexpr double rounding = 1e-15;
        for (double off = 1, most = 0; off > std::max(near, rounding * most);) {
            off = 0;
            for (auto node : order) {
                double sum = 0, weights = 0;
                each_end(node, budget, [&](Node end) {
                    const double weight = left(end) < left_[node] ? bias : 1;
                    weights += weight;
                    if (end != won) sum += weight * mean[end];
                });
                const double better = 1 + sum / weights;
                off = std::max(off, better - mean[node]);
                most = std::max(most, better);
                mean[node] = better;
            }
        }
        return mean[0];
    }

    std::size_t bytes() const { return graph_.bytes() + 4 * left_.capacity(); }

  private:
    static constexpr std::int32_t never = -1;
    static constexpr std::uint64_t finished = std::numeric_limits<std::uint64_t>::max();

    static std::uint64_t place(Node node, std::uint64_t group) { return (std::uint64_t(node) + 1) << 32 | group; }

    // The group with one of its members at another rank.
    static std::uint64_t moved(std::uint64_t group, int from, int to) {
        const auto below = [](int rank) { return (std::uint64_t(1) << rank) - 1; };
        const auto member = group >> from & 1;
        const auto rest = (group & below(from)) | (group >> (from + 1) << from);
        return (rest & below(to)) | member << to | rest >> to << (to + 1);
    }

    std::int32_t left(Node node) const { return node == won ? 0 : left_[node]; }

    // Where pushes lead after which the level can still be won.
    template <class Visit>
    void each_end(Node node, Budget &budget, Visit visit) const {
        for (auto edge = graph_.first[node]; edge < graph_.first[node + 1]; ++edge) {
            budget.check();
            const auto end = graph_.target[edge];
            if (end != node && left(end) != never) visit(end);
        }
    }

    // The same with the cell of the box and the one to which it is pushed.
    template <class Visit>
    void each_way_on(Node node, Budget &budget, Visit visit) const {
        budget.check();
        const auto boxes = graph_.table.boxes(node);
        auto edge = graph_.first[node];
        graph_.each_push(boxes, board_.region(graph_.table.man(node), boxes), [&](int box, int to) {
            const auto end = graph_.target[edge++];
            if (end != node && left(end) != never) visit(box, to, end);
        });
    }

    // Backwards from the winning pushes, along the edges by the situation to which they lead.
    void count_pushes_left(Budget &budget) {
        const auto size = graph_.table.size();
        budget.hold(graph_.bytes() + 4 * graph_.target.size() + 20 * size);
        std::vector<std::uint64_t> into(size + 1, 0);
        std::vector<Node> parent(graph_.target.size()), ring, next;
        left_.assign(size, never);
        const auto each_edge = [&](auto visit) {
            for (Node node = 0; node < size; ++node)
                for (auto edge = graph_.first[node]; edge < graph_.first[node + 1]; ++edge) {
                    budget.check();
                    if (graph_.target[edge] != node) visit(node, graph_.target[edge]);
                }
        };
        each_edge([&](Node node, Node end) {
            if (end != won)
                ++into[end + std::size_t(1)];
            else if (left_[node] == never) {
                left_[node] = 1;
                ring.push_back(node);
            }
        });
        for (std::size_t i = 1; i <= size; ++i) into[i] += into[i - 1];
        auto place = into;
        each_edge([&](Node node, Node end) {
            if (end != won) parent[place[end]++] = node;
        });
        for (std::int32_t pushes = 2; !ring.empty(); ++pushes, ring.swap(next), next.clear())
            for (auto node : ring)
                for (auto edge = into[node]; edge < into[node + std::size_t(1)]; ++edge) {
                    budget.check();
                    if (left_[parent[edge]] != never) continue;
                    left_[parent[edge]] = pushes;
                    next.push_back(parent[edge]);
                }
    }

    // One solution with fewest pushes, from the start to `won`.
    std::vector<Node> one_way(Budget &budget) const {
        std::vector<Node> way{0};
        while (way.back() != won) {
            Node on = way.back();
            each_end(way.back(), budget, [&](Node end) {
                if (left(end) == left_[way.back()] - 1) on = end;
            });
            way.push_back(on);
        }
        return way;
    }

    PushGraph<Words> graph_;
    const Board<Words> &board_;
    std::vector<std::int32_t> left_;  // by node: the fewest pushes to a solution
};

}  // namespace quandary::sokoban
