// Fling! in C++: the rules of rules.py and people.py.
#pragma once
#include <array>
#include <cstdint>
#include <tuple>

#include <quandary/rules.hpp>

#include "grid.hpp"

namespace quandary::fling {

using Rules = std::tuple<struct NoMove, struct Pair, struct Islands, struct Commute>;

// A board whose states are positions.
class Board : public Grid {
  public:
    struct State {
        Cells balls;
        bool operator==(const State &) const = default;
    };

    static constexpr int max_moves = most_moves;  // by cell, then up, right, down, left
    static constexpr bool is_tree = false;
    using Rules = fling::Rules;

    Board(int width, int height, Cells balls) : Grid(width, height), balls_(balls) {
        if (!balls || (size() < 64 && balls >> size())) throw std::invalid_argument("balls lie on the board");
    }

    Cells balls() const { return balls_; }

    std::array<State, 1> starts() const { return {State{balls_}}; }
    MoveSet<Board> moves(const State &state) const {
        MoveSet<Board> open;
        each_move(state.balls, [&](Move move) { open.add(move); });
        return open;
    }
    State apply(const State &state, Move move) const { return {fling(state.balls, move)}; }
    bool is_solved(const State &state) const { return std::has_single_bit(state.balls); }
    std::uint64_t hash(const State &state) const { return Moves::mix(state.balls + 0x9e3779b97f4a7c15); }

  private:
    Cells balls_;
};

// The same board, with states that remember which moves could as well have been made before the last one.
class Memory : public Board {
  public:
    struct State {
        Cells balls;
        Moves shut;
        bool operator==(const State &) const = default;
    };

    using Board::Board;

    std::array<State, 1> starts() const { return {State{balls(), {}}}; }
    MoveSet<Memory> moves(const State &state) const { return Board::moves({state.balls}); }
    State apply(const State &state, Move move) const {
        return {fling(state.balls, move), commuting(state.balls, move)};
    }
    bool is_solved(const State &state) const { return Board::is_solved({state.balls}); }
    std::uint64_t hash(const State &state) const { return Moves::mix(state.balls ^ state.shut.hash()); }
};

// Whether several balls are left and none can be flung.
struct IsStuck {
    template <class D>
    bool operator()(const D &board, const typename D::State &state) const {
        return !board.is_solved(state) && !board.has_move(state.balls);
    }
};

// Whether two balls are left and neither can be flung at the other.
struct IsLostPair {
    template <class D>
    bool operator()(const D &board, const typename D::State &state) const {
        return std::popcount(state.balls) == 2 && !board.has_move(state.balls);
    }
};

struct IsApart {
    template <class D>
    bool operator()(const D &board, const typename D::State &state) const {
        return board.is_apart(state.balls);
    }
};

struct NoMove : DeadEnd<"no-move", IsStuck> {};
struct Pair : DeadEnd<"pair", IsLostPair> {};
struct Islands : DeadEnd<"islands", IsApart> {};

// Rules out what the state remembers. It is silent where states remember nothing.
struct Commute {
    static constexpr std::string_view name = "commute";
    static constexpr bool looks_once = true;

    template <Domain D, class Emit>
    void find(const D &, const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        if constexpr (requires { state.shut; }) {
            const auto shut = left & state.shut;
            if (!shut.empty()) emit(Finding<D>{.cannot = shut});
        }
    }
};

}  // namespace quandary::fling
