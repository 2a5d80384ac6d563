// Gives a domain a twin that knows what players have learned (quandary/_native.py: Native.apt).
#pragma once
#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include <quandary/bind.hpp>
#include <quandary/learned.hpp>

namespace quandary {

// How many states on the way to a solution have a move of it that is ruled out: the next one, or any of those to come
// where the order is free. There must be none.
template <Domain D>
int wrong_strikes(const Learned<D> &domain, int start, const std::vector<Move> &solution) {
    const SlotTable<Learned<D>> slots(domain);
    const auto starts = domain.starts();
    if (start < 0 || std::size_t(start) >= starts.size()) throw std::invalid_argument("there is no such start");
    auto state = starts[std::size_t(start)];
    int wrong = 0;
    for (std::size_t made = 0; made < solution.size(); ++made) {
        if (solution[made] < 0 || solution[made] >= D::max_moves || !domain.moves(state).has(solution[made]))
            throw std::invalid_argument("a move of the solution cannot be made");
        MoveSet<D> live;
        for (std::size_t i = made; i < (FillDomain<D> ? solution.size() : made + 1); ++i) live.add(solution[i]);
        if constexpr (Seeing<D>) {
            wrong += !domain.refuted_by_lore(slots, state, live).empty();
        } else {
            auto left = domain.moves(state), out = left;
            while (!(out = domain.refuted_by_lore(slots, state, left)).empty()) left -= out;
            wrong += !(live - left).empty();
        }
        state = domain.apply(state, solution[made]);
    }
    return wrong;
}

// Binds Learned<D> by the name of D's class, with the methods that ask about players.
template <Domain D>
void bind_learned(nb::module_ &m, const char *name) {
    using namespace nb::literals;
    using Twin = Learned<D>;
    nb::class_<Twin> cls(m, name);
    cls.def(nb::init<const D &, std::shared_ptr<typename Twin::Lore>>(), "domain"_a, "lore"_a);
    cls.attr("merges") = false;
    cls.def("rules", [](const Twin &) { return rule_names<Twin>(); });
    bind_measure(cls, "muse", [](auto &&...asked) { return muse(asked...); });
    bind_measure(cls, "remuse", [](auto &&...asked) { return remuse(asked...); });
    bind_measure(cls, "luck", [](auto &&...asked) { return luck(asked...); });
    cls.def("wrong_strikes", &wrong_strikes<D>, "start"_a, "solution"_a);
    cls.def("options", &options_after<Twin>, "path"_a, "rules"_a, "families"_a.none(), "lookahead"_a);
}

}  // namespace quandary
