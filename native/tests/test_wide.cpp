// Numbers of two words, against what is known of powers of two and against the compiler's own.
#include <random>

#include <quandary/wide.hpp>

#include "check.hpp"

using quandary::TwoWords;

namespace {

void check_against_laws() {
    const TwoWords one(1), top = one << 127, all = ~TwoWords(0);
    CHECK((top >> 127) == one && !(one << 64 << 64) && (one << 63) + (one << 63) == (one << 64));
    CHECK(all + 1 == TwoWords(0) && TwoWords(0) - 1 == all && TwoWords(-1) == all && -one == all);
    CHECK(top > (top >> 1) && (one << 64) > TwoWords(~std::uint64_t(0)));
    CHECK((one << 64) * 3 == (one << 65) + (one << 64) && std::uint64_t((one << 64) + 7) == 7);
    CHECK(bool(top) && !bool(TwoWords()));
}

#ifdef __SIZEOF_INT128__
__extension__ using Own = unsigned __int128;

bool same(TwoWords ours, Own theirs) {
    return std::uint64_t(ours) == std::uint64_t(theirs) && std::uint64_t(ours >> 64) == std::uint64_t(theirs >> 64);
}

void check_against_the_compiler(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d, int by) {
    const TwoWords x = TwoWords(a) << 64 | TwoWords(b), y = TwoWords(c) << 64 | TwoWords(d);
    const Own p = Own(a) << 64 | b, q = Own(c) << 64 | d;
    CHECK(same(x + y, p + q) && same(x - y, p - q) && same(x * y, p * q) && same(-x, -p) && same(~x, ~p));
    CHECK(same(x & y, p & q) && same(x | y, p | q) && same(x ^ y, p ^ q));
    CHECK(same(x << by, p << by) && same(x >> by, p >> by));
    CHECK((x < y) == (p < q) && (x == y) == (p == q));
}
#endif

}  // namespace

int main() {
    check_against_laws();
#ifdef __SIZEOF_INT128__
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i)
        check_against_the_compiler(random() >> random() % 64, random(), random() >> random() % 64, random(),
                                   int(random() % 128));
#endif
    std::uint64_t sum = ~std::uint64_t(0) - 1;
    CHECK(!quandary::overflows(sum, std::uint64_t(1)) && quandary::overflows(sum, std::uint64_t(1)) && sum == 0);
    return check::report();
}
