// Sums over everything that can follow a state, made once for all states with the same future.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/domain.hpp>

namespace quandary {

// a + b, or the admission that the sum is too large to say.
inline std::int64_t plus(std::int64_t a, std::int64_t b) {
    if (b > std::numeric_limits<std::int64_t>::max() - a) throw OutOfBudget{{Code::range, 64}};
    return a + b;
}

// The solutions from a state on, and their lengths from there.
struct SolutionSum {
    static constexpr Interest interest{.in_all_moves = false};
    std::int64_t solutions = 0, total_length = 0;
    std::int32_t shortest = std::numeric_limits<std::int32_t>::max(), longest = 0;

    static SolutionSum of_solved() { return {1, 0, 0, 0}; }
    void add_child(const SolutionSum &child) {
        if (child.solutions == 0) return;
        solutions = plus(solutions, child.solutions);
        total_length = plus(total_length, plus(child.total_length, child.solutions));
        shortest = std::min(shortest, child.shortest + 1);
        longest = std::max(longest, child.longest + 1);
    }
};

// The states from a state on, itself included.
struct StateSum {
    static constexpr Interest interest{.in_all_moves = true};
    std::int64_t states = 1;

    static StateSum of_solved() { return {}; }
    void add_child(const StateSum &child) { states = plus(states, child.states); }
};

// Walks a domain in which no state is reached twice, and every future once.
template <Merging D, class Sum>
    requires(D::is_tree)
class Tally {
  public:
    using State = typename D::State;

    Tally(const D &domain, Budget &budget) : domain_(domain), budget_(budget) {}

    // The sum from a state on. If the budget runs out, partial() has what was seen until then.
    Sum from(const State &state) {
        stack_.clear();
        if (const auto known = enter(state)) return *known;
        while (true) {
            auto &top = stack_.back();
            if (!top.left.empty()) {
                const Move move = top.left.first();
                top.left.remove(move);
                budget_.check();
                if (const auto known = enter(domain_.apply(top.state, move))) stack_.back().sum.add_child(*known);
                continue;
            }
            sums_[top.node] = top.sum;
            const auto sum = lifted(top.sum, top.forced);
            stack_.pop_back();
            if (stack_.empty()) return sum;
            stack_.back().sum.add_child(sum);
        }
    }

    Sum partial() {
        if (stack_.empty()) return {};
        for (; stack_.size() > 1; stack_.pop_back())
            stack_[stack_.size() - 2].sum.add_child(lifted(stack_.back().sum, stack_.back().forced));
        return lifted(stack_.back().sum, stack_.back().forced);
    }

  private:
    struct Frame {
        State state;
        MoveSet<D> left;
        std::uint32_t node;
        int forced;  // moves without a choice that led here
        Sum sum;
    };

    // The sum from a state on if it is known; else nothing, and it waits on the stack. As long as there is
    // only one move it is made at once, which saves most of the keys.
    std::optional<Sum> enter(State state) {
        MoveSet<D> moves;
        for (int forced = 0;; ++forced, state = domain_.apply(state, moves.first())) {
            if (domain_.is_solved(state)) return lifted(Sum::of_solved(), forced);
            moves = domain_.moves(state);
            if (moves.empty()) return lifted(Sum{}, forced);
            if (!moves.is_single()) return branch(state, moves, forced);
        }
    }

    std::optional<Sum> branch(const State &state, const MoveSet<D> &moves, int forced) {
        key_.clear();
        const bool hope = domain_.key(state, Sum::interest, key_);
        if (!hope && !Sum::interest.in_all_moves) return Sum{};
        const auto [node, fresh] = keys_.add(key_);
        if (!fresh) return lifted(sums_[node], forced);
        budget_.spend([&] { return keys_.bytes() + sums_.capacity() * sizeof(Sum); });
        sums_.emplace_back();
        stack_.push_back({state, moves, node, forced, Sum{}});
        return std::nullopt;
    }

    // The sum from where one was before that many moves without a choice.
    static Sum lifted(Sum sum, int forced) {
        for (; forced > 0; --forced) {
            Sum before{};
            before.add_child(sum);
            sum = before;
        }
        return sum;
    }

    const D &domain_;
    Budget &budget_;
    KeyTable keys_;
    std::vector<Sum> sums_;  // by key
    std::vector<Frame> stack_;
    Key key_;  // scratch
};

}  // namespace quandary
