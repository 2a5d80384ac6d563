// Solutions by narrowing and trying.
#include <algorithm>
#include <deque>

#include "word.hpp"

namespace quandary::pencil {

Search::Search(May may, const std::vector<WordTold> &words, std::vector<std::vector<int>> orders)
    : at_(may.size()), orders_(std::move(orders)) {
    for (const auto &told : words) {
        words_.push_back(word_of(told));
        for (auto spot : words_.back()->scope) at_[spot].push_back(int(words_.size()) - 1);
    }
    stack_.push_back({std::move(may), -1});
}

std::optional<std::vector<int>> Search::next(Budget &budget) {
    while (!stack_.empty()) {
        auto [may, changed] = std::move(stack_.back());
        stack_.pop_back();
        budget.spend();
        if (!narrow(may, changed, budget)) continue;
        const auto spot = tightest(may);
        if (spot < 0) {
            std::vector<int> solution;
            for (auto mask : may) solution.push_back(value_of(mask));
            return solution;
        }
        const auto &order = orders_[spot];
        for (auto value = order.rbegin(); value != order.rend(); ++value) {
            if (!(may[spot] & bit_of(*value))) continue;
            stack_.push_back({may, spot});
            stack_.back().may[spot] = bit_of(*value);
        }
    }
    return std::nullopt;
}

bool Search::narrow(May &may, Spot changed, Budget &budget) const {
    std::deque<int> near, whole;
    std::vector<bool> waits(words_.size());
    const auto add = [&](int number) {
        if (waits[number]) return;
        waits[number] = true;
        (words_[number]->is_global ? whole : near).push_back(number);
    };
    if (changed < 0)
        for (int number = 0; number < int(words_.size()); ++number) add(number);
    else
        std::for_each(at_[changed].begin(), at_[changed].end(), add);
    while (!near.empty() || !whole.empty()) {
        auto &queue = near.empty() ? whole : near;
        const auto number = queue.front();
        queue.pop_front();
        waits[number] = false;
        budget.check();
        const auto forced = words_[number]->forces(may);
        if (!forced) return false;
        for (const auto &[spot, mask] : *forced) may[spot] &= mask;
        for (const auto &[spot, mask] : *forced) {
            if (!may[spot]) return false;
            for (auto other : at_[spot])
                if (other != number) add(other);
        }
    }
    return true;
}

Spot Search::tightest(const May &may) const {
    Spot best = -1;
    auto key = std::pair(65, 0);
    for (Spot spot = 0; spot < Spot(may.size()); ++spot) {
        if (is_decided(may[spot])) continue;
        const auto now = std::pair(std::popcount(may[spot]), -int(at_[spot].size()));
        if (best < 0 || now < key) best = spot, key = now;
    }
    return best;
}

}  // namespace quandary::pencil
