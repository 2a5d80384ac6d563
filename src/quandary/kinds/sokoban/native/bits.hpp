// A board as bits: one for each cell of the floor's bounding box, row by row, and one more to end each row.
//
// Moving all pieces one cell is a shift; what comes to lie outside is masked away by the floor.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <quandary/bitset.hpp>

namespace quandary::sokoban {

template <int Words>
struct Bits {
    std::array<std::uint64_t, std::size_t(Words)> word{};

    constexpr bool has(int i) const { return word[std::size_t(i >> 6)] >> (i & 63) & 1; }
    constexpr void add(int i) { word[std::size_t(i >> 6)] |= std::uint64_t(1) << (i & 63); }
    constexpr void remove(int i) { word[std::size_t(i >> 6)] &= ~(std::uint64_t(1) << (i & 63)); }
    static constexpr Bits only(int i) {
        Bits bits;
        bits.add(i);
        return bits;
    }

    constexpr bool empty() const {
        std::uint64_t any = 0;
        for (auto w : word) any |= w;
        return any == 0;
    }
    constexpr int count() const {
        int sum = 0;
        for (auto w : word) sum += std::popcount(w);
        return sum;
    }
    // The least member; there must be one.
    constexpr int first() const {
        std::size_t w = 0;
        while (word[w] == 0) ++w;
        return int(w) * 64 + std::countr_zero(word[w]);
    }
    // How many members are less than i.
    constexpr int rank(int i) const {
        int sum = 0;
        for (int w = 0; w < i >> 6; ++w) sum += std::popcount(word[std::size_t(w)]);
        return sum + std::popcount(word[std::size_t(i >> 6)] & ((std::uint64_t(1) << (i & 63)) - 1));
    }
    template <class Visit>
    constexpr void each(Visit visit) const {
        for (std::size_t w = 0; w < word.size(); ++w)
            for (auto rest = word[w]; rest; rest &= rest - 1) visit(int(w) * 64 + std::countr_zero(rest));
    }

    friend constexpr Bits operator&(Bits a, const Bits &b) {
        for (std::size_t w = 0; w < a.word.size(); ++w) a.word[w] &= b.word[w];
        return a;
    }
    friend constexpr Bits operator|(Bits a, const Bits &b) {
        for (std::size_t w = 0; w < a.word.size(); ++w) a.word[w] |= b.word[w];
        return a;
    }
    // Set difference.
    friend constexpr Bits operator-(Bits a, const Bits &b) {
        for (std::size_t w = 0; w < a.word.size(); ++w) a.word[w] &= ~b.word[w];
        return a;
    }
    constexpr Bits &operator|=(const Bits &b) { return *this = *this | b; }
    constexpr bool operator==(const Bits &other) const {  // the default is a call of memcmp
        std::uint64_t different = 0;
        for (std::size_t w = 0; w < word.size(); ++w) different |= word[w] ^ other.word[w];
        return different == 0;
    }

    // Every member i becomes i + by, which may be negative; less than 64 words' worth of bits away.
    constexpr Bits shifted(int by) const { return by >= 0 ? raised(by) : lowered(-by); }

    // With the cells beside the members, in rows of so many.
    constexpr Bits with_neighbours(int stride) const {
        return *this | raised(1) | lowered(1) | raised(stride) | lowered(stride);
    }

    constexpr std::uint64_t hash() const {
        std::uint64_t h = 0x9e3779b97f4a7c15;
        for (auto w : word) h = BitSet<64>::mix(h ^ w);
        return h;
    }

  private:
    // By less than a word, which is almost always so, the loops have no branches.
    constexpr Bits raised(int by) const {
        if (by >= 64) return skipped(by >> 6).raised(by & 63);
        Bits result;
        result.word[0] = word[0] << by;
        for (std::size_t w = 1; w < word.size(); ++w) result.word[w] = word[w] << by | word[w - 1] >> 1 >> (63 - by);
        return result;
    }
    constexpr Bits lowered(int by) const {
        if (by >= 64) return skipped(-(by >> 6)).lowered(by & 63);
        Bits result;
        result.word.back() = word.back() >> by;
        for (std::size_t w = 1; w < word.size(); ++w)
            result.word[w - 1] = word[w - 1] >> by | word[w] << 1 << (63 - by);
        return result;
    }
    // Shifted by whole words.
    constexpr Bits skipped(int words) const {
        Bits result;
        for (int w = std::max(0, words); w < std::min(Words, Words + words); ++w)
            result.word[std::size_t(w)] = word[std::size_t(w - words)];
        return result;
    }
};

}  // namespace quandary::sokoban
