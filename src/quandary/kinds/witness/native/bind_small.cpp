#include "bind_panel.hpp"

void quandary::witness::bind_small_panels(nb::module_ &m) { bind_panel<1>(m, "Panel64"); }
