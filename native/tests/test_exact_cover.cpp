// Exact covers with known counts, under sanitizers.
#include <quandary/exact_cover.hpp>

#include "check.hpp"

using namespace quandary;

namespace {

ExactCover dominoes(int rows, int columns) {
    ExactCover::Options options;
    for (int cell = 0; cell < rows * columns; ++cell) {
        if (cell % columns + 1 < columns) options.push_back({cell, cell + 1});
        if (cell + columns < rows * columns) options.push_back({cell, cell + columns});
    }
    return ExactCover(rows * columns, {}, options);
}

Covers all(ExactCover cover, std::int64_t most = 1'000'000) {
    Budget budget({});
    return exact_covers(cover, most, true, budget);
}

}  // namespace

int main() {
    CHECK(all(dominoes(2, 2)).found == (std::vector<std::vector<int>>{{0, 3}, {1, 2}}));
    CHECK(all(dominoes(4, 4)).count == 36);
    CHECK(all(dominoes(8, 8), 100).count == 100);
    CHECK(!all(dominoes(8, 8), 100).complete);
    CHECK(all(dominoes(3, 3)).count == 0);

    // More than 64 options, and an item with room for two.
    ExactCover::Options many(130, {0, 2});
    many.push_back({1, 2});
    many.push_back({1});
    CHECK(all(ExactCover(2, {2}, many)).count == 260);
    CHECK(all(ExactCover(2, {1}, many)).count == 130);
    CHECK(all(ExactCover(2, {0}, many)).count == 0);

    CHECK(all(ExactCover(0, {}, {})).count == 1);
    bool refused = false;
    try {
        ExactCover(1, {}, {{0, 1}});
    } catch (const std::invalid_argument &) {
        refused = true;
    }
    CHECK(refused);
    return check::report();
}
