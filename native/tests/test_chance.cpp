// The random numbers are those of SplitMix64, so the same as in Python.
#include <quandary/chance.hpp>

#include "check.hpp"

int main() {
    quandary::SplitMix64 chance(1234567);
    CHECK(chance.next() == 6457827717110365317ull);
    CHECK(chance.next() == 3203168211198807973ull);
    CHECK(chance.next() == 9817491932198370423ull);
    int counts[3] = {};
    for (int i = 0; i < 3000; ++i) ++counts[chance.below(3)];
    for (const int each : counts) CHECK(900 < each && each < 1100);
    return check::report();
}
