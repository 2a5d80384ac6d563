// How much work an answer may cost. Mirrors quandary/limits.py.
#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <limits>
#include <string_view>

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

// A limit was reached. Engines turn it into a status; it never reaches Python.
struct OutOfBudget {
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
};

class Budget {
  public:
    explicit Budget(Limits limits) : limits_(limits), begin_(Clock::now()), next_question_(begin_) {}

    Budget(const Budget &) = delete;
    Budget &operator=(const Budget &) = delete;
    ~Budget() { tell(); }

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

    // Looks at the clock every 64th time; call it as often as you like.
    void check() {
        if ((++checks_ & 63) != 0) return;
        const auto now = Clock::now();
        if (elapsed(now) > limits_.seconds) throw OutOfBudget{{Code::seconds, limits_.seconds}};
        if (limits_.meter.is_stopped()) throw OutOfBudget{{Code::stopped}};
        if (now >= next_question_) {
            next_question_ = now + std::chrono::milliseconds(50);
            tell();
            if (limits_.is_interrupted && limits_.is_interrupted()) throw Interrupted{};
        }
    }

  private:
    using Clock = std::chrono::steady_clock;
    double elapsed(Clock::time_point now) const { return std::chrono::duration<double>(now - begin_).count(); }

    void tell() {
        limits_.meter.add(states_ - told_);
        told_ = states_;
    }

    Limits limits_;
    Clock::time_point begin_, next_question_;
    std::int64_t states_ = 0, told_ = 0;
    std::uint64_t checks_ = 0;
};

}  // namespace quandary
