#include <quandary/bind.hpp>

#include "domain.hpp"

QUANDARY_KIND(rushhour) {
    using namespace nanobind::literals;
    using quandary::rushhour::Board;
    nanobind::class_<Board> cls(m, "Board");
    cls.def(
        nanobind::init<int, const std::vector<int> &, const std::vector<std::vector<std::uint64_t>> &, std::uint64_t>(),
        "exit"_a, "places"_a, "masks"_a, "walls"_a);
    quandary::bind_domain(cls);
}
