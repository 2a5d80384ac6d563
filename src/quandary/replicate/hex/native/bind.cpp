#include <quandary/bind.hpp>

#include "published.hpp"

namespace {

using namespace quandary::replicate_hex;
using Lists = std::vector<std::vector<int>>;

std::vector<double> entropies(const Puzzle &puzzle, int forbidden, const Lists &known, const Lists &starts,
                              const std::vector<int> &fitting, bool no_region_rule, bool trapezoid_twice,
                              bool ignore_impossible, bool snake_unread, bool bumps_late) {
    return quandary::unlocked_within_caller([&](quandary::Budget &budget) {
        PublishedSearch search(puzzle, forbidden, known, fitting,
                               {no_region_rule, trapezoid_twice, ignore_impossible, snake_unread, bumps_late});
        std::vector<double> values;
        for (const auto &start : starts) values.push_back(search.run(start, budget));
        return values;
    });
}

}  // namespace

QUANDARY_KIND(replicate_hex) {
    using namespace nanobind::literals;
    m.def("entropies", &entropies, "puzzle"_a, "forbidden"_a, "known"_a, "starts"_a, "fitting"_a, "no_region_rule"_a,
          "trapezoid_twice"_a, "ignore_impossible"_a, "snake_unread"_a, "bumps_late"_a);
}
