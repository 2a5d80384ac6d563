// Rules that follow links. Mirrors quandary/chains.py: the same findings in the same order.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <quandary/rules.hpp>

namespace quandary {

// The moves left, numbered in their order, and which of them share a slot.
template <FillDomain D>
class Marks {
  public:
    // For each move left, a set of others. If `must` has a move, leaving that out leaves a slot empty.
    struct Links {
        std::vector<MoveSet<D>> to;
        MoveSet<D> must;
    };

    Marks(const D &domain, const SlotTable<D> &slots, const typename D::State &state, const MoveSet<D> &left)
        : domain_(domain), slots_(slots), left_(left), rank_(std::size_t(D::max_moves)) {
        left.each([&](Move move) {
            rank_[std::size_t(move)] = moves_.size();
            moves_.push_back(move);
        });
        domain.open(state).each([&](Slot slot) {
            if (domain.room(state, slot) == 1) single_.add(slot);
        });
        rivals_ = weak(~0u).to;
    }

    const std::vector<Move> &moves() const { return moves_; }
    std::size_t rank(Move move) const { return rank_[std::size_t(move)]; }
    // What cannot be made beside a move.
    const MoveSet<D> &rivals(Move move) const { return rivals_[rank(move)]; }

    // The moves that share a slot of some families (bit i: family i), if it has at most `most` other moves.
    Links weak(unsigned families, int most = D::max_moves) const {
        Links links{std::vector<MoveSet<D>>(moves_.size()), {}};
        for (Move move : moves_)
            for (Slot slot : domain_.fills(move)) {
                Budget::poll();
                if (!single_.has(slot) || !(families >> domain_.family(slot) & 1)) continue;
                auto others = slots_.moves[std::size_t(slot)] & left_;
                others.remove(move);
                if (most < D::max_moves && others.count() > most) continue;
                links.to[rank(move)] |= others;
                if (others.empty()) links.must.add(move);
            }
        return links;
    }
    // The moves that are made if this one is not.
    Links strong(unsigned families) const { return weak(families, 1); }

  private:
    const D &domain_;
    const SlotTable<D> &slots_;
    const MoveSet<D> &left_;
    std::vector<Move> moves_;
    std::vector<std::size_t> rank_;
    SlotSet<D> single_;
    std::vector<MoveSet<D>> rivals_;
};

// What is made if a first move is not; `impossible`: it must be made.
template <FillDomain D>
struct Consequence {
    MoveSet<D> made;
    bool impossible = false;
};

// Emits what cannot be made beside either end of some chains, each set of moves once.
template <FillDomain D, class Emit>
class Ends {
  public:
    Ends(const Marks<D> &marks, Emit emit) : marks_(marks), emit_(emit) {}

    void look(Move first, const Consequence<D> &then) {
        const auto &rivals = marks_.rivals(first);
        if (then.impossible) return offer(rivals);
        then.made.each([&](Move last) {
            Budget::poll();
            offer(rivals & marks_.rivals(last));
        });
    }

  private:
    void offer(const MoveSet<D> &out) {
        if (out.empty() || std::find(met_.begin(), met_.end(), out) != met_.end()) return;
        met_.push_back(out);
        emit_(Finding<D>{.cannot = out});
    }

    const Marks<D> &marks_;
    Emit emit_;
    std::vector<MoveSet<D>> met_;
};

// Chains of links, strong and weak by turns, each in slots of some families (bit i: family i).
template <FillDomain D>
class FixedChains {
    using Links = typename Marks<D>::Links;

  public:
    explicit FixedChains(const Marks<D> &marks) : marks_(marks) {}

    // Follows the links from both ends.
    template <class Emit>
    void find(std::span<const unsigned> there, Emit emit) const {
        const std::vector<unsigned> back(there.rbegin(), there.rend());
        Ends<D, Emit> ends(marks_, emit);
        walk(there, ends);
        if (!std::ranges::equal(back, there)) walk(back, ends);
    }

  private:
    template <class Emit>
    void walk(std::span<const unsigned> pattern, Ends<D, Emit> &ends) const {
        std::vector<Links> links;
        for (std::size_t i = 0; i < pattern.size(); ++i)
            links.push_back(i % 2 ? marks_.weak(pattern[i]) : marks_.strong(pattern[i]));
        for (Move first : marks_.moves()) ends.look(first, follow(links, first));
    }

    Consequence<D> follow(const std::vector<Links> &links, Move first) const {
        MoveSet<D> here;
        here.add(first);
        for (std::size_t i = 0; i < links.size(); ++i) {
            if (i % 2 == 0 && here.meets(links[i].must)) return {{}, true};
            MoveSet<D> there;
            here.each([&](Move move) {
                Budget::poll();
                there |= links[i].to[marks_.rank(move)];
            });
            here = there;
        }
        return {here};
    }

    const Marks<D> &marks_;
};

// Chains of just these links.
template <Name name_, unsigned... families>
struct Chain {
    static constexpr std::string_view name = name_.view();

    template <FillDomain D, class Emit>
    void find(const D &domain, const SlotTable<D> &slots, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        constexpr std::array<unsigned, sizeof...(families)> links{families...};
        FixedChains<D>(Marks<D>(domain, slots, state, left)).find(links, emit);
    }
};

// Chains of strong and weak links by turns, as long as they go on.
template <FillDomain D>
class EndlessChains {
    using Links = typename Marks<D>::Links;

  public:
    EndlessChains(const Marks<D> &marks, const Links &strong, const Links &weak)
        : marks_(marks), strong_(strong), weak_(weak) {}

    template <class Emit>
    void find(Emit emit) const {
        Ends<D, Emit> ends(marks_, emit);
        for (Move first : marks_.moves()) ends.look(first, follow(first));
    }

  private:
    Consequence<D> follow(Move first) const {
        MoveSet<D> made, wrong, newly_made = strong_.must, newly_wrong;
        newly_wrong.add(first);
        while (!newly_made.empty() || !newly_wrong.empty()) {
            wrong |= newly_wrong;
            if (newly_wrong.meets(strong_.must)) return {{}, true};
            newly_wrong.each([&](Move move) { newly_made |= strong_.to[marks_.rank(move)]; });
            newly_made -= made;
            made |= newly_made;
            newly_wrong = {};
            bool impossible = false;
            newly_made.each([&](Move move) {
                Budget::poll();
                impossible = impossible || marks_.rivals(move).meets(made);
                newly_wrong |= weak_.to[marks_.rank(move)];
            });
            if (impossible) return {{}, true};
            newly_wrong -= wrong;
            newly_made = {};
        }
        return {made};
    }

    const Marks<D> &marks_;
    const Links &strong_, &weak_;
};

// Chains of any length; `narrow` wants weak links, too, to join the only two moves of a slot.
template <Name name_, unsigned strong_in, unsigned weak_in, bool narrow = false>
struct LongChain {
    static constexpr std::string_view name = name_.view();

    template <FillDomain D, class Emit>
    void find(const D &domain, const SlotTable<D> &slots, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        const Marks<D> marks(domain, slots, state, left);
        const auto strong = marks.strong(strong_in);
        const auto weak = narrow ? marks.weak(weak_in, 1) : marks.weak(weak_in);
        EndlessChains<D>(marks, strong, weak).find(emit);
    }
};

}  // namespace quandary
