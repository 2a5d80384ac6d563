// Budgets nest, and what is deep down keeps the innermost one, under sanitizers.
#include <quandary/budget.hpp>
#include <thread>

#include "check.hpp"

using namespace quandary;

namespace {

// Why this work stops, if it does within some looks at the clock.
template <class Work>
Stop stop_of(Work work) {
    try {
        for (int i = 0; i < 100; ++i) work();
    } catch (const OutOfBudget &out) {
        return out.stop;
    }
    return {};
}

void code_without_a_budget_keeps_that_of_its_caller() {
    CHECK(!stop_of(Budget::poll));
    Budget none({.seconds = 0});
    CHECK(stop_of(Budget::poll).code == Code::seconds);
}

void the_tighter_of_two_budgets_counts() {
    Budget outer({.seconds = 0});
    {
        Budget inner({});
        CHECK(stop_of(Budget::poll).code == Code::seconds);
        CHECK(inner.rest().seconds <= 0);
    }
    Budget large({.seconds = 60});
    CHECK(large.rest().seconds <= 0);
}

void a_budget_ends_with_its_scope() {
    {
        const Budget none({.seconds = 0});
    }
    CHECK(!stop_of(Budget::poll));
}

void threads_have_budgets_of_their_own() {
    const Budget none({.seconds = 0});
    Stop there{Code::stopped};
    std::thread([&] { there = stop_of(Budget::poll); }).join();
    CHECK(!there);
}

void memory_is_that_of_the_process_and_of_what_is_announced() {
    const auto now = resident_bytes();
    if (now == 0) return;  // this system does not say
    const Budget enough({.bytes = 5, .resident = now + (std::int64_t(1) << 30)});
    CHECK(!stop_of([] { Budget::announce(1); }));
    CHECK((stop_of([] { Budget::announce(std::size_t(1) << 31); }) == Stop{Code::memory, 5e-9}));
    const Budget little({.resident = now / 2});
    CHECK(stop_of([] { Budget::announce(0); }).code == Code::memory);
    std::this_thread::sleep_for(std::chrono::milliseconds(6));
    CHECK(stop_of(Budget::poll).code == Code::memory);
}

void an_inner_budget_listens_to_the_meter_of_the_outer() {
    std::int64_t numbers[2] = {0, 0};
    const Budget outer({.meter = Meter(numbers)});
    {
        Budget inner({});
        for (int i = 0; i < 7; ++i) inner.spend();
    }
    CHECK(numbers[0] == 7);
    Meter(numbers).stop();
    const Budget inner({});
    CHECK(stop_of(Budget::poll).code == Code::stopped);
}

}  // namespace

int main() {
    code_without_a_budget_keeps_that_of_its_caller();
    the_tighter_of_two_budgets_counts();
    a_budget_ends_with_its_scope();
    threads_have_budgets_of_their_own();
    memory_is_that_of_the_process_and_of_what_is_announced();
    an_inner_budget_listens_to_the_meter_of_the_outer();
    return check::report();
}
