// quandary._core.exact_cover: what quandary/parts/exact_cover.py hands to C++.
#include <quandary/bind.hpp>
#include <quandary/exact_cover.hpp>

QUANDARY_KIND(exact_cover) {
    using namespace nanobind::literals;
    using quandary::Covers;
    nanobind::class_<Covers>(m, "Covers").def_ro("found", &Covers::found).def_ro("count", &Covers::count);
    m.def(
        "covers",
        [](int required, std::vector<int> room, const quandary::ExactCover::Options &options, std::int64_t most,
           bool keep) {
            return quandary::unlocked_within_caller([&](quandary::Budget &budget) {
                quandary::ExactCover cover(required, std::move(room), options);
                return quandary::exact_covers(cover, most, keep, budget);
            });
        },
        "required"_a, "room"_a, "options"_a, "most"_a, "keep"_a);
}
