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
#include <utility>
#include <vector>

#include <quandary/backward.hpp>
#include <quandary/deduce.hpp>
#include <quandary/explore.hpp>
#include <quandary/least_cost.hpp>
#include <quandary/luck.hpp>
#include <quandary/many.hpp>
#include <quandary/search.hpp>

// Every kinds/<name>/native/bind.cpp defines one of these; CMake calls it with the submodule _core.<name>.
#define QUANDARY_KIND(name) void bind_##name(nanobind::module_ &m)

namespace quandary {
namespace nb = nanobind;

// Gives a result class a vector of it as an array that keeps the result alive.
template <class Result, class T>
void bind_column(nb::class_<Result> &cls, const char *name, std::vector<T> Result::*column) {
    cls.def_prop_ro(name, [column](Result &result) {
        auto &values = result.*column;
        return nb::ndarray<nb::numpy, T, nb::ndim<1>>(values.data(), {values.size()}, nb::find(result));
    });
}

// Whether Ctrl-C was pressed; takes the GIL for a moment. In a thread that is not Python's main one it never was:
// such a thread is stopped by its meter.
inline bool is_interrupted() {
    nb::gil_scoped_acquire locked;
    return PyErr_CheckSignals() != 0;
}

// Limits as Python hands them over; they keep the numbers of the meter alive.
struct BoundLimits : Limits {
    using Numbers = nb::ndarray<std::int64_t, nb::shape<2>, nb::c_contig, nb::device::cpu>;
    std::optional<Numbers> numbers;

    BoundLimits(double seconds_, std::int64_t bytes_, std::int64_t states_, std::optional<Numbers> numbers_,
                std::int64_t resident_)
        : Limits{seconds_, bytes_, states_, numbers_ ? Meter(numbers_->data()) : Meter(), quandary::is_interrupted,
                 resident_},
          numbers(std::move(numbers_)) {}
};

// The limits that the calling Python code works within: quandary.limits.Budget, if it has begun one.
inline BoundLimits limits_of_caller() {
    return nb::cast<BoundLimits>(nb::module_::import_("quandary._native").attr("limits_of_caller")());
}

// A reason as Python has it: quandary.limits.Stop.
inline nb::object python_stop(const Stop &stop) {
    const auto name = code_names[std::size_t(stop.code)];
    return nb::module_::import_("quandary.limits").attr("Stop")(nb::str(name.data(), name.size()), stop.limit);
}

// Runs pure C++ work without the GIL. Ctrl-C comes out as KeyboardInterrupt, and a limit that the work does not turn
// into a status as quandary.limits.OutOfBudget.
template <class Work>
auto unlocked(Work work) {
    try {
        nb::gil_scoped_release released;
        return work();
    } catch (const Interrupted &) {
        throw nb::python_error();  // PyErr_CheckSignals has set it
    } catch (const OutOfBudget &out) {
        const auto type = nb::module_::import_("quandary.limits").attr("OutOfBudget");
        PyErr_SetObject(type.ptr(), type(python_stop(out.stop)).ptr());
        throw nb::python_error();
    }
}

// The same within the caller's limits, for work that no limits were handed to.
template <class Work>
auto unlocked_within_caller(Work work) {
    const auto limits = limits_of_caller();
    return unlocked([&] {
        Budget budget(limits);
        return work(budget);
    });
}

// Gives a result class the property `stop`.
template <class Result>
void bind_stop(nb::class_<Result> &cls) {
    cls.def_prop_ro(
        "stop", [](const Result &result) { return python_stop(result.stop); },
        nb::sig("def stop(self) -> quandary.limits.Stop"));
}

// What a kind's own search found, and why it stopped short, if it did; the value then means nothing.
struct Found {
    nb::object value;
    std::int64_t states = 0;
    Stop stop;
};

// Runs find(budget) without the GIL.
template <class Find>
Found found_within(const Limits &limits, Find find) {
    decltype(find(std::declval<Budget &>())) value{};
    Found found;
    unlocked([&] {
        Budget budget(limits);
        try {
            value = find(budget);
        } catch (const OutOfBudget &out) {
            found.stop = out.stop;
        }
        found.states = budget.states();
    });
    found.value = nb::cast(std::move(value));
    return found;
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

// The domains of some handles. Python must hold the handles as long as they are in use.
template <Domain D>
std::vector<const D *> domains_of(const nb::tuple &handles) {
    std::vector<const D *> domains;
    for (nb::handle each : handles) domains.push_back(nb::cast<const D *>(each));
    return domains;
}

// Binds measure(domain, player, habits, greedy, budget, with_steps) by its name, for one puzzle, and as NAME_many for
// many puzzles and a player without habits.
template <Domain D, class Measure>
void bind_measure(nb::class_<D> &cls, const std::string &name, Measure measure) {
    using namespace nb::literals;
    using Names = std::vector<std::string>;
    cls.def(
        name.c_str(),
        [measure](const D &domain, const Names &rules, const std::optional<Names> &families, int lookahead, bool greedy,
                  const BoundLimits &limits, double leak, const std::vector<double> &weights) {
            const auto player = make_player<D>(rules, families, lookahead);
            const Habits habits{leak, weights};
            return unlocked([&] {
                Budget budget(limits);
                return measure(domain, player, habits, greedy, budget, true);
            });
        },
        "rules"_a, "families"_a.none(), "lookahead"_a, "greedy"_a, "limits"_a, "leak"_a = 0.0,
        "weights"_a = std::vector<double>());
    cls.def_static((name + "_many").c_str(),
                   [measure](const nb::tuple &handles, const Names &rules, const std::optional<Names> &families,
                             int lookahead, bool greedy, const BoundLimits &limits, int threads) {
                       const auto player = make_player<D>(rules, families, lookahead);
                       const auto domains = domains_of<D>(handles);
                       return unlocked([&] {
                           return measure_many(domains, player, threads, limits,
                                               [&](const auto &domain, const auto &same_player, Budget &budget) {
                                                   return measure(domain, same_player, greedy, budget, false);
                                               });
                       });
                   },
                   "handles"_a, "rules"_a, "families"_a.none(), "lookahead"_a, "greedy"_a, "limits"_a, "threads"_a);
}

// How many solutions each has; at least as many where counting stopped short.
template <Domain D>
Columns count_many(const nb::tuple &handles, std::int64_t most, const BoundLimits &limits, int threads) {
    const auto domains = domains_of<D>(handles);
    return unlocked([&] {
        return ask_many(domains, threads, limits, [&] {
            return [&](const D &domain, Budget &budget) {
                const auto found = count(domain, most, budget.rest());
                return Row{double(found.solutions), double(found.solutions), found.states, found.stop};
            };
        });
    });
}

// A slot with the moves that a player thinks possible, by number.
struct Choice {
    Slot slot;
    std::vector<Move> moves;
};

template <Domain D>
std::vector<Choice> options_after(const D &domain, const std::vector<Move> &path, const std::vector<std::string> &rules,
                                  const std::optional<std::vector<std::string>> &families, int lookahead) {
    const auto starts = domain.starts();
    auto state = starts.front();
    for (Move move : path) state = domain.apply(state, move);
    Budget budget({});
    std::vector<Choice> table;
    for (const auto &option :
         Perception<D>(domain, make_player<D>(rules, families, lookahead), budget).options(state)) {
        table.push_back({option.slot, {}});
        option.moves.each([&](Move move) { table.back().moves.push_back(move); });
    }
    return table;
}

template <FillDomain D>
int family_number(const std::string &name) {
    const auto at = std::find(std::begin(D::families), std::end(D::families), name);
    if (at == std::end(D::families)) throw std::invalid_argument("no slot family " + name);
    return int(at - std::begin(D::families));
}

// A run for each seed. The seconds are for all of them together, the states for each.
template <FillDomain D>
std::vector<Run> deduced(const D &domain, const std::vector<std::string> &rules, const std::vector<bool> &counts,
                         const std::optional<std::vector<std::string>> &families,
                         const std::optional<std::string> &family, bool anywhere,
                         const std::vector<std::uint64_t> &seeds, const BoundLimits &limits) {
    const auto player = make_player<D>(rules, families, 0);
    const Guess guess{family ? family_number<D>(*family) : -1, anywhere};
    return unlocked([&] {
        Deduction<D> deduction(domain, player, counts, guess);
        const Budget whole(limits);
        std::vector<Run> done;
        for (const auto seed : seeds) {
            Budget budget(whole.rest());
            done.push_back(deduction.run(seed, budget));
        }
        return done;
    });
}

template <Domain D>
void bind_methods(nb::class_<D> &cls) {
    using namespace nb::literals;
    cls.attr("merges") = Merging<D>;
    cls.def("rules", [](const D &) { return rule_names<D>(); });
    cls.def(
        "explore",
        [](const D &domain, const BoundLimits &limits) {
            return unlocked([&] {
                Budget budget(limits);
                return explore(domain, budget);
            });
        },
        "limits"_a);
    cls.def(
        "solutions",
        [](const D &domain, std::int64_t most, const BoundLimits &limits) {
            return unlocked([&] { return solutions(domain, most, limits); });
        },
        "most"_a, "limits"_a);
    cls.def(
        "count",
        [](const D &domain, std::int64_t most, const BoundLimits &limits) {
            return unlocked([&] { return count(domain, most, limits); });
        },
        "most"_a, "limits"_a);
    cls.def(
        "count_states",
        [](const D &domain, const BoundLimits &limits) {
            return unlocked([&] { return count_states(domain, limits); });
        },
        "limits"_a);
    cls.def_static("count_many", &count_many<D>, "handles"_a, "most"_a, "limits"_a, "threads"_a);
    bind_measure(cls, "muse", [](auto &&...asked) { return muse(asked...); });
    bind_measure(cls, "remuse", [](auto &&...asked) { return remuse(asked...); });
    bind_measure(cls, "luck", [](auto &&...asked) { return luck(asked...); });
    cls.def("options", &options_after<D>, "path"_a, "rules"_a, "families"_a.none(), "lookahead"_a);
    if constexpr (FillDomain<D>)
        cls.def("deduce", &deduced<D>, "rules"_a, "counts"_a, "families"_a.none(), "family"_a.none(), "anywhere"_a,
                "seeds"_a, "limits"_a);
}

// A domain that merges states also has a twin, unmerged(), that does not.
template <Domain D>
void bind_domain(nb::class_<D> &cls) {
    bind_methods(cls);
    if constexpr (Merging<D>) {
        nb::class_<Unmerged<D>> plain(cls, "Unmerged");
        bind_methods(plain);
        cls.def("unmerged", [](const D &domain) { return Unmerged<D>(domain); });
    }
}

}  // namespace quandary
