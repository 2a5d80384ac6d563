// Rules that follow links. Mirrors quandary/chains.py: the same findings in the same order.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
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

// Chains of just these links, strong and weak by turns, each in slots of some families (bit i: family i).
template <Name name_, unsigned... families>
struct Chain {
    static constexpr std::string_view name = name_.view();

    template <FillDomain D, class Emit>
    void find(const D &domain, const SlotTable<D> &slots, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        constexpr std::size_t length = sizeof...(families);
        constexpr std::array<unsigned, length> there{families...};
        std::array<unsigned, length> back{};
        std::reverse_copy(there.begin(), there.end(), back.begin());
        const Marks<D> marks(domain, slots, state, left);
        Ends<D, Emit> ends(marks, emit);
        walk(marks, there, ends);
        if (back != there) walk(marks, back, ends);
    }

  private:
    template <FillDomain D, std::size_t length, class Emit>
    static void walk(const Marks<D> &marks, const std::array<unsigned, length> &pattern, Ends<D, Emit> &ends) {
        std::vector<typename Marks<D>::Links> links;
        for (std::size_t i = 0; i < length; ++i)
            links.push_back(i % 2 ? marks.weak(pattern[i]) : marks.strong(pattern[i]));
        for (Move first : marks.moves()) ends.look(first, follow(marks, links, first));
    }

    template <FillDomain D>
    static Consequence<D> follow(const Marks<D> &marks, const std::vector<typename Marks<D>::Links> &links,
                                 Move first) {
        MoveSet<D> here;
        here.add(first);
        for (std::size_t i = 0; i < links.size(); ++i) {
            if (i % 2 == 0 && here.meets(links[i].must)) return {{}, true};
            MoveSet<D> there;
            here.each([&](Move move) {
                Budget::poll();
                there |= links[i].to[marks.rank(move)];
            });
            here = there;
        }
        return {here};
    }
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
        Ends<D, Emit> ends(marks, emit);
        for (Move first : marks.moves()) ends.look(first, follow(marks, strong, weak, first));
    }

  private:
    template <FillDomain D>
    static Consequence<D> follow(const Marks<D> &marks, const typename Marks<D>::Links &strong,
                                 const typename Marks<D>::Links &weak, Move first) {
        MoveSet<D> made, wrong, newly_made = strong.must, newly_wrong;
        newly_wrong.add(first);
        while (!newly_made.empty() || !newly_wrong.empty()) {
            wrong |= newly_wrong;
            if (newly_wrong.meets(strong.must)) return {{}, true};
            newly_wrong.each([&](Move move) { newly_made |= strong.to[marks.rank(move)]; });
            newly_made -= made;
            made |= newly_made;
            newly_wrong = {};
            bool impossible = false;
            newly_made.each([&](Move move) {
                Budget::poll();
                impossible = impossible || marks.rivals(move).meets(made);
                newly_wrong |= weak.to[marks.rank(move)];
            });
            if (impossible) return {{}, true};
            newly_wrong -= wrong;
            newly_made = {};
        }
        return {made};
    }
};

}  // namespace quandary
