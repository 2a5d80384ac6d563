// One question about many puzzles, on several threads.
#include <quandary/backward.hpp>
#include <quandary/many.hpp>

#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "domains.hpp"

using namespace quandary;

namespace {

Row remuse_of(const Jugs &jugs, Budget &budget) {
    const auto found = remuse<Jugs>(jugs, {}, false, budget, false);
    return {found.value, found.at_least, found.states, found.stop};
}

// The same question from every thread.
template <class Ask>
auto always(Ask ask) {
    return [ask] { return ask; };
}

std::vector<Jugs> some_jugs(int number) {
    std::vector<Jugs> some;
    for (int i = 0; i < number; ++i) some.push_back(Jugs{{3 + i % 5, 7 + i % 7}, 1 + i % 6});
    return some;
}

std::vector<const Jugs *> pointers(const std::vector<Jugs> &some) {
    std::vector<const Jugs *> all;
    for (const auto &each : some) all.push_back(&each);
    return all;
}

void many_at_once_are_answered_as_one_by_one() {
    const auto some = some_jugs(200);
    for (int threads : {1, 2, 5}) {
        const auto columns = ask_many(pointers(some), threads, {}, always(remuse_of));
        bool same = true;
        for (std::size_t i = 0; i < some.size(); ++i) {
            Budget budget({});
            const auto alone = remuse_of(some[i], budget);
            same = same && alone.value == columns.value[i] && alone.states == columns.states[i] &&
                   columns.stop[i] == 0 && columns.seconds[i] >= 0 && columns.starts[i] == 1;
        }
        CHECK(same);
    }
    CHECK(ask_many(std::vector<const Jugs *>{}, 3, {}, always(remuse_of)).value.empty());
}

void each_has_the_limits_for_itself_and_all_share_a_meter() {
    const auto some = some_jugs(50);
    std::int64_t numbers[2] = {0, 0};
    const auto columns = ask_many(pointers(some), 3, {.states = 2, .meter = Meter(numbers)}, always(remuse_of));
    std::int64_t sum = 0;
    bool stopped = true;
    for (std::size_t i = 0; i < some.size(); ++i) {
        sum += columns.states[i];
        stopped = stopped && columns.stop[i] == std::int8_t(Code::states) && columns.states[i] == 2;
    }
    CHECK(stopped && sum == numbers[0]);
}

void a_meter_that_is_stopped_lets_the_rest_go() {
    const auto some = some_jugs(2000);
    std::int64_t numbers[2] = {0, 0};
    const Meter meter(numbers);
    const auto columns = ask_many(pointers(some), 2, {.meter = meter}, always([&](const Jugs &, Budget &budget) -> Row {
                                      meter.stop();
                                      try {
                                          while (true) budget.spend();
                                      } catch (const OutOfBudget &out) {
                                          return {.stop = out.stop};
                                      }
                                  }));
    bool all = true;
    for (auto code : columns.stop) all = all && code == std::int8_t(Code::stopped);
    CHECK(all && numbers[0] > 0);
}

void ctrl_c_ends_all_threads() {
    const auto some = some_jugs(4);
    bool interrupted = false;
    try {
        ask_many(pointers(some), 2, {.is_interrupted = [] { return true; }},
                 always([](const Jugs &, Budget &budget) -> Row {
                     try {
                         while (true) budget.spend();
                     } catch (const OutOfBudget &out) {
                         return {.stop = out.stop};
                     }
                 }));
    } catch (const Interrupted &) {
        interrupted = true;
    }
    CHECK(interrupted);
}

void what_goes_wrong_in_a_thread_comes_out() {
    const auto some = some_jugs(4);
    bool told = false;
    try {
        ask_many(pointers(some), 2, {},
                 always([](const Jugs &, Budget &) -> Row { throw std::runtime_error("broken"); }));
    } catch (const std::runtime_error &) {
        told = true;
    }
    CHECK(told);
}

}  // namespace

int main() {
    many_at_once_are_answered_as_one_by_one();
    each_has_the_limits_for_itself_and_all_share_a_meter();
    a_meter_that_is_stopped_lets_the_rest_go();
    ctrl_c_ends_all_threads();
    what_goes_wrong_in_a_thread_comes_out();
    return check::report();
}
