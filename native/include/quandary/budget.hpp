// How much work an answer may cost. Mirrors quandary/limits.py.
#pragma once
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <string_view>

#include <quandary/memory.hpp>

namespace quandary {

// Why an answer stops short. Python has the sentences (quandary/limits.py).
enum class Code : std::int8_t { none, seconds, memory, states, stopped, enough, range, layouts, pushes, steps };

// By code.
inline constexpr std::array<std::string_view, 10> code_names{"",       "seconds", "memory",  "states", "stopped",
                                                             "enough", "range",   "layouts", "pushes", "steps"};

// A code, and the limit that was reached, where it has one: seconds, gigabytes, or a number of things.
struct Stop {
    Code code = Code::none;
    double limit = 0;

    explicit operator bool() const { return code != Code::none; }
    bool operator==(const Stop &) const = default;
};

// A limit was reached. Engines turn it into a status. It is a bad_alloc, so that an allocation may end with it.
struct OutOfBudget : std::bad_alloc {
    explicit OutOfBudget(Stop stop_) : stop(stop_) {}
    Stop stop;
};

// The user pressed Ctrl-C; the binding turns it into KeyboardInterrupt.
struct Interrupted : std::exception {};

// Two numbers shared with other threads: the states visited so far, and whether to stop. Python's Meter owns
// them. A meter without numbers reports nothing.
class Meter {
  public:
    Meter() = default;
    explicit Meter(std::int64_t *numbers) : numbers_(numbers) {}

    void add(std::int64_t states) const {
        if (numbers_) __atomic_fetch_add(&numbers_[0], states, __ATOMIC_RELAXED);
    }
    std::int64_t states() const { return numbers_ ? __atomic_load_n(&numbers_[0], __ATOMIC_RELAXED) : 0; }
    void stop() const {
        if (numbers_) __atomic_store_n(&numbers_[1], 1, __ATOMIC_RELAXED);
    }
    explicit operator bool() const { return numbers_ != nullptr; }
    bool is_stopped() const { return numbers_ && __atomic_load_n(&numbers_[1], __ATOMIC_RELAXED) != 0; }

  private:
    // Python wrote them as plain numbers, and not every compiler has std::atomic_ref.
    std::int64_t *numbers_ = nullptr;
};

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::int64_t bytes = std::numeric_limits<std::int64_t>::max();
    std::int64_t states = std::numeric_limits<std::int64_t>::max();
    Meter meter{};
    bool (*is_interrupted)() = nullptr;  // asked about twenty times a second
    // What the process may hold, whoever holds it; `bytes` is for what the work itself says it holds.
    std::int64_t resident = std::numeric_limits<std::int64_t>::max();
};

// Budgets nest: one that is made while another is at work in the same thread keeps the limits of both.
class Budget {
  public:
    explicit Budget(Limits limits)
        : limits_(limits), begin_(Clock::now()), next_question_(begin_), last_look_(begin_), outer_(innermost_) {
        if (outer_) keep_within(outer_->rest());
        innermost_ = this;
    }

    Budget(const Budget &) = delete;
    Budget &operator=(const Budget &) = delete;
    ~Budget() {
        tell();
        innermost_ = outer_;
    }

    // Looks at the limits of the work that this thread is doing, for code deep down that no budget was handed to.
    static void poll() {
        if (innermost_) innermost_->check();
    }

    // Says that this thread is about to allocate so much, before it does.
    static void announce(std::size_t bytes) {
        if (innermost_) innermost_->make_room(std::int64_t(bytes));
    }

    std::int64_t states() const { return states_; }
    double seconds() const { return elapsed(Clock::now()); }

    // From here on states cost nothing: they were paid for before.
    void lift_states() { limits_.states = Limits{}.states; }

    // What remains, for a piece of work on the side.
    Limits rest() const {
        auto left = limits_;
        left.seconds -= seconds();
        left.states -= states_;
        return left;
    }

    // Counts one more state; `bytes` says how much memory the caller holds, when asked.
    template <class Bytes>
    void spend(Bytes bytes) {
        if (states_ >= limits_.states) throw OutOfBudget{{Code::states, double(limits_.states)}};
        if ((states_++ & 1023) == 0) hold(bytes());
        check();
    }
    void spend() {
        spend([] { return std::size_t(0); });
    }

    // Says how much memory the caller holds, or is about to.
    void hold(std::size_t bytes) const {
        if (std::int64_t(bytes) > limits_.bytes) throw OutOfBudget{{Code::memory, double(limits_.bytes) / 1e9}};
    }

    // Looks at the clock now and then; call it as often as you like.
    void check() {
        if (--until_look_ <= 0) look();
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr auto soon = std::chrono::milliseconds(1);
    double elapsed(Clock::time_point now) const { return std::chrono::duration<double>(now - begin_).count(); }

    void keep_within(const Limits &outer) {
        limits_.seconds = std::min(limits_.seconds, outer.seconds);
        limits_.resident = std::min(limits_.resident, outer.resident);
        if (!limits_.meter) limits_.meter = outer.meter;
        if (!limits_.is_interrupted) limits_.is_interrupted = outer.is_interrupted;
    }

    // The clock is looked at every 16th time, and more often if the work in between takes long.
    void look() {
        const auto now = Clock::now();
        stride_ = now - last_look_ > soon ? std::max(1, stride_ / 8) : std::min(16, 2 * stride_);
        until_look_ = stride_;
        last_look_ = now;
        if (elapsed(now) > limits_.seconds) throw OutOfBudget{{Code::seconds, limits_.seconds}};
        if (limits_.meter.is_stopped()) throw OutOfBudget{{Code::stopped}};
        if (now >= next_weighing_) {
            next_weighing_ = now + 5 * soon;
            make_room(0);
        }
        if (now >= next_question_) {
            next_question_ = now + 50 * soon;
            tell();
            if (limits_.is_interrupted && limits_.is_interrupted()) throw Interrupted{};
        }
    }

    void make_room(std::int64_t bytes) const {
        if (limits_.resident == Limits{}.resident || resident_bytes() + bytes <= limits_.resident) return;
        throw OutOfBudget{{Code::memory, double(limits_.bytes) / 1e9}};
    }

    void tell() {
        limits_.meter.add(states_ - told_);
        told_ = states_;
    }

    static inline constinit thread_local Budget *innermost_ = nullptr;

    Limits limits_;
    Clock::time_point begin_, next_question_, last_look_, next_weighing_ = begin_ + 5 * soon;
    Budget *outer_;
    std::int64_t states_ = 0, told_ = 0;
    int stride_ = 1, until_look_ = 1;
};

}  // namespace quandary
