// Two rungs of the ladder on which rules work together.
#include <algorithm>

#include <quandary/pencil_ladder.hpp>

#include "word.hpp"

namespace quandary::pencil {
namespace {

constexpr std::size_t most_lines = 4;

std::vector<Spot> spots_in(const Narrowed &narrowed) {
    std::vector<Spot> spots;
    for (const auto &[spot, mask] : narrowed) spots.push_back(spot);
    return spots;
}

// False if nothing is left of a spot.
bool narrow(May &may, const Narrowed &narrowed) {
    bool is_left = true;
    for (const auto &[spot, mask] : narrowed) is_left &= (may[spot] &= mask) != 0;
    return is_left;
}

}  // namespace

// The rules about some spots, without those about the whole board.
std::vector<int> Ladder::near(const std::vector<Spot> &spots) const {
    std::vector<int> found;
    for (auto spot : spots)
        for (auto number : board_.at[spot])
            if (!board_.words[number]->is_global && std::find(found.begin(), found.end(), number) == found.end())
                found.push_back(number);
    return found;
}

std::optional<Rung> Ladder::overlap(Budget &budget) {
    for (const auto look : {&Ladder::two, &Ladder::three})
        if (auto found = first_broken(budget, [&](Spot spot, int value) {
                auto assumed = may_;
                assumed[spot] = bit_of(value);
                return (this->*look)(assumed, spot);
            }))
            return found;
    return std::nullopt;
}

std::vector<int> Ladder::two(const May &assumed, Spot spot) const {
    for (auto one : near({spot})) {
        const auto now = forced(one, assumed);
        if (!now) return {one};
        if (now->empty()) continue;
        auto after = assumed;
        const bool is_left = narrow(after, *now);
        for (auto other : near(spots_in(*now)))
            if (other != one && (!is_left || !board_.words[other]->forces(after))) return {one, other};
    }
    return {};
}

std::vector<int> Ladder::three(const May &assumed, Spot spot) const {
    std::vector<std::pair<int, Narrowed>> forcing;
    for (auto number : near({spot}))
        if (auto now = forced(number, assumed); now && !now->empty()) forcing.emplace_back(number, std::move(*now));
    for (std::size_t at = 0; at < forcing.size(); ++at)
        for (auto then = at + 1; then < forcing.size(); ++then) {
            const auto &[one, first] = forcing[at];
            const auto &[other, second] = forcing[then];
            auto after = assumed;
            bool is_left = narrow(after, first);
            is_left = narrow(after, second) && is_left;
            for (auto third : near(spots_in(second)))
                if (third != one && third != other && (!is_left || !board_.words[third]->forces(after)))
                    return {one, other, third};
        }
    return {};
}

void Ladder::count_by(const std::vector<Family> &families, std::vector<std::pair<int, int>> pairs) {
    std::map<std::pair<Spot, int>, int> numbers;
    for (const auto &family : families) {
        auto &counters = families_.emplace_back();
        for (const auto &[n, items] : family) {
            counters.push_back({n, {}});
            for (const auto &item : items) {
                const auto [place, is_new] = numbers.try_emplace(item, int(items_.size()));
                if (is_new) items_.push_back(item);
                counters.back().items.push_back(place->second);
            }
        }
    }
    pairs_ = std::move(pairs);
    has_families_ = true;
}

Ladder::Left Ladder::left_of(const Counted &counter) const {
    Left left{counter.n, Bits(items_.size() / 64 + 1), false};
    for (auto item : counter.items) {
        const auto &[spot, value] = items_[item];
        if (may_[spot] == bit_of(value)) {
            --left.missing;
        } else if (may_[spot] & bit_of(value)) {
            left.open[std::size_t(item) / 64] |= std::uint64_t(1) << (item % 64);
            left.has_open = true;
        }
    }
    return left;
}

std::optional<Rung> Ladder::counting(Budget &budget) {
    if (!has_families_) return Rung{.forced = Narrowed()};
    for (int pair = 0; pair < int(pairs_.size()); ++pair) {
        budget.check();
        std::vector<Left> lines, others;
        for (const auto &counter : families_[pairs_[pair].first]) lines.push_back(left_of(counter));
        for (const auto &counter : families_[pairs_[pair].second]) others.push_back(left_of(counter));
        std::optional<Rung> found;
        std::vector<int> chosen;
        for (std::size_t size = 1; size <= most_lines; ++size)
            if (choose(pair, 0, size, lines, others, chosen, found)) return found;
    }
    return std::nullopt;
}

// Looks at all choices of so many more lines, in order.
bool Ladder::choose(int pair, std::size_t from, std::size_t size, const std::vector<Left> &lines,
                    const std::vector<Left> &others, std::vector<int> &chosen, std::optional<Rung> &found) const {
    if (!size) {
        found = counted(lines, others, chosen);
        if (found) found->pair = pair;
        return found.has_value();
    }
    for (auto at = from; at + size <= lines.size(); ++at) {
        if (!lines[at].has_open) continue;
        chosen.push_back(int(at));
        if (choose(pair, at + 1, size - 1, lines, others, chosen, found)) return true;
        chosen.pop_back();
    }
    return false;
}

std::optional<Rung> Ladder::counted(const std::vector<Left> &lines, const std::vector<Left> &others,
                                    const std::vector<int> &chosen) const {
    Bits room(items_.size() / 64 + 1);
    std::int64_t missing = 0;
    for (auto line : chosen) {
        for (std::size_t at = 0; at < room.size(); ++at) room[at] |= lines[line].open[at];
        missing += lines[line].missing;
    }
    auto rest = room;
    std::vector<int> inside;
    for (int other = 0; other < int(others.size()); ++other) {
        const auto &[needs, open, has_open] = others[other];
        bool fits = has_open;
        for (std::size_t at = 0; fits && at < room.size(); ++at) fits = !(open[at] & ~room[at]);
        if (!fits) continue;
        for (std::size_t at = 0; at < room.size(); ++at) rest[at] &= ~open[at];
        missing -= needs;
        inside.push_back(other);
    }
    std::int64_t free = 0;
    for (auto bits : rest) free += std::popcount(bits);
    if (inside.empty()) return std::nullopt;
    Rung found{.lines = chosen, .inside = std::move(inside)};
    if (missing < 0 || missing > free) return found;
    if (!free || (missing != 0 && missing != free)) return std::nullopt;
    std::map<Spot, Mask> left;
    for (int item = 0; item < int(items_.size()); ++item) {
        if (!(rest[std::size_t(item) / 64] >> (item % 64) & 1)) continue;
        const auto &[spot, value] = items_[item];
        left.try_emplace(spot, may_[spot]).first->second &= missing ? bit_of(value) : ~bit_of(value);
    }
    found.forced.emplace(left.begin(), left.end());
    return found;
}

}  // namespace quandary::pencil
