#include <nanobind/stl/shared_ptr.h>

#include <quandary/bind_seen.hpp>

#include "domain.hpp"
#include "patterns.hpp"

namespace {

namespace nb = nanobind;
using namespace nb::literals;
using namespace quandary;
using tangram::Asked, tangram::Board, tangram::Description, tangram::Lists;
using Numbers = std::vector<int>;

template <class S>
nb::class_<tangram::Tangram<S>> bind_size(nb::module_ &m, const char *name, const char *board) {
    using Domain = tangram::Tangram<S>;
    nb::class_<Board<S>>(m, board).def(
        "__init__",
        [](Board<S> *made, Lists near, Lists meeting, Lists lined, Numbers pieces, Lists cells, Numbers order,
           Numbers sizes, Numbers copies) {
            new (made) Board<S>(Description{std::move(near), std::move(meeting), std::move(lined), std::move(pieces),
                                            std::move(cells), std::move(order), std::move(sizes), std::move(copies)});
        },
        "near"_a, "meeting"_a, "lined"_a, "pieces"_a, "cells"_a, "order"_a, "sizes"_a, "copies"_a);
    nb::class_<Domain> cls(m, name);
    cls.def(
        "__init__",
        [](Domain *made, std::shared_ptr<Board<S>> on, Numbers left, Numbers placed, Numbers fitting, bool over_bumps,
           Numbers bonds) {
            new (made) Domain(std::move(on), Asked{std::move(left), std::move(placed), std::move(fitting), over_bumps,
                                                   std::move(bonds)});
        },
        "board"_a, "left"_a, "placed"_a, "fitting"_a, "over_bumps"_a, "bonds"_a);
    cls.attr("moves") = S::moves;
    cls.attr("cells") = S::cells;
    cls.attr("letters") = S::letters;
    cls.attr("pieces") = S::pieces;
    bind_domain(cls);
    cls.def(
        "quick_solutions",
        [](const Domain &domain, std::int64_t most, const BoundLimits &limits) {
            return unlocked([&] { return domain.solutions_in_order(most, limits); });
        },
        "most"_a, "limits"_a);
    cls.def(
        "tilings",
        [](const Domain &domain, const Numbers &firsts) {
            return unlocked_within_caller([&](Budget &budget) { return domain.tilings(firsts, budget); });
        },
        "firsts"_a);
    return cls;
}

using Images = nb::ndarray<const std::uint64_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

tangram::FittingImages images_of(const Images &bits) {
    return {bits.data(), bits.shape(0), bits.shape(1), bits.shape(2)};
}

struct PuzzleCounts {
    std::vector<std::int64_t> all;  // by pattern and category
};

PuzzleCounts count_all(const Images &low_bits, const Images &high_bits, const Weights &weights, std::size_t first,
                       std::size_t last) {
    const auto low = images_of(low_bits), high = images_of(high_bits);
    if (low.images != high.images || low.words != high.words || 64 * low.words < weights.shape(0))
        throw std::invalid_argument("Patterns: the halves and the weights do not belong together");
    if (first > last || last > low.parts * high.parts)
        throw std::invalid_argument("Patterns: there are " + std::to_string(low.parts * high.parts));
    return unlocked_within_caller([&](Budget &budget) {
        return PuzzleCounts{tangram::count_puzzles(low, high, weights.data(), weights.shape(1), first, last, budget)};
    });
}

}  // namespace

QUANDARY_KIND(tangram) {
    auto small = bind_size<tangram::Small>(m, "Small", "SmallBoard");
    bind_seen(small);
    bind_size<tangram::Medium>(m, "Medium", "MediumBoard");
    bind_size<tangram::Large>(m, "Large", "LargeBoard");
    nb::class_<PuzzleCounts> counts(m, "PuzzleCounts");
    bind_column(counts, "all", &PuzzleCounts::all);
    m.def("count_puzzles", &count_all, "low"_a, "high"_a, "weights"_a, "first"_a, "last"_a);
}
