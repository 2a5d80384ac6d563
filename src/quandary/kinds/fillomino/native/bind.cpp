#include "bind_size.hpp"
#include "dig.hpp"

QUANDARY_KIND(fillomino) {
    using namespace nanobind::literals;
    using namespace quandary;
    fillomino::bind_size<36>(m, "Small");
    fillomino::bind_size<100>(m, "Medium");
    fillomino::bind_large(m);
    m.def(
        "dig",
        [](int rows, int columns, const std::vector<int> &board, const std::vector<int> &order, int most) {
            return unlocked_within_caller([&](Budget &budget) {
                return fillomino::dig(fillomino::Grid(rows, columns), board, order, most, budget);
            });
        },
        "rows"_a, "columns"_a, "board"_a, "order"_a, "most"_a);
}
