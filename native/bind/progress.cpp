// quandary._core.progress: how far a long call has come, asked from another thread.
#include <quandary/bind.hpp>

QUANDARY_KIND(progress) {
    m.def("states_so_far", [] { return quandary::states_so_far.load(); });
}
