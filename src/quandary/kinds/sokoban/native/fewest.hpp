// A solution with fewest pushes by A*, without exploring the level: the estimate is the cheapest matching of
// boxes to targets, and what is lost for good is never looked at.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "matching.hpp"
#include "nodes.hpp"

namespace quandary::sokoban {

template <int Words>
class FewestPushes {
  public:
    using Cells = Bits<Words>;

    FewestPushes(const Level<Words> &level, std::vector<std::vector<Matching::Cost>> far, Budget &budget)
        : level_(level), matching_(std::move(far)), budget_(budget) {}

    // The pushes, as moves of the level; nothing if there is no solution. Throws OutOfBudget.
    std::optional<std::vector<Move>> run() {
        meet(level_.boxes, level_.region(level_.man, level_.boxes), {nobody, 0, 0});
        for (std::size_t f = 0; f < open_.size() && f < win_.made; ++f)
            while (!open_[f].empty() && f < win_.made) {
                const auto node = open_[f].back();
                open_[f].pop_back();
                if (std::size_t(seen_[node].made) + estimate_[node] != f) continue;  // met again on a shorter way
                estimate_[node] = taken_up;
                take_up(node);
            }
        if (win_.made == never) return {};
        return line();
    }

  private:
    static constexpr Node nobody = std::numeric_limits<Node>::max();
    static constexpr std::uint16_t never = std::numeric_limits<std::uint16_t>::max();
    static constexpr std::uint16_t taken_up = never;

    // How a situation is reached by fewest pushes, as far as that is known.
    struct Way {
        Node before;
        std::uint16_t push;  // a move of the level
        std::uint16_t made;
    };

    std::size_t bytes() const {
        return table_.bytes() + seen_.capacity() * sizeof(Way) + 2 * estimate_.capacity() + 4 * open_count_;
    }

    void take_up(Node node) {
        budget_.spend([&] { return bytes(); });
        const auto boxes = table_.boxes(node);
        const auto reach = level_.region(table_.man(node), boxes);
        const auto made = std::uint16_t(seen_[node].made + 1);
        for (std::size_t direction = 0; direction < 4; ++direction)
            level_.pushable(reach, boxes, direction).each([&](int box) {
                const int to = box + level_.step[direction];
                if (level_.dead.has(to)) return;
                const auto after = PushGraph<Words>::pushed(boxes, box, to);
                const Way way{node, std::uint16_t(4 * box + int(direction)), made};
                if (level_.is_won(after))
                    win_ = made < win_.made ? way : win_;
                else if (!is_frozen(level_, after))
                    meet(after, level_.region(box, after), way);
            });
    }

    void meet(const Cells &boxes, const Cells &reach, const Way &way) {
        const auto before = table_.size();
        const auto node = table_.add(boxes, reach.first());
        if (table_.size() > before) {
            const auto estimate = matching_.least(boxes);
            estimate_.push_back(estimate < Matching::never ? std::uint16_t(estimate) : taken_up);
            seen_.push_back(way);
        } else if (way.made < seen_[node].made) {
            seen_[node] = way;
        } else {
            return;
        }
        if (estimate_[node] == taken_up) return;
        const std::size_t f = std::size_t(way.made) + estimate_[node];
        if (f >= never) throw OutOfBudget{{Code::pushes, 65'000}};
        if (open_.size() <= f) open_.resize(f + 1);
        open_[f].push_back(node);
        ++open_count_;
    }

    std::vector<Move> line() const {
        std::vector<Move> moves{Move(win_.push)};
        for (auto node = win_.before; seen_[node].before != nobody; node = seen_[node].before)
            moves.push_back(Move(seen_[node].push));
        std::reverse(moves.begin(), moves.end());
        return moves;
    }

    const Level<Words> &level_;
    Matching matching_;
    Budget &budget_;
    NodeTable<Words> table_;
    std::vector<Way> seen_;                // by node
    std::vector<std::uint16_t> estimate_;  // by node
    std::vector<std::vector<Node>> open_;  // by pushes made + estimate, the last one met first
    std::size_t open_count_ = 0;
    Way win_{nobody, 0, never};
};

}  // namespace quandary::sokoban
