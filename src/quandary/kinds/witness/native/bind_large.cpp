#include "bind_panel.hpp"

void quandary::witness::bind_large_panels(nb::module_ &m) { bind_panel<2>(m, "Panel128"); }
