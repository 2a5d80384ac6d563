// The smallest test runner that says what failed: CHECK(claim), then `return check::report();`.
#pragma once
#include <cmath>
#include <cstdio>

namespace check {

inline int passed = 0, failed = 0;

inline void that(bool holds, const char *claim, const char *file, int line) {
    ++(holds ? passed : failed);
    if (!holds) std::printf("%s:%d: does not hold: %s\n", file, line, claim);
}

inline bool near(double a, double b) { return std::abs(a - b) < 5e-5; }

inline int report() {
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed != 0 || passed == 0;
}

}  // namespace check

#define CHECK(...) check::that(bool(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
