#include "bind_words.hpp"

void quandary::sokoban::bind_large_levels(nb::module_ &m) {
    bind_level<4>(m, "Level256");
    bind_level<8>(m, "Level512");
    bind_level<64>(m, "Level4096");
}
