// Gives a domain the methods that quandary's Python engines call (quandary/_native.py: Native.handle).
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <quandary/backward.hpp>
#include <quandary/deduce.hpp>
#include <quandary/explore.hpp>
#include <quandary/least_cost.hpp>
#include <quandary/search.hpp>

// Every kinds/<name>/native.cpp defines one of these; CMake calls it with the submodule _core.<name>.
#define QUANDARY_KIND(name) void bind_##name(nanobind::module_ &m)

namespace quandary {
namespace nb = nanobind;

template <class T>
auto to_numpy(std::vector<T> &&v) {
    auto *held = new std::vector<T>(std::move(v));
    nb::capsule owner(held, [](void *p) noexcept { delete static_cast<std::vector<T> *>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(held->data(), {held->size()}, owner);
}

// Whether Ctrl-C was pressed; takes the GIL for a moment.
inline bool is_interrupted() {
    nb::gil_scoped_acquire locked;
    return PyErr_CheckSignals() != 0;
}

// Runs pure C++ work without the GIL; Ctrl-C comes out as KeyboardInterrupt.
template <class Work>
auto unlocked(Work work) {
    try {
        nb::gil_scoped_release released;
        return work();
    } catch (const Interrupted &) {
        throw nb::python_error();  // PyErr_CheckSignals has set it
    }
}

// Solutions as Python takes them.
inline nb::tuple listed(const Solutions &result) {
    nb::list found;
    for (const auto &solution : result.found) found.append(nb::make_tuple(solution.start, solution.moves));
    return nb::make_tuple(found, result.complete, result.states, result.reason);
}

template <Domain D>
Player<D> make_player(const std::vector<std::string> &rules, const std::optional<std::vector<std::string>> &families,
                      int lookahead) {
    Player<D> player;
    for (const auto &rule : rules) player.rules.push_back(rule_number<D>(rule));
    player.lookahead = lookahead;
    if constexpr (FillDomain<D>)
        if (families) {
            player.families = 0;
            for (std::size_t i = 0; i < std::size(D::families); ++i)
                for (const auto &family : *families)
                    if (family == D::families[i]) player.families |= std::uint64_t(1) << i;
        }
    return player;
}

template <Domain D, Entropy (*measure)(const D &, const Player<D> &, bool, Budget &)>
nb::tuple measured(const D &domain, const std::vector<std::string> &rules,
                   const std::optional<std::vector<std::string>> &families, int lookahead, bool greedy, double seconds,
                   std::int64_t bytes, std::int64_t states) {
    const auto player = make_player<D>(rules, families, lookahead);
    const auto result = unlocked([&] {
        Budget budget({seconds, bytes, states}, is_interrupted);
        return measure(domain, player, greedy, budget);
    });
    nb::list steps;
    for (const auto &step : result.steps) steps.append(nb::make_tuple(step.slot, step.move, step.options, step.bits));
    return nb::make_tuple(result.value, result.states, result.gave_up, result.at_least, steps);
}

template <Domain D>
nb::list options_after(const D &domain, const std::vector<Move> &path, const std::vector<std::string> &rules,
                       const std::optional<std::vector<std::string>> &families, int lookahead) {
    const auto starts = domain.starts();
    auto state = starts.front();
    for (Move move : path) state = domain.apply(state, move);
    Budget budget({});
    nb::list table;
    for (const auto &option : Eyes<D>(domain, make_player<D>(rules, families, lookahead), budget).options(state)) {
        nb::list moves;
        option.moves.each([&](Move move) { moves.append(move); });
        table.append(nb::make_tuple(option.slot, moves));
    }
    return table;
}

template <FillDomain D>
int family_number(const std::string &name) {
    const auto at = std::find(std::begin(D::families), std::end(D::families), name);
    if (at == std::end(D::families)) throw std::invalid_argument("no slot family " + name);
    return int(at - std::begin(D::families));
}

// A row of numbers for each seed: how it ended, how often each rule fired, and the rest of a Run.
template <FillDomain D>
nb::list deduced(const D &domain, const std::vector<std::string> &rules, const std::vector<bool> &counts,
                 const std::optional<std::vector<std::string>> &families, const std::optional<std::string> &family,
                 const std::vector<std::uint64_t> &seeds, double seconds, std::int64_t states) {
    const auto player = make_player<D>(rules, families, 0);
    const Guess guess{family ? family_number<D>(*family) : -1};
    const auto runs = unlocked([&] {
        Deduction<D> deduction(domain, player, counts, guess);
        Budget whole({seconds}, is_interrupted);
        std::vector<Run> done;
        for (const auto seed : seeds) {
            Budget budget({whole.rest().seconds, Limits{}.bytes, states}, is_interrupted);
            done.push_back(deduction.run(seed, budget));
        }
        return done;
    });
    nb::list rows;
    for (const auto &run : runs)
        rows.append(nb::make_tuple(int(run.ending), run.fired, run.guesses, run.reverts, run.deepest, run.refutation,
                                   run.length));
    return rows;
}

template <Domain D, class Class>
void bind_methods(Class &cls) {
    using namespace nb::literals;
    cls.attr("merges") = Merging<D>;
    cls.def("rules", [](const D &) { return rule_names<D>(); });
    cls.def(
        "explore",
        [](const D &domain, double seconds, std::int64_t bytes, std::int64_t states) {
            auto graph = unlocked([&] {
                Budget budget({seconds, bytes, states}, is_interrupted);
                return explore(domain, budget);
            });
            return nb::make_tuple(to_numpy(std::move(graph.first)), to_numpy(std::move(graph.target)),
                                  to_numpy(std::move(graph.solved)), to_numpy(std::move(graph.starts)), graph.complete);
        },
        "seconds"_a, "bytes"_a, "states"_a);
    cls.def(
        "solutions",
        [](const D &domain, std::int64_t most, double seconds, std::int64_t bytes, std::int64_t states) {
            return listed(unlocked([&] { return solutions(domain, most, {seconds, bytes, states}, is_interrupted); }));
        },
        "most"_a, "seconds"_a, "bytes"_a, "states"_a);
    cls.def(
        "count",
        [](const D &domain, std::int64_t most, double seconds, std::int64_t bytes, std::int64_t states) {
            const auto result = unlocked([&] { return count(domain, most, {seconds, bytes, states}, is_interrupted); });
            return nb::make_tuple(result.solutions, result.total_length, result.shortest, result.longest,
                                  result.complete, result.states, result.reason);
        },
        "most"_a, "seconds"_a, "bytes"_a, "states"_a);
    cls.def(
        "count_states",
        [](const D &domain, double seconds, std::int64_t bytes, std::int64_t states) {
            const auto result =
                unlocked([&] { return count_states(domain, {seconds, bytes, states}, is_interrupted); });
            return nb::make_tuple(result.represented, result.complete, result.states, result.reason);
        },
        "seconds"_a, "bytes"_a, "states"_a);
    cls.def("muse", &measured<D, muse<D>>, "rules"_a, "families"_a.none(), "lookahead"_a, "greedy"_a, "seconds"_a,
            "bytes"_a, "states"_a);
    cls.def("remuse", &measured<D, remuse<D>>, "rules"_a, "families"_a.none(), "lookahead"_a, "greedy"_a, "seconds"_a,
            "bytes"_a, "states"_a);
    cls.def("options", &options_after<D>, "path"_a, "rules"_a, "families"_a.none(), "lookahead"_a);
    if constexpr (FillDomain<D>)
        cls.def("deduce", &deduced<D>, "rules"_a, "counts"_a, "families"_a.none(), "family"_a.none(), "seeds"_a,
                "seconds"_a, "states"_a);
}

// A domain that merges states also has a twin, unmerged(), that does not.
template <Domain D, class Class>
void bind_domain(Class &cls) {
    bind_methods<D>(cls);
    if constexpr (Merging<D>) {
        nb::class_<Unmerged<D>> plain(cls, "Unmerged");
        bind_methods<Unmerged<D>>(plain);
        cls.def("unmerged", [](const D &domain) { return Unmerged<D>(domain); });
    }
}

}  // namespace quandary
