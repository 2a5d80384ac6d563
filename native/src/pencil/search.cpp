// Solutions by narrowing and trying.
#include <algorithm>
#include <deque>

#include "learning.hpp"

namespace quandary::pencil {

namespace {

constexpr std::size_t most_found = 50;

}  // namespace

RuleBoard::RuleBoard(std::size_t spots, const std::vector<WordTold> &told) : at(spots), woken(spots) {
    for (const auto &each : told) {
        words.push_back(word_of(each));
        const auto &word = *words.back();
        for (auto spot : word.scope) at[spot].push_back(int(words.size()) - 1);
        for (auto spot : word.within.value_or(word.scope)) woken[spot].push_back(int(words.size()) - 1);
    }
}

Search::Search(May may, const std::vector<WordTold> &words, std::vector<std::vector<int>> orders, int patience)
    : board_(std::make_unique<RuleBoard>(may.size(), words)), orders_(std::move(orders)), patience_(patience) {
    stack_.push_back({std::move(may), nowhere});
}
Search::Search(Search &&) noexcept = default;
Search::~Search() = default;

std::optional<std::vector<int>> Search::next(Budget &budget) {
    while (!stack_.empty() && !learning_) {
        auto [may, changed] = std::move(stack_.back());
        stack_.pop_back();
        budget.spend();
        if (!narrow(may, changed, budget)) continue;
        if (changed == nowhere) root_ = may;
        const auto spot = tightest(may);
        if (spot < 0) {
            std::vector<int> solution;
            for (auto mask : may) solution.push_back(value_of(mask));
            remember(solution);
            return solution;
        }
        const auto &order = orders_[spot];
        for (auto value = order.rbegin(); value != order.rend(); ++value) {
            if (!(may[spot] & bit_of(*value))) continue;
            stack_.push_back({may, spot});
            stack_.back().may[spot] = bit_of(*value);
        }
        if (patience_ != never && ++in_vain_ > patience_) learn();
    }
    return learning_ ? learning_->next(budget) : std::nullopt;
}

// Where solutions are many, a search that goes on in order finds them faster.
void Search::remember(const std::vector<int> &solution) {
    in_vain_ = 0;
    found_.push_back(solution);
    if (found_.size() <= most_found) return;
    patience_ = never;
    found_.clear();
}

void Search::learn() {
    learning_ = std::make_unique<Learning>(*board_, root_, orders_);
    for (const auto &solution : found_) learning_->leave_out(solution);
}

bool Search::narrow(May &may, Spot changed, Budget &budget) const {
    std::deque<int> near, whole;
    std::vector<bool> waits(board_->words.size());
    const auto add = [&](int number) {
        if (waits[number]) return;
        waits[number] = true;
        (board_->words[number]->is_global ? whole : near).push_back(number);
    };
    if (changed < 0)
        for (int number = 0; number < int(board_->words.size()); ++number) add(number);
    else
        std::for_each(board_->at[changed].begin(), board_->at[changed].end(), add);
    while (!near.empty() || !whole.empty()) {
        auto &queue = near.empty() ? whole : near;
        const auto number = queue.front();
        queue.pop_front();
        waits[number] = false;
        budget.check();
        const auto forced = board_->words[number]->forces(may);
        if (!forced) return false;
        for (const auto &[spot, mask] : *forced) may[spot] &= mask;
        for (const auto &[spot, mask] : *forced) {
            if (!may[spot]) return false;
            for (auto other : board_->at[spot])
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
        const auto now = std::pair(std::popcount(may[spot]), -int(board_->at[spot].size()));
        if (best < 0 || now < key) best = spot, key = now;
    }
    return best;
}

}  // namespace quandary::pencil
