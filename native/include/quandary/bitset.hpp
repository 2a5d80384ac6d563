// A set of small whole numbers, of a size known when it is compiled.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace quandary {

template <int Size>
class BitSet {
  public:
    static constexpr int size = Size;

    // The numbers from 64 i to 64 i + 63, as bits.
    constexpr std::uint64_t &bits(int i) { return words_[std::size_t(i)]; }
    constexpr std::uint64_t bits(int i) const { return words_[std::size_t(i)]; }

    constexpr bool has(int i) const { return words_[word(i)] >> (i & 63) & 1; }
    constexpr void add(int i) { words_[word(i)] |= std::uint64_t(1) << (i & 63); }
    constexpr void remove(int i) { words_[word(i)] &= ~(std::uint64_t(1) << (i & 63)); }

    constexpr int count() const {
        if constexpr (Size > 64 * 31) {
            int sum = 0;
            for (auto w : words_) sum += std::popcount(w);
            return sum;
        } else {  // eight counters of a byte each, which 31 words cannot overflow: no call to a library as for popcount
            std::uint64_t bytes = 0;
            for (auto w : words_) {
                w -= w >> 1 & 0x5555555555555555;
                w = (w & 0x3333333333333333) + (w >> 2 & 0x3333333333333333);
                bytes += (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0f;
            }
            const std::uint64_t pairs = (bytes & 0x00ff00ff00ff00ff) + (bytes >> 8 & 0x00ff00ff00ff00ff);
            return int(pairs * 0x0001000100010001 >> 48);
        }
    }
    constexpr bool empty() const {
        std::uint64_t any = 0;
        for (auto w : words_) any |= w;
        return any == 0;
    }
    // Whether it has just one member; the set must not be empty.
    constexpr bool is_single() const {
        std::uint64_t other = 0;
        int words = 0;
        for (auto w : words_) {
            other |= w & (w - 1);
            words += w != 0;
        }
        return other == 0 && words == 1;
    }
    // The least member; the set must not be empty.
    constexpr int first() const {
        std::size_t w = 0;
        while (words_[w] == 0) ++w;
        return int(w) * 64 + std::countr_zero(words_[w]);
    }
    // Calls visit(i) for every member, least first.
    template <class Visit>
    constexpr void each(Visit visit) const {
        for (std::size_t w = 0; w < words_.size(); ++w)
            for (auto rest = words_[w]; rest; rest &= rest - 1) visit(int(w) * 64 + std::countr_zero(rest));
    }
    constexpr bool meets(const BitSet &other) const { return !(*this & other).empty(); }

    constexpr BitSet &operator&=(const BitSet &b) {
        return combine(b, [](auto x, auto y) { return x & y; });
    }
    constexpr BitSet &operator|=(const BitSet &b) {
        return combine(b, [](auto x, auto y) { return x | y; });
    }
    // Set difference.
    constexpr BitSet &operator-=(const BitSet &b) {
        return combine(b, [](auto x, auto y) { return x & ~y; });
    }
    constexpr BitSet &operator^=(const BitSet &b) {
        return combine(b, [](auto x, auto y) { return x ^ y; });
    }
    friend constexpr BitSet operator^(BitSet a, const BitSet &b) { return a ^= b; }
    friend constexpr BitSet operator&(BitSet a, const BitSet &b) { return a &= b; }
    friend constexpr BitSet operator|(BitSet a, const BitSet &b) { return a |= b; }
    friend constexpr BitSet operator-(BitSet a, const BitSet &b) { return a -= b; }
    // Every member moved up or down by `steps`, fewer than 64; what leaves the words is lost.
    friend constexpr BitSet operator<<(BitSet a, int steps) {
        for (std::size_t w = a.words_.size(); w-- > 0;)
            a.words_[w] = a.words_[w] << steps | (w > 0 ? a.words_[w - 1] >> 1 >> (63 - steps) : 0);
        return a;
    }
    friend constexpr BitSet operator>>(BitSet a, int steps) {
        const std::size_t last = a.words_.size() - 1;
        for (std::size_t w = 0; w <= last; ++w)
            a.words_[w] = a.words_[w] >> steps | (w < last ? a.words_[w + 1] << 1 << (63 - steps) : 0);
        return a;
    }
    constexpr bool operator==(const BitSet &) const = default;

    constexpr const auto &words() const { return words_; }

    constexpr std::uint64_t hash() const {
        std::uint64_t h = 0x9e3779b97f4a7c15;
        for (auto w : words_) h = mix(h ^ w);
        return h;
    }
    // A bijection of 64-bit words that spreads every bit over all others (SplitMix64's finisher).
    static constexpr std::uint64_t mix(std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        return x ^ (x >> 31);
    }

  private:
    static constexpr std::size_t word(int i) { return std::size_t(i) >> 6; }
    template <class Op>
    constexpr BitSet &combine(const BitSet &other, Op op) {
        for (std::size_t w = 0; w < words_.size(); ++w) words_[w] = op(words_[w], other.words_[w]);
        return *this;
    }
    std::array<std::uint64_t, (Size + 63) / 64> words_{};
};

}  // namespace quandary
