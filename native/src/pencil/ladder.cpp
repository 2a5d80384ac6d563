// The ladder: one rule, a rule about the whole board, and assuming.
#include <quandary/pencil_ladder.hpp>

#include <algorithm>

#include "word.hpp"

namespace quandary::pencil {

Ladder::Ladder(const std::vector<WordTold> &words, std::vector<std::vector<int>> moves)
    : board_(moves.size(), words), moves_(std::move(moves)), last_(words.size()), is_stale_(words.size(), true) {}

std::vector<Rung> Ladder::climb(May may, const std::vector<std::string> &rungs, Budget &budget) {
    may_ = std::move(may);
    is_stale_.assign(is_stale_.size(), true);
    std::vector<Rung> steps;
    while (!std::all_of(may_.begin(), may_.end(), is_decided)) {
        std::optional<Rung> found;
        for (const auto &rung : rungs) {
            if ((found = look(rung, budget))) {
                found->name = rung;
                break;
            }
        }
        if (!found) break;
        steps.push_back(*found);
        if (!found->forced || found->forced->empty()) break;
        take(*found->forced);
    }
    return steps;
}

void Ladder::take(const Narrowed &narrowed) {
    for (const auto &[spot, mask] : narrowed) {
        may_[spot] = mask;
        for (auto number : board_.at[spot]) is_stale_[number] = true;
    }
}

std::optional<Rung> Ladder::look(const std::string &rung, Budget &budget) {
    if (rung == "one-rule" || rung == "global") return alone(rung == "global", budget);
    if (rung == "overlap") return overlap(budget);
    if (rung == "counting") return counting(budget);
    return assume(rung.back() - '0', budget);
}

// What a rule forces, by spot.
Forced Ladder::forced(int number, const May &may) const {
    auto found = board_.words[number]->forces(may);
    if (found) std::sort(found->begin(), found->end());
    return found;
}

std::optional<Rung> Ladder::alone(bool whole, Budget &budget) {
    int best = -1, fewest = 0;
    for (int number = 0; number < int(board_.words.size()); ++number) {
        const auto &word = *board_.words[number];
        if (word.is_global != whole) continue;
        if (is_stale_[number]) {
            budget.check();
            last_[number] = forced(number, may_);
            is_stale_[number] = false;
        }
        if (!last_[number]) return Rung{.words = {number}};
        if (last_[number]->empty()) continue;
        const auto open = int(
            std::count_if(word.scope.begin(), word.scope.end(), [&](Spot spot) { return !is_decided(may_[spot]); }));
        if (best < 0 || open < fewest) best = number, fewest = open;
    }
    if (best < 0) return std::nullopt;
    return Rung{.words = {best}, .forced = *last_[best]};
}

// The first mark that some rules refute, with those rules.
std::optional<Rung> Ladder::first_broken(Budget &budget, const Breaks &breaks) const {
    for (Spot spot = 0; spot < Spot(may_.size()); ++spot) {
        if (is_decided(may_[spot])) continue;
        for (auto value : moves_[spot]) {
            if (!(may_[spot] & bit_of(value))) continue;
            budget.check();
            if (auto words = breaks(spot, value); !words.empty())
                return Rung{.words = std::move(words),
                            .forced = Narrowed{{spot, may_[spot] & ~bit_of(value)}},
                            .spot = spot,
                            .value = value};
        }
    }
    return std::nullopt;
}

std::optional<Rung> Ladder::assume(int rounds, Budget &budget) {
    return first_broken(budget, [&](Spot spot, int value) {
        const auto broken = refuted(spot, value, rounds);
        return broken < 0 ? std::vector<int>() : std::vector<int>{broken};
    });
}

// The rule that breaks within some rounds, or -1. In a round, every rule narrows what the last one left.
int Ladder::refuted(Spot spot, int value, int rounds) const {
    auto may = may_;
    may[spot] = bit_of(value);
    std::vector<Spot> changed{spot};
    for (int round = 0; round < rounds; ++round) {
        std::map<Spot, Mask> after;
        std::vector<bool> asked(board_.words.size());
        for (auto each : changed)
            for (auto number : board_.at[each]) {
                if (asked[number]) continue;
                asked[number] = true;
                const auto now = board_.words[number]->forces(may);
                if (!now) return number;
                for (const auto &[at, mask] : *now) {
                    auto &left = after.try_emplace(at, may[at]).first->second;
                    if (!(left &= mask)) return number;
                }
            }
        changed.clear();
        for (const auto &[at, mask] : after) {
            may[at] = mask;
            changed.push_back(at);
        }
    }
    return -1;
}

}  // namespace quandary::pencil
