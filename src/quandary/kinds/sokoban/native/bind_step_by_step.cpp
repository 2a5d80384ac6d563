// Levels step by step, in fewer sizes: what they are slow at does not depend on the size.
#include "bind_words.hpp"

void quandary::sokoban::bind_step_by_step(nb::module_ &m) {
    bind_steps<2>(m, "Steps128");
    bind_steps<8>(m, "Steps512");
    bind_steps<64>(m, "Steps4096");
}
