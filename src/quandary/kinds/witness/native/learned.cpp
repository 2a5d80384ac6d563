// Panels for players who have learned rules.
#include <quandary/bind_learned.hpp>

#include "domain.hpp"
#include "sight.hpp"

QUANDARY_KIND(learned_witness) {
    quandary::bind_learned<quandary::witness::Panel<1>>(m, "Panel64");
    quandary::bind_learned<quandary::witness::Panel<2>>(m, "Panel128");
}
