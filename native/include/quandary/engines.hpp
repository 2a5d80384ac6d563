// What can be asked about a domain, whatever it is: the engines of each behind one interface, so that what hands the
// questions of Python over (native/engines.cpp) is compiled once.
#pragma once
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <quandary/backward.hpp>
#include <quandary/decided.hpp>
#include <quandary/deduce.hpp>
#include <quandary/explore.hpp>
#include <quandary/least_cost.hpp>
#include <quandary/luck.hpp>
#include <quandary/many.hpp>
#include <quandary/search.hpp>

namespace quandary {

using Names = std::vector<std::string>;

// A player as Python describes one.
struct Described {
    Names rules;
    std::optional<Names> families;
    int lookahead = 0;
};

// A slot with the moves that a player thinks possible, by number.
struct Choice {
    Slot slot;
    std::vector<Move> moves;
};

enum class Measure { muse, remuse, luck };

template <Domain D>
Entropy measured(Measure measure, const D &domain, const Player<D> &player, const Habits &habits, bool greedy,
                 Budget &budget) {
    switch (measure) {
        case Measure::muse:
            return muse(domain, player, habits, greedy, budget);
        case Measure::remuse:
            return remuse(domain, player, habits, greedy, budget);
        default:
            return luck(domain, player, habits, greedy, budget);
    }
}

// The value alone, for a player without habits: some domains have a quicker way to it.
template <Domain D>
Row valued(Measure measure, const D &domain, const Player<D> &player, bool greedy, Budget &budget) {
    const auto row = [](const Entropy &found) { return Row{found.value, found.at_least, found.states, found.stop}; };
    switch (measure) {
        case Measure::muse:
            return row(muse(domain, player, greedy, budget, false));
        case Measure::remuse:
            return row(remuse(domain, player, greedy, budget, false));
        default:
            return row(luck(domain, player, greedy, budget, false));
    }
}

// What Python calls the rule that is a player's insight.
inline constexpr std::string_view learned_rule = "learned";

template <Domain D>
Player<D> make_player(const Described &described, const Insight<D> *insight = nullptr) {
    Player<D> player;
    player.insight = insight;
    for (const auto &rule : described.rules)
        player.rules.push_back(insight && rule == learned_rule ? int(rule_count<D>) : rule_number<D>(rule));
    player.lookahead = described.lookahead;
    if constexpr (FillDomain<D>)
        if (described.families) {
            player.families = 0;
            for (std::size_t i = 0; i < std::size(D::families); ++i)
                for (const auto &family : *described.families)
                    if (family == D::families[i]) player.families |= std::uint64_t(1) << i;
        }
    return player;
}

template <FillDomain D>
int family_number(const std::string &name) {
    const auto at = std::find(std::begin(D::families), std::end(D::families), name);
    if (at == std::end(D::families)) throw std::invalid_argument("no slot family " + name);
    return int(at - std::begin(D::families));
}

template <Domain D>
std::vector<Choice> options_after(const D &domain, const Player<D> &player, const std::vector<Move> &path) {
    const auto starts = domain.starts();
    auto state = *starts.begin();
    for (Move move : path) state = domain.apply(state, move);
    Budget budget({});
    std::vector<Choice> table;
    for (const auto &option : Perception<D>(domain, player, budget).options(state)) {
        table.push_back({option.slot, {}});
        option.moves.each([&](Move move) { table.back().moves.push_back(move); });
    }
    return table;
}

// Asks players what they make of a puzzle. A `Puzzle` is a domain of the one type that the object is for.
class PlayerEngines {
  public:
    using Puzzle = const void *;
    using Puzzles = std::vector<Puzzle>;

    virtual ~PlayerEngines() = default;
    virtual bool merges() const = 0;
    virtual Names rules() const = 0;
    virtual Entropy measure(Measure, Puzzle, const Described &, const Habits &, bool greedy, Budget &) const = 0;
    virtual Columns measure_many(Measure, const Puzzles &, const Described &, bool greedy, const Limits &,
                                 int threads) const = 0;
    // After a path from the first start.
    virtual std::vector<Choice> options(Puzzle, const std::vector<Move> &path, const Described &) const = 0;
};

// Asks about the puzzle itself as well.
class Engines : public PlayerEngines {
  public:
    virtual Graph explore(Puzzle, Budget &) const = 0;
    virtual Solutions solutions(Puzzle, std::int64_t most, const Limits &) const = 0;
    virtual Count count(Puzzle, std::int64_t most, const Limits &) const = 0;
    virtual StateCount count_states(Puzzle, const Limits &) const = 0;
    // How many solutions each has; at least as many where counting stopped short.
    virtual Columns count_many(const Puzzles &, std::int64_t most, const Limits &, int threads) const = 0;

    // A run for each seed. The seconds are for all of them together, the states for each. Only where slots are filled.
    struct Deducing {
        std::vector<bool> counts;
        std::optional<std::string> family;
        bool anywhere;
        std::vector<std::uint64_t> seeds;
    };
    virtual bool can_deduce() const = 0;
    virtual std::vector<Run> deduce(Puzzle, const Described &, const Deducing &, const Limits &) const = 0;
    // The rule that decides each move, after each of some paths.
    virtual std::vector<std::vector<int>> decided(Puzzle, const std::vector<std::vector<Move>> &paths,
                                                  const Described &) const = 0;
};

template <class D>
std::vector<const D *> puzzles_of(const PlayerEngines::Puzzles &puzzles) {
    std::vector<const D *> domains;
    for (const auto puzzle : puzzles) domains.push_back(static_cast<const D *>(puzzle));
    return domains;
}

// `Base` is one of the two above.
template <Domain D, class Base>
class PlayerEnginesOf : public Base {
  public:
    using typename Base::Puzzle, typename Base::Puzzles;

    bool merges() const override { return Merging<D>; }
    Names rules() const override { return rule_names<D>(); }

    Entropy measure(Measure measure, Puzzle puzzle, const Described &player, const Habits &habits, bool greedy,
                    Budget &budget) const override {
        return measured(measure, of(puzzle), make_player<D>(player), habits, greedy, budget);
    }

    Columns measure_many(Measure measure, const Puzzles &puzzles, const Described &player, bool greedy,
                         const Limits &limits, int threads) const override {
        return quandary::measure_many(puzzles_of<D>(puzzles), make_player<D>(player), threads, limits,
                                      [&](const auto &domain, const auto &same_player, Budget &budget) {
                                          return valued(measure, domain, same_player, greedy, budget);
                                      });
    }

    std::vector<Choice> options(Puzzle puzzle, const std::vector<Move> &path, const Described &player) const override {
        return options_after(of(puzzle), make_player<D>(player), path);
    }

  protected:
    static const D &of(Puzzle puzzle) { return *static_cast<const D *>(puzzle); }
};

template <Domain D>
class EnginesOf final : public PlayerEnginesOf<D, Engines> {
  public:
    using typename Engines::Deducing, typename Engines::Puzzle, typename Engines::Puzzles;

    Graph explore(Puzzle puzzle, Budget &budget) const override { return quandary::explore(this->of(puzzle), budget); }
    Solutions solutions(Puzzle puzzle, std::int64_t most, const Limits &limits) const override {
        return quandary::solutions(this->of(puzzle), most, limits);
    }
    Count count(Puzzle puzzle, std::int64_t most, const Limits &limits) const override {
        return quandary::count(this->of(puzzle), most, limits);
    }
    StateCount count_states(Puzzle puzzle, const Limits &limits) const override {
        return quandary::count_states(this->of(puzzle), limits);
    }

    Columns count_many(const Puzzles &puzzles, std::int64_t most, const Limits &limits, int threads) const override {
        return ask_many(puzzles_of<D>(puzzles), threads, limits, [&] {
            return [&](const D &domain, Budget &budget) {
                const auto found = quandary::count(domain, most, budget.rest());
                return Row{double(found.solutions), double(found.solutions), found.states, found.stop};
            };
        });
    }

    bool can_deduce() const override { return FillDomain<D>; }
    std::vector<Run> deduce(Puzzle puzzle, const Described &player, const Deducing &how,
                            const Limits &limits) const override {
        std::vector<Run> done;
        if constexpr (FillDomain<D>) {
            const Guess guess{how.family ? family_number<D>(*how.family) : -1, how.anywhere};
            Deduction<D> deduction(this->of(puzzle), make_player<D>(player), how.counts, guess);
            const Budget whole(limits);
            for (const auto seed : how.seeds) {
                Budget budget(whole.rest());
                done.push_back(deduction.run(seed, budget));
            }
        }
        return done;
    }

    std::vector<std::vector<int>> decided(Puzzle puzzle, const std::vector<std::vector<Move>> &paths,
                                          const Described &described) const override {
        std::vector<std::vector<int>> done;
        if constexpr (FillDomain<D>) {
            const auto player = make_player<D>(described);
            const DecidedMoves<D> looking(this->of(puzzle), player);
            for (const auto &path : paths) done.push_back(looking.after(path));
        }
        return done;
    }
};

}  // namespace quandary
