// Unsigned whole numbers of 128 bits: the compiler's own where it has them (GCC and Clang on 64-bit systems), and
// otherwise two words. Define QUANDARY_TWO_WORDS to try the second where there is the first.
#pragma once
#include <compare>
#include <concepts>
#include <cstdint>

namespace quandary {

// A number of two words with the operations of the compiler's own.
class TwoWords {
  public:
    constexpr TwoWords() = default;
    template <std::integral T>
    constexpr TwoWords(T value) : low_(std::uint64_t(value)) {
        if constexpr (std::signed_integral<T>) high_ = value < 0 ? ~std::uint64_t(0) : 0;  // as unsigned numbers wrap
    }

    template <std::integral T>
    constexpr explicit operator T() const {
        if constexpr (std::same_as<T, bool>)
            return (high_ | low_) != 0;
        else
            return T(low_);
    }

    constexpr TwoWords operator~() const { return {~high_, ~low_}; }
    constexpr TwoWords operator-() const { return TwoWords() - *this; }
    constexpr TwoWords operator<<(int by) const {
        if (by == 0) return *this;
        if (by >= 64) return {low_ << (by - 64), 0};
        return {high_ << by | low_ >> (64 - by), low_ << by};
    }
    constexpr TwoWords operator>>(int by) const {
        if (by == 0) return *this;
        if (by >= 64) return {0, high_ >> (by - 64)};
        return {high_ >> by, low_ >> by | high_ << (64 - by)};
    }

    friend constexpr TwoWords operator&(TwoWords a, TwoWords b) { return {a.high_ & b.high_, a.low_ & b.low_}; }
    friend constexpr TwoWords operator|(TwoWords a, TwoWords b) { return {a.high_ | b.high_, a.low_ | b.low_}; }
    friend constexpr TwoWords operator^(TwoWords a, TwoWords b) { return {a.high_ ^ b.high_, a.low_ ^ b.low_}; }
    friend constexpr TwoWords operator+(TwoWords a, TwoWords b) {
        const std::uint64_t low = a.low_ + b.low_;
        return {a.high_ + b.high_ + (low < a.low_), low};
    }
    friend constexpr TwoWords operator-(TwoWords a, TwoWords b) {
        return {a.high_ - b.high_ - (a.low_ < b.low_), a.low_ - b.low_};
    }
    friend constexpr TwoWords operator*(TwoWords a, TwoWords b) {
        TwoWords product;
        for (; b; b = b >> 1, a = a << 1)
            if (b.low_ & 1) product += a;
        return product;
    }

    constexpr TwoWords &operator&=(TwoWords other) { return *this = *this & other; }
    constexpr TwoWords &operator|=(TwoWords other) { return *this = *this | other; }
    constexpr TwoWords &operator^=(TwoWords other) { return *this = *this ^ other; }
    constexpr TwoWords &operator+=(TwoWords other) { return *this = *this + other; }
    constexpr TwoWords &operator-=(TwoWords other) { return *this = *this - other; }
    constexpr TwoWords &operator<<=(int by) { return *this = *this << by; }
    constexpr TwoWords &operator>>=(int by) { return *this = *this >> by; }

    friend constexpr auto operator<=>(const TwoWords &, const TwoWords &) = default;  // the high word decides first

  private:
    constexpr TwoWords(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}
    std::uint64_t high_ = 0, low_ = 0;
};

#if defined(__SIZEOF_INT128__) && !defined(QUANDARY_TWO_WORDS)
__extension__ using Wide128 = unsigned __int128;
#else
using Wide128 = TwoWords;
#endif

// Adds to a number and says whether the sum is too large for it, in which case it has wrapped around.
template <std::unsigned_integral T>
constexpr bool overflows(T &sum, T more) {
    sum = T(sum + more);
    return sum < more;  // every compiler makes an addition and a look at the carry of this
}

}  // namespace quandary
