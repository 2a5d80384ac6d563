#include <quandary/components.hpp>

#include <algorithm>
#include <limits>

namespace quandary {

Components components(const std::vector<std::uint64_t> &first, const std::vector<std::uint32_t> &target,
                      std::uint32_t nowhere, Budget &budget) {
    constexpr auto unseen = std::numeric_limits<std::uint32_t>::max();
    const auto size = std::uint32_t(first.size() - 1);
    struct Frame {
        std::uint32_t node;
        std::uint64_t edge;
    };
    Components result{std::vector<std::uint32_t>(size, unseen), {}, 0};
    std::vector<std::uint32_t> index(size, unseen), low(size, unseen), open;
    std::vector<Frame> stack;
    std::uint32_t next = 0;
    const auto enter = [&](std::uint32_t node) {
        index[node] = low[node] = next++;
        open.push_back(node);
        stack.push_back({node, first[node]});
    };
    const auto leave = [&](std::uint32_t node) {
        if (low[node] != index[node]) return;
        const auto begin = std::find(open.rbegin(), open.rend(), node).base() - 1;
        for (auto it = begin; it != open.end(); ++it) result.of[*it] = result.count;
        result.order.insert(result.order.end(), begin, open.end());
        open.erase(begin, open.end());
        ++result.count;
    };
    for (std::uint32_t root = 0; root < size; ++root) {
        if (index[root] != unseen) continue;
        enter(root);
        while (!stack.empty()) {
            budget.check();
            auto &[node, edge] = stack.back();
            if (edge < first[node + 1]) {
                const auto child = target[edge++];
                if (child == nowhere) continue;
                if (index[child] == unseen)
                    enter(child);
                else if (result.of[child] == unseen)
                    low[node] = std::min(low[node], index[child]);
                continue;
            }
            const auto finished = node;
            stack.pop_back();
            if (!stack.empty()) low[stack.back().node] = std::min(low[stack.back().node], low[finished]);
            leave(finished);
        }
    }
    return result;
}

}  // namespace quandary
