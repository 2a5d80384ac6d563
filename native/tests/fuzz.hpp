// Random puzzles through every engine, to be run under sanitizers. What two engines answer must agree, and a limit
// that is reached anywhere must leave everything whole. A longer run by hand: test_fuzz ROUNDS SEED.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <quandary/backward.hpp>
#include <quandary/chance.hpp>
#include <quandary/deduce.hpp>
#include <quandary/explore.hpp>
#include <quandary/least_cost.hpp>

#include "check.hpp"

namespace fuzz {

using namespace quandary;

inline bool chance(SplitMix64 &random, int one_in) { return random.below(one_in) == 0; }

// Different numbers below `most`, in any order.
inline std::vector<int> some_of(SplitMix64 &random, int number, int most) {
    std::vector<int> all, some;
    for (int i = 0; i < most; ++i) all.push_back(i);
    while (int(some.size()) < number && !all.empty()) {
        const auto at = std::size_t(random.below(int(all.size())));
        some.push_back(all[at]);
        all.erase(all.begin() + std::ptrdiff_t(at));
    }
    return some;
}

// Mostly enough for a small puzzle; sometimes so tight that a search stops at a random place.
inline Limits limits(SplitMix64 &random, int most_states = 2000) {
    Limits some{.states = 1 + random.below(most_states)};
    if (chance(random, 3)) some.states = 1 + random.below(20);
    if (chance(random, 10)) some.bytes = random.below(20'000);
    if (chance(random, 20)) some.seconds = 1e-6 * random.below(300);
    if (chance(random, 20)) some.resident = 1;
    return some;
}

template <Domain D>
Player<D> player(SplitMix64 &random) {
    Player<D> some;
    for (int rule = 0; rule < int(rule_count<D>); ++rule)
        if (chance(random, 2)) some.rules.push_back(rule);
    some.lookahead = chance(random, 4) ? 1 + random.below(2) : 0;
    return some;
}

// The numbers of a graph fit together, also if it is cut short.
inline void check_graph(const Graph &graph) {
    const auto size = std::int64_t(graph.solved.size());
    CHECK(std::int64_t(graph.first.size()) == size + 1 && graph.first.back() == std::int64_t(graph.target.size()));
    bool inside = true;
    for (const auto end : graph.target) inside = inside && end >= (graph.complete ? 0 : -1) && end < size;
    for (const auto start : graph.starts) inside = inside && start >= 0 && start < size;
    CHECK(inside);
}

// The states, solutions and counts of a puzzle, and how they agree.
template <Domain D>
void search(const D &domain, SplitMix64 &random) {
    Budget exploring(limits(random));
    const auto graph = explore(domain, exploring);
    check_graph(graph);
    const auto states = count_states(domain, limits(random));
    if (graph.complete && states.complete) CHECK(states.represented == std::int64_t(graph.solved.size()));
    const auto most = std::int64_t(random.below(50));
    const auto found = solutions(domain, most, limits(random));
    const auto counted = count(domain, 1'000'000, limits(random));
    CHECK(std::int64_t(found.found.size()) <= most);
    if (counted.complete && found.complete) CHECK(counted.solutions == std::int64_t(found.found.size()));
    if (graph.complete && counted.complete)
        CHECK((counted.solutions > 0) == (std::count(graph.solved.begin(), graph.solved.end(), 1) > 0));
    for (const auto &solution : found.found) {
        auto state = domain.starts()[std::size_t(solution.start)];
        for (const Move move : solution.moves) state = domain.apply(state, move);
        CHECK(domain.is_solved(state));
    }
}

// What a random player is unsure of. Not counting choices that do not matter never makes it more.
template <Domain D>
void measure(const D &domain, SplitMix64 &random, int most_states = 2000) {
    const auto who = player<D>(random);
    const bool greedy = chance(random, 2);
    const auto most = limits(random, most_states), more = limits(random, most_states);
    Budget one(most);
    const auto bits = muse(domain, who, greedy, one);
    Budget other(more);
    const auto fewer = remuse(domain, who, greedy, other);
    if (!bits.stop && !fewer.stop) CHECK(fewer.value <= bits.value + 1e-9);
    if constexpr (FillDomain<D>) {
        const std::vector<bool> counts(who.rules.size(), true);
        Budget deducing(limits(random, most_states));
        Deduction<D>(domain, who, counts, Guess{chance(random, 2) ? -1 : 0}).run(random.next(), deducing);
    }
}

// Everything that every domain is asked. Where looking at a state takes long, players may look at few.
template <Domain D>
void ask(const D &domain, SplitMix64 &random, int most_states = 2000) {
    search(domain, random);
    measure(domain, random, most_states);
    if constexpr (Merging<D>) {
        const Unmerged<D> plain(domain);
        search(plain, random);
        const auto merged = count_states(domain, {.states = 5000}), single = count_states(plain, {.states = 5000});
        if (merged.complete && single.complete) CHECK(merged.represented == single.represented);
        const auto one = count(domain, 1'000'000, {.states = 5000});
        const auto other = count(plain, 1'000'000, {.states = 5000});
        if (one.complete && other.complete) CHECK(one.solutions == other.solutions);
    }
}

// Calls round(random) as often as the command line says, each time with other numbers.
template <class Round>
int run(int count, char **words, int rounds, Round round) {
    const auto number = [&](int at, std::uint64_t otherwise) {
        return count > at ? std::strtoull(words[at], nullptr, 10) : otherwise;
    };
    SplitMix64 seeds(number(2, 1));
    for (auto left = number(1, std::uint64_t(rounds)); left > 0; --left) {
        SplitMix64 random(seeds.next());
        round(random);
    }
    return check::report();
}

}  // namespace fuzz
