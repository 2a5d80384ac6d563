// The same question about many puzzles, on several threads.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
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

// Threads that share out some work. The calling thread waits for them; it alone asks for Ctrl-C, and it hands on what
// the meters say: the caller's stops the work, that of the work counts for the caller.
class Crew {
  public:
    explicit Crew(const Limits &limits) : outer_(limits), inner_(limits) {
        inner_.meter = Meter(numbers_);
        inner_.is_interrupted = nullptr;
    }

    // Calls work(i, limits) for every i below `size`, in any order, where each thread makes its own work with
    // begin(); it must not throw OutOfBudget. Throws Interrupted, or the first thing that was thrown.
    template <class Begin>
    void run(std::size_t size, int threads, Begin begin) {
        const auto crew = std::min(std::size_t(std::max(threads, 1)), std::max(size, std::size_t(1)));
        running_ = crew;
        std::vector<std::thread> pool;
        for (std::size_t i = 0; i < crew; ++i) pool.emplace_back([&] { take_turns(size, begin); });
        watch();
        for (auto &each : pool) each.join();
        tell();
        if (interrupted_) throw Interrupted{};
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    template <class Begin>
    void take_turns(std::size_t size, Begin &begin) {
        std::exception_ptr failure;
        try {
            auto work = begin();
            for (auto i = next_++; i < size; i = next_++) work(i, inner_);
        } catch (...) {
            failure = std::current_exception();
            inner_.meter.stop();
        }
        const std::lock_guard locked(mutex_);
        if (failure && !failure_) failure_ = failure;
        if (--running_ == 0) over_.notify_one();
    }

    void watch() {
        std::unique_lock locked(mutex_);
        while (!over_.wait_for(locked, std::chrono::milliseconds(50), [&] { return running_ == 0; })) {
            tell();
            interrupted_ = interrupted_ || (outer_.is_interrupted && outer_.is_interrupted());
            if (interrupted_ || outer_.meter.is_stopped()) inner_.meter.stop();
        }
    }

    void tell() {
        const auto states = inner_.meter.states();
        outer_.meter.add(states - told_);
        told_ = states;
    }

    Limits outer_, inner_;
    std::int64_t numbers_[2] = {0, 0}, told_ = 0;
    std::atomic<std::size_t> next_{0};
    std::mutex mutex_;
    std::condition_variable over_;
    std::size_t running_ = 0;
    bool interrupted_ = false;
    std::exception_ptr failure_;
};

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
    Crew(limits).run(puzzles.size(), threads, [&] {
        return [&, ask = begin()](std::size_t i, const Limits &own) mutable {
            Budget budget(own);
            const Row row = own.meter.is_stopped() ? Row{.stop = {Code::stopped}} : ask(*puzzles[i], budget);
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
