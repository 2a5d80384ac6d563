#include <quandary/bind.hpp>

#include "patterns.hpp"
#include "published.hpp"

namespace {

namespace nb = nanobind;
using namespace quandary::replicate_hex;
using Lists = std::vector<std::vector<int>>;
using Images = nb::ndarray<const std::uint64_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

FittingImages images_of(const Images &bits) { return {bits.data(), bits.shape(0), bits.shape(1), bits.shape(2)}; }

struct PuzzleCounts {
    std::vector<std::int64_t> all;  // by pattern and category
};

PuzzleCounts count_all(const Images &low_bits, const Images &high_bits, const Weights &weights, std::size_t first,
                       std::size_t last) {
    const auto low = images_of(low_bits), high = images_of(high_bits);
    if (low.images != high.images || low.words != high.words || 64 * low.words < weights.shape(0))
        throw std::invalid_argument("HEX patterns: the halves and the weights do not belong together");
    if (first > last || last > low.parts * high.parts)
        throw std::invalid_argument("HEX patterns: there are " + std::to_string(low.parts * high.parts));
    return quandary::unlocked_within_caller([&](quandary::Budget &budget) {
        return PuzzleCounts{count_puzzles(low, high, weights.data(), weights.shape(1), first, last, budget)};
    });
}

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
    nb::class_<PuzzleCounts> counts(m, "PuzzleCounts");
    quandary::bind_column(counts, "all", &PuzzleCounts::all);
    m.def("count_puzzles", &count_all, "low"_a, "high"_a, "weights"_a, "first"_a, "last"_a);
}
