// Three words that are worked on at once, as a vector of the processor where the compiler has such types.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace quandary::sudoku {

#if defined(__GNUC__) && !defined(QUANDARY_PLAIN_LANES)  // GCC and Clang
// The fourth word is always 0, but for what ~ makes of it.
using Lanes = std::uint32_t __attribute__((vector_size(16)));

inline bool any(Lanes x) {
    using Halves = std::uint64_t __attribute__((vector_size(16)));
    const auto halves = reinterpret_cast<Halves>(x);
    return (halves[0] | halves[1]) != 0;
}
#else
struct Lanes {
    std::array<std::uint32_t, 4> words{};

    Lanes() = default;
    Lanes(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) : words{a, b, c, d} {}
    std::uint32_t operator[](int i) const { return words[std::size_t(i)]; }
    template <class Combine>
    Lanes with(const Lanes &other, Combine combine) const {
        Lanes made;
        for (std::size_t i = 0; i < 4; ++i) made.words[i] = combine(words[i], other.words[i]);
        return made;
    }
    Lanes operator&(const Lanes &other) const {
        return with(other, [](auto a, auto b) { return a & b; });
    }
    Lanes operator|(const Lanes &other) const {
        return with(other, [](auto a, auto b) { return a | b; });
    }
    Lanes operator^(const Lanes &other) const {
        return with(other, [](auto a, auto b) { return a ^ b; });
    }
    Lanes operator+(const Lanes &other) const {
        return with(other, [](auto a, auto b) { return a + b; });
    }
    Lanes operator-(const Lanes &other) const {
        return with(other, [](auto a, auto b) { return a - b; });
    }
    Lanes operator~() const {
        return with(*this, [](auto a, auto) { return ~a; });
    }
    Lanes operator<<(int by) const {
        return with(*this, [by](auto a, auto) { return a << by; });
    }
    Lanes operator>>(int by) const {
        return with(*this, [by](auto a, auto) { return a >> by; });
    }
    Lanes &operator&=(const Lanes &other) { return *this = *this & other; }
    Lanes &operator|=(const Lanes &other) { return *this = *this | other; }
};

inline bool any(const Lanes &x) { return (x[0] | x[1] | x[2] | x[3]) != 0; }
#endif

inline Lanes in_all(std::uint32_t word) { return Lanes{word, word, word, 0}; }
inline Lanes from_next(const Lanes &x) { return Lanes{x[1], x[2], x[0], x[3]}; }
inline Lanes from_last(const Lanes &x) { return Lanes{x[2], x[0], x[1], x[3]}; }

// The number of bits that are set, up to 255. Without a processor of a certain age, std::popcount is a function call.
inline int count(Lanes x) {
    x = x - (x >> 1 & in_all(0x55555555));
    x = (x & in_all(0x33333333)) + (x >> 2 & in_all(0x33333333));
    x = (x + (x >> 4)) & in_all(0x0f0f0f0f);
    return int((x[0] + x[1] + x[2]) * 0x01010101 >> 24);
}

}  // namespace quandary::sudoku
