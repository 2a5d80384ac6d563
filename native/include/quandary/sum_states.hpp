// How play goes if every move is as likely as any other, or is tried in order: sums over all states of a tree.
#pragma once
#include <cstdint>
#include <limits>

#include <quandary/search.hpp>
#include <quandary/tally.hpp>

namespace quandary {

inline constexpr std::int64_t too_many = std::numeric_limits<std::int64_t>::max();

// a + b, or too_many.
inline std::int64_t plus_at_most(std::int64_t a, std::int64_t b) { return b > too_many - a ? too_many : a + b; }

// What play can meet from a state on, itself included.
struct PlaySum {
    static constexpr Interest interest{.in_all_moves = true};
    std::int64_t states = 1;
    std::int64_t viable = 0;  // states from which a solution can be reached
    std::int64_t solved = 0;
    std::int64_t moving = 0;      // states with a move
    std::int64_t expansions = 1;  // states up to the first solution, depth first, or all of them
    double lost = 0;              // the sum of the losses after each move
    std::int32_t moves = 0;

    static PlaySum of_solved() { return {.viable = 1, .solved = 1}; }
    void add_child(const PlaySum &child) {
        if (viable == 0) expansions = plus_at_most(expansions, child.expansions);
        if (viable == 0 && child.viable > 0) viable = 1;
        if (moves++ == 0) moving = 1;
        states = plus_at_most(states, child.states);
        viable = plus_at_most(viable, child.viable);
        solved = plus_at_most(solved, child.solved);
        moving = plus_at_most(moving, child.moving);
        lost += child.loss();
    }
    // How likely random play is to come to a state without a solution.
    double loss() const { return viable == 0 ? 1 : moves == 0 ? 0 : lost / moves; }
};

struct StateSums {
    PlaySum sum;  // of a state before the starts, whose moves are the starts
    bool complete = true;
    std::int64_t states = 0;  // states looked at: fewer if some were taken for one
    Stop stop;
};

// The sums over a domain in which no state is reached twice. If the budget runs out, they are of what was seen.
template <Merging D>
    requires(D::is_tree)
StateSums sum_states(const D &domain, Limits limits) {
    StateSums result;
    Budget budget(limits);
    Tally<D, PlaySum> tally(domain, budget);
    run(result, budget, 0, [&] {
        try {
            for (const auto &start : domain.starts()) result.sum.add_child(tally.from(start));
        } catch (const OutOfBudget &) {
            result.sum.add_child(tally.partial());
            throw;
        }
    });
    return result;
}

}  // namespace quandary
