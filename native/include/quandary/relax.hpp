// Solves x = constant + shares x, for the chances of a Markov chain, by sweeps to and fro (Gauss-Seidel).
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <quandary/budget.hpp>

namespace quandary {

struct Relaxed {
    std::vector<double> value;
    std::int64_t sweeps = 0;
    Stop stop;
};

// The edges of row i are first[i]..first[i + 1]. Rows are swept in their order, then backwards, until no value changes
// by more than `near` of itself.
inline Relaxed relax(std::span<const std::int64_t> first, std::span<const std::uint32_t> target,
                     std::span<const double> share, std::span<const double> constant, double near,
                     const Limits &limits) {
    Relaxed result;
    const auto size = constant.size();
    result.value.assign(constant.begin(), constant.end());
    auto &x = result.value;
    Budget budget(limits);
    const auto settle = [&](std::size_t i) {
        double sum = constant[i], own = 0;
        for (auto edge = std::size_t(first[i]); edge < std::size_t(first[i + 1]); ++edge) {
            if (target[edge] == i)
                own += share[edge];
            else
                sum += share[edge] * x[target[edge]];
        }
        const double now = sum / (1 - own);
        const double change = std::abs(now - x[i]);
        x[i] = now;
        return change <= near * std::abs(now);
    };
    try {
        for (bool changed = true; changed; ++result.sweeps) {
            changed = false;
            for (std::size_t i = 0; i < size; ++i) {
                if ((i & 255) == 0) budget.check();
                changed = !settle(i) || changed;
            }
            for (std::size_t i = size; i-- > 0;) changed = !settle(i) || changed;
        }
    } catch (const OutOfBudget &out) {
        result.stop = out.stop;
    }
    return result;
}

}  // namespace quandary
