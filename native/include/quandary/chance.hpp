// Random numbers that are the same in Python and in C++. Mirrors quandary/solving/chance.py.
#pragma once
#include <cstdint>

#include <quandary/bitset.hpp>

namespace quandary {

class SplitMix64 {
  public:
    explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() { return BitSet<64>::mix(state_ += 0x9e3779b97f4a7c15); }

    // A whole number from 0 to `number` - 1.
    int below(int number) { return int((next() >> 32) * std::uint64_t(number) >> 32); }

  private:
    std::uint64_t state_;
};

}  // namespace quandary
