// Two small puzzles of one's own: what a domain needs, and nothing else.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include <quandary/rules.hpp>

// Measure out an amount of water with two jugs: play can go in circles.
struct Jugs {
    using State = std::array<int, 2>;
    static constexpr int max_moves = 6;  // fill a, fill b, empty a, empty b, pour a into b, pour b into a
    static constexpr bool is_tree = false;
    using Rules = std::tuple<>;

    State sizes{3, 5};
    int wanted = 4;

    std::vector<State> starts() const { return {{0, 0}}; }
    quandary::MoveSet<Jugs> moves(const State &s) const {
        quandary::MoveSet<Jugs> some;
        for (int move = 0; move < max_moves; ++move)
            if (apply(s, move) != s) some.add(move);
        return some;
    }
    State apply(State s, quandary::Move move) const {
        const auto jug = std::size_t(move % 2), other = 1 - jug;
        if (move < 2) {
            s[jug] = sizes[jug];
        } else if (move < 4) {
            s[jug] = 0;
        } else {
            const int amount = std::min(s[jug], sizes[other] - s[other]);
            s[jug] -= amount;
            s[other] += amount;
        }
        return s;
    }
    bool is_solved(const State &s) const { return s[0] == wanted || s[1] == wanted; }
    std::uint64_t hash(const State &s) const {
        return quandary::BitSet<64>::mix(std::uint64_t(s[0]) << 32 | unsigned(s[1]));
    }
};

// Cover a strip of cells with dominoes, each cell once: move i lays one on cells i and i + 1.
struct Dominoes {
    using State = quandary::BitSet<16>;  // covered cells
    static constexpr int max_moves = 15, max_slots = 16;
    static constexpr bool is_tree = false;
    static constexpr std::array<const char *, 1> families{"cell"};
    using Rules = std::tuple<quandary::OnlyOption<"single", 0>>;

    explicit Dominoes(int length_) : length(length_) {
        for (int i = 0; i + 1 < length; ++i) fills_.push_back({i, i + 1});
    }
    std::array<State, 1> starts() const { return {State{}}; }
    int move_count() const { return length - 1; }
    quandary::MoveSet<Dominoes> moves(const State &s) const {
        quandary::MoveSet<Dominoes> free;
        for (int i = 0; i + 1 < length; ++i)
            if (!s.has(i) && !s.has(i + 1)) free.add(i);
        return free;
    }
    State apply(State s, quandary::Move move) const {
        s.add(move);
        s.add(move + 1);
        return s;
    }
    bool is_solved(const State &s) const { return s.count() == length; }
    std::uint64_t hash(const State &s) const { return s.hash(); }
    quandary::SlotSet<Dominoes> open(const State &s) const {
        quandary::SlotSet<Dominoes> cells;
        for (int i = 0; i < length; ++i)
            if (!s.has(i)) cells.add(i);
        return cells;
    }
    int room(const State &, quandary::Slot) const { return 1; }
    std::span<const quandary::Slot> fills(quandary::Move move) const { return fills_[std::size_t(move)]; }
    int family(quandary::Slot) const { return 0; }

    int length;

  private:
    std::vector<std::array<quandary::Slot, 2>> fills_;
};
