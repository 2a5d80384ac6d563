// Some solution of a panel, quickly, where a search for the shortest one would take too long.
//
// A path is drawn depth first, each future looked into once, with the moves in one order after the other: where
// one order goes astray for long another often does not. An order that has seen everything has proved that there
// is nothing.
#pragma once
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <quandary/search.hpp>

namespace quandary::witness {

template <class Panel>
class Dive {
  public:
    using State = typename Panel::State;
    using Order = std::array<Move, 4>;

    Dive(const Panel &panel, Budget &budget, const Order &order, std::int64_t most)
        : panel_(panel), budget_(budget), order_(order), left_(most), gate_(panel, 0) {}

    // The first solution in this order, if it comes soon enough.
    std::vector<Solution> run() {
        for (int number = 0; const auto &start : panel_.starts()) {
            if (panel_.is_solved(start)) return {{number, {}}};
            stack_.clear();
            enter(start, 0);
            while (!stack_.empty() && left_ > 0) {
                auto &top = stack_.back();
                if (top.next == order_.size()) {
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
    };

    void enter(const State &state, Move move) {
        if (!gate_.admits(state)) return;
        budget_.spend([&] { return gate_.bytes(); });
        --left_;
        stack_.push_back({state, 0, move});
    }

    std::vector<Move> path(Move last) const {
        std::vector<Move> moves;
        for (std::size_t i = 1; i < stack_.size(); ++i) moves.push_back(stack_[i].move);
        moves.push_back(last);
        return moves;
    }

    const Panel &panel_;
    Budget &budget_;
    Order order_;
    std::int64_t left_;  // states that may still be looked at
    Gate<Panel> gate_;
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
    quandary::run(result, budget, 1, [&] {
        for (std::int64_t most = 500;; most *= 2)
            for (const auto &order : orders) {
                Dive<Panel> dive(panel, budget, order, most);
                result.found = dive.run();
                result.complete = result.found.empty();
                if (!result.found.empty() || dive.is_complete()) return;
            }
    });
    return result;
}

}  // namespace quandary::witness
