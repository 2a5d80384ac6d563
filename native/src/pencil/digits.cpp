// Words about digits.
#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "word.hpp"

namespace quandary::pencil {
namespace {

// What is left if no decided value comes again.
bool once_each(std::vector<Mask> &left) {
    std::vector<bool> settled(left.size());
    for (std::size_t here = 0; here < left.size();) {
        if (settled[here] || !is_decided(left[here])) {
            ++here;
            continue;
        }
        settled[here] = true;
        for (std::size_t other = 0; other < left.size(); ++other)
            if (other != here && !(left[other] &= ~left[here])) return false;
        here = 0;
    }
    return true;
}

bool only_places(std::vector<Mask> &left, Mask wanted) {
    for (; wanted; wanted &= wanted - 1) {
        const Mask bit = wanted & (~wanted + 1);
        Mask *place = nullptr;
        int places = 0;
        for (auto &mask : left)
            if (mask & bit) place = &mask, ++places;
        if (!places) return false;
        if (places == 1) *place = bit;
    }
    return true;
}

std::vector<Mask> left_of(const Spots &scope, const May &may) {
    std::vector<Mask> left;
    for (auto spot : scope) left.push_back(may[spot]);
    return left;
}

Mask every_of(const std::vector<Mask> &left) {
    return std::accumulate(left.begin(), left.end(), Mask(0), std::bit_or<>());
}

struct Different : Word {
    Forced forces(const May &may) const override {
        auto left = left_of(scope, may);
        const auto every = every_of(left);
        const auto values = std::size_t(std::popcount(every));
        if (values < scope.size() || !once_each(left)) return std::nullopt;
        if (values == scope.size() && !only_places(left, every)) return std::nullopt;
        return changed_to(may, scope, left);
    }

    void explain(const May &may, Spot spot, Mask gone, Because &because) const override {
        if (spot == nowhere ? !twice(may, because)
                            : !taken(may, spot, gone, because) && !only(may, spot, gone, because))
            Word::explain(may, spot, gone, because);
    }

  private:
    bool twice(const May &may, Because &because) const {
        for (std::size_t one = 0; one < scope.size(); ++one)
            for (std::size_t other = 0; other < one; ++other)
                if (is_decided(may[scope[one]]) && may[scope[one]] == may[scope[other]]) {
                    because.is(scope[one]);
                    because.is(scope[other]);
                    return true;
                }
        return false;
    }
    // Whether the values are in other spots.
    bool taken(const May &may, Spot spot, Mask gone, Because &because) const {
        Mask there = 0;
        for (auto other : scope)
            if (other != spot && is_decided(may[other])) there |= may[other];
        if (gone & ~there) return false;
        for (auto other : scope)
            if (other != spot && is_decided(may[other]) && (may[other] & gone)) because.is(other);
        return true;
    }
    // Whether no other spot can have the value that is left.
    bool only(const May &may, Spot spot, Mask gone, Because &because) const {
        const auto left = may[spot] & ~gone;
        const auto &from = because.from();
        if (!is_decided(left) || std::size_t(std::popcount(every_of(left_of(scope, from)))) != scope.size())
            return false;
        if (std::any_of(scope.begin(), scope.end(), [&](Spot other) { return other != spot && (may[other] & left); }))
            return false;
        for (auto other : scope)
            if (other != spot) because.lacks(other, left);
        return true;
    }
};

struct Less : Word {
    Forced forces(const May &may) const override {
        const auto low = may[scope[0]], high = may[scope[1]];
        if (!low || !high) return std::nullopt;
        const auto below = low & (std::bit_floor(high) - 1);
        const auto above = high & ~((Mask(2) << value_of(low)) - 1);
        if (!below || !above) return std::nullopt;
        return changed_to(may, scope, {below, above});
    }
};

struct Straight : Word {
    Forced forces(const May &may) const override {
        const auto masks = left_of(scope, may);
        const auto every = every_of(masks);
        std::vector<Mask> all(scope.size());
        const Mask window = (Mask(1) << scope.size()) - 1;
        for (int low = 0; low + int(scope.size()) <= int(std::bit_width(every)); ++low) {
            auto left = masks;
            for (auto &mask : left) mask &= window << low;
            if (!only_places(left, window << low)) continue;
            if (std::find(left.begin(), left.end(), Mask(0)) != left.end()) continue;
            for (std::size_t at = 0; at < all.size(); ++at) all[at] |= left[at];
        }
        if (std::find(all.begin(), all.end(), Mask(0)) != all.end()) return std::nullopt;
        return changed_to(may, scope, all);
    }
};

struct Total : Word {
    std::int64_t n = 0;
    bool is_different = false;
    char operation = 's';

    Forced forces(const May &may) const override { return operation == 'a' ? of_any(may) : by(operation, may); }

  private:
    Forced by(char how, const May &may) const {
        if (how == 'd' || how == 'q') return by_listing(how, may);
        return is_different && how == 's' ? of_sets(may) : of_steps(how, may);
    }

    // What one of the operations allows.
    Forced of_any(const May &may) const {
        std::vector<Mask> left(scope.size());
        for (const char how : {'s', 'p', 'd', 'q'})
            if (const auto forced = by(how, may)) {
                auto now = left_of(scope, may);
                for (const auto &[spot, mask] : *forced)
                    now[std::size_t(std::find(scope.begin(), scope.end(), spot) - scope.begin())] = mask;
                for (std::size_t at = 0; at < left.size(); ++at) left[at] |= now[at];
            }
        if (std::find(left.begin(), left.end(), Mask(0)) != left.end()) return std::nullopt;
        return changed_to(may, scope, left);
    }

    // The values of the sets that fit all spots.
    struct Fitting {
        Mask ever = 0, always = ~Mask(0);
    };

    Forced of_sets(const May &may) const {
        auto left = left_of(scope, may);
        if (!once_each(left)) return std::nullopt;
        Fitting fitting;
        choose(left, every_of(left), 0, n, scope.size(), fitting);
        if (!fitting.ever) return std::nullopt;
        for (auto &mask : left) mask &= fitting.ever;
        if (!only_places(left, fitting.always)) return std::nullopt;
        return changed_to(may, scope, left);
    }

    void choose(const std::vector<Mask> &left, Mask values, Mask chosen, std::int64_t rest, std::size_t spots,
                Fitting &fitting) const {
        if (rest < 0) return;
        if (!spots) {
            const bool fits = std::all_of(left.begin(), left.end(), [&](Mask mask) { return mask & chosen; });
            if (rest != 0 || !fits) return;
            fitting.ever |= chosen;
            fitting.always &= chosen;
            return;
        }
        for (; values && std::size_t(std::popcount(values)) >= spots; values &= values - 1) {
            const int value = value_of(values);
            choose(left, values & (values - 1), chosen | bit_of(value), rest - value, spots - 1, fitting);
        }
    }

    static std::int64_t step(char how, std::int64_t so_far, int value) {
        return how == 's' ? so_far + value : so_far * value;
    }

    Forced of_steps(char how, const May &may) const {
        std::vector<std::set<std::int64_t>> before{{how == 's' ? 0 : 1}};
        for (auto spot : scope) {
            std::set<std::int64_t> reached;
            for (auto so_far : before.back())
                for (auto mask = may[spot]; mask; mask &= mask - 1)
                    if (const auto next = step(how, so_far, value_of(mask)); next <= n) reached.insert(next);
            before.push_back(std::move(reached));
        }
        std::set<std::int64_t> after{n};
        std::vector<Mask> left(scope.size());
        for (auto at = scope.size(); at-- > 0;) {
            std::set<std::int64_t> back;
            for (auto mask = may[scope[at]]; mask; mask &= mask - 1)
                for (auto so_far : before[at])
                    if (after.contains(step(how, so_far, value_of(mask)))) {
                        left[at] |= mask & (~mask + 1);
                        back.insert(so_far);
                    }
            if (!left[at]) return std::nullopt;
            after = std::move(back);
        }
        return changed_to(may, scope, left);
    }

    Forced by_listing(char how, const May &may) const {
        std::vector<Mask> left(scope.size());
        std::vector<int> some;
        list(how, may, some, left);
        if (std::find(left.begin(), left.end(), Mask(0)) != left.end()) return std::nullopt;
        return changed_to(may, scope, left);
    }

    void list(char how, const May &may, std::vector<int> &some, std::vector<Mask> &left) const {
        if (some.size() == scope.size()) {
            if (!holds(how, some)) return;
            for (std::size_t at = 0; at < some.size(); ++at) left[at] |= bit_of(some[at]);
            return;
        }
        for (auto mask = may[scope[some.size()]]; mask; mask &= mask - 1) {
            some.push_back(value_of(mask));
            list(how, may, some, left);
            some.pop_back();
        }
    }

    bool holds(char how, std::vector<int> falling) const {
        std::sort(falling.rbegin(), falling.rend());
        if (is_different && std::adjacent_find(falling.begin(), falling.end()) != falling.end()) return false;
        std::int64_t largest = falling[0];
        for (std::size_t at = 1; at < falling.size(); ++at) {
            if (how == 'd') {
                largest -= falling[at];
            } else {
                if (!falling[at] || largest % falling[at]) return false;
                largest /= falling[at];
            }
        }
        return largest == n;
    }
};

std::unique_ptr<Word> total(const Fields &of) {
    auto word = about<Total>(of[1]);
    word->n = of[0][0];
    word->is_different = of[2][0] != 0;
    word->operation = char(of[3][0]);
    return word;
}

}  // namespace

Readers digit_words() {
    return {
        {"different", [](const Fields &of) -> std::unique_ptr<Word> { return about<Different>(of[0]); }},
        {"less", [](const Fields &of) -> std::unique_ptr<Word> { return about<Less>(of[0]); }},
        {"total", total},
        {"straight", [](const Fields &of) -> std::unique_ptr<Word> { return about<Straight>(of[0]); }},
    };
}

}  // namespace quandary::pencil
