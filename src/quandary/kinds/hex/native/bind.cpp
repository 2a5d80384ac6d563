#include <quandary/bind_seen.hpp>

#include "patterns.hpp"
#include "tilings.hpp"

namespace {

namespace nb = nanobind;
using Images = nb::ndarray<const std::uint64_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

quandary::hex::FittingImages images_of(const Images &bits) {
    return {bits.data(), bits.shape(0), bits.shape(1), bits.shape(2)};
}

struct PuzzleCounts {
    std::vector<std::int64_t> all;  // by pattern and category
};

}  // namespace

QUANDARY_KIND(hex) {
    using namespace nanobind::literals;
    using quandary::hex::Hex;
    using Numbers = std::vector<int>;
    nb::class_<Hex> cls(m, "Hex");
    cls.def(nb::init<int, const Numbers &, const Numbers &, bool, const Numbers &>(), "forbidden"_a, "placed"_a,
            "fitting"_a, "over_bumps"_a, "bonds"_a);
    quandary::bind_domain(cls);
    quandary::bind_seen(cls);
    nb::class_<PuzzleCounts> counts(m, "PuzzleCounts");
    quandary::bind_column(counts, "all", &PuzzleCounts::all);
    m.def(
        "count_puzzles",
        [](const Images &low_bits, const Images &high_bits, const Weights &weights, std::size_t first,
           std::size_t last) {
            const auto low = images_of(low_bits), high = images_of(high_bits);
            if (low.images != high.images || low.words != high.words || 64 * low.words < weights.shape(0))
                throw std::invalid_argument("HEX patterns: the halves and the weights do not belong together");
            if (first > last || last > low.parts * high.parts)
                throw std::invalid_argument("HEX patterns: there are " + std::to_string(low.parts * high.parts));
            return quandary::unlocked_within_caller([&](quandary::Budget &budget) {
                return PuzzleCounts{
                    quandary::hex::count_puzzles(low, high, weights.data(), weights.shape(1), first, last, budget)};
            });
        },
        "low"_a, "high"_a, "weights"_a, "first"_a, "last"_a);
}
