// What a person sees. Mirrors quandary/player.py: the same findings in the same order.
#pragma once
#include <algorithm>
#include <concepts>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/slots.hpp>

namespace quandary {

// What a player has learned about one puzzle (learned.hpp).
template <Domain D>
struct Insight {
    bool looks_once;  // as with rules, below

    explicit Insight(bool once) : looks_once(once) {}
    virtual ~Insight() = default;
    // Those of the moves left that it rules out.
    virtual MoveSet<D> ruled_out(const SlotTable<D> &slots, const typename D::State &state,
                                 const MoveSet<D> &left) const = 0;
};

// Rules by their number in D::Rules, and the slot families looked at (bit i: family i). An insight, if there is one, is
// one more rule, whose number is that of D's rules.
template <Domain D>
struct Player {
    std::vector<int> rules;
    std::uint64_t families = ~std::uint64_t(0);
    int lookahead = 0;
    const Insight<D> *insight = nullptr;

    // What matters to this player about the future of a state.
    Interest interest() const {
        Interest interest{.in_all_moves = true};
        for (int rule : rules) interest.rules |= std::uint64_t(1) << rule;
        return interest;
    }
};

template <Domain D>
inline constexpr std::size_t rule_count = std::tuple_size_v<typename D::Rules>;

template <Domain D>
std::vector<std::string> rule_names() {
    std::vector<std::string> names;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (names.emplace_back(std::tuple_element_t<I, typename D::Rules>::name), ...);
    }(std::make_index_sequence<rule_count<D>>{});
    return names;
}

template <Domain D>
int rule_number(const std::string &name) {
    const auto names = rule_names<D>();
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) throw std::invalid_argument("no native rule " + name);
    return int(at - names.begin());
}

// Calls visit(rule) with the rule of that number.
template <Domain D, class Visit>
void with_rule(int number, Visit visit) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((int(I) == number ? visit(std::tuple_element_t<I, typename D::Rules>{}) : void()), ...);
    }(std::make_index_sequence<rule_count<D>>{});
}

// Whether a rule finds all there is to find the first time it is asked about a state.
template <class Rule>
inline constexpr bool looks_once = [] {
    if constexpr (requires { Rule::looks_once; })
        return Rule::looks_once;
    else
        return false;
}();

// Where rules put their findings: a reference to a function that says whether it wants more. It is one type whoever
// asks, so that every rule of a domain is compiled once.
template <Domain D>
class Emitter {
  public:
    template <class Take>
        requires(!std::same_as<Take, Emitter>)
    Emitter(const Take &take)
        : take_(&take),
          call_([](const void *to, const Finding<D> &found) { return (*static_cast<const Take *>(to))(found); }) {}

    bool operator()(const Finding<D> &finding) const { return call_(take_, finding); }

  private:
    const void *take_;
    bool (*call_)(const void *, const Finding<D> &);
};

template <Domain D>
bool rule_looks_once(int number) {
    bool once = false;
    with_rule<D>(number, [&](auto rule) { once = looks_once<decltype(rule)>; });
    return once;
}

// Emits everything that the rule of a number notices when these moves are left.
template <Domain D>
void find_by_rule(int number, const D &domain, const SlotTable<D> &slots, const typename D::State &state,
                  const MoveSet<D> &left, Emitter<D> emit) {
    with_rule<D>(number, [&](auto rule) { rule.find(domain, slots, state, left, emit); });
}

// Whether the domain itself calls these notes hopeless at a glance; most domains have no such thing.
template <Domain D>
bool is_contradicted(const D &domain, const typename D::State &state, const MoveSet<D> &left) {
    if constexpr (requires { domain.is_contradicted(state, left); })
        return domain.is_contradicted(state, left);
    else
        return false;
}

// A slot with the moves thought possible for it, and how often it must still be filled. `slot` is -1 for a
// required move's own slot, and for the empty one that stands for a contradiction.
template <Domain D>
struct Option {
    Slot slot;
    MoveSet<D> moves;
    int room = 1;
};

// Those of a path puzzle are one slot, the next step, and need no memory of their own.
template <class D>
class NextStep {
  public:
    NextStep() = default;
    NextStep(const Option<D> &option) : only_(option), size_(1) {}

    bool empty() const { return size_ == 0; }
    const Option<D> *begin() const { return &only_; }
    const Option<D> *end() const { return &only_ + size_; }

  private:
    Option<D> only_{};
    std::size_t size_ = 0;
};

template <Domain D>
using Options = std::conditional_t<FillDomain<D>, std::vector<Option<D>>, NextStep<D>>;

template <Domain D>
bool is_lost(const Options<D> &options) {
    return std::any_of(options.begin(), options.end(), [](const auto &option) { return option.moves.empty(); });
}

// Whether players may have insights into puzzles of a domain. One that they may not says so as `learns`.
template <Domain D>
inline constexpr bool learns = [] {
    if constexpr (requires { D::learns; })
        return D::learns;
    else
        return true;
}();

// A puzzle as one player sees it.
template <Domain D>
class Perception {
  public:
    using State = typename D::State;

    Perception(const D &domain, Player<D> player, Budget &budget)
        : domain_(domain), player_(std::move(player)), budget_(budget), slots_(domain) {}

    // L(s) by slot; an empty slot means that the player sees the state to be lost.
    Options<D> options(const State &state) { return options(state, player_.lookahead); }

    // Whether a solved state lies within the lookahead.
    bool sees_solution(const State &state) { return sees_solution(state, player_.lookahead); }

    // The legal moves that the player has ruled out where they look at an option. A required move has no others.
    MoveSet<D> ruled_out(const State &state, const Option<D> &option) const {
        auto all = domain_.moves(state);
        if constexpr (FillDomain<D>) {
            if (option.slot < 0) return {};
            all &= slots_.moves[std::size_t(option.slot)];
        }
        return all - option.moves;
    }

  private:
    Options<D> options(const State &state, int depth) {
        budget_.check();
        auto believed = believe(state);
        auto &moves = believed.first;
        if (depth > 0)
            MoveSet<D>(moves).each([&](Move move) {
                if (!survives(domain_.apply(state, move), depth - 1)) moves.remove(move);
            });
        if constexpr (FillDomain<D>) {
            Options<D> table;
            for (Move must : believed.second) table.push_back({-1, only(must) & moves});
            if (is_contradicted(domain_, state, moves)) table.push_back({-1, {}});
            domain_.open(state).each([&](Slot slot) {
                if (player_.families >> domain_.family(slot) & 1)
                    table.push_back({slot, moves & slots_.moves[std::size_t(slot)], domain_.room(state, slot)});
            });
            return table;
        } else {
            return Option<D>{0, moves};
        }
    }

    // The moves left, and those required, once the rules have fed each other to the end. A domain may have a
    // quicker way to the same, by its own rules.
    std::pair<MoveSet<D>, std::vector<Move>> believe(const State &state) {
        if constexpr (!requires { domain_.believe(state, player_.rules); })
            return believe_all(state);
        else if constexpr (!learns<D>)
            return domain_.believe(state, player_.rules);
        else
            return player_.insight ? believe_all(state) : domain_.believe(state, player_.rules);
    }

    std::pair<MoveSet<D>, std::vector<Move>> believe_all(const State &state) {
        auto moves = domain_.moves(state);
        MoveSet<D> required;
        std::vector<Move> musts;
        const auto take = [&](const Finding<D> &finding) {
            budget_.check();
            (finding.must - required).each([&](Move move) { musts.push_back(move); });
            required |= finding.must;
            narrow(state, moves, finding);
            return true;
        };
        bool again = false;  // some rules have then said it all
        for (bool changed = !player_.rules.empty(); changed; again = true) {
            const auto before = moves;
            const auto musts_before = musts.size();
            for (const int rule : player_.rules)
                if (!again || !says_all_at_once(rule)) find(rule, state, MoveSet<D>(moves), Emitter<D>(take));
            changed = !(before == moves) || musts_before != musts.size();
        }
        return {moves, std::move(musts)};
    }

    bool is_insight(int rule) const { return std::size_t(rule) == rule_count<D>; }

    bool says_all_at_once(int rule) const {
        return is_insight(rule) ? player_.insight->looks_once : rule_looks_once<D>(rule);
    }

    void find(int rule, const State &state, const MoveSet<D> &left, Emitter<D> emit) const {
        if (!is_insight(rule)) return find_by_rule(rule, domain_, slots_, state, left, emit);
        if (const auto out = player_.insight->ruled_out(slots_, state, left); !out.empty())
            emit(Finding<D>{.cannot = out});
    }

    // On a path everything but a required move is out; when filling, what can no longer be made after it.
    void narrow(const State &state, MoveSet<D> &moves, const Finding<D> &finding) const {
        moves -= finding.cannot;
        finding.must.each([&](Move must) {
            auto keep = only(must);
            if constexpr (FillDomain<D>)
                if (moves.has(must)) keep |= domain_.moves(domain_.apply(state, must));
            moves &= keep;
        });
    }

    bool survives(const State &state, int depth) {
        return domain_.is_solved(state) || !is_lost<D>(options(state, depth));
    }

    bool sees_solution(const State &state, int depth) {
        if (domain_.is_solved(state)) return true;
        if (depth == 0) return false;
        const auto table = options(state, 0);
        if (is_lost<D>(table)) return false;
        MoveSet<D> tries;
        for (const auto &option : table) tries |= option.moves;
        bool seen = false;
        tries.each([&](Move move) { seen = seen || sees_solution(domain_.apply(state, move), depth - 1); });
        return seen;
    }

    static MoveSet<D> only(Move move) {
        MoveSet<D> set;
        set.add(move);
        return set;
    }

    const D &domain_;
    Player<D> player_;
    Budget &budget_;
    SlotTable<D> slots_;
};

}  // namespace quandary
