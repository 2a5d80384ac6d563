#include "bind_size.hpp"

void quandary::fillomino::bind_large(nb::module_ &m) {
    bind_size<256>(m, "Large");
    bind_size<400>(m, "Largest");
}
