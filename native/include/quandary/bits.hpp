// Bits, counted exactly. Mirrors quandary/solving/bits.py, where the reasons are.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace quandary {

using Units = std::int64_t;  // 2^-40 bit
inline constexpr double infinity = std::numeric_limits<double>::infinity();

// The units that a choice among equals costs: a sum over prime factors.
inline Units cost(int alternatives) {
    Units sum = 0;
    for (int p = 2; alternatives > 1; ++p) {
        if (p * p > alternatives) p = alternatives;
        for (; alternatives % p == 0; alternatives /= p) sum += std::llrint(std::log2(double(p)) * 0x1p40);
    }
    return sum;
}

// The units that a move costs which a player tries with this probability.
inline Units cost_of(double probability) { return std::llrint(-std::log2(probability) * 0x1p40); }

inline double in_bits(Units units) { return double(units) * 0x1p-40; }

// KL(softmin(values) || uniform) in bits; one value at least is finite. The values are overwritten.
inline double surprise(std::span<double> values) {
    if (values.size() == 1) return 0;
    const double least = *std::min_element(values.begin(), values.end());
    double total = 0;
    for (double &v : values) total += v = v == infinity ? 0 : std::exp(least - v);
    double sum = 0;
    for (double v : values)
        if (const double p = v / total; p > 0) sum += p * std::log2(p * double(values.size()));
    return std::max(0.0, sum);
}

// KL(softmin(values) || prior) in bits, where the prior may sum to less than 1.
inline double surprise(std::span<double> values, std::span<const double> prior) {
    const double least = *std::min_element(values.begin(), values.end());
    double total = 0;
    for (double &v : values) total += v = v == infinity ? 0 : std::exp(least - v);
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (const double p = values[i] / total; p > 0) sum += p * std::log2(p / prior[i]);
    return std::max(0.0, sum);
}

}  // namespace quandary
