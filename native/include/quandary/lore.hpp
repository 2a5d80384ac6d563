// What players look for who learned their rules: patterns of facts around a move, and groups of slots.
//
// A learned rule is not compiled into a domain but handed over by Python as data (quandary/theory/learned.py). A domain
// that says which facts are seen around a move (`Seeing`) can know patterns, and every domain with slots groups.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/slots.hpp>

namespace quandary {

// A fact as Python hands it over: its sort, its place around the move, and its value, if it has one.
using SeenFact = std::tuple<std::string, int, int, std::optional<int>>;

// Sets of facts, each of which refutes a move, as masks over the facts that some of them mention.
class Patterns {
  public:
    static constexpr int no_value = std::numeric_limits<int>::min();

    // Patterns name their facts by number. `radius` is how far around the move must be looked.
    Patterns(const std::vector<SeenFact> &facts, const std::vector<std::vector<int>> &patterns, int radius_)
        : radius(radius_), size_(facts.size()), with_(facts.size()) {
        for (const auto &[sort, x, y, value] : facts) {
            reach_ = std::max({reach_, std::abs(x), std::abs(y)});
            if (value) least_ = std::min(least_, *value), most_ = std::max(most_, *value);
            if (sort_number(sort) < 0) sorts_.push_back(sort);
        }
        side_ = 2 * reach_ + 1;
        values_ = least_ > most_ ? 1 : most_ - least_ + 2;
        numbers_.assign(sorts_.size() * std::size_t(side_ * side_ * values_), -1);
        for (std::size_t i = 0; i < facts.size(); ++i) {
            const auto &[sort, x, y, value] = facts[i];
            numbers_[*index(sort_number(sort), x, y, value.value_or(no_value))] = int(i);
        }
        add(patterns);
    }

    // How many facts they mention.
    std::size_t size() const { return size_; }

    int sort_number(std::string_view sort) const {
        const auto at = std::find(sorts_.begin(), sorts_.end(), sort);
        return at == sorts_.end() ? -1 : int(at - sorts_.begin());
    }

    // The number of a fact, or -1 if no pattern mentions it.
    int number(int sort, int x, int y, int value) const {
        const auto at = index(sort, x, y, value);
        return at ? numbers_[*at] : -1;
    }

    // Whether all facts of some pattern with this fact are seen. Each pattern is looked for by one fact only.
    bool refutes(int fact, const std::vector<std::uint64_t> &seen) const {
        return std::ranges::any_of(with_[std::size_t(fact)], [&](const auto &mask) {
            return std::all_of(parts_.begin() + mask.first, parts_.begin() + mask.second,
                               [&](const Part &part) { return (seen[part.word] & part.bits) == part.bits; });
        });
    }

    int radius;

  private:
    struct Part {
        std::uint32_t word;
        std::uint64_t bits;
    };

    std::optional<std::size_t> index(int sort, int x, int y, int value) const {
        if (sort < 0 || std::abs(x) > reach_ || std::abs(y) > reach_) return {};
        if (value != no_value && (value < least_ || value > most_)) return {};
        const int row = (sort * side_ + x + reach_) * side_ + y + reach_;
        return std::size_t(row * values_ + (value == no_value ? 0 : value - least_ + 1));
    }

    // Looks for each pattern by the fact that the fewest others have.
    void add(const std::vector<std::vector<int>> &patterns) {
        std::vector<int> uses(size_);
        for (const auto &pattern : patterns)
            for (int fact : pattern) ++uses.at(std::size_t(fact));
        for (const auto &pattern : patterns) {
            if (pattern.empty()) continue;
            const auto first = std::ptrdiff_t(parts_.size());
            std::map<std::uint32_t, std::uint64_t> words;
            for (int fact : pattern) words[std::uint32_t(fact) / 64] |= std::uint64_t(1) << (fact % 64);
            for (const auto &[word, bits] : words) parts_.push_back({word, bits});
            const int rare = *std::ranges::min_element(pattern, {}, [&](int fact) { return uses[std::size_t(fact)]; });
            with_[std::size_t(rare)].emplace_back(first, std::ptrdiff_t(parts_.size()));
        }
    }

    std::size_t size_;
    std::vector<std::string> sorts_;
    int reach_ = 0, side_ = 1, values_ = 1;
    int least_ = std::numeric_limits<int>::max(), most_ = std::numeric_limits<int>::min();
    std::vector<int> numbers_;                                                  // by index
    std::vector<Part> parts_;                                                   // of all masks
    std::vector<std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>>> with_;  // masks by the fact they go by
};

// What is seen around a move, as far as some patterns care. A domain adds facts by the number of their sort.
class Sight {
  public:
    // `sorts` are those of the domain as the patterns number them, -1 where none mentions them.
    Sight(const Patterns &patterns, std::span<const int> sorts)
        : patterns_(patterns), sorts_(sorts), seen_((patterns.size() + 63) / 64) {}

    int radius() const { return patterns_.radius; }
    void clear() {
        for (int fact : facts_) seen_[std::size_t(fact) / 64] = 0;
        facts_.clear();
    }
    void add(int sort, int x, int y, int value = Patterns::no_value) {
        const int fact = patterns_.number(sorts_[std::size_t(sort)], x, y, value);
        if (fact < 0) return;
        facts_.push_back(fact);
        seen_[std::size_t(fact) / 64] |= std::uint64_t(1) << (fact % 64);
    }
    // Whether a pattern holds if one more fact is seen, that the move is made.
    bool refutes(int sort, int x, int y) {
        const auto before = facts_.size();
        add(sort, x, y);
        const bool found = std::ranges::any_of(facts_, [&](int fact) { return patterns_.refutes(fact, seen_); });
        for (; facts_.size() > before; facts_.pop_back())
            seen_[std::size_t(facts_.back()) / 64] &= ~(std::uint64_t(1) << (facts_.back() % 64));
        return found;
    }

  private:
    const Patterns &patterns_;
    std::span<const int> sorts_;
    std::vector<std::uint64_t> seen_;
    std::vector<int> facts_;
};

// A domain for which a kind says, beside it, what is seen: sorts_of(domain) are the sorts of facts, and
// refuted(domain, state, moves, sight) those of some moves that the patterns of a sight refute.
template <class D>
concept Seeing = Domain<D> && requires(const D d, const typename D::State s, const MoveSet<D> moves, Sight &sight) {
    { std::span<const std::string_view>(sorts_of(d)) };
    { refuted(d, s, moves, sight) } -> std::same_as<MoveSet<D>>;
};

// A slot of a group as a player knows it: its family, how many moves it has left, and how many of them the move in
// question spares.
using KnownSlot = std::tuple<std::string, int, int>;

// Groups of slots that cannot all be filled once a move is made.
struct Groups {
    static constexpr int crowd = 4;  // CROWD of notes.py

    explicit Groups(std::vector<std::vector<KnownSlot>> known_) : known(std::move(known_)) {
        for (const auto &group : known) {
            if (is_crowd(group)) {
                crowded = true;
                continue;
            }
            most = std::max(most, group.size());
            for (const auto &slot : group) longest = std::max(longest, std::get<1>(slot));
        }
    }

    std::vector<std::vector<KnownSlot>> known;
    bool crowded = false;  // whether slots that need room in fewer others are known
    std::size_t most = 0;  // slots of any other group
    int longest = 0;       // the most moves of a slot of theirs

  private:
    static bool is_crowd(const std::vector<KnownSlot> &group) {
        return group.size() == crowd && std::ranges::all_of(group, [&](const KnownSlot &slot) {
                   return slot == KnownSlot{std::get<0>(group[0]), crowd, crowd - 1};
               });
    }
};

// What a puzzle's moves and slots have to do with each other, whatever the state.
template <FillDomain D>
struct Clashes {
    static constexpr std::size_t families = std::size(D::families);

    std::vector<MoveSet<D>> with;  // by move: those that cannot be made with it
    SlotSet<D> once;               // the slots that are filled once
    // By move and family: the slot that it fills, where there is exactly one and it is filled once. -1 where not.
    std::vector<std::array<Slot, families>> taken;

    explicit Clashes(const D &domain)
        : with(std::size_t(domain.move_count())), taken(std::size_t(domain.move_count())) {
        const auto start = domain.starts()[0];
        const auto all = domain.moves(start);
        all.each([&](Move move) {
            Budget::poll();
            auto gone = all - domain.moves(domain.apply(start, move));
            gone.remove(move);
            with[std::size_t(move)] |= gone;
            gone.each([&](Move other) { with[std::size_t(other)].add(move); });
        });
        domain.open(start).each([&](Slot slot) {
            if (domain.room(start, slot) == 1) once.add(slot);
        });
        for (Move move = 0; move < domain.move_count(); ++move) take(domain, domain.open(start), move);
    }

    // The slots of a family that moves would fill, or nothing if some fill none or several of it.
    std::optional<SlotSet<D>> cover(const MoveSet<D> &moves, std::size_t family) const {
        SlotSet<D> slots;
        bool has_all = true;
        moves.each([&](Move move) {
            const Slot slot = taken[std::size_t(move)][family];
            if (slot < 0) has_all = false;
            if (slot >= 0) slots.add(slot);
        });
        return has_all ? std::optional(slots) : std::nullopt;
    }

  private:
    void take(const D &domain, const SlotSet<D> &open, Move move) {
        std::array<int, families> count{};
        auto &slots = taken[std::size_t(move)];
        slots.fill(-1);
        for (Slot slot : domain.fills(move)) {
            const auto family = std::size_t(domain.family(slot));
            if (open.has(slot)) slots[family] = ++count[family] == 1 && once.has(slot) ? slot : -1;
        }
    }
};

// Looks for groups of slots in one state. Mirrors Notes of quandary/theory/notes.py and Known of slots.py.
template <FillDomain D>
class GroupSight {
  public:
    GroupSight(const D &domain, const std::vector<MoveSet<D>> &into, const Groups &groups, const Clashes<D> &clashes,
               const typename D::State &state, const MoveSet<D> &left)
        : domain_(domain),
          groups_(groups),
          clashes_(clashes),
          clash_(clashes.with),
          open_(domain.open(state) & clashes.once),
          alive_(left),
          left_(std::size_t(D::max_slots)),
          count_(std::size_t(D::max_slots)) {
        open_.each([&](Slot slot) {
            left_[std::size_t(slot)] = left & into[std::size_t(slot)];
            count_[std::size_t(slot)] = left_[std::size_t(slot)].count();
        });
        for (const auto &group : groups.known) known_.push_back(numbered(group));
    }

    MoveSet<D> refuted() {
        MoveSet<D> out;
        alive_.each([&](Move move) {
            Budget::poll();
            if (is_refuted(move)) out.add(move);
        });
        return out;
    }

  private:
    static constexpr int narrow = 2;  // NARROW of notes.py

    struct Member {
        int family, moves, spared;
        auto operator<=>(const Member &) const = default;
    };
    using Group = std::vector<Member>;

    static Group numbered(const std::vector<KnownSlot> &slots) {
        Group group;
        for (const auto &[family, moves, spared] : slots) {
            const auto at = std::find(std::begin(D::families), std::end(D::families), family);
            group.push_back({at == std::end(D::families) ? -1 : int(at - std::begin(D::families)), moves, spared});
        }
        return group;
    }

    // Calls visit(slot, rest) for the slots that lose some of the moves that are gone, while visit says so.
    template <class Visit>
    bool each_hit(const MoveSet<D> &cause, const MoveSet<D> &gone, const MoveSet<D> &made, int longest,
                  Visit visit) const {
        SlotSet<D> met;
        bool found = false;
        (cause & alive_).each([&](Move move) {
            for (Slot slot : domain_.fills(move)) {
                if (found || !open_.has(slot) || met.has(slot)) continue;
                met.add(slot);
                const auto &left = left_[std::size_t(slot)];
                if (count_[std::size_t(slot)] <= longest && !left.meets(made)) found = visit(slot, left - gone);
            }
        });
        return found;
    }

    bool is_refuted(Move move) {
        const auto &gone = clash_[std::size_t(move)];
        MoveSet<D> made;
        made.add(move);
        std::vector<std::pair<Slot, MoveSet<D>>> choices;
        move_ = move;
        const bool at_once = each_hit(gone, gone, made, groups_.longest, [&](Slot slot, const MoveSet<D> &rest) {
            if (rest.empty()) return is_known({slot});
            if (groups_.most > 1 && rest.count() <= narrow) choices.emplace_back(slot, rest);
            return false;
        });
        if (at_once) return true;
        std::vector<Slot> group;
        const bool followed = std::ranges::any_of(choices, [&](const auto &choice) {
            group.assign(1, choice.first);
            return follow(group, choice.second, gone, made);
        });
        return followed || (groups_.crowded && is_crowded(gone, made));
    }

    // Whether every choice for the last slot of a group leaves no move for a further one.
    bool follow(std::vector<Slot> &group, const MoveSet<D> &choices, const MoveSet<D> &gone, MoveSet<D> made) {
        MoveSet<D> common = alive_;
        choices.each([&](Move move) { common &= clash_[std::size_t(move)]; });
        if (choices.is_single()) made |= choices;
        const auto all = gone | common;
        return each_hit(common - gone, all, made, groups_.longest, [&](Slot slot, const MoveSet<D> &rest) {
            if (std::ranges::find(group, slot) != group.end() || left_[std::size_t(slot)].meets(choices)) return false;
            const bool goes_on = !rest.empty() && rest.is_single() && group.size() + 1 < groups_.most;
            if (!rest.empty() && !goes_on) return false;
            group.push_back(slot);
            const bool found = rest.empty() ? is_known(group) : follow(group, MoveSet<D>(rest), all, made);
            group.pop_back();
            return found;
        });
    }

    // Slots of one family that need room in fewer slots of another, once a move is made.
    struct Crowd {
        const MoveSet<D> &gone, &made;
        int size, own = 0;
        std::size_t family = 0;  // where they need room
        std::vector<Slot> group{};
    };

    bool is_crowded(const MoveSet<D> &gone, const MoveSet<D> &made) {
        for (int size = 2; size <= Groups::crowd; ++size) {
            Crowd crowd{gone, made, size};
            if (each_hit(gone, gone, made, Groups::crowd, [&](Slot slot, const MoveSet<D> &rest) {
                    crowd.own = domain_.family(slot);
                    for (crowd.family = 0; crowd.family < Clashes<D>::families; ++crowd.family)
                        if (int(crowd.family) != crowd.own && joins(crowd, slot, rest, {}, {})) return true;
                    return false;
                }))
                return true;
        }
        return false;
    }

    // Whether a crowd with one more slot is known, or can grow to one that is.
    bool joins(Crowd &crowd, Slot slot, const MoveSet<D> &rest, const MoveSet<D> &moves, const SlotSet<D> &cover) {
        if (rest.empty() || rest.count() >= crowd.size || rest.meets(moves)) return false;
        const auto more = clashes_.cover(rest, crowd.family);
        if (!more || (cover | *more).count() >= crowd.size) return false;
        crowd.group.push_back(slot);
        const bool found = grows(crowd, moves | rest, cover | *more);
        crowd.group.pop_back();
        return found;
    }

    bool grows(Crowd &crowd, const MoveSet<D> &moves, const SlotSet<D> &cover) {
        Budget::poll();
        if (cover.count() < int(crowd.group.size()))  // these are too many already
            return int(crowd.group.size()) == crowd.size && is_known(crowd.group);
        SlotSet<D> near;
        cover.each([&](Slot place) {
            (left_[std::size_t(place)] - crowd.gone).each([&](Move move) {
                for (Slot slot : domain_.fills(move))
                    if (domain_.family(slot) == crowd.own && open_.has(slot)) near.add(slot);
            });
        });
        for (Slot slot : crowd.group) near.remove(slot);
        bool found = false;
        near.each([&](Slot slot) {
            const auto &left = left_[std::size_t(slot)];
            if (!found && count_[std::size_t(slot)] <= Groups::crowd && !left.meets(crowd.made))
                found = joins(crowd, slot, left - crowd.gone, moves, cover);
        });
        return found;
    }

    bool is_known(const std::vector<Slot> &slots) {
        Group met;
        for (Slot slot : slots) {
            const auto spared = left_[std::size_t(slot)] - clash_[std::size_t(move_)];
            met.push_back({domain_.family(slot), count_[std::size_t(slot)], spared.count()});
        }
        std::ranges::sort(met);
        const auto [at, is_new] = asked_.try_emplace(met, false);
        if (is_new)
            at->second = std::ranges::any_of(known_, [&](const Group &group) { return covers(group, met, 0, 0); });
        return at->second;
    }

    // Whether each slot of a group has its own slot in a known one, of its family and no smaller.
    static bool covers(const Group &known, const Group &met, std::size_t from, std::uint64_t used) {
        if (from == met.size()) return true;
        for (std::size_t i = 0; i < known.size(); ++i)
            if (!(used >> i & 1) && known[i].family == met[from].family && known[i].moves >= met[from].moves &&
                known[i].spared >= met[from].spared && covers(known, met, from + 1, used | std::uint64_t(1) << i))
                return true;
        return false;
    }

    const D &domain_;
    const Groups &groups_;
    const Clashes<D> &clashes_;
    const std::vector<MoveSet<D>> &clash_;
    std::vector<Group> known_;
    std::map<Group, bool> asked_;
    SlotSet<D> open_;
    MoveSet<D> alive_;              // the moves left
    std::vector<MoveSet<D>> left_;  // the same by slot
    std::vector<int> count_;
    Move move_ = 0;  // the one in question
};

}  // namespace quandary
