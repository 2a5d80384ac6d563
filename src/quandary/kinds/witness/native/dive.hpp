// Some solution of a panel, quickly, where a search for the shortest one would take too long.
//
// A path is drawn depth first, each future looked into once, with the moves in one order after the other: where
// one order goes astray for long another often does not. What one has seen to the end, no other looks into again. Once
// all has been seen, there is nothing.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <quandary/key.hpp>
#include <quandary/search.hpp>

namespace quandary::witness {

// The futures that were looked into, and whether to the end without a solution.
template <class Panel>
class Futures {
  public:
    using Number = KeyTable::Number;

    explicit Futures(const Panel &panel) : panel_(panel) {}

    // The number of the future of a path and whether it is new, or nothing if there is no hope.
    std::optional<std::pair<Number, bool>> find(const typename Panel::State &state) {
        key_.clear();
        if (!panel_.key(state, Interest{.in_all_moves = false}, key_)) return std::nullopt;
        const auto found = keys_.add(key_);
        if (found.second) lost_.push_back(false);
        if (lost_[found.first]) return std::nullopt;
        return found;
    }
    void lose(Number future) { lost_[future] = true; }
    std::size_t bytes() const { return keys_.bytes() + lost_.capacity(); }

  private:
    const Panel &panel_;
    KeyTable keys_;
    std::vector<char> lost_;  // by key
    Key key_;                 // scratch
};

template <class Panel>
class Dive {
  public:
    using State = typename Panel::State;
    using Order = std::array<Move, 4>;

    Dive(const Panel &panel, Futures<Panel> &futures, Budget &budget, const Order &order, std::int64_t most)
        : panel_(panel), futures_(futures), budget_(budget), order_(order), left_(most) {}

    // The first solution in this order, if it comes soon enough.
    std::vector<Solution> run() {
        for (int number = 0; const auto &start : panel_.starts()) {
            if (panel_.is_solved(start)) return {{number, {}}};
            stack_.clear();
            enter(start, 0);
            while (!stack_.empty() && left_ > 0) {
                auto &top = stack_.back();
                if (top.next == order_.size()) {
                    futures_.lose(top.future);
                    stack_.pop_back();
                    continue;
                }
                const Move move = order_[top.next++];
                if (!panel_.moves(top.state).has(move)) continue;
                const auto longer = panel_.apply(top.state, move);
                if (panel_.is_solved(longer)) return {{number, path(move)}};
                enter(longer, move);
            }
            ++number;
        }
        return {};
    }

    // Whether everything has been looked at.
    bool is_complete() const { return left_ > 0; }

  private:
    struct Frame {
        State state;
        std::size_t next;
        Move move;
        typename Futures<Panel>::Number future;
    };

    void enter(const State &state, Move move) {
        const auto future = futures_.find(state);
        if (!future) return;
        budget_.spend([&] { return futures_.bytes(); });
        left_ -= future->second;
        stack_.push_back({state, 0, move, future->first});
    }

    std::vector<Move> path(Move last) const {
        std::vector<Move> moves;
        for (std::size_t i = 1; i < stack_.size(); ++i) moves.push_back(stack_[i].move);
        moves.push_back(last);
        return moves;
    }

    const Panel &panel_;
    Futures<Panel> &futures_;
    Budget &budget_;
    Order order_;
    std::int64_t left_;  // new futures that may still be looked into
    std::vector<Frame> stack_;
};

// Some solution, or the proof that there is none.
template <class Panel>
Solutions attempt(const Panel &panel, Limits limits) {
    // Round and round, one way and the other: each order begins with another move.
    constexpr std::array<std::array<Move, 4>, 8> orders{{{0, 1, 2, 3},
                                                         {1, 0, 3, 2},
                                                         {2, 3, 0, 1},
                                                         {3, 2, 1, 0},
                                                         {0, 3, 1, 2},
                                                         {1, 2, 0, 3},
                                                         {2, 1, 3, 0},
                                                         {3, 0, 2, 1}}};
    Solutions result;
    Budget budget(limits);
    Futures<Panel> futures(panel);
    quandary::run(result, budget, 1, [&] {
        for (std::int64_t most = 500;; most *= 2)
            for (const auto &order : orders) {
                Dive<Panel> dive(panel, futures, budget, order, most);
                result.found = dive.run();
                result.complete = result.found.empty();
                if (!result.found.empty() || dive.is_complete()) return;
            }
    });
    return result;
}

}  // namespace quandary::witness
