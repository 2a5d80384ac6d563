#include <quandary/components.hpp>

#include <algorithm>
#include <limits>

namespace quandary {

// Source: D. J. Pearce, A space-efficient algorithm for finding strongly connected components, IPL 116 (2016). One
// number a node serves for all: 0 before it is met, the least open number it can reach while its component is open,
// and above all open numbers afterwards, so that what is closed needs no test of its own.
Components components(const std::vector<std::uint64_t> &first, const std::vector<std::uint32_t> &target,
                      std::uint32_t nowhere, Budget &budget) {
    constexpr auto top = std::numeric_limits<std::uint32_t>::max();
    const auto size = std::uint32_t(first.size() - 1);
    struct Frame {
        std::uint32_t node;
        bool is_root;  // reaches nothing that is older and open
        std::uint64_t edge;
    };
    Components result{std::vector<std::uint32_t>(size, 0), {}, 0};
    auto &rank = result.of;
    std::vector<std::uint32_t> open;
    std::vector<Frame> stack;
    const auto enter = [&](std::uint32_t node) {
        budget.check();
        open.push_back(node);
        rank[node] = std::uint32_t(open.size());
        stack.push_back({node, true, first[node]});
        for (auto edge = first[node]; edge < first[node + 1]; ++edge)
            if (target[edge] != nowhere) __builtin_prefetch(&rank[target[edge]]);
    };
    const auto lower = [&](Frame &frame, std::uint32_t child) {
        if (rank[child] >= rank[frame.node]) return;
        rank[frame.node] = rank[child];
        frame.is_root = false;
    };
    const auto close = [&](std::uint32_t root) {
        const auto begin = open.begin() + (rank[root] - 1);
        for (auto it = begin; it != open.end(); ++it) rank[*it] = top - result.count;
        result.order.insert(result.order.end(), begin, open.end());
        open.erase(begin, open.end());
        ++result.count;
    };
    for (std::uint32_t start = 0; start < size; ++start) {
        if (rank[start] != 0) continue;
        enter(start);
        while (!stack.empty()) {
            auto &frame = stack.back();
            if (frame.edge < first[frame.node + 1]) {
                const auto child = target[frame.edge++];
                if (child == nowhere) continue;
                if (rank[child] == 0)
                    enter(child);
                else
                    lower(frame, child);
                continue;
            }
            const auto finished = frame;
            stack.pop_back();
            if (finished.is_root) close(finished.node);
            if (!stack.empty()) lower(stack.back(), finished.node);
        }
    }
    for (auto &each : rank) each = top - each;
    return result;
}

}  // namespace quandary
