// Tilt mazes in C++: the rules of rules.py and people.py, with every roll computed beforehand.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include <quandary/rules.hpp>

namespace quandary::tilt {

struct Roll {
    std::int32_t end;  // the cell where it stops; the cell itself if a wall is in the way
    std::int32_t tiles;
    std::uint64_t collects;
};

struct Maze {
    struct State {
        std::uint64_t collected;
        std::int32_t ball;
        bool operator==(const State &) const = default;
    };

    static constexpr int max_moves = 4;  // up, right, down, left
    static constexpr bool is_tree = false;

    // Cells are numbered row by row from the top; bit m of a cell's open sides: no wall towards move m.
    Maze(int width, int ball_, const std::vector<int> &checkpoints, const std::vector<int> &open_sides)
        : ball(ball_),
          all(checkpoints.size() == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << checkpoints.size()) - 1) {
        std::vector<std::uint64_t> bit(open_sides.size(), 0);
        for (std::size_t i = 0; i < checkpoints.size(); ++i) bit[std::size_t(checkpoints[i])] = std::uint64_t(1) << i;
        const int step[4] = {-width, 1, width, -1};
        for (int cell = 0; cell < int(open_sides.size()); ++cell) {
            rolls.emplace_back();
            for (std::size_t move = 0; move < 4; ++move) {
                Roll roll{cell, 0, 0};
                while (open_sides[std::size_t(roll.end)] >> move & 1) {
                    roll.end += step[move];
                    roll.collects |= bit[std::size_t(roll.end)];
                    ++roll.tiles;
                }
                rolls.back()[move] = roll;
            }
        }
        find_reach();
    }

    std::array<State, 1> starts() const { return {State{0, ball}}; }

    MoveSet<Maze> moves(const State &state) const {
        MoveSet<Maze> open;
        for (Move move = 0; move < max_moves; ++move)
            if (roll(state, move).tiles) open.add(move);
        return open;
    }

    State apply(const State &state, Move move) const {
        const auto &there = roll(state, move);
        return {state.collected | there.collects, there.end};
    }

    bool is_solved(const State &state) const { return state.collected == all; }

    std::uint64_t hash(const State &state) const {
        return BitSet<64>::mix(state.collected * 0x9e3779b97f4a7c15 + std::uint64_t(state.ball));
    }

    const Roll &roll(const State &state, Move move) const { return rolls[std::size_t(state.ball)][std::size_t(move)]; }

    int ball;
    std::uint64_t all;
    std::vector<std::array<Roll, 4>> rolls;  // by cell and move
    std::vector<std::uint64_t> reach;        // by cell: the checkpoints that can be collected from there, one by one

    using Rules = std::tuple<struct InReach>;

  private:
    void find_reach() {
        reach.assign(rolls.size(), 0);
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t cell = 0; cell < rolls.size(); ++cell)
                for (const auto &there : rolls[cell]) {
                    const auto more = reach[cell] | there.collects | reach[std::size_t(there.end)];
                    changed = changed || more != reach[cell];
                    reach[cell] = more;
                }
        }
    }
};

// Whether some remaining checkpoint is out of reach for good.
struct MissesOne {
    bool operator()(const Maze &maze, const Maze::State &state) const {
        return (maze.all & ~state.collected & ~maze.reach[std::size_t(state.ball)]) != 0;
    }
};

struct InReach : DeadEnd<"in-reach", MissesOne> {};

}  // namespace quandary::tilt
