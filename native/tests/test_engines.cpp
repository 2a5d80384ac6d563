// The engines on puzzles whose answers are known: with cycles, with slots, with limits.
#include <quandary/backward.hpp>
#include <quandary/chance.hpp>
#include <quandary/components.hpp>
#include <quandary/explore.hpp>
#include <quandary/least_cost.hpp>
#include <quandary/search.hpp>

#include "check.hpp"
#include "domains.hpp"

using namespace quandary;

static_assert(Domain<Jugs> && !FillDomain<Jugs> && FillDomain<Dominoes>);

namespace {

template <Domain D>
Entropy muse_of(const D &domain, Player<D> player = {}, Limits limits = {}) {
    Budget budget(limits);
    return muse(domain, player, false, budget);
}
template <Domain D>
Entropy remuse_of(const D &domain, Player<D> player = {}, Limits limits = {}) {
    Budget budget(limits);
    return remuse(domain, player, false, budget);
}

void costs_add_up_exactly() {
    CHECK(cost(1) == 0 && cost(8) == 3 * cost(2) && cost(36) == cost(4) + cost(9));
    CHECK(check::near(in_bits(cost(6)), std::log2(6.0)));
    double equal[] = {2, 2}, lone[] = {1, infinity, infinity, infinity};
    CHECK(surprise(equal) == 0 && check::near(surprise(lone), 2));
}

void jugs_have_a_known_answer_although_play_can_go_in_circles() {
    CHECK(check::near(muse_of(Jugs{}).value, 10.5850) && check::near(remuse_of(Jugs{}).value, 10.5850));
    CHECK(check::near(remuse_of(Jugs{{3, 5}, 1}).value, 6.5850));
    CHECK(check::near(remuse_of(Jugs{{4, 9}, 6}).value, 14.5850));
    const auto found = solutions(Jugs{}, 1, {});
    CHECK(found.found.size() == 1 && found.found[0].moves.size() == 6 && !found.complete);
}

void an_amount_that_cannot_be_measured_is_unsolvable_and_not_given_up() {
    const Jugs even{{2, 4}, 3};
    for (const auto &result : {muse_of(even), remuse_of(even)}) CHECK(result.value == infinity && !result.stop);
    const auto counted = count(even, 10, {});
    CHECK(counted.complete && counted.solutions == 0);
}

void a_limit_is_a_status() {
    for (const auto &result : {muse_of(Jugs{}, {}, {.states = 3}), remuse_of(Jugs{}, {}, {.states = 3})})
        CHECK(result.value == infinity && result.stop == Stop{Code::states, 3} && result.states == 3);
    Budget budget({.states = 3});
    const auto graph = explore(Jugs{}, budget);
    CHECK(!graph.complete && graph.solved.size() == 3 && graph.first.size() == 4);
    const auto out_of_memory = count(Jugs{}, 10, {.bytes = 1});
    CHECK(!out_of_memory.complete && out_of_memory.stop == Stop{Code::memory, 1e-9});
}

void ctrl_c_ends_the_work() {
    bool stopped = false;
    try {
        Budget budget({.is_interrupted = [] { return true; }});
        for (int i = 0; i < 1000; ++i) budget.spend();
    } catch (const Interrupted &) {
        stopped = true;
    }
    CHECK(stopped);
}

void a_meter_counts_the_states_of_all_work_that_has_it() {
    std::int64_t numbers[2] = {0, 0}, others[2] = {0, 0};
    const Limits limits{.meter = Meter(numbers)};
    {
        Budget budget(limits), other({.meter = Meter(others)});
        for (int i = 0; i < 64; ++i) budget.spend();
        CHECK(numbers[0] > 0 && numbers[0] <= 64);  // told now and then
        Budget aside(budget.rest());
        aside.spend();
        other.spend();
    }
    CHECK(numbers[0] == 65 && others[0] == 1);
}

void a_meter_stops_the_work_that_has_it_and_no_other() {
    std::int64_t numbers[2] = {0, 0};
    const Meter meter(numbers);
    meter.stop();
    CHECK(count(Jugs{{31, 40}, 23}, 10, {.meter = meter}).stop == Stop{Code::stopped});
    CHECK(count(Jugs{{31, 40}, 23}, 10, {}).complete);
    Meter().stop();  // nobody's
    CHECK(!Meter().is_stopped() && Meter().states() == 0);
}

void more_solutions_than_wanted_are_a_reason_of_their_own() {
    CHECK(solutions(Jugs{}, 0, {}).stop == Stop{Code::enough, 0});
    CHECK(std::size(code_names) == std::size_t(Code::steps) + 1 && code_names[std::size_t(Code::steps)] == "steps");
}

void a_strip_has_one_tiling_or_none() {
    const auto even = count(Dominoes(12), 10, {}), odd = count(Dominoes(11), 10, {});
    CHECK(even.solutions == 1 && even.shortest == 6 && even.complete);
    CHECK(odd.solutions == 0 && odd.complete);
    CHECK(muse_of(Dominoes(12)).value == 0);  // the cell at the end always has one way
    Player<Dominoes> nobody;
    nobody.families = 0;  // looks nowhere, so sees neither choices nor a way
    CHECK(muse_of(Dominoes(4), nobody).value == infinity);
    Player<Dominoes> knows_singles = nobody;
    knows_singles.rules = {0};
    CHECK(muse_of(Dominoes(4), knows_singles).value == 0);
}

void components_come_in_an_order_in_which_what_is_reached_comes_first() {
    // 0 → 1 ⇄ 2 → 3, and 4 alone
    Budget budget({});
    const auto parts = components({0, 1, 2, 4, 4, 4}, {1, 2, 1, 3}, ~0u, budget);
    CHECK(parts.count == 4 && parts.of[1] == parts.of[2] && parts.of[0] != parts.of[1]);
    CHECK(parts.of[3] < parts.of[1] && parts.of[1] < parts.of[0] && parts.order.size() == 5);
}

// Two nodes are in one component if each can be reached from the other, and all that is reached has no later one.
void components_of_random_graphs_are_what_can_be_reached_both_ways() {
    constexpr int nodes = 9;
    SplitMix64 random(1);
    for (int round = 0; round < 300; ++round) {
        std::vector<std::uint64_t> first{0};
        std::vector<std::uint32_t> target;
        bool reaches[nodes][nodes] = {};
        for (int from = 0; from < nodes; ++from) {
            for (int edges = random.below(4); edges > 0; --edges) {
                const int to = random.below(nodes);
                target.push_back(std::uint32_t(to));
                reaches[from][to] = true;
            }
            reaches[from][from] = true;
            first.push_back(target.size());
        }
        for (int by = 0; by < nodes; ++by)
            for (int from = 0; from < nodes; ++from)
                for (int to = 0; to < nodes; ++to) reaches[from][to] |= reaches[from][by] && reaches[by][to];
        Budget budget({});
        const auto parts = components(first, target, ~0u, budget);
        for (std::size_t from = 0; from < nodes; ++from)
            for (std::size_t to = 0; to < nodes; ++to) {
                CHECK((parts.of[from] == parts.of[to]) == (reaches[from][to] && reaches[to][from]));
                if (reaches[from][to]) CHECK(parts.of[to] <= parts.of[from]);
            }
    }
}

}  // namespace

int main() {
    costs_add_up_exactly();
    jugs_have_a_known_answer_although_play_can_go_in_circles();
    an_amount_that_cannot_be_measured_is_unsolvable_and_not_given_up();
    a_limit_is_a_status();
    ctrl_c_ends_the_work();
    a_meter_counts_the_states_of_all_work_that_has_it();
    a_meter_stops_the_work_that_has_it_and_no_other();
    more_solutions_than_wanted_are_a_reason_of_their_own();
    a_strip_has_one_tiling_or_none();
    components_come_in_an_order_in_which_what_is_reached_comes_first();
    components_of_random_graphs_are_what_can_be_reached_both_ways();
    return check::report();
}
