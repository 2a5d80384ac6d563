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

// Rules out the moves after which IsDead{}(domain, state) is true.
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
            if (IsDead{}(domain, domain.apply(state, move))) finding.cannot.add(move);
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

// `size` base slots whose moves all go into the same `size` cover slots use those up. A domain whose bases come in
// parts that never share a cover has within(base, covers): the part of a base, where groups are sought.
template <Name name_, int bases, int covers, int size>
struct Locked {
    static constexpr std::string_view name = name_.view();

    template <FillDomain D, class Emit>
    void find(const D &domain, const SlotTable<D> &slots, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        const auto fits = [&](const SlotSet<D> &cover) {
            int room = 0;
            if (cover.count() <= size) cover.each([&](Slot slot) { room += domain.room(state, slot); });
            return cover.count() <= size && room <= size;
        };
        const auto visit = [&](const Base<D> &group) {
            MoveSet<D> into;
            group.reach.each([&](Slot slot) { into |= slots.moves[std::size_t(slot)]; });
            const auto out = (into & left) - group.moves;
            if (!out.empty()) emit(Finding<D>{.cannot = out});
        };
        for (const auto &part : small_bases(domain, slots, state, left, fits))
            grow(part.members, 0, 0, Base<D>{}, fits, visit);
    }

  private:
    // A base, or a group of them.
    template <FillDomain D>
    struct Base {
        MoveSet<D> moves;
        SlotSet<D> reach;
    };
    template <FillDomain D>
    struct Part {
        int number;
        std::vector<Base<D>> members;
    };

    // The bases that could belong to a group, by part: filled once, and with covers for at most `size` moves.
    template <FillDomain D, class Fits>
    static std::vector<Part<D>> small_bases(const D &domain, const SlotTable<D> &slots, const typename D::State &state,
                                            const MoveSet<D> &left, Fits fits) {
        std::vector<Part<D>> parts;
        const auto open = domain.open(state);
        open.each([&](Slot slot) {
            if (domain.family(slot) != bases || domain.room(state, slot) != 1) return;
            Base<D> base{left & slots.moves[std::size_t(slot)], {}};
            base.moves.each([&](Move move) {
                for (Slot cover : domain.fills(move))
                    if (domain.family(cover) == covers && open.has(cover)) base.reach.add(cover);
            });
            if (!base.moves.empty() && fits(base.reach)) part_of(domain, slot, parts).push_back(base);
        });
        return parts;
    }

    template <FillDomain D>
    static std::vector<Base<D>> &part_of(const D &domain, Slot base, std::vector<Part<D>> &parts) {
        int number = 0;
        if constexpr (requires { domain.within(base, covers); }) number = domain.within(base, covers);
        for (auto &part : parts)
            if (part.number == number) return part.members;
        return parts.emplace_back(Part<D>{number, {}}).members;
    }

    // Visits every group of `size` bases that share no move and fit, in lexicographic order.
    template <FillDomain D, class Fits, class Visit>
    static void grow(const std::vector<Base<D>> &small, int depth, std::size_t from, const Base<D> &group, Fits fits,
                     Visit visit) {
        if (depth == size) return visit(group);
        for (std::size_t i = from; i < small.size(); ++i) {
            Budget::poll();
            if (group.moves.meets(small[i].moves)) continue;
            const Base<D> more{group.moves | small[i].moves, group.reach | small[i].reach};
            if (fits(more.reach)) grow(small, depth + 1, i + 1, more, fits, visit);
        }
    }
};

}  // namespace quandary
