// The smallest panels and the paper's Figure 4, under sanitizers.
#include <quandary/backward.hpp>
#include <quandary/explore.hpp>
#include <quandary/least_cost.hpp>

#include "check.hpp"
#include "witness/native.hpp"

using namespace quandary;

namespace {

template <int Words>
witness::Panel<Words> empty(int size) {
    const auto none = std::vector<int>(std::size_t(size * size), 0);
    return {size, size, {0}, {(size + 1) * (size + 1) - 1}, {}, {}, {}, none, none};
}

template <int Words>
void paths_from_corner_to_corner() {
    const int known[] = {2, 12, 184, 8512};
    for (int n = 1; n <= 4; ++n) CHECK(count(empty<Words>(n), 1000000, {}, nullptr).solutions == known[n - 1]);
    Budget budget({});
    CHECK(explore(empty<Words>(4), budget).solved.size() == 90111);
}

template <int Words>
void figure_4() {
    const witness::Panel<Words> panel(2, 2, {0}, {8}, {}, {}, {}, {1, 1, 2, 2}, {0, 0, 0, 0});
    using Paper = Player<witness::Panel<Words>>;
    const auto value = [&](auto measure, const Paper &player) {
        Budget budget({});
        return measure(panel, player, false, budget).value;
    };
    const Paper nobody, paper{.rules = {0, 1, 2}};
    CHECK(check::near(value(muse<witness::Panel<Words>>, nobody), 4));
    CHECK(check::near(value(muse<witness::Panel<Words>>, paper), 1));
    CHECK(check::near(value(remuse<witness::Panel<Words>>, nobody), 3.0592));
    CHECK(check::near(value(remuse<witness::Panel<Words>>, paper), 0.1601));
}

}  // namespace

int main() {
    CHECK(witness::Panel<1>::fits(7, 7) && !witness::Panel<1>::fits(8, 8) && witness::Panel<2>::fits(10, 10));
    paths_from_corner_to_corner<1>();
    paths_from_corner_to_corner<2>();
    figure_4<1>();
    figure_4<2>();
    return check::report();
}
