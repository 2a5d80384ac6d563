#include "bind_words.hpp"

void quandary::sokoban::bind_levels(nb::module_ &m) {
    bind_level<1>(m, "Level64");
    bind_level<2>(m, "Level128");
    bind_level<16>(m, "Level1024");
}
