// quandary._core.ways: what quandary/solving/ways/find.py hands to C++.
#include <quandary/bind.hpp>
#include <quandary/ways.hpp>

namespace nb = nanobind;
using namespace nb::literals;
using namespace quandary;

namespace {

using Column = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<std::int64_t> copied(const Column &column) { return {column.data(), column.data() + column.size()}; }

}  // namespace

QUANDARY_KIND(ways) {
    nb::class_<WaysFound::Path>(m, "Path")
        .def_ro("start", &WaysFound::Path::start)
        .def_ro("edges", &WaysFound::Path::edges);
    nb::class_<WaysFound>(m, "Ways")
        .def_ro("found", &WaysFound::found)
        .def_ro("complete", &WaysFound::complete)
        .def_ro("at_least", &WaysFound::at_least)
        .def_ro("asked", &WaysFound::asked);
    m.def(
        "classes",
        [](std::int64_t most, const Column &first, const Column &target, const Column &label, const Column &left,
           const std::vector<std::int64_t> &starts, const std::vector<std::int64_t> &follows, std::size_t most_classes,
           std::size_t listed, const std::vector<std::int64_t> &asked) {
            const Corridor corridor{most, copied(first), copied(target), copied(label), copied(left), starts, follows};
            return unlocked_within_caller(
                [&](Budget &budget) { return ways_in(corridor, most_classes, listed, asked, budget); });
        },
        "most"_a, "first"_a, "target"_a, "label"_a, "left"_a, "starts"_a, "follows"_a, "most_classes"_a, "listed"_a,
        "asked"_a);
}
