// ReMUSE of panels whose paths are on a chart, where every element can be judged by sets: all but polyominoes and
// eliminators.
//
// The nodes, edges and values are those of quandary/backward.hpp, and states are merged by the same keys as in
// future.hpp. But the parts of a key that the elements have no say in are numbers here, given out once for each path
// of the chart.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <quandary/backward.hpp>

#include "chart.hpp"

namespace quandary::witness {

template <int Words>
class Survey {
  public:
    using Panel = witness::Panel<Words>;
    using Corners = typename Panel::Corners;
    using Spot = typename Chart<Words>::Number;

    static bool can_judge(const Panel &panel) {
        return (panel.elements.polyominoes | panel.elements.eliminators).empty();
    }

    Survey(const Charted<Words> &charted, const std::vector<int> &rules, Budget &budget)
        : charted_(charted),
          panel_(charted.panel),
          elements_(charted.panel.elements),
          chart_(charted.chart),
          rules_(rules),
          budget_(budget) {
        nodes_.reserve(usual);
        edges_.reserve(2 * usual);
        keys_.reserve(4 * usual);
    }

    double run() {
        std::vector<Number> starts;
        for (auto spot : chart_.starts)
            if (const auto node = enter(spot); node != lost) starts.push_back(node);
        for (Number node = 0; node < nodes_.size(); ++node) {
            budget_.spend([&] { return bytes(); });
            const auto first = Number(edges_.size());
            if (!nodes_[node].is_done) spread(nodes_[node].spot);
            nodes_[node].first_edge = first;
            nodes_[node].options = Number(edges_.size()) - first;
        }
        double least = infinity;
        for (auto start : starts) least = std::min(least, value(start));
        return least;
    }

  private:
    using Number = std::uint32_t;
    static constexpr Number lost = ~Number(0);
    static constexpr std::size_t usual = 128;
    static constexpr std::uint64_t solved = 0;  // no place has this number

    struct Node {
        Spot spot;
        Number first_edge, options;
        Number key, key_end;
        bool is_done;
        double value;  // below zero if not known yet
    };

    std::size_t bytes() const {
        return nodes_.capacity() * sizeof(Node) + 4 * (edges_.capacity() + index_.capacity()) + 8 * keys_.capacity();
    }

    // The node of a path, or `lost` if no solution can follow.
    Number enter(Spot spot) {
        const auto begin = keys_.size();
        const bool is_done = charted_.is_solved(spot);
        if (is_done)
            keys_.push_back(solved);
        else if (!write_key(spot)) {
            keys_.resize(begin);
            return lost;
        }
        const std::span<const std::uint64_t> key(keys_.data() + begin, keys_.size() - begin);
        const std::size_t mask = index_.size() - 1;
        auto at = std::size_t(hash(key)) & mask;
        for (; index_[at]; at = (at + 1) & mask)
            if (const auto &other = nodes_[index_[at] - 1]; is_key(other, key)) {
                keys_.resize(begin);
                return index_[at] - 1;
            }
        nodes_.push_back({spot, 0, 0, Number(begin), Number(keys_.size()), is_done, is_done ? 0.0 : -1.0});
        index_[at] = Number(nodes_.size());
        if (2 * nodes_.size() > index_.size()) grow();
        return Number(nodes_.size() - 1);
    }

    static std::uint64_t hash(std::span<const std::uint64_t> key) {
        std::uint64_t h = 0;
        for (auto word : key) h = (h ^ word) * 0x9e3779b97f4a7c15, h ^= h >> 29;
        return h * 0xbf58476d1ce4e5b9 >> 20;
    }
    std::span<const std::uint64_t> key_of(const Node &node) const {
        return {keys_.data() + node.key, node.key_end - node.key};
    }
    bool is_key(const Node &node, std::span<const std::uint64_t> key) const {
        return std::ranges::equal(key_of(node), key);
    }

    void grow() {
        index_.assign(2 * index_.size(), 0);
        const std::size_t mask = index_.size() - 1;
        for (Number node = 0; node < nodes_.size(); ++node) {
            auto at = std::size_t(hash(key_of(nodes_[node]))) & mask;
            while (index_[at]) at = (at + 1) & mask;
            index_[at] = node + 1;
        }
    }

    // Writes what the future of a path depends on, and says whether there is hope.
    bool write_key(Spot spot) {
        const auto &path = chart_.look(panel_, spot);
        if (!path.may_end || !(panel_.hexagons - path.coverable).empty()) return false;
        const bool has_triangles = !elements_.all_triangles.empty();
        if (has_triangles && !elements_.broken(path.now, path.most).empty()) return false;
        const auto head = keys_.size();
        keys_.push_back(path.place);
        if (!elements_.sensitive.empty() && !write_areas(chart_.look_closely(panel_, spot), head)) return false;
        if (!has_triangles) return true;
        if (const auto triangles = elements_.all_triangles & path.beside; !triangles.empty()) {
            keys_[head] |= std::uint64_t(1) << 34;
            write(path.now.ones & triangles);
            write(path.now.twos & triangles);
        }
        return true;
    }

    void write(const Corners &set) {
        for (auto word : set.words()) keys_.push_back(word);
    }

    bool write_areas(const Glance<Panel> &path, std::size_t head) {
        const auto *area = chart_.areas(path);
        for (const auto *end = area + path.closed; area < end; ++area)
            if (!elements_.squares_agree(area->cells) || !elements_.stars_pair(area->cells)) return false;
        if (path.open.meets(elements_.all_stars)) return write_stars(path, area, head);
        if (elements_.squares_agree(path.open)) return true;
        // The colours of the pieces; they are at most as many as there are bits for.
        std::uint64_t seen = 0;
        for (const auto *end = area + path.several; area < end; ++area) {
            std::size_t colour = 0;
            for (std::size_t each = 1; each <= elements_.palette; ++each)
                if (area->cells.meets(elements_.squares[each])) {
                    if (colour) return false;
                    colour = each;
                }
            seen = seen << 4 | colour;
        }
        keys_[head] = std::uint64_t(path.shape) | std::uint64_t(1) << 32;
        keys_.push_back(seen);
        return true;
    }

    bool write_stars(const Glance<Panel> &path, const Area<Corners> *area, std::size_t head) {
        std::uint64_t seen = 0;
        for (std::size_t each = 1; each <= elements_.palette; ++each)
            seen |= std::uint64_t(path.open.meets(elements_.stars[each])) << each;
        keys_[head] = std::uint64_t(path.shape) | std::uint64_t(2) << 32 | seen << 40;
        for (int i = 0; i < path.several + path.single; ++i, ++area) {
            if (area->is_torn || !elements_.squares_agree(area->cells) ||
                !elements_.stars_may_pair(area->cells, area->room))
                return false;
            if (i < path.several) keys_.push_back(elements_.contents(area->cells, seen));
        }
        return true;
    }

    // Puts down what every move that the player thinks possible leads to.
    void spread(Spot spot) {
        auto moves = options(spot);
        for (Move move = 0; moves; ++move, moves = std::uint8_t(moves >> 1))
            if (moves & 1) {
                budget_.check();
                const auto child = enter(chart_.glance(spot).next[std::size_t(move)]);
                edges_.push_back(child);
            }
    }

    std::uint8_t options(Spot spot) {
        const auto &path = chart_.spread(panel_, spot);
        auto moves = path.moves;
        for (int rule : rules_) {
            if (rule > 2) return std::uint8_t(charted_.believe(spot, rules_).first.bits(0));
            if (rule == 2)
                moves &= path.live;
            else if (!panel_.grid.is_symmetric())
                moves &= required(spot, path.ahead & (rule == 0 ? panel_.dividers : panel_.hexagons.edges));
        }
        return moves;
    }

    // The moves that are left where these edges at the head have to be taken.
    std::uint8_t required(Spot spot, const typename Panel::Edges &wanted) const {
        std::uint8_t moves = 0b1111;
        if (wanted.empty()) return moves;
        const int head = chart_.path(spot).head;
        for (std::size_t move = 0; move < 4; ++move)
            if (const int there = panel_.neighbours[std::size_t(head)][move];
                there >= 0 && panel_.grid.has(wanted, head, there))
                moves = std::uint8_t(moves & 1 << move);
        return moves;
    }

    // Every path is longer than the one before, so that this ends soon.
    double value(Number node) {
        if (node == lost) return infinity;
        if (nodes_[node].value >= 0) return nodes_[node].value;
        std::array<double, 4> room;
        const auto options = nodes_[node].options;
        const std::span<double> below(room.data(), options);
        double least = infinity;
        for (Number i = 0; i < options; ++i) {
            below[i] = value(edges_[nodes_[node].first_edge + i]);
            least = std::min(least, below[i]);
        }
        return nodes_[node].value = least == infinity ? infinity : least + surprise(below);
    }

    const Charted<Words> &charted_;
    const Panel &panel_;
    const typename Panel::Contents &elements_;
    Chart<Words> &chart_;
    const std::vector<int> &rules_;
    Budget &budget_;
    std::vector<Node> nodes_;
    std::vector<Number> edges_;                                      // where they lead
    std::vector<std::uint64_t> keys_;                                // of all nodes
    std::vector<Number> index_ = std::vector<Number>(2 * usual, 0);  // by hash: node + 1, or 0
};

// As for any other domain.
template <int Words>
Entropy remuse(const Charted<Words> &panel, const Player<Charted<Words>> &player, bool greedy, Budget &budget,
               bool with_steps) {
    if (with_steps || player.lookahead || !Survey<Words>::can_judge(panel.panel))
        return quandary::remuse<Charted<Words>>(panel, player, greedy, budget, with_steps);
    Entropy result;
    try {
        result.value = Survey<Words>(panel, player.rules, budget).run();
    } catch (const OutOfBudget &out) {
        result.stop = out.stop;
    }
    result.states = budget.states();
    return result;
}

}  // namespace quandary::witness
