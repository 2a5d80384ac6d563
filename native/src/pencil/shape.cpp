// Words about the whole board: connected, and areas.
#include <algorithm>
#include <set>

#include "word.hpp"

namespace quandary::pencil {
namespace {

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
