#include <quandary/many.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace quandary {
namespace {

class Crew {
  public:
    explicit Crew(const Limits &limits) : outer_(limits), inner_(limits) {
        inner_.meter = Meter(numbers_);
        inner_.is_interrupted = nullptr;
    }

    void run(std::size_t size, int threads, const std::function<Turn()> &begin) {
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
    void take_turns(std::size_t size, const std::function<Turn()> &begin) {
        std::exception_ptr failure;
        try {
            const Turn turn = begin();
            for (auto i = next_++; i < size; i = next_++) turn(i, inner_);
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

}  // namespace

void take_turns(std::size_t size, int threads, const Limits &limits, const std::function<Turn()> &begin) {
    Crew(limits).run(size, threads, begin);
}

}  // namespace quandary
