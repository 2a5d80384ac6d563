// The fast counter without vectors of the processor, as compilers have it that know no such types.
#define QUANDARY_PLAIN_LANES
#include "test_nine.cpp"
