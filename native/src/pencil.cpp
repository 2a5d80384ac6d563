#include <algorithm>
#include <bit>
#include <deque>
#include <functional>
#include <numeric>
#include <set>
#include <stdexcept>
#include <unordered_map>

#include <quandary/pencil.hpp>

namespace quandary::pencil {
namespace {

using Spots = std::vector<Spot>;
using Links = std::vector<Spots>;  // the spots beside each spot
constexpr Mask off = 1, on = 2;

bool is_decided(Mask mask) { return std::has_single_bit(mask); }
int value_of(Mask mask) { return std::countr_zero(mask); }
Mask bit_of(std::int64_t value) { return Mask(1) << value; }

Spots spots_of(const Numbers &numbers) { return {numbers.begin(), numbers.end()}; }

// Numbers with counts before them, as lists.
std::vector<Numbers> lists_of(const Numbers &numbers) {
    std::vector<Numbers> found;
    for (std::size_t at = 0; at < numbers.size(); at += std::size_t(numbers[at]) + 1)
        found.emplace_back(numbers.begin() + std::ptrdiff_t(at) + 1,
                           numbers.begin() + std::ptrdiff_t(at) + 1 + numbers[at]);
    return found;
}

Links links_of(const Numbers &numbers) {
    Links near;
    for (const auto &pair : lists_of(numbers)) {
        near.resize(std::max(near.size(), std::size_t(std::max(pair[0], pair[1])) + 1));
        near[pair[0]].push_back(Spot(pair[1]));
        near[pair[1]].push_back(Spot(pair[0]));
    }
    return near;
}

// Collects what changes.
class Changes {
  public:
    explicit Changes(const May &may) : may_(may) {}
    void set(Spot spot, Mask mask) {
        if (mask != may_[spot]) found_.emplace_back(spot, mask);
    }
    Forced result() { return std::move(found_); }

  private:
    const May &may_;
    std::vector<std::pair<Spot, Mask>> found_;
};

Forced changed_to(const May &may, const Spots &scope, const std::vector<Mask> &left) {
    Changes changes(may);
    for (std::size_t at = 0; at < scope.size(); ++at) changes.set(scope[at], left[at]);
    return changes.result();
}

// --- Words that count marks

Forced counted(const Spots &scope, Mask bit, std::int64_t least, std::int64_t most, const May &may) {
    std::int64_t sure = 0, free = 0;
    for (auto spot : scope)
        if (may[spot] & bit) ++(may[spot] == bit ? sure : free);
    if (sure > most || sure + free < least) return std::nullopt;
    Changes changes(may);
    const bool is_full = sure == most;
    if (is_full || sure + free == least)
        for (auto spot : scope)
            if (may[spot] & bit && may[spot] != bit) changes.set(spot, is_full ? may[spot] & ~bit : bit);
    return changes.result();
}

struct Counting : Word {
    Mask bit = on;
    std::int64_t least = 0, most = 0;
    Forced forces(const May &may) const override { return counted(scope, bit, least, most, may); }
};

struct Touches : Word {
    std::int64_t n = 0;
    Spot spot = 0;
    Spots around;
    Mask bit = on;
    Forced forces(const May &may) const override {
        Changes none(may);
        if (!(may[spot] & bit)) return none.result();
        auto found = counted(around, bit, n, n, may);
        if (may[spot] == bit) return found;
        if (!found) none.set(spot, may[spot] & ~bit);
        return none.result();
    }
};

struct Passes : Word {
    Forced forces(const May &may) const override {
        int sure = 0, free = 0;
        for (auto spot : scope) {
            sure += may[spot] == on;
            free += may[spot] == (on | off);
        }
        if (sure > 2 || (sure == 1 && !free)) return std::nullopt;
        Changes changes(may);
        const bool closed = sure == 2 || (!sure && free == 1), goes_on = sure == 1 && free == 1;
        for (auto spot : scope)
            if (may[spot] == (on | off) && (closed || goes_on)) changes.set(spot, closed ? off : on);
        return changes.result();
    }
};

// --- Words about digits

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

// --- Words about lines

struct Runs : Word {
    std::vector<bool> pattern;  // what comes after each state: a mark, or a gap that ends a run
    Mask waits = 0, marks = 0, gaps = 0;

    explicit Runs(const Numbers &lengths) {
        for (auto length : lengths) {
            if (!pattern.empty()) pattern.push_back(false);
            pattern.insert(pattern.end(), std::size_t(length), true);
        }
        if (pattern.size() > 62) return;  // no board is so large, and `forces` says so
        waits = bit_of(std::int64_t(pattern.size()));
        for (std::size_t at = 0; at < pattern.size(); ++at) {
            (pattern[at] ? marks : gaps) |= Mask(1) << at;
            if (pattern[at] && (at == 0 || !pattern[at - 1])) waits |= Mask(1) << at;
        }
    }

    Forced forces(const May &may) const override {
        if (pattern.size() > scope.size()) return std::nullopt;
        std::vector<Mask> before{1}, left(scope.size());
        for (auto spot : scope) {
            const auto now = before.back();
            Mask then = 0;
            if (may[spot] & off) then |= (now & waits) | (now & gaps) << 1;
            if (may[spot] & on) then |= (now & marks) << 1;
            before.push_back(then);
        }
        Mask after = Mask(1) << pattern.size();
        for (auto at = scope.size(); at-- > 0;) {
            const auto mask = may[scope[at]];
            const auto stay = mask & off ? (after & waits) | (after >> 1 & gaps) : 0;
            const auto goes = mask & on ? after >> 1 & marks : 0;
            left[at] = (stay & before[at] ? off : 0) | (goes & before[at] ? on : 0);
            if (!left[at]) return std::nullopt;
            after = (stay | goes) & before[at];
        }
        return changed_to(may, scope, left);
    }
};

// How high and how many were seen so far, as a bit of a set: 64 heights for each count.
struct Skyline : Word {
    int n = 0;

    Forced forces(const May &may) const override {
        std::vector<std::vector<Mask>> before{std::vector<Mask>(std::size_t(n) + 1)};
        before[0][0] = 1;
        for (auto spot : scope) {
            std::vector<Mask> then(std::size_t(n) + 1);
            for (auto mask = may[spot]; mask; mask &= mask - 1)
                for (int count = 0; count <= n; ++count) advance(before.back(), then, count, value_of(mask));
            before.push_back(std::move(then));
        }
        std::vector<Mask> wanted(std::size_t(n) + 1), left(scope.size());
        wanted[std::size_t(n)] = before.back()[std::size_t(n)];
        for (auto at = scope.size(); at-- > 0;) {
            std::vector<Mask> back(std::size_t(n) + 1);
            for (auto mask = may[scope[at]]; mask; mask &= mask - 1)
                if (retreat(before[at], wanted, back, value_of(mask))) left[at] |= mask & (~mask + 1);
            if (!left[at]) return std::nullopt;
            wanted = std::move(back);
        }
        return changed_to(may, scope, left);
    }

  private:
    // Heights from a value up, which a value does not rise above.
    static Mask from(int value) { return ~((Mask(1) << value) - 1); }

    void advance(const std::vector<Mask> &now, std::vector<Mask> &then, int count, int value) const {
        const auto at = std::size_t(count);
        then[at] |= now[at] & from(value);
        if (count < n && (now[at] & ~from(value))) then[at + 1] |= bit_of(value);
    }

    bool retreat(const std::vector<Mask> &before, const std::vector<Mask> &wanted, std::vector<Mask> &back,
                 int value) const {
        bool any = false;
        for (std::size_t count = 0; count <= std::size_t(n); ++count) {
            Mask came = before[count] & wanted[count] & from(value);
            if (count < std::size_t(n) && (wanted[count + 1] & bit_of(value))) came |= before[count] & ~from(value);
            back[count] |= came;
            any |= came != 0;
        }
        return any;
    }
};

struct Sees : Word {
    int n = 0;
    Spot spot = 0;
    std::vector<Spots> rays;

    Forced forces(const May &may) const override {
        if (may[spot] == on) return std::nullopt;
        Changes changes(may);
        changes.set(spot, off);
        std::vector<std::vector<int>> ends;
        for (const auto &ray : rays) ends.push_back(ends_of(ray, may));
        for (std::size_t at = 0; at < rays.size(); ++at) {
            const auto &ray = rays[at];
            const auto sums = sums_without(ends, at);
            std::vector<int> fits;
            for (auto far : ends[at])
                if (far < n && sums[std::size_t(n - 1 - far)]) fits.push_back(far);
            if (fits.empty()) return std::nullopt;
            for (int far = 0; far < fits[0]; ++far) changes.set(ray[std::size_t(far)], off);
            if (fits.size() == 1 && fits[0] < int(ray.size())) changes.set(ray[std::size_t(fits[0])], on);
        }
        return changes.result();
    }

  private:
    static std::vector<int> ends_of(const Spots &ray, const May &may) {
        std::vector<int> found;
        for (std::size_t at = 0; at < ray.size(); ++at) {
            if (may[ray[at]] & on) found.push_back(int(at));
            if (may[ray[at]] == on) return found;
        }
        found.push_back(int(ray.size()));
        return found;
    }

    std::vector<bool> sums_without(const std::vector<std::vector<int>> &ends, std::size_t but) const {
        std::vector<bool> sums(std::size_t(std::max(n, 1)));
        sums[0] = true;
        for (std::size_t at = 0; at < ends.size(); ++at) {
            if (at == but) continue;
            std::vector<bool> next(sums.size());
            for (std::size_t sum = 0; sum < sums.size(); ++sum)
                for (auto far : ends[at])
                    if (sums[sum] && sum + std::size_t(far) < sums.size()) next[sum + std::size_t(far)] = true;
            sums = std::move(next);
        }
        return sums;
    }
};

struct Table : Word {
    std::vector<Numbers> rows;
    Forced forces(const May &may) const override {
        std::vector<Mask> left(scope.size());
        for (const auto &row : rows) {
            bool fits = true;
            for (std::size_t at = 0; at < scope.size(); ++at) fits &= (may[scope[at]] & bit_of(row[at])) != 0;
            for (std::size_t at = 0; fits && at < scope.size(); ++at) left[at] |= bit_of(row[at]);
        }
        if (std::find(left.begin(), left.end(), Mask(0)) != left.end()) return std::nullopt;
        return changed_to(may, scope, left);
    }
};

// --- Words about the whole board

constexpr int unreached = -1;

// In how many steps each spot can be reached.
template <class Enters>
std::vector<int> spread(const Spots &start, const Links &near, std::size_t spots, Enters enters) {
    std::vector<int> steps(spots, unreached);
    Spots queue = start;
    for (auto spot : start) steps[spot] = 0;
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const auto spot = queue[at];
        if (std::size_t(spot) >= near.size()) continue;
        for (auto other : near[spot])
            if (steps[other] == unreached && enters(other)) {
                steps[other] = steps[spot] + 1;
                queue.push_back(other);
            }
    }
    return steps;
}

// Marks every spot inside that lies on each way between two wanted ones.
class Bottlenecks {
  public:
    Bottlenecks(const Links &near, const std::vector<int> &inside, const std::vector<bool> &wanted)
        : near_(near), inside_(inside), wanted_(wanted), order_(inside.size(), -1), low_(inside.size()) {
        needed = wanted;
    }
    // Whether something wanted hangs below a spot.
    bool visit(Spot spot, Spot parent) {
        order_[spot] = low_[spot] = count_++;
        bool holds = wanted_[spot];
        if (std::size_t(spot) >= near_.size()) return holds;
        for (auto other : near_[spot]) {
            if (other == parent || inside_[other] == unreached) continue;
            if (order_[other] >= 0) {
                low_[spot] = std::min(low_[spot], order_[other]);
                continue;
            }
            const bool below = visit(other, spot);
            low_[spot] = std::min(low_[spot], low_[other]);
            holds |= below;
            if (below && low_[other] >= order_[spot]) needed[spot] = true;
        }
        return holds;
    }
    std::vector<bool> needed;

  private:
    const Links &near_;
    const std::vector<int> &inside_;
    const std::vector<bool> &wanted_;
    std::vector<int> order_, low_;
    int count_ = 0;
};

struct Connected : Word {
    Links near;
    Mask bit = on;
    Forced forces(const May &may) const override {
        Changes changes(may);
        std::vector<bool> wanted(may.size());
        Spot first = -1;
        for (auto spot : scope)
            if (may[spot] == bit) {
                wanted[spot] = true;
                if (first < 0) first = spot;
            }
        if (first < 0) return changes.result();
        const auto inside = spread({first}, near, may.size(), [&](Spot spot) { return (may[spot] & bit) != 0; });
        for (auto spot : scope)
            if (wanted[spot] && inside[spot] == unreached) return std::nullopt;
        Bottlenecks ways(near, inside, wanted);
        ways.visit(first, -1);
        for (auto spot : scope) {
            if (ways.needed[spot]) changes.set(spot, bit);
            if (may[spot] & bit && inside[spot] == unreached) changes.set(spot, may[spot] & ~bit);
        }
        return changes.result();
    }
};

struct Area : Word {
    int n = 0;
    Spot spot = 0;
    Links near;
    std::vector<bool> rival;
    Mask bit = on;

    bool is_rival(Spot other) const { return std::size_t(other) < rival.size() && rival[other]; }

    std::vector<int> own(const May &may) const {
        return spread({spot}, near, may.size(), [&](Spot other) { return may[other] == bit; });
    }
    bool has_rival(const std::vector<int> &own_) const {
        for (std::size_t other = 0; other < rival.size() && other < own_.size(); ++other)
            if (rival[other] && own_[other] != unreached) return true;
        return false;
    }
    static int size(const std::vector<int> &reached) {
        return int(reached.size()) - int(std::count(reached.begin(), reached.end(), unreached));
    }

    // What the area can reach within its size, leaving out a spot.
    std::vector<int> room(const May &may, const std::vector<int> &own_, Spot without = -1) const {
        const int steps = n ? n - size(own_) : int(may.size());
        Spots start;
        for (Spot at = 0; at < Spot(own_.size()); ++at)
            if (own_[at] != unreached) start.push_back(at);
        auto reached = spread(start, near, may.size(), [&](Spot other) {
            return other != without && (may[other] & bit) && !is_rival(other) &&
                   std::none_of(near[other].begin(), near[other].end(), [&](Spot next) { return is_rival(next); });
        });
        for (auto &far : reached)
            if (far > steps) far = unreached;
        return reached;
    }

    Forced forces(const May &may) const override {
        if (!(may[spot] & bit)) return std::nullopt;
        const auto own_ = own(may);
        if (has_rival(own_)) return std::nullopt;
        Changes changes(may);
        changes.set(spot, bit);
        if (!n) return changes.result();
        const int so_far = size(own_);
        if (so_far > n) return std::nullopt;
        if (so_far == n) {
            close(may, own_, changes);
            return changes.result();
        }
        if (!grow(may, own_, changes)) return std::nullopt;
        return changes.result();
    }

  private:
    void close(const May &may, const std::vector<int> &own_, Changes &changes) const {
        std::vector<bool> seen(may.size());
        for (Spot at = 0; at < Spot(own_.size()); ++at) {
            if (own_[at] == unreached || std::size_t(at) >= near.size()) continue;
            for (auto other : near[at])
                if (own_[other] == unreached && !seen[other]) {
                    seen[other] = true;
                    if (may[other] & bit) changes.set(other, may[other] & ~bit);
                }
        }
    }
    bool grow(const May &may, const std::vector<int> &own_, Changes &changes) const {
        const auto reached = room(may, own_);
        const int size_ = size(reached);
        if (size_ < n) return false;
        for (Spot at = 0; at < Spot(reached.size()); ++at)
            if (at != spot && reached[at] != unreached && may[at] != bit &&
                (size_ == n || size(room(may, own_, at)) < n))
                changes.set(at, bit);
        return true;
    }
};

struct Areas : Word {
    Links near;
    std::vector<std::unique_ptr<Area>> parts;
    Mask bit = on;

    Forced forces(const May &may) const override {
        std::vector<int> owner(may.size(), -1);
        std::vector<bool> reached(may.size()), out(may.size());
        for (const auto &part : parts) {
            const auto own = part->own(may);
            if (!(may[part->spot] & bit) || (part->n && Area::size(own) > part->n) || part->has_rival(own))
                return std::nullopt;
            const auto room = part->room(may, own);
            for (std::size_t at = 0; at < may.size(); ++at) {
                if (own[at] != unreached) owner[at] = part->spot;
                if (room[at] != unreached) reached[at] = true;
            }
        }
        Changes changes(may);
        for (auto spot : scope) {
            if (!(may[spot] & bit) || (reached[spot] && !joins(spot, owner))) continue;
            if (may[spot] == bit) return std::nullopt;
            out[spot] = true;
            changes.set(spot, may[spot] & ~bit);
        }
        if (!lead(may, owner, out, changes)) return std::nullopt;
        return changes.result();
    }

  private:
    bool joins(Spot spot, const std::vector<int> &owner) const {
        if (owner[spot] >= 0 || std::size_t(spot) >= near.size()) return false;
        int first = -1;
        for (auto other : near[spot]) {
            if (owner[other] < 0) continue;
            if (first >= 0 && owner[other] != first) return true;
            first = owner[other];
        }
        return false;
    }
    // The only ways out of groups that have no number yet.
    bool lead(const May &may, const std::vector<int> &owner, const std::vector<bool> &out, Changes &changes) const {
        std::vector<bool> done(may.size()), led(may.size());
        for (auto first : scope) {
            if (may[first] != bit || owner[first] >= 0 || done[first]) continue;
            const auto group =
                spread({first}, near, may.size(), [&](Spot spot) { return may[spot] == bit && owner[spot] < 0; });
            std::set<Spot> exits;
            for (Spot spot = 0; spot < Spot(group.size()); ++spot) {
                if (group[spot] == unreached) continue;
                done[spot] = true;
                if (std::size_t(spot) >= near.size()) continue;
                for (auto other : near[spot])
                    if (may[other] & bit && group[other] == unreached && !out[other]) exits.insert(other);
            }
            if (exits.empty()) return false;
            if (const auto exit = *exits.begin(); exits.size() == 1 && !led[exit]) {
                led[exit] = true;
                changes.set(exit, bit);
            }
        }
        return true;
    }
};

// --- Marks that belong to places one to one

// Whether each can have one of its options for itself. Options are numbers from 0.
class Matching {
  public:
    Matching(const std::vector<Spots> &options, std::size_t count) : options_(options), taken_(count, -1) {}
    bool is_whole() {
        for (int one = 0; one < int(options_.size()); ++one) {
            seen_.assign(taken_.size(), false);
            if (!finds(one)) return false;
        }
        return true;
    }

  private:
    bool finds(int one) {
        for (auto option : options_[one]) {
            if (seen_[option]) continue;
            seen_[option] = true;
            if (taken_[option] >= 0 && !finds(taken_[option])) continue;
            taken_[option] = one;
            return true;
        }
        return false;
    }
    const std::vector<Spots> &options_;
    std::vector<int> taken_;
    std::vector<bool> seen_;
};

struct Paired : Word {
    std::vector<Spots> near;

    Forced forces(const May &may) const override {
        std::vector<Spots> places(may.size()), sure, free(near.size());
        for (int at = 0; at < int(near.size()); ++at)
            for (auto spot : near[at]) {
                places[spot].push_back(at);
                if (may[spot] & on) free[at].push_back(spot);
            }
        Changes changes(may);
        for (auto spot : scope) {
            if (may[spot] == on && places[spot].empty()) return std::nullopt;
            if (may[spot] == on) sure.push_back(places[spot]);
            if (may[spot] & on && places[spot].empty()) changes.set(spot, off);
        }
        if (!Matching(free, may.size()).is_whole() || !Matching(sure, near.size()).is_whole()) return std::nullopt;
        for (auto spot : scope) {
            if (!(may[spot] & on) || may[spot] == on || places[spot].empty()) continue;
            auto without = free;
            for (auto &some : without) std::erase(some, spot);
            auto with = sure;
            with.push_back(places[spot]);
            if (!Matching(without, may.size()).is_whole())
                changes.set(spot, on);
            else if (!Matching(with, near.size()).is_whole())
                changes.set(spot, off);
        }
        return changes.result();
    }
};

// --- One loop

class Roots {
  public:
    explicit Roots(int count) : parent_(std::size_t(count)) { std::iota(parent_.begin(), parent_.end(), 0); }
    int of(int end) {
        while (parent_[end] != end) end = parent_[end] = parent_[parent_[end]];
        return end;
    }
    // Whether they were apart.
    bool join(int one, int other) {
        const int a = of(one), b = of(other);
        parent_[a] = b;
        return a != b;
    }

  private:
    std::vector<int> parent_;
};

struct OneLoop : Word {
    std::vector<std::pair<int, int>> ends;
    int dots = 0;
    std::vector<std::vector<std::pair<int, int>>> meeting;  // at each dot: the number of an edge, and its other end

    Forced forces(const May &may) const override {
        Roots paths(dots);
        std::vector<int> degree(std::size_t(dots), 0);
        int closing = -1, lines = 0;
        for (std::size_t at = 0; at < scope.size(); ++at) {
            if (may[scope[at]] != on) continue;
            ++lines;
            const auto [one, other] = ends[at];
            if (++degree[one] > 2 || ++degree[other] > 2) return std::nullopt;
            if (!paths.join(one, other)) closing = one;
        }
        return closing >= 0 ? only(may, paths, closing) : open(may, paths, degree, lines);
    }

  private:
    // Rules out everything beside a loop that is closed.
    Forced only(const May &may, Roots &paths, int closing) const {
        Changes changes(may);
        for (std::size_t at = 0; at < scope.size(); ++at) {
            const auto mask = may[scope[at]];
            if (mask == on && paths.of(ends[at].first) != paths.of(closing)) return std::nullopt;
            if (mask == (on | off)) changes.set(scope[at], off);
        }
        return changes.result();
    }

    Forced open(const May &may, Roots &paths, const std::vector<int> &degree, int lines) const {
        std::vector<int> length(std::size_t(dots), 0);
        for (std::size_t at = 0; at < scope.size(); ++at)
            if (may[scope[at]] == on) ++length[paths.of(ends[at].first)];
        std::vector<bool> left(scope.size());
        Changes changes(may);
        int lying = 0;
        for (std::size_t at = 0; at < scope.size(); ++at) {
            const auto [one, other] = ends[at];
            const auto mask = may[scope[at]];
            const bool closes = mask == (on | off) && degree[one] && degree[other] &&
                                paths.of(one) == paths.of(other) && length[paths.of(one)] != lines;
            if (closes) changes.set(scope[at], off);
            left[at] = (mask & on) && !closes;
            lying += left[at];
        }
        if (!without_bridges(may, left, lying, changes) || !together(may, left, changes)) return std::nullopt;
        return changes.result();
    }

    bool without_bridges(const May &may, std::vector<bool> &left, int lying, Changes &changes) const {
        std::vector<int> order(std::size_t(dots), -1), low(std::size_t(dots), 0), dead;
        int count = 0;
        for (int dot = 0; dot < dots; ++dot)
            if (order[dot] < 0) visit(dot, -1, left, order, low, count, dead);
        if (int(dead.size()) == lying) return false;
        for (auto at : dead) {
            if (may[scope[at]] == on) return false;
            left[at] = false;
            changes.set(scope[at], off);
        }
        return true;
    }

    void visit(int dot, int came, const std::vector<bool> &left, std::vector<int> &order, std::vector<int> &low,
               int &count, std::vector<int> &dead) const {
        order[dot] = low[dot] = count++;
        for (const auto &[edge, other] : meeting[dot]) {
            if (edge == came || !left[edge]) continue;
            if (order[other] >= 0) {
                low[dot] = std::min(low[dot], order[other]);
                continue;
            }
            visit(other, edge, left, order, low, count, dead);
            low[dot] = std::min(low[dot], low[other]);
            if (low[other] > order[dot]) dead.push_back(edge);
        }
    }

    // Rules out what is not connected with the lines that are drawn.
    bool together(const May &may, const std::vector<bool> &left, Changes &changes) const {
        Roots groups(dots);
        for (std::size_t at = 0; at < scope.size(); ++at)
            if (left[at]) groups.join(ends[at].first, ends[at].second);
        int drawn = -1;
        for (std::size_t at = 0; at < scope.size(); ++at) {
            if (!left[at] || may[scope[at]] != on) continue;
            const int group = groups.of(ends[at].first);
            if (drawn >= 0 && group != drawn) return false;
            drawn = group;
        }
        for (std::size_t at = 0; drawn >= 0 && at < scope.size(); ++at)
            if (left[at] && groups.of(ends[at].first) != drawn) changes.set(scope[at], off);
        return true;
    }
};

// --- Words as Python tells them

using Fields = std::vector<Numbers>;

template <class W>
std::unique_ptr<W> about(const Numbers &scope) {
    auto word = std::make_unique<W>();
    word->scope = spots_of(scope);
    return word;
}

std::unique_ptr<Word> counting(const Numbers &scope, std::int64_t value, std::int64_t least, std::int64_t most) {
    auto word = about<Counting>(scope);
    word->bit = bit_of(value);
    word->least = least;
    word->most = most;
    return word;
}

std::unique_ptr<Area> area(std::int64_t n, std::int64_t spot, const Links &near, const Numbers &rivals,
                           std::int64_t value) {
    auto word = std::make_unique<Area>();
    word->n = int(n);
    word->spot = Spot(spot);
    word->near = near;
    word->rival.resize(near.size());
    for (auto rival : rivals)
        if (std::size_t(rival) < near.size()) word->rival[rival] = true;
    word->bit = bit_of(value);
    word->is_global = true;
    const auto reached =
        spread({word->spot}, near, std::max(near.size(), std::size_t(spot) + 1), [](Spot) { return true; });
    for (Spot at = 0; at < Spot(reached.size()); ++at)
        if (reached[at] != unreached) word->scope.push_back(at);
    return word;
}

std::unique_ptr<Word> touches(const Fields &of) {
    auto word = std::make_unique<Touches>();
    word->n = of[0][0];
    word->spot = Spot(of[1][0]);
    word->around = spots_of(of[2]);
    word->bit = bit_of(of[3][0]);
    word->scope = word->around;
    word->scope.insert(word->scope.begin(), word->spot);
    return word;
}

std::unique_ptr<Word> total(const Fields &of) {
    auto word = about<Total>(of[1]);
    word->n = of[0][0];
    word->is_different = of[2][0] != 0;
    word->operation = char(of[3][0]);
    return word;
}

std::unique_ptr<Word> runs(const Fields &of) {
    auto word = std::make_unique<Runs>(of[0]);
    word->scope = spots_of(of[1]);
    return word;
}

std::unique_ptr<Word> sees(const Fields &of) {
    auto word = std::make_unique<Sees>();
    word->n = int(of[0][0]);
    word->spot = Spot(of[1][0]);
    word->scope.push_back(word->spot);
    for (const auto &ray : lists_of(of[2])) {
        word->rays.push_back(spots_of(ray));
        word->scope.insert(word->scope.end(), ray.begin(), ray.end());
    }
    return word;
}

std::unique_ptr<Word> skyline(const Fields &of) {
    auto word = about<Skyline>(of[1]);
    word->n = int(of[0][0]);
    return word;
}

std::unique_ptr<Word> paired(const Fields &of) {
    auto word = about<Paired>(of[0]);
    word->is_global = true;
    for (const auto &spots : lists_of(of[1])) word->near.push_back(spots_of(spots));
    return word;
}

std::unique_ptr<Word> table(const Fields &of) {
    auto word = about<Table>(of[0]);
    word->rows = lists_of(of[1]);
    return word;
}

std::unique_ptr<Word> connected(const Fields &of) {
    auto word = about<Connected>(of[0]);
    word->near = links_of(of[1]);
    word->bit = bit_of(of[2][0]);
    word->is_global = true;
    return word;
}

std::unique_ptr<Word> areas(const Fields &of) {
    auto word = about<Areas>(of[0]);
    word->near = links_of(of[1]);
    word->bit = bit_of(of[3][0]);
    word->is_global = true;
    const auto sizes = lists_of(of[2]);
    for (const auto &one : sizes) {
        Numbers rivals;
        for (const auto &other : sizes)
            if (other[0] != one[0]) rivals.push_back(other[0]);
        word->parts.push_back(area(one[1], one[0], word->near, rivals, of[3][0]));
    }
    return word;
}

std::unique_ptr<Word> one_loop(const Fields &of) {
    auto word = about<OneLoop>(of[0]);
    word->is_global = true;
    for (const auto &pair : lists_of(of[1])) {
        word->ends.emplace_back(pair[0], pair[1]);
        word->dots = std::max({word->dots, int(pair[0]) + 1, int(pair[1]) + 1});
    }
    word->meeting.resize(std::size_t(word->dots));
    for (int edge = 0; edge < int(word->ends.size()); ++edge) {
        const auto [one, other] = word->ends[edge];
        word->meeting[one].emplace_back(edge, other);
        word->meeting[other].emplace_back(edge, one);
    }
    return word;
}

std::int64_t size_of(const Numbers &scope) { return std::int64_t(scope.size()); }

using Reader = std::unique_ptr<Word> (*)(const Fields &);
const std::unordered_map<std::string, Reader> readers{
    {"exactly", [](const Fields &of) { return counting(of[1], of[2][0], of[0][0], of[0][0]); }},
    {"at_least", [](const Fields &of) { return counting(of[1], of[2][0], of[0][0], size_of(of[1])); }},
    {"at_most", [](const Fields &of) { return counting(of[1], of[2][0], 0, of[0][0]); }},
    {"no_square", [](const Fields &of) { return counting(of[0], of[1][0], 0, size_of(of[0]) - 1); }},
    {"touches", touches},
    {"passes", [](const Fields &of) -> std::unique_ptr<Word> { return about<Passes>(of[0]); }},
    {"different", [](const Fields &of) -> std::unique_ptr<Word> { return about<Different>(of[0]); }},
    {"less", [](const Fields &of) -> std::unique_ptr<Word> { return about<Less>(of[0]); }},
    {"total", total},
    {"straight", [](const Fields &of) -> std::unique_ptr<Word> { return about<Straight>(of[0]); }},
    {"runs", runs},
    {"skyline", skyline},
    {"paired", paired},
    {"sees", sees},
    {"table", table},
    {"connected", connected},
    {"area",
     [](const Fields &of) -> std::unique_ptr<Word> {
         return area(of[0][0], of[1][0], links_of(of[2]), of[3], of[4][0]);
     }},
    {"areas", areas},
    {"one_loop", one_loop},
};

}  // namespace

std::unique_ptr<Word> word_of(const WordTold &told) {
    const auto reader = readers.find(told.name);
    if (reader == readers.end()) throw std::invalid_argument("the core does not know the word " + told.name);
    return reader->second(told.fields);
}

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
