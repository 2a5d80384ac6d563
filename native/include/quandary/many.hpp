// The same question about many puzzles, on several threads.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/player.hpp>

namespace quandary {

// What is kept of an answer about one of many puzzles.
struct Row {
    double value = std::numeric_limits<double>::infinity();
    double at_least = 0;
    std::int64_t states = 0;
    Stop stop;
};

// The rows by column, in the order of the puzzles.
struct Columns {
    std::vector<double> value, at_least, seconds;
    std::vector<std::int64_t> states;
    std::vector<std::int8_t> stop;
    std::vector<std::int32_t> starts;  // how many each puzzle has

    explicit Columns(std::size_t size)
        : value(size), at_least(size), seconds(size), states(size), stop(size), starts(size) {}

    void set(std::size_t i, const Row &row, double took) {
        value[i] = row.value;
        at_least[i] = row.at_least;
        seconds[i] = took;
        states[i] = row.states;
        stop[i] = std::int8_t(row.stop.code);
    }
};

// What a thread of a crew does with the puzzle of a number, within limits. It must not throw OutOfBudget.
using Turn = std::function<void(std::size_t, const Limits &)>;

// Does a turn for every number below `size`, in any order, on some threads, each of which makes its own with begin().
// The calling thread waits for them; it alone asks for Ctrl-C, and it hands on what the meters say: the caller's stops
// the work, that of the work counts for the caller. Throws Interrupted, or the first thing that was thrown.
void take_turns(std::size_t size, int threads, const Limits &limits, const std::function<Turn()> &begin);

// What a thread keeps from one puzzle for the next. A domain whose puzzles have work in common specialises it: its
// ask(puzzle, player, ask) calls ask(domain, player) with the puzzle or with a quicker twin that has the same states.
template <Domain D>
struct Sharing {
    template <class Ask>
    auto ask(const D &puzzle, const Player<D> &player, Ask ask) {
        return ask(puzzle, player);
    }
};

// The answers of ask(puzzle, budget) about many puzzles, each within the limits, where each thread makes its own `ask`
// with begin(). Those not begun when the meter says stop are not begun any more.
template <class D, class Begin>
Columns ask_many(const std::vector<const D *> &puzzles, int threads, const Limits &limits, Begin begin) {
    Columns columns(puzzles.size());
    take_turns(puzzles.size(), threads, limits, [&]() -> Turn {
        const auto ask = std::make_shared<decltype(begin())>(begin());  // need not be one that can be copied
        return [&, ask](std::size_t i, const Limits &own) {
            Budget budget(own);
            const Row row = own.meter.is_stopped() ? Row{.stop = {Code::stopped}} : (*ask)(*puzzles[i], budget);
            columns.set(i, row, budget.seconds());
            columns.starts[i] = std::int32_t(puzzles[i]->starts().size());
        };
    });
    return columns;
}

// The same for measure(domain, player, budget), with what the puzzles share.
template <Domain D, class Measure>
Columns measure_many(const std::vector<const D *> &puzzles, const Player<D> &player, int threads, const Limits &limits,
                     Measure measure) {
    return ask_many(puzzles, threads, limits, [&] {
        return [&, sharing = Sharing<D>()](const D &puzzle, Budget &budget) mutable {
            return sharing.ask(puzzle, player, [&](const auto &domain, const auto &same_player) {
                const auto found = measure(domain, same_player, budget);
                return Row{found.value, found.at_least, found.states, found.stop};
            });
        };
    });
}

}  // namespace quandary
