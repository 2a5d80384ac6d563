// A small conflict-driven SAT solver for puzzles whose rules cannot be written out as clauses beforehand.
//
// Such rules (a region must have room to grow, a loop must not close) are a *theory*: whenever unit
// propagation has come to rest, the theory looks at the assignment and adds the clauses that it breaks
// or that now force something. What it never needs is never written.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <quandary/budget.hpp>

namespace quandary::sat {

using Var = int;

// A variable or its negation.
struct Lit {
    int code;

    static constexpr Lit of(Var var, bool positive = true) { return {2 * var + !positive}; }
    constexpr Var var() const { return code >> 1; }
    constexpr bool positive() const { return !(code & 1); }
    constexpr Lit operator~() const { return {code ^ 1}; }
    constexpr bool operator==(const Lit &) const = default;
};

enum class Truth : std::int8_t { no = -1, open = 0, yes = 1 };

class Solver {
  public:
    explicit Solver(int variables = 0) { grow(variables); }

    int variables() const { return int(values_.size()); }
    // Makes room for so many variables, if there are fewer.
    void grow(int variables) {
        if (variables <= this->variables()) return;
        const auto first = this->variables();
        const auto size = std::size_t(variables);
        values_.resize(size, Truth::open);
        facts_.resize(size);
        phase_.resize(size, true);
        seen_.resize(size, 0);
        activity_.resize(size, 0);
        watches_.resize(2 * size);
        place_.resize(size, -1);
        heap_.reserve(size);
        for (Var var = first; var < variables; ++var) insert(var);
    }

    Truth value(Lit lit) const {
        const auto truth = values_[std::size_t(lit.var())];
        return lit.positive() ? truth : Truth(-int(truth));
    }
    // Whether nothing has been decided, so that what is assigned holds for good.
    bool is_at_root() const { return levels_.empty(); }
    // What is assigned now, in order.
    std::span<const Lit> trail() const { return trail_; }
    // Which value a variable is tried with first, from now on. Otherwise that is the value that it had last.
    void prefer(Var var, bool value) {
        phase_[std::size_t(var)] = value;
        has_preferences_ = true;
    }

    // Adds a clause for good, before or between searches.
    void add(std::span<const Lit> clause) {
        undo(0);
        insert_clause(clause, false);
    }

    // Adds a clause that the theory vouches for, whatever the assignment is. True if it is broken now, so
    // that the theory should stop and let the search go back.
    bool lemma(std::span<const Lit> clause) {
        insert_clause(clause, true);
        return is_stuck();
    }

    // Groups of literals that are to hold. What follows from a group, and those before it, is found once as long as
    // they are the same from search to search.
    using Assumptions = std::vector<std::vector<Lit>>;

    // Whether the clauses have a solution in which the assumptions hold, of which the first `same` groups are those of
    // the last search. If so it can be read from value() until the next call. `theory.propagate(solver)` adds what
    // follows from the assignment, and true means that it added something; `theory.undone(size)` says that the trail
    // was cut to that size.
    template <class Theory>
    bool solve(const Assumptions &assumptions, int same, Theory &theory, Budget &budget) {
        const auto groups = int(assumptions.size());
        refused_.clear();
        failed_.clear();
        back_to(same, theory);
        theory.undone(std::exchange(untouched_, trail_.size()));
        for (int restart = 0;; ++restart) {
            const auto patience = restart_unit * luby(restart);
            for (std::int64_t since = 0; since < patience;) {
                if (!propagate(theory)) {
                    if (!resolve_conflict(theory, groups)) return false;
                    ++since;
                    budget.spend([&] { return bytes(); });
                    continue;
                }
                budget.check();
                if (learnt_ > most_learnt_) forget();
                const auto next = decide(assumptions);
                if (next == Decision::impossible) return false;
                if (next == Decision::done) return true;
            }
            back_to(groups, theory);
        }
    }

    // Some of the assumptions of the last search, which had no solution, that cannot hold together. Until the next
    // call.
    std::vector<Lit> core() {
        auto found = refused_;
        const auto mark = [&](std::span<const Lit> some) {
            for (Lit lit : some)
                if (level_of(lit) > 0) seen_[std::size_t(lit.var())] = 1;
        };
        mark(failed_);
        const auto first = levels_.empty() ? trail_.size() : levels_.front();
        for (auto i = trail_.size(); i-- > first;) {
            const auto var = std::size_t(trail_[i].var());
            if (!seen_[var]) continue;
            const auto reason = facts_[var].reason;
            if (reason == none)
                found.push_back(trail_[i]);
            else
                mark(literals(reason));
            seen_[var] = 0;
        }
        return found;
    }

  private:
    using Reference = std::uint32_t;  // where a clause begins in the arena
    static constexpr Reference none = ~Reference(0);
    static constexpr int header = 3;  // length, flags, activity
    static constexpr std::int64_t restart_unit = 100;
    static constexpr double decay = 0.95, huge = 1e100;

    enum class Decision : std::int8_t { made, done, impossible };

    // Why and when a variable got its value.
    struct Fact {
        Reference reason = none;
        int level = 0;
    };
    struct Watch {
        Reference clause;
        Lit blocker;
        bool is_pair;  // whether the clause has no other literals, so that it need not be looked up
    };

    std::size_t bytes() const { return arena_.capacity() * 4 + 2 * arena_.capacity(); }
    bool is_stuck() const { return impossible_ || conflict_ != none; }
    int level() const { return int(levels_.size()); }
    int level_of(Lit lit) const { return facts_[std::size_t(lit.var())].level; }

    // Clauses

    std::span<Lit> literals(Reference clause) {
        return {reinterpret_cast<Lit *>(&arena_[clause + header]), std::size_t(arena_[clause])};
    }
    bool is_lemma(Reference clause) const { return arena_[clause + 1] != 0; }

    // Puts first what can be watched: literals that are not false, then those that became false last.
    void order_for_watching(std::vector<Lit> &clause) const {
        const auto rank = [&](Lit lit) {
            return value(lit) == Truth::yes ? never + 1 : value(lit) == Truth::open ? never : level_of(lit);
        };
        for (std::size_t i = 0; i < 2 && i < clause.size(); ++i)
            for (std::size_t j = i + 1; j < clause.size(); ++j)
                if (rank(clause[j]) > rank(clause[i])) std::swap(clause[i], clause[j]);
    }

    void insert_clause(std::span<const Lit> given, bool as_lemma) {
        scratch_.clear();
        for (Lit lit : given)
            if (value(lit) != Truth::no || level_of(lit) > 0) scratch_.push_back(lit);
        order_for_watching(scratch_);
        if (scratch_.empty()) {
            impossible_ = true;
        } else if (scratch_.size() == 1) {
            insert_unit(scratch_[0]);
        } else {
            const auto clause = store(scratch_, as_lemma);
            if (value(scratch_[0]) == Truth::no)
                conflict_ = clause;
            else if (value(scratch_[0]) == Truth::open && value(scratch_[1]) == Truth::no)
                assign(scratch_[0], clause);
        }
    }

    // A fact: true on every level, so it is remembered until the search is back at level 0.
    void insert_unit(Lit lit) {
        if (level() == 0) {
            if (value(lit) == Truth::no)
                impossible_ = true;
            else if (value(lit) == Truth::open)
                assign(lit, none);
            return;
        }
        units_.push_back(lit);
        const Lit one[] = {lit, lit};
        const auto clause = store(one, true);  // so that there is a reason to give until then
        if (value(lit) == Truth::no)
            conflict_ = clause;
        else if (value(lit) == Truth::open)
            assign(lit, clause);
    }

    Reference store(std::span<const Lit> clause, bool as_lemma) {
        const auto at = Reference(arena_.size());
        arena_.push_back(std::uint32_t(clause.size()));
        arena_.push_back(as_lemma);
        arena_.push_back(std::uint32_t(clock_));
        for (Lit lit : clause) arena_.push_back(std::uint32_t(lit.code));
        watch(at);
        clauses_.push_back(at);
        learnt_ += as_lemma;
        return at;
    }

    void watch(Reference clause) {
        const auto some = literals(clause);
        watches_[std::size_t((~some[0]).code)].push_back({clause, some[1], some.size() == 2});
        watches_[std::size_t((~some[1]).code)].push_back({clause, some[0], some.size() == 2});
    }

    // Forgets the half of the lemmas that were of use least recently, and what holds or fails whatever is assumed.
    void forget() {
        std::vector<std::uint32_t> ages;
        for (auto clause : clauses_)
            if (is_lemma(clause)) ages.push_back(arena_[clause + 2]);
        const auto middle = ages.begin() + std::ptrdiff_t(ages.size() / 2);
        std::nth_element(ages.begin(), middle, ages.end());
        const auto oldest = *middle;
        std::vector<std::uint32_t> arena;
        std::vector<Reference> clauses;
        std::vector<std::pair<Var, Reference>> moved;
        learnt_ = 0;
        for (auto clause : clauses_) {
            const Var implied = implied_by(clause);
            const bool is_reason = implied >= 0;
            if (!is_reason && (is_old(clause, oldest) || is_settled(clause))) continue;
            const auto at = Reference(arena.size());
            copy_open(clause, arena);
            if (is_reason) moved.emplace_back(implied, at);
            clauses.push_back(at);
            learnt_ += is_lemma(clause);
        }
        arena_ = std::move(arena);
        clauses_ = std::move(clauses);
        for (const auto &[var, at] : moved) facts_[std::size_t(var)].reason = at;
        for (auto &list : watches_) list.clear();
        for (auto clause : clauses_) watch(clause);
        most_learnt_ += most_learnt_ / 10;
    }

    bool is_old(Reference clause, std::uint32_t oldest) const {
        return is_lemma(clause) && arena_[clause] > 2 && arena_[clause + 2] < oldest;
    }
    bool is_settled(Reference clause) {
        const auto some = literals(clause);
        return std::any_of(some.begin(), some.end(),
                           [&](Lit lit) { return value(lit) == Truth::yes && level_of(lit) == 0; });
    }
    // Copies a clause without the literals that can no longer hold, but with both that are watched.
    void copy_open(Reference clause, std::vector<std::uint32_t> &arena) {
        const auto at = arena.size();
        const auto begin = arena_.begin() + clause;
        arena.insert(arena.end(), begin, begin + header + 2);
        for (Lit lit : literals(clause).subspan(2))
            if (value(lit) != Truth::no || level_of(lit) > 0) arena.push_back(std::uint32_t(lit.code));
        arena[at] = std::uint32_t(arena.size() - at - header);
    }

    // The variable that a clause is the reason for, or -1. It is in one of the literals that are watched.
    Var implied_by(Reference clause) {
        for (Lit lit : literals(clause).first(2))
            if (facts_[std::size_t(lit.var())].reason == clause) return lit.var();
        return -1;
    }

    // Propagation

    void assign(Lit lit, Reference reason) {
        values_[std::size_t(lit.var())] = lit.positive() ? Truth::yes : Truth::no;
        facts_[std::size_t(lit.var())] = {reason, level()};
        trail_.push_back(lit);
    }

    template <class Theory>
    bool propagate(Theory &theory) {
        do {
            if (is_stuck() || !propagate_units()) return false;
        } while (theory.propagate(*this));
        return !is_stuck();
    }

    bool propagate_units() {
        while (head_ < trail_.size()) {
            const auto lit = trail_[head_++];
            if (!visit_watches(lit)) return false;
        }
        return true;
    }

    // `lit` became true: every clause that watches its negation finds another literal to watch.
    bool visit_watches(Lit lit) {
        auto &list = watches_[std::size_t(lit.code)];
        std::size_t kept = 0, i = 0;
        for (; i < list.size(); ++i) {
            const auto entry = list[i];
            if (value(entry.blocker) == Truth::yes) {
                list[kept++] = entry;
                continue;
            }
            if (entry.is_pair) {
                list[kept++] = entry;
                if (value(entry.blocker) == Truth::no) {
                    conflict_ = entry.clause;
                    ++i;
                    break;
                }
                assign(entry.blocker, entry.clause);
                continue;
            }
            const auto some = literals(entry.clause);
            if (some[0] == ~lit) std::swap(some[0], some[1]);
            if (value(some[0]) == Truth::yes) {
                list[kept++] = {entry.clause, some[0], false};
                continue;
            }
            if (rewatch(entry.clause, some)) continue;
            list[kept++] = {entry.clause, some[0], false};
            if (value(some[0]) == Truth::no) {
                conflict_ = entry.clause;
                ++i;
                break;
            }
            assign(some[0], entry.clause);
        }
        for (; i < list.size(); ++i) list[kept++] = list[i];
        list.resize(kept);
        return conflict_ == none;
    }

    bool rewatch(Reference clause, std::span<Lit> some) {
        for (std::size_t k = 2; k < some.size(); ++k)
            if (value(some[k]) != Truth::no) {
                std::swap(some[1], some[k]);
                watches_[std::size_t((~some[1]).code)].push_back({clause, some[0], false});
                return true;
            }
        return false;
    }

    // Conflicts

    // Learns from the conflict and goes back; false if it lies in the first levels, which are not to be undone.
    template <class Theory>
    bool resolve_conflict(Theory &theory, int fixed) {
        if (impossible_) return false;
        // A lemma may be broken by decisions that lie further back.
        int deepest = 0;
        for (Lit lit : literals(conflict_)) deepest = std::max(deepest, level_of(lit));
        if (deepest <= fixed) {
            const auto broken = literals(conflict_);
            failed_.assign(broken.begin(), broken.end());
            impossible_ = deepest == 0;
            conflict_ = none;
            return false;
        }
        undo(deepest, theory);
        const auto back = analyse();
        conflict_ = none;
        undo(back, theory);
        insert_clause(std::vector<Lit>(learnt_clause_), true);
        increment_ /= decay;
        ++clock_;
        return !impossible_;
    }

    // Fills learnt_clause_ with the first unique implication point of the conflict; returns how far to go back.
    int analyse() {
        learnt_clause_.assign(1, Lit{0});
        int open = 0;
        auto at = trail_.size();
        auto reason = conflict_;
        Lit uip{-1};
        do {
            arena_[reason + 2] = std::uint32_t(clock_);
            for (Lit lit : literals(reason)) {
                if (lit == uip || seen_[std::size_t(lit.var())] || level_of(lit) == 0) continue;
                seen_[std::size_t(lit.var())] = 1;
                touched_.push_back(lit.var());
                bump(lit.var());
                if (level_of(lit) == level())
                    ++open;
                else
                    learnt_clause_.push_back(lit);
            }
            do --at;
            while (!seen_[std::size_t(trail_[at].var())]);
            uip = trail_[at];
            reason = facts_[std::size_t(uip.var())].reason;
            seen_[std::size_t(uip.var())] = 0;
        } while (--open > 0);
        learnt_clause_[0] = ~uip;
        drop_implied();
        for (Var var : touched_) seen_[std::size_t(var)] = 0;
        touched_.clear();
        int back = 0;
        for (std::size_t i = 1; i < learnt_clause_.size(); ++i) back = std::max(back, level_of(learnt_clause_[i]));
        return back;
    }

    // Leaves out what the other literals of the learnt clause imply directly.
    void drop_implied() {
        std::erase_if(learnt_clause_, [&](Lit lit) {
            const auto reason = facts_[std::size_t(lit.var())].reason;
            if (lit == learnt_clause_[0] || reason == none) return false;
            const auto given = literals(reason);
            return std::all_of(given.begin(), given.end(), [&](Lit other) {
                return other == ~lit || seen_[std::size_t(other.var())] || level_of(other) == 0;
            });
        });
    }

    struct NoTheory {
        void undone(std::size_t) {}
    };
    void undo(int to) {
        NoTheory nobody;
        undo(to, nobody);
    }
    template <class Theory>
    void undo(int to, Theory &theory) {
        if (level() > to) {
            const auto size = levels_[std::size_t(to)];
            for (auto i = trail_.size(); i-- > size;) {
                const auto var = trail_[i].var();
                values_[std::size_t(var)] = Truth::open;
                facts_[std::size_t(var)].reason = none;
                if (!has_preferences_) phase_[std::size_t(var)] = trail_[i].positive();
                if (place_[std::size_t(var)] < 0) insert(var);
            }
            trail_.resize(size);
            levels_.resize(std::size_t(to));
            head_ = std::min(head_, size);
            untouched_ = std::min(untouched_, size);
            theory.undone(size);
        }
        if (to == 0 && !units_.empty()) {
            conflict_ = none;
            for (Lit unit : std::exchange(units_, {})) insert_unit(unit);
        }
    }

    // Goes back to a level, or to the first one if there are facts to be added there.
    template <class Theory>
    void back_to(int to, Theory &theory) {
        undo(units_.empty() ? to : 0, theory);
    }

    // Decisions

    Decision decide(const Assumptions &assumptions) {
        // A group is all on one level, so that the theory looks at it once.
        if (level() < int(assumptions.size())) {
            const auto &group = assumptions[std::size_t(level())];
            levels_.push_back(trail_.size());
            for (Lit wanted : group) {
                if (value(wanted) == Truth::no) {
                    refused_.assign(1, wanted);
                    failed_.assign(1, wanted);
                    return Decision::impossible;
                }
                if (value(wanted) == Truth::open) assign(wanted, none);
            }
            return Decision::made;
        }
        while (!heap_.empty()) {
            const auto var = pop();
            if (values_[std::size_t(var)] != Truth::open) continue;
            levels_.push_back(trail_.size());
            assign(Lit::of(var, phase_[std::size_t(var)]), none);
            return Decision::made;
        }
        return Decision::done;
    }

    // 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
    static std::int64_t luby(int i) {
        int size = 1, power = 0;
        while (size < i + 1) size = 2 * size + 1, ++power;
        while (size - 1 != i) {
            size = (size - 1) / 2;
            --power;
            i %= size;
        }
        return std::int64_t(1) << power;
    }

    // The open variables, most active first: a binary heap.

    void bump(Var var) {
        if ((activity_[std::size_t(var)] += increment_) > huge) {
            for (auto &each : activity_) each /= huge;
            increment_ /= huge;
        }
        if (place_[std::size_t(var)] >= 0) rise(std::size_t(place_[std::size_t(var)]));
    }
    bool before(Var a, Var b) const { return activity_[std::size_t(a)] > activity_[std::size_t(b)]; }
    void put(std::size_t at, Var var) {
        heap_[at] = var;
        place_[std::size_t(var)] = int(at);
    }
    void insert(Var var) {
        heap_.push_back(var);
        rise(heap_.size() - 1);
    }
    void rise(std::size_t at) {
        const auto var = heap_[at];
        for (; at > 0 && before(var, heap_[(at - 1) / 2]); at = (at - 1) / 2) put(at, heap_[(at - 1) / 2]);
        put(at, var);
    }
    Var pop() {
        const auto top = heap_.front();
        place_[std::size_t(top)] = -1;
        const auto last = heap_.back();
        heap_.pop_back();
        if (heap_.empty()) return top;
        std::size_t at = 0;
        for (std::size_t child; (child = 2 * at + 1) < heap_.size(); at = child) {
            if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
            if (!before(heap_[child], last)) break;
            put(at, heap_[child]);
        }
        put(at, last);
        return top;
    }

    static constexpr int never = 1 << 30;

    std::vector<Truth> values_;
    std::vector<Fact> facts_;
    std::vector<char> phase_, seen_;
    bool has_preferences_ = false;
    std::vector<double> activity_;
    double increment_ = 1;
    std::vector<std::vector<Watch>> watches_;  // by literal: the clauses to look at when it becomes true
    std::vector<std::uint32_t> arena_;
    std::vector<Reference> clauses_;
    std::int64_t learnt_ = 0, most_learnt_ = 4'000;
    std::vector<Lit> trail_, units_, scratch_, learnt_clause_;
    std::vector<Lit> refused_, failed_;  // an assumption that was false already, and the false literals to blame
    std::vector<Var> touched_;
    std::vector<std::size_t> levels_;  // the size of the trail when each level began
    std::size_t head_ = 0;
    std::size_t untouched_ = 0;  // so much of the trail is as it was when the last search began
    Reference conflict_ = none;
    std::uint64_t clock_ = 0;  // conflicts so far
    bool impossible_ = false;
    std::vector<Var> heap_;
    std::vector<int> place_;
};

}  // namespace quandary::sat
