// Witness panels in C++; panel.hpp has the rules, inference.hpp what people see.
#pragma once
#include "inference.hpp"
#include "panel.hpp"
