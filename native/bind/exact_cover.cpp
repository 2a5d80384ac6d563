// quandary._core.exact_cover: what quandary/exact_cover.py hands to C++.
#include <quandary/bind.hpp>
#include <quandary/exact_cover.hpp>

QUANDARY_KIND(exact_cover) {
    using namespace nanobind::literals;
    m.def(
        "covers",
        [](int required, std::vector<int> room, const quandary::ExactCover::Options &options, std::int64_t most,
           bool keep) {
            const auto result = quandary::unlocked([&] {
                quandary::ExactCover cover(required, std::move(room), options);
                quandary::Budget budget({}, quandary::is_interrupted);
                return quandary::exact_covers(cover, most, keep, budget);
            });
            return nanobind::make_tuple(result.found, result.count);
        },
        "required"_a, "room"_a, "options"_a, "most"_a, "keep"_a);
}
