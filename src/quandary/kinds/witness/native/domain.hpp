// Witness panels in C++; panel.hpp has the rules of play, inference.hpp the rules that people use.
#pragma once
#include "inference.hpp"
#include "panel.hpp"
