// Words about the whole board: connected, and areas.
#include <algorithm>
#include <limits>
#include <set>

#include "word.hpp"

namespace quandary::pencil {
namespace {

constexpr int unreached = -1;

constexpr int any_number = std::numeric_limits<int>::max();

// In how many steps each spot can be reached, if not in too many.
template <class Enters>
std::vector<int> spread(const Spots &start, const Links &near, std::size_t spots, Enters enters,
                        int most = any_number) {
    std::vector<int> steps(spots, unreached);
    Spots queue = start;
    for (auto spot : start) steps[spot] = 0;
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const auto spot = queue[at];
        if (std::size_t(spot) >= near.size() || steps[spot] >= most) continue;
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

    void explain(const May &may, Spot spot, Mask gone, Because &because) const override {
        const auto sure = std::find_if(scope.begin(), scope.end(), [&](Spot at) { return may[at] == bit; });
        because.is(*sure);
        if (gone & bit) return cut(may, spot, *sure, nowhere, because);
        const auto near_by = side(may, *sure, spot);
        const auto apart =
            std::find_if(sure, scope.end(), [&](Spot at) { return may[at] == bit && near_by[at] == unreached; });
        because.is(*apart);
        cut(may, *apart, *sure, spot, because);
    }

  private:
    // What can be connected with a spot without another one.
    std::vector<int> side(const May &may, Spot spot, Spot without) const {
        return spread({spot}, near, may.size(), [&](Spot at) { return at != without && (may[at] & bit); });
    }
    // Says that two spots are apart, by what lies around the side of the first and can be reached from the second.
    void cut(const May &may, Spot one, Spot other, Spot without, Because &because) const {
        const auto inside = side(may, one, without);
        std::vector<bool> around(may.size());
        for (Spot at = 0; at < Spot(near.size()); ++at)
            if (inside[at] != unreached)
                for (auto next : near[at]) around[next] = around[next] || inside[next] == unreached;
        const auto outside = spread({other}, near, may.size(), [&](Spot at) { return !around[at]; });
        for (Spot at = 0; at < Spot(near.size()); ++at) {
            if (!around[at] || at == without) continue;
            const bool is_met = at == other || std::any_of(near[at].begin(), near[at].end(),
                                                           [&](Spot next) { return outside[next] != unreached; });
            if (is_met) because.lacks(at, bit);
        }
    }
};

struct Area : Word {
    int n = 0;
    Spot spot = 0;
    Links near;
    std::vector<bool> rival;
    Mask bit = on;

    bool is_rival(Spot other) const { return std::size_t(other) < rival.size() && rival[other]; }
    // Whether a spot belongs to a rival or would touch it.
    bool is_barred(Spot other) const {
        return is_rival(other) ||
               std::any_of(near[other].begin(), near[other].end(), [&](Spot next) { return is_rival(next); });
    }

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
        return spread(
            start, near, may.size(),
            [&](Spot other) { return other != without && (may[other] & bit) && !is_barred(other); }, steps);
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

    void explain(const May &may, Spot at, Mask gone, Because &because) const override {
        if (at == spot) return;
        because.lacks(spot, bit);
        if (!(may[spot] & bit)) return;
        const auto own_ = own(may);
        for (Spot other = 0; other < Spot(rival.size()); ++other)
            if (rival[other] && own_[other] != unreached) return lead_to(other, own_, because);
        if (n && size(own_) > n) return name_first(n + 1, own_, because);
        name_first(size(own_), own_, because);
        if (!(gone & bit)) enclose(may, own_, at, because);
    }
    // Names the spots on a way from the number to a spot of its own.
    void lead_to(Spot to, const std::vector<int> &own_, Because &because) const {
        because.is(to);
        while (own_[to] > 0) {
            to = *std::find_if(near[to].begin(), near[to].end(), [&](Spot next) { return own_[next] == own_[to] - 1; });
            because.is(to);
        }
    }
    void name_first(int number, const std::vector<int> &own_, Because &because) const {
        for (int far = 0; number > 0; ++far)
            for (Spot at = 0; at < Spot(own_.size()) && number > 0; ++at)
                if (own_[at] == far) {
                    because.is(at);
                    --number;
                }
    }

  private:
    // Names what keeps the area from growing.
    void enclose(const May &may, const std::vector<int> &own_, Spot without, Because &because) const {
        const auto reached = room(may, own_, without);
        const int steps = n - size(own_);
        for (Spot at = 0; at < Spot(near.size()); ++at)
            if (reached[at] != unreached && reached[at] < steps)
                for (auto next : near[at]) because.lacks(next, bit);
    }
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
        std::vector<const Area *> owner(may.size());
        std::vector<bool> reached(may.size()), out(may.size());
        for (const auto &part : parts) {
            const auto own = part->own(may);
            if (!(may[part->spot] & bit) || (part->n && Area::size(own) > part->n) || part->has_rival(own))
                return std::nullopt;
            const auto room = part->room(may, own);
            for (std::size_t at = 0; at < may.size(); ++at) {
                if (own[at] != unreached) owner[at] = part.get();
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

    void explain(const May &may, Spot spot, Mask gone, Because &because) const override {
        std::vector<const Area *> owner(may.size());
        std::vector<bool> reached(may.size());
        for (const auto &part : parts) {
            const auto own = part->own(may);
            if (spot == nowhere &&
                (!(may[part->spot] & bit) || (part->n && Area::size(own) > part->n) || part->has_rival(own)))
                return part->explain(may, nowhere, 0, because);
            const auto room = part->room(may, own);
            for (std::size_t at = 0; at < may.size(); ++at) {
                if (own[at] != unreached) owner[at] = part.get();
                if (room[at] != unreached) reached[at] = true;
            }
        }
        const auto rule_out = [&](Spot at) {
            return reached[at] ? between(may, at, owner, because) : out_of_reach(may, at, because);
        };
        if (gone & bit) return rule_out(spot);
        for (auto at : scope)
            if (spot == nowhere && may[at] == bit && !reached[at]) {
                because.is(at);
                return rule_out(at);
            }
        for (auto first : scope) {
            if (may[first] != bit || owner[first]) continue;
            const auto around = around_group(may, first);
            const auto is_open = [&](Spot at) {
                return at != spot && (may[at] & bit) && reached[at] && !joins(at, owner);
            };
            if (std::any_of(around.begin(), around.end(), is_open)) continue;
            because.is(first);
            for (auto at : around)
                if (at == spot)
                    continue;
                else if (may[at] & bit)
                    rule_out(at);
                else
                    because.lacks(at, bit);
            return;
        }
    }

  private:
    bool joins(Spot spot, const std::vector<const Area *> &owner) const {
        if (owner[spot] || std::size_t(spot) >= near.size()) return false;
        const Area *first = nullptr;
        for (auto other : near[spot]) {
            if (first && owner[other] && owner[other] != first) return true;
            if (owner[other]) first = owner[other];
        }
        return false;
    }
    // Names two ways to the numbers that a spot would join.
    void between(const May &may, Spot spot, const std::vector<const Area *> &owner, Because &because) const {
        const Area *first = nullptr;
        for (auto next : near[spot]) {
            if (!owner[next] || owner[next] == first) continue;
            owner[next]->lead_to(next, owner[next]->own(may), because);
            if (first) return;
            first = owner[next];
        }
    }
    // What is beside a group of spots.
    std::set<Spot> around_group(const May &may, Spot first) const {
        const auto group = spread({first}, near, may.size(), [&](Spot at) { return may[at] == bit; });
        std::set<Spot> around;
        for (Spot at = 0; at < Spot(near.size()); ++at)
            if (group[at] != unreached)
                for (auto next : near[at])
                    if (group[next] == unreached) around.insert(next);
        return around;
    }
    // Says why no number reaches a spot: for each, its own spots and what lies on the ways that are short enough.
    void out_of_reach(const May &may, Spot spot, Because &because) const {
        const auto anything = [](Spot) { return true; };
        const auto away = spread({spot}, near, may.size(), anything);
        for (const auto &part : parts) {
            if (away[part->spot] == unreached || (part->n && away[part->spot] >= part->n) || part->is_barred(spot))
                continue;
            const auto own = part->own(may);
            part->name_first(Area::size(own), own, because);
            Spots start;
            for (Spot at = 0; at < Spot(own.size()); ++at)
                if (own[at] != unreached) start.push_back(at);
            const auto far = spread(start, near, may.size(), anything);
            const int steps = part->n ? part->n - int(start.size()) : int(may.size());
            const auto back =
                spread({spot}, near, may.size(), [&](Spot at) { return (may[at] & bit) && !part->is_barred(at); });
            for (Spot at = 0; at < Spot(near.size()); ++at)
                if (back[at] != unreached)
                    for (auto next : near[at])
                        if (back[at] + 1 + far[next] <= steps) because.lacks(next, bit);
        }
    }
    // The only ways out of groups that have no number yet.
    bool lead(const May &may, const std::vector<const Area *> &owner, const std::vector<bool> &out,
              Changes &changes) const {
        std::vector<bool> done(may.size()), led(may.size());
        for (auto first : scope) {
            if (may[first] != bit || owner[first] || done[first]) continue;
            const auto group =
                spread({first}, near, may.size(), [&](Spot spot) { return may[spot] == bit && !owner[spot]; });
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
    word->within.emplace();
    for (Spot at = 0; at < Spot(reached.size()); ++at) {
        if (reached[at] != unreached) word->scope.push_back(at);
        if (reached[at] != unreached && (!n || reached[at] <= n)) word->within->push_back(at);
    }
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
    word->is_global = word->builds_up = true;
    const auto sizes = lists_of(of[2]);
    for (const auto &one : sizes) {
        Numbers rivals;
        for (const auto &other : sizes)
            if (other[0] != one[0]) rivals.push_back(other[0]);
        word->parts.push_back(area(one[1], one[0], word->near, rivals, of[3][0]));
    }
    return word;
}

}  // namespace

Readers shape_words() {
    return {
        {"connected", connected},
        {"area",
         [](const Fields &of) -> std::unique_ptr<Word> {
             return area(of[0][0], of[1][0], links_of(of[2]), of[3], of[4][0]);
         }},
        {"areas", areas},
    };
}

}  // namespace quandary::pencil
