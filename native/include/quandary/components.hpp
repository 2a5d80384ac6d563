// Strongly connected components, by Tarjan's algorithm without recursion.
#pragma once
#include <cstdint>
#include <vector>

#include <quandary/budget.hpp>

namespace quandary {

struct Components {
    std::vector<std::uint32_t> of;     // by node: the number of its component
    std::vector<std::uint32_t> order;  // nodes, components together, what can be reached first
    std::uint32_t count = 0;
};

// first[i]..first[i + 1] are the edges of node i; targets of `nowhere` are passed over.
Components components(const std::vector<std::uint64_t> &first, const std::vector<std::uint32_t> &target,
                      std::uint32_t nowhere, Budget &budget);

}  // namespace quandary
