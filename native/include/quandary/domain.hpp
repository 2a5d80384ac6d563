// What a puzzle is in C++. Start here; it mirrors quandary/puzzle.py.
//
// Every move that can ever be made has a number, so that a set of moves is a bit set and nothing in
// the loops is virtual. Moves are visited by increasing number, which must be Python's order.
#pragma once
#include <concepts>
#include <cstdint>
#include <ranges>
#include <span>
#include <string_view>
#include <tuple>

#include <quandary/bitset.hpp>
#include <quandary/key.hpp>

namespace quandary {

using Move = int;
using Slot = int;

template <class D>
using MoveSet = BitSet<D::max_moves>;

// A state is a small value with equality, copied freely. `is_tree` says that no state can be reached
// in two ways, so that counting needs no memory of what was seen.
template <class D>
concept Domain = requires(const D d, const typename D::State s, Move m) {
    { D::max_moves } -> std::convertible_to<int>;
    { D::is_tree } -> std::convertible_to<bool>;
    requires std::ranges::sized_range<decltype(d.starts())>;
    { d.moves(s) } -> std::same_as<MoveSet<D>>;
    { d.apply(s, m) } -> std::same_as<typename D::State>;
    { d.is_solved(s) } -> std::same_as<bool>;
    { d.hash(s) } -> std::same_as<std::uint64_t>;
    { s == s } -> std::same_as<bool>;
    typename D::Rules;  // a tuple of the rules that have a twin here (rules.hpp)
};

// What a caller wants to know about the future of a state: whether all moves matter or only those that lead
// to solutions, and which rules the player knows (bit i: rule i of D::Rules).
struct Interest {
    bool in_all_moves;
    std::uint64_t rules = 0;
};

// States with equal keys have the same future, so that engines may take them for one. The same moves lead from
// them to solved states; if all moves matter, the same moves are possible, and those who know the rules see the
// same of them as possible, at every step. key() writes the key and says whether a solution may still follow;
// where it says no there is none, and the key vouches for nothing but the moves. No state has the key of a
// state that led to it.
template <class D>
concept Merging = Domain<D> && requires(const D d, const typename D::State s, Interest interest, Key &key) {
    { d.key(s, interest, key) } -> std::same_as<bool>;
};

// The same domain with every state for itself, to compare with.
template <Domain D>
struct Unmerged : D {
    explicit Unmerged(const D &domain) : D(domain) {}
    void key() const = delete;  // hides D's
};

template <class D>
using SlotSet = BitSet<D::max_slots>;

// The order of moves is free, and slots say what is still to be filled. `room` is how often a slot
// must still be filled; open slots have at least 1.
template <class D>
concept FillDomain = Domain<D> && requires(const D d, const typename D::State s, Move m, Slot slot) {
    { D::max_slots } -> std::convertible_to<int>;
    { d.move_count() } -> std::same_as<int>;
    { d.open(s) } -> std::same_as<SlotSet<D>>;
    { d.room(s, slot) } -> std::same_as<int>;
    { d.fills(m) } -> std::convertible_to<std::span<const Slot>>;
    { d.family(slot) } -> std::same_as<int>;
    requires std::convertible_to<decltype(D::families[0]), std::string_view>;
};

// One thing a rule noticed: moves that must be made (legal or not) and moves that cannot.
template <class D>
struct Finding {
    MoveSet<D> must{}, cannot{};
};

}  // namespace quandary
