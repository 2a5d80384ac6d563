// Solve as a person does: easiest rule first, then a guess, taken back if wrong. Mirrors
// quandary/solving/deduce.py: the same steps from the same seed, of which only the numbers are kept.
#pragma once
#include <algorithm>
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
    };
    struct Guessed {
        Notes before;
        Move move;
        int deductions;
    };

    void begin(std::uint64_t seed) {
        chance_ = SplitMix64(seed);
        const auto &starts = domain_.starts();
        notes_ = {*starts.begin(), domain_.moves(*starts.begin()), {}};
        guesses_.clear();
        trouble_ = false;
        deductions_ = 0;
        run_ = {};
        run_.fired.assign(player_.rules.size(), 0);
    }

    std::optional<Ending> step() {
        if (!trouble_ && domain_.is_solved(notes_.state)) return Ending::solved;
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
            Finding<D> finding;
            if (!first_finding(player_.rules[i], finding)) continue;
            ++run_.fired[i];
            deductions_ += counts_[i];
            take(finding);
            return true;
        }
        return false;
    }

    std::optional<Ending> guess() {
        bool sees = false;
        looked_at([&](Slot) { sees = true; });
        if (!sees) return Ending::stuck;
        const Move move = guess_.family < 0 ? in_fewest() : anywhere();
        guesses_.push_back({notes_, move, deductions_});
        ++run_.guesses;
        run_.deepest = std::max(run_.deepest, int(guesses_.size()));
        Finding<D> finding;
        finding.must.add(move);
        take(finding);
        return std::nullopt;
    }

    Move anywhere() {
        std::vector<Slot> open, here;
        looked_at([&](Slot slot) {
            open.push_back(slot);
            if (domain_.family(slot) == guess_.family) here.push_back(slot);
        });
        if (!here.empty()) open = std::move(here);
        if (const auto moves = everywhere(); guess_.anywhere && !moves.empty()) {
            chance_.below(1);  // one slot, as in Python
            return any(moves);
        }
        return any(moves_for(open[std::size_t(chance_.below(int(open.size())))]));
    }

    MoveSet<D> everywhere() const {
        MoveSet<D> moves;
        notes_.left.each([&](Move move) {
            for (Slot slot : domain_.fills(move))
                if (domain_.family(slot) == guess_.family) moves.add(move);
        });
        return moves;
    }

    Move in_fewest() {
        MoveSet<D> fewest;
        int least = D::max_moves + 1;
        looked_at([&](Slot slot) {
            const auto moves = moves_for(slot);
            if (const int count = moves.count(); count < least) {
                least = count;
                fewest = moves;
            }
        });
        return any(fewest);
    }

    Move any(const MoveSet<D> &moves) {
        int skip = chance_.below(moves.count());
        Move chosen = 0;
        moves.each([&](Move move) {
            if (skip-- == 0) chosen = move;
        });
        return chosen;
    }

    void take(const Finding<D> &finding) {
        const auto before = notes_;
        finding.must.each([&](Move move) {
            trouble_ = trouble_ || !notes_.left.has(move);
            if (trouble_) return;
            notes_.state = domain_.apply(notes_.state, move);
            notes_.left &= domain_.moves(notes_.state);
            notes_.made.add(move);
        });
        if (trouble_)
            notes_ = before;  // it could not be taken
        else
            notes_.left -= finding.cannot;
    }

    bool is_lost() {
        if (is_contradicted(domain_, notes_.state, notes_.left)) return true;
        bool lost = notes_.left.empty();
        looked_at([&](Slot slot) { lost = lost || moves_for(slot).empty(); });
        return lost;
    }

    bool first_finding(int number, Finding<D> &finding) {
        bool found = false;
        const auto take_one = [&](const Finding<D> &each) {
            if (!found) finding = each;
            found = true;
            return false;  // a rule that asks may stop here
        };
        find_by_rule(number, domain_, slots_, notes_.state, notes_.left, Emitter<D>(take_one));
        return found;
    }

    MoveSet<D> moves_for(Slot slot) const { return notes_.left & slots_.moves[std::size_t(slot)]; }

    template <class Visit>
    void looked_at(Visit visit) const {
        domain_.open(notes_.state).each([&](Slot slot) {
            if (player_.families >> domain_.family(slot) & 1) visit(slot);
        });
    }

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
