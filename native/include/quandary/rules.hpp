// Rules that every domain gets for nothing. Mirrors the rule makers of quandary/player.py.
//
// A rule has a `name` and find(domain, slots, state, left, emit), which calls emit(Finding) for what it
// finds, in Python's order. `emit` returns whether it wants more; a rule may ignore that.
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

    template <Domain D, class Emit>
    void find(const D &domain, const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        Finding<D> finding;
        left.each([&](Move move) {
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

// `size` base slots whose moves all go into the same `size` cover slots use those up.
template <Name name_, int bases, int covers, int size>
struct Locked {
    static constexpr std::string_view name = name_.view();

    template <FillDomain D, class Emit>
    void find(const D &domain, const SlotTable<D> &slots, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        const auto small = small_bases(domain, slots, state, left);
        std::array<std::size_t, std::size_t(size)> group{};
        choose(group, 0, 0, small.size(), [&] { look(domain, slots, state, left, small, group, emit); });
    }

  private:
    template <FillDomain D>
    struct Base {
        MoveSet<D> moves;
        SlotSet<D> reach;
    };

    // The bases that could belong to a group: filled once, and reaching at most `size` covers.
    template <FillDomain D>
    static std::vector<Base<D>> small_bases(const D &domain, const SlotTable<D> &slots, const typename D::State &state,
                                            const MoveSet<D> &left) {
        std::vector<Base<D>> small;
        const auto open = domain.open(state);
        open.each([&](Slot slot) {
            if (domain.family(slot) != bases || domain.room(state, slot) != 1) return;
            Base<D> base{left & slots.moves[std::size_t(slot)], {}};
            base.moves.each([&](Move move) {
                for (Slot cover : domain.fills(move))
                    if (domain.family(cover) == covers && open.has(cover)) base.reach.add(cover);
            });
            if (!base.moves.empty() && base.reach.count() <= size) small.push_back(base);
        });
        return small;
    }

    // Every combination of `size` numbers below `end`, in lexicographic order.
    template <class Visit>
    static void choose(std::array<std::size_t, std::size_t(size)> &group, std::size_t depth, std::size_t from,
                       std::size_t end, Visit visit) {
        if (depth == group.size()) return visit();
        for (std::size_t i = from; i < end; ++i) {
            group[depth] = i;
            choose(group, depth + 1, i + 1, end, visit);
        }
    }

    template <FillDomain D, class Emit>
    static void look(const D &domain, const SlotTable<D> &slots, const typename D::State &state, const MoveSet<D> &left,
                     const std::vector<Base<D>> &small, const std::array<std::size_t, std::size_t(size)> &group,
                     Emit emit) {
        MoveSet<D> inside;
        SlotSet<D> cover;
        for (auto i : group) {
            if (inside.meets(small[i].moves)) return;  // one move could fill both
            inside |= small[i].moves;
            cover |= small[i].reach;
        }
        if (cover.count() > size) return;
        int room = 0;
        MoveSet<D> into;
        cover.each([&](Slot slot) {
            room += domain.room(state, slot);
            into |= slots.moves[std::size_t(slot)];
        });
        if (room > size) return;
        const auto out = (into & left) - inside;
        if (!out.empty()) emit(Finding<D>{.cannot = out});
    }
};

}  // namespace quandary
