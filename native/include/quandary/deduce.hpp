// Solve as a person does: easiest rule first, then a guess, taken back if wrong. Mirrors
// quandary/solving/deduce.py: the same steps from the same seed, of which only the numbers are kept.
#pragma once
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <quandary/chance.hpp>
#include <quandary/player.hpp>

namespace quandary {

// In the order of ENDINGS in Python.
enum class Ending { solved, unsolvable, stuck, gave_up };

struct Run {
    Ending ending = Ending::stuck;
    std::vector<int> fired;  // by rule, in the order of the player's rules
    int guesses = 0, reverts = 0, deepest = 0, refutation = 0, length = 0;
};

// Where a guess is made: in a random slot of a family, or in the first slot with fewest moves. With `anywhere`, it
// is any move left that could fill a slot of the family.
struct Guess {
    int family = -1;
    bool anywhere = false;
};

// What a domain keeps beside its states, so that it and its rules need not read them anew; most keep nothing.
struct NoOverview {
    template <class D>
    void add(const D &, Move) {}
};
template <class D>
struct OverviewOf {
    using Type = NoOverview;
};
template <class D>
    requires requires { typename D::Overview; }
struct OverviewOf<D> {
    using Type = typename D::Overview;
};

template <FillDomain D>
class Deduction {
  public:
    // The player's rules are in order, easiest first; `counts[i]` says whether rule i costs anything.
    Deduction(const D &domain, Player<D> player, std::vector<bool> counts, Guess guess)
        : domain_(domain), player_(std::move(player)), counts_(std::move(counts)), guess_(guess), slots_(domain) {}

    Run run(std::uint64_t seed, Budget &budget) {
        begin(seed);
        for (std::optional<Ending> ending; !ending;) {
            try {
                budget.spend();
                ending = step();
            } catch (const OutOfBudget &) {
                ending = Ending::gave_up;
            }
            if (ending) run_.ending = *ending;
        }
        for (Move move = 0; move < domain_.move_count(); ++move)
            run_.length += notes_.made.has(move) && !domain_.fills(move).empty();
        return std::move(run_);
    }

  private:
    struct Notes {
        typename D::State state;
        MoveSet<D> left, made;
        [[no_unique_address]] typename OverviewOf<D>::Type overview;
    };
    struct Guessed {
        Notes before;
        Move move;
        int deductions;
    };

    void begin(std::uint64_t seed) {
        chance_ = SplitMix64(seed);
        const auto &starts = domain_.starts();
        notes_ = {*starts.begin(), domain_.moves(*starts.begin()), {}, {}};
        guesses_.clear();
        trouble_ = false;
        deductions_ = 0;
        run_ = {};
        run_.fired.assign(player_.rules.size(), 0);
    }

    std::optional<Ending> step() {
        if (!trouble_ && is_solved()) return Ending::solved;
        if (trouble_ || is_lost()) return revert();
        if (deduce()) return std::nullopt;
        return guess();
    }

    std::optional<Ending> revert() {
        if (guesses_.empty()) return Ending::unsolvable;
        notes_ = guesses_.back().before;
        notes_.left.remove(guesses_.back().move);
        run_.refutation = std::max(run_.refutation, deductions_ - guesses_.back().deductions);
        guesses_.pop_back();
        trouble_ = false;
        ++run_.reverts;
        return std::nullopt;
    }

    // Takes the first finding of the first rule that has one.
    bool deduce() {
        for (std::size_t i = 0; i < player_.rules.size(); ++i) {
            const auto finding = first_finding(player_.rules[i]);
            if (!finding) continue;
            ++run_.fired[i];
            deductions_ += counts_[i];
            take(*finding);
            return true;
        }
        return false;
    }

    std::optional<Ending> guess() {
        const auto open = looked_at();
        if (open.empty()) return Ending::stuck;
        const Move move = guess_.family < 0 ? in_fewest(open) : at_random(open);
        guesses_.push_back({notes_, move, deductions_});
        ++run_.guesses;
        run_.deepest = std::max(run_.deepest, int(guesses_.size()));
        Finding<D> finding;
        finding.must.add(move);
        take(finding);
        return std::nullopt;
    }

    Move at_random(const SlotSet<D> &open) {
        if (guess_.anywhere)
            if (const auto moves = everywhere(); !moves.empty()) {
                chance_.below(1);  // one slot, as in Python
                return any(moves);
            }
        const auto here = of_family(open, guess_.family);
        return any(moves_for(any(here.empty() ? open : here)));
    }

    MoveSet<D> everywhere() const {
        MoveSet<D> moves;
        notes_.left.each([&](Move move) {
            for (Slot slot : domain_.fills(move))
                if (domain_.family(slot) == guess_.family) moves.add(move);
        });
        return moves;
    }

    Move in_fewest(const SlotSet<D> &open) {
        MoveSet<D> fewest;
        int least = D::max_moves + 1;
        open.each([&](Slot slot) {
            const auto moves = moves_for(slot);
            if (const int count = moves.count(); count < least) {
                least = count;
                fewest = moves;
            }
        });
        return any(fewest);
    }

    template <class Set>
    int any(const Set &members) {
        int skip = chance_.below(members.count()), chosen = 0;
        members.each([&](int each) {
            if (skip-- == 0) chosen = each;
        });
        return chosen;
    }

    void take(const Finding<D> &finding) {
        if (!finding.must.empty() && !make(finding.must)) return;
        notes_.left -= finding.cannot;
    }

    // Makes these moves; if one of them is not left, there is trouble and the notes stay as they were.
    bool make(const MoveSet<D> &moves) {
        const auto before = notes_;
        moves.each([&](Move move) {
            trouble_ = trouble_ || !notes_.left.has(move);
            if (trouble_) return;
            notes_.state = domain_.apply(notes_.state, move);
            notes_.left &= domain_.moves(notes_.state);
            notes_.made.add(move);
            notes_.overview.add(domain_, move);
        });
        if (trouble_) notes_ = before;
        return !trouble_;
    }

    bool is_solved() const {
        if constexpr (has_overview)
            return domain_.is_solved(notes_.state, notes_.overview);
        else
            return domain_.is_solved(notes_.state);
    }

    bool is_lost() const { return notes_.left.empty() || is_contradicted_now() || has_empty_slot(); }

    bool is_contradicted_now() const {
        if constexpr (has_overview)
            return domain_.is_contradicted(notes_.state, notes_.left, notes_.overview);
        else
            return is_contradicted(domain_, notes_.state, notes_.left);
    }

    // Whether nothing can fill a slot that is looked at. A domain may see that without looking at them one by one.
    bool has_empty_slot() const {
        if constexpr (requires { domain_.has_empty_slot(notes_.state, notes_.left, player_.families); }) {
            return domain_.has_empty_slot(notes_.state, notes_.left, player_.families);
        } else {
            bool found = false;
            looked_at().each([&](Slot slot) { found = found || moves_for(slot).empty(); });
            return found;
        }
    }

    std::optional<Finding<D>> first_finding(int number) const {
        std::optional<Finding<D>> finding;
        const auto take_one = [&](const Finding<D> &each) {
            if (!finding) finding = each;
            return false;  // a rule that asks may stop here
        };
        const Emitter<D> emit(take_one);
        with_rule<D>(number, [&](auto rule) {
            if constexpr (requires { rule.find(domain_, notes_.state, notes_.left, notes_.overview, emit); })
                rule.find(domain_, notes_.state, notes_.left, notes_.overview, emit);
            else
                rule.find(domain_, slots_, notes_.state, notes_.left, emit);
        });
        return finding;
    }

    MoveSet<D> moves_for(Slot slot) const { return notes_.left & slots_.moves[std::size_t(slot)]; }

    SlotSet<D> looked_at() const {
        const auto open = domain_.open(notes_.state);
        SlotSet<D> seen;
        open.each([&](Slot slot) {
            if (player_.families >> domain_.family(slot) & 1) seen.add(slot);
        });
        return seen;
    }
    SlotSet<D> of_family(const SlotSet<D> &slots, int family) const {
        SlotSet<D> members;
        slots.each([&](Slot slot) {
            if (domain_.family(slot) == family) members.add(slot);
        });
        return members;
    }

    static constexpr bool has_overview = !std::same_as<typename OverviewOf<D>::Type, NoOverview>;

    const D &domain_;
    Player<D> player_;
    std::vector<bool> counts_;
    Guess guess_;
    SlotTable<D> slots_;
    SplitMix64 chance_{0};
    Notes notes_{};
    std::vector<Guessed> guesses_;
    bool trouble_ = false;
    int deductions_ = 0;
    Run run_;
};

}  // namespace quandary
