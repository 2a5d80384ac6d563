// Rules that every domain gets for nothing. Mirrors the rule makers of quandary/rules.py.
//
// A rule has a `name` and find(domain, slots, state, left, emit), which calls emit(Finding) for what it
// finds, in Python's order. `emit` returns whether it wants more; a rule may ignore that. A rule that judges each move
// by the state alone says `looks_once`: when other rules have ruled out more, it finds nothing new.
#pragma once
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <quandary/player.hpp>

namespace quandary {

// A string that can be a template argument.
template <std::size_t N>
struct Name {
    char text[N];
    constexpr Name(const char (&from)[N]) {
        for (std::size_t i = 0; i < N; ++i) text[i] = from[i];
    }
    constexpr std::string_view view() const { return {text, N - 1}; }
};

// Rules out the moves after which IsDead{}(domain, state) is true. One that need not make a move to judge it takes
// (domain, state, move).
template <Name name_, class IsDead>
struct DeadEnd {
    static constexpr std::string_view name = name_.view();
    static constexpr bool looks_once = true;

    template <Domain D, class Emit>
    void find(const D &domain, const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        Finding<D> finding;
        left.each([&](Move move) {
            Budget::poll();
            if constexpr (requires { IsDead{}(domain, state, move); }) {
                if (IsDead{}(domain, state, move)) finding.cannot.add(move);
            } else {
                if (IsDead{}(domain, domain.apply(state, move))) finding.cannot.add(move);
            }
        });
        if (!finding.cannot.empty()) emit(finding);
    }
};

// Fills a slot of the family with the one move left for it.
template <Name name_, int family>
struct OnlyOption {
    static constexpr std::string_view name = name_.view();

    template <FillDomain D, class Emit>
    void find(const D &domain, const SlotTable<D> &slots, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        domain.open(state).each([&](Slot slot) {
            if (domain.family(slot) != family) return;
            const auto options = left & slots.moves[std::size_t(slot)];
            if (options.count() == 1) emit(Finding<D>{.must = options});
        });
    }
};

// Looks in one state for `size` base slots whose moves all go into the same `size` cover slots, and so use those up. A
// domain whose bases come in parts that never share a cover has within(base, covers): the part of a base, where groups
// are sought.
template <FillDomain D>
class LockedGroups {
  public:
    LockedGroups(int bases, int covers, int size, const D &domain, const SlotTable<D> &slots,
                 const typename D::State &state, const MoveSet<D> &left)
        : bases_(bases), covers_(covers), size_(size), domain_(domain), slots_(slots), state_(state), left_(left) {}

    template <class Emit>
    void find(Emit emit) const {
        for (const auto &part : small_bases()) grow(part.members, 0, 0, Base{}, emit);
    }

  private:
    // A base, or a group of them.
    struct Base {
        MoveSet<D> moves;
        SlotSet<D> reach;
    };
    struct Part {
        int number;
        std::vector<Base> members;
    };

    bool fits(const SlotSet<D> &cover) const {
        int room = 0;
        if (cover.count() <= size_) cover.each([&](Slot slot) { room += domain_.room(state_, slot); });
        return cover.count() <= size_ && room <= size_;
    }

    // The bases that could belong to a group, by part: filled once, and with covers for at most `size` moves.
    std::vector<Part> small_bases() const {
        std::vector<Part> parts;
        const auto open = domain_.open(state_);
        open.each([&](Slot slot) {
            if (domain_.family(slot) != bases_ || domain_.room(state_, slot) != 1) return;
            Base base{left_ & slots_.moves[std::size_t(slot)], {}};
            base.moves.each([&](Move move) {
                for (Slot cover : domain_.fills(move))
                    if (domain_.family(cover) == covers_ && open.has(cover)) base.reach.add(cover);
            });
            if (!base.moves.empty() && fits(base.reach)) part_of(slot, parts).push_back(base);
        });
        return parts;
    }

    std::vector<Base> &part_of(Slot base, std::vector<Part> &parts) const {
        int number = 0;
        if constexpr (requires { domain_.within(base, covers_); }) number = domain_.within(base, covers_);
        for (auto &part : parts)
            if (part.number == number) return part.members;
        return parts.emplace_back(Part{number, {}}).members;
    }

    // Emits what every group of `size` bases that share no move and fit rules out, in lexicographic order.
    template <class Emit>
    void grow(const std::vector<Base> &small, int depth, std::size_t from, const Base &group, Emit emit) const {
        if (depth == size_) return offer(group, emit);
        for (std::size_t i = from; i < small.size(); ++i) {
            Budget::poll();
            if (group.moves.meets(small[i].moves)) continue;
            const Base more{group.moves | small[i].moves, group.reach | small[i].reach};
            if (fits(more.reach)) grow(small, depth + 1, i + 1, more, emit);
        }
    }

    template <class Emit>
    void offer(const Base &group, Emit emit) const {
        MoveSet<D> into;
        group.reach.each([&](Slot slot) { into |= slots_.moves[std::size_t(slot)]; });
        const auto out = (into & left_) - group.moves;
        if (!out.empty()) emit(Finding<D>{.cannot = out});
    }

    int bases_, covers_, size_;
    const D &domain_;
    const SlotTable<D> &slots_;
    const typename D::State &state_;
    const MoveSet<D> &left_;
};

template <Name name_, int bases, int covers, int size>
struct Locked {
    static constexpr std::string_view name = name_.view();

    template <FillDomain D, class Emit>
    void find(const D &domain, const SlotTable<D> &slots, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        LockedGroups<D>(bases, covers, size, domain, slots, state, left).find(emit);
    }
};

}  // namespace quandary
