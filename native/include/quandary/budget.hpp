// How much work an answer may cost. Mirrors quandary/limits.py.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <limits>
#include <sstream>
#include <string>

namespace quandary {

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::int64_t bytes = std::numeric_limits<std::int64_t>::max();
    std::int64_t states = std::numeric_limits<std::int64_t>::max();
};

// A limit was reached. Engines turn it into a status; it never reaches Python.
struct OutOfBudget {
    std::string reason;
};

// How many states the work at hand has looked at, for somebody in another thread who shows progress.
inline std::atomic<std::int64_t> states_so_far{0};

// The user pressed Ctrl-C; the binding turns it into KeyboardInterrupt.
struct Interrupted : std::exception {};

// A count with thousands separators, as Python writes it.
inline std::string with_commas(std::int64_t n) {
    const auto digits = std::to_string(n);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

class Budget {
  public:
    // `interrupted` is asked about twenty times a second.
    explicit Budget(Limits limits, bool (*interrupted)() = nullptr)
        : limits_(limits), is_interrupted_(interrupted), begin_(Clock::now()), next_question_(begin_) {}

    Budget(const Budget &) = delete;
    Budget &operator=(const Budget &) = delete;
    ~Budget() { states_so_far = 0; }

    std::int64_t states() const { return states_; }

    // From here on states cost nothing: they were paid for before.
    void lift_states() { limits_.states = Limits{}.states; }

    // What remains, for a piece of work on the side.
    Limits rest() const { return {limits_.seconds - elapsed(Clock::now()), limits_.bytes, limits_.states - states_}; }

    // Counts one more state; `bytes` says how much memory the caller holds, when asked.
    template <class Bytes>
    void spend(Bytes bytes) {
        if (states_ >= limits_.states) throw OutOfBudget{with_commas(limits_.states) + " states were not enough"};
        if ((states_++ & 1023) == 0) hold(bytes());
        check();
    }
    void spend() {
        spend([] { return std::size_t(0); });
    }

    // Says how much memory the caller holds, or is about to.
    void hold(std::size_t bytes) const {
        if (std::int64_t(bytes) <= limits_.bytes) return;
        std::ostringstream text;
        text << double(limits_.bytes) / 1e9 << " GB were not enough";
        throw OutOfBudget{text.str()};
    }

    // Looks at the clock every 64th time; call it as often as you like.
    void check() {
        if ((++checks_ & 63) != 0) return;
        const auto now = Clock::now();
        if (elapsed(now) > limits_.seconds) {
            std::ostringstream text;
            text.precision(3);
            text << limits_.seconds << " s were not enough";
            throw OutOfBudget{text.str()};
        }
        if (now >= next_question_) {
            next_question_ = now + std::chrono::milliseconds(50);
            states_so_far = states_;
            if (is_interrupted_ && is_interrupted_()) throw Interrupted{};
        }
    }

    bool (*is_interrupted() const)() { return is_interrupted_; }

  private:
    using Clock = std::chrono::steady_clock;
    double elapsed(Clock::time_point now) const { return std::chrono::duration<double>(now - begin_).count(); }

    Limits limits_;
    bool (*is_interrupted_)();
    Clock::time_point begin_, next_question_;
    std::int64_t states_ = 0;
    std::uint64_t checks_ = 0;
};

}  // namespace quandary
