// Hands the questions that Python asks about a domain to its engines (quandary/_native.py: Twin).
#include <quandary/bind.hpp>

namespace quandary {

namespace {

using namespace nb::literals;
using Families = std::optional<Names>;

// A class of puzzles with the engines that answer for it.
template <class E>
struct Asked {
    const E *engines;
    PyTypeObject *type;

    // The puzzle that a Python object holds.
    const void *puzzle(nb::handle object) const {
        if (!PyObject_TypeCheck(object.ptr(), type) || !nb::inst_ready(object))
            throw nb::type_error("it is not a puzzle of this class");
        return nb::inst_ptr<void>(object);
    }

    // Those of some objects, which Python must hold as long as they are in use.
    std::vector<const void *> puzzles(const nb::tuple &objects) const {
        std::vector<const void *> all;
        all.reserve(objects.size());
        for (nb::handle each : objects) all.push_back(puzzle(each));
        return all;
    }
};

template <class Answer, class... Extra>
void def(nb::handle cls, const char *name, Answer answer, const Extra &...extra) {
    nb::cpp_function_def(std::move(answer), nb::scope(cls), nb::name(name), nb::is_method(), extra...);
}

template <class Answer, class... Extra>
void def_static(nb::handle cls, const char *name, Answer answer, const Extra &...extra) {
    nb::cpp_function_def(std::move(answer), nb::scope(cls), nb::name(name), extra...);
}

// Binds a measure by its name, for one puzzle, and as NAME_many for many puzzles and a player without habits.
void bind_measure(nb::handle cls, Asked<PlayerEngines> asked, const std::string &name, Measure measure) {
    def(
        cls, name.c_str(),
        [=](nb::handle self, Names &rules, Families &families, int lookahead, bool greedy, const BoundLimits &limits,
            double leak, const std::vector<double> &weights) {
            const Described player{std::move(rules), std::move(families), lookahead};
            const Habits habits{leak, weights};
            const auto puzzle = asked.puzzle(self);
            return unlocked([&] {
                Budget budget(limits);
                return asked.engines->measure(measure, puzzle, player, habits, greedy, budget);
            });
        },
        "rules"_a, "families"_a.none(), "lookahead"_a, "greedy"_a, "limits"_a, "leak"_a = 0.0,
        "weights"_a = std::vector<double>());
    def_static(
        cls, (name + "_many").c_str(),
        [=](const nb::tuple &handles, Names &rules, Families &families, int lookahead, bool greedy,
            const BoundLimits &limits, int threads) {
            const Described player{std::move(rules), std::move(families), lookahead};
            const auto puzzles = asked.puzzles(handles);
            return unlocked(
                [&] { return asked.engines->measure_many(measure, puzzles, player, greedy, limits, threads); });
        },
        "handles"_a, "rules"_a, "families"_a.none(), "lookahead"_a, "greedy"_a, "limits"_a, "threads"_a);
}

void bind_counts(nb::handle cls, Asked<Engines> asked) {
    def(
        cls, "count",
        [=](nb::handle self, std::int64_t most, const BoundLimits &limits) {
            const auto puzzle = asked.puzzle(self);
            return unlocked([&] { return asked.engines->count(puzzle, most, limits); });
        },
        "most"_a, "limits"_a);
    def(
        cls, "count_states",
        [=](nb::handle self, const BoundLimits &limits) {
            const auto puzzle = asked.puzzle(self);
            return unlocked([&] { return asked.engines->count_states(puzzle, limits); });
        },
        "limits"_a);
    def_static(
        cls, "count_many",
        [=](const nb::tuple &handles, std::int64_t most, const BoundLimits &limits, int threads) {
            const auto puzzles = asked.puzzles(handles);
            return unlocked([&] { return asked.engines->count_many(puzzles, most, limits, threads); });
        },
        "handles"_a, "most"_a, "limits"_a, "threads"_a);
}

void bind_deduce(nb::handle cls, Asked<Engines> asked) {
    def(
        cls, "deduce",
        [=](nb::handle self, Names &rules, std::vector<bool> &counts, Families &families,
            std::optional<std::string> &family, bool anywhere, std::vector<std::uint64_t> &seeds,
            const BoundLimits &limits) {
            const Described player{std::move(rules), std::move(families), 0};
            const Engines::Deducing how{std::move(counts), std::move(family), anywhere, std::move(seeds)};
            const auto puzzle = asked.puzzle(self);
            return unlocked([&] { return asked.engines->deduce(puzzle, player, how, limits); });
        },
        "rules"_a, "counts"_a, "families"_a.none(), "family"_a.none(), "anywhere"_a, "seeds"_a, "limits"_a);
    def(
        cls, "decided",
        [=](nb::handle self, const std::vector<std::vector<Move>> &paths, Names &rules) {
            const Described player{std::move(rules), std::nullopt, 0};
            const auto puzzle = asked.puzzle(self);
            return unlocked([&] { return asked.engines->decided(puzzle, paths, player); });
        },
        "paths"_a, "rules"_a);
}

PyTypeObject *type_of(nb::handle cls) { return reinterpret_cast<PyTypeObject *>(cls.ptr()); }

}  // namespace

void bind_player_engines(nb::handle cls, const PlayerEngines &engines) {
    const Asked<PlayerEngines> asked{&engines, type_of(cls)};
    nb::setattr(cls, "merges", nb::bool_(engines.merges()));
    def(cls, "rules", [=](nb::handle) { return asked.engines->rules(); });
    bind_measure(cls, asked, "muse", Measure::muse);
    bind_measure(cls, asked, "remuse", Measure::remuse);
    bind_measure(cls, asked, "luck", Measure::luck);
    def(
        cls, "options",
        [=](nb::handle self, const std::vector<Move> &path, Names &rules, Families &families, int lookahead) {
            const Described player{std::move(rules), std::move(families), lookahead};
            return asked.engines->options(asked.puzzle(self), path, player);
        },
        "path"_a, "rules"_a, "families"_a.none(), "lookahead"_a);
}

void bind_engines(nb::handle cls, const Engines &engines) {
    const Asked<Engines> asked{&engines, type_of(cls)};
    bind_player_engines(cls, engines);
    def(
        cls, "explore",
        [=](nb::handle self, const BoundLimits &limits) {
            const auto puzzle = asked.puzzle(self);
            return unlocked([&] {
                Budget budget(limits);
                return asked.engines->explore(puzzle, budget);
            });
        },
        "limits"_a);
    def(
        cls, "solutions",
        [=](nb::handle self, std::int64_t most, const BoundLimits &limits) {
            const auto puzzle = asked.puzzle(self);
            return unlocked([&] { return asked.engines->solutions(puzzle, most, limits); });
        },
        "most"_a, "limits"_a);
    bind_counts(cls, asked);
    if (engines.can_deduce()) bind_deduce(cls, asked);
}

}  // namespace quandary
