// Fillomino in C++, with the numbering of board.py; the rules that people use are in inference.hpp.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <quandary/rules.hpp>
#include <quandary/search.hpp>

#include "belief.hpp"
#include "inference.hpp"
#include "solver.hpp"

namespace quandary::fillomino {

// `Most` is the most cells that a board may have here; smaller boards are quicker in smaller types.
template <int Most>
struct Fillomino {
    struct State {
        std::array<std::uint16_t, Most> numbers{};  // 0 is empty
        std::uint16_t empty = 0;                    // how many cells are
        bool operator==(const State &other) const { return numbers == other.numbers; }
    };

    static constexpr int max_moves = Most * Most;
    static constexpr int max_slots = Most + 1;
    static constexpr bool is_tree = false;
    static constexpr bool learns = Most <= 36;  // with what was learned, larger ones are measured in Python
    static constexpr std::array<std::string_view, 2> families{"cell", "board"};

    Fillomino(int rows, int columns, const std::vector<int> &givens) : grid(rows, columns), cells(grid.cells()) {
        for (int cell = 0; cell < cells; ++cell) {
            start_.numbers[std::size_t(cell)] = std::uint16_t(givens[std::size_t(cell)]);
            start_.empty = std::uint16_t(start_.empty + !givens[std::size_t(cell)]);
            slots_.push_back(cell);
        }
    }

    std::array<State, 1> starts() const { return {start_}; }
    int move_count() const { return cells * cells; }
    Move move(int cell, int number) const { return cell * cells + number - 1; }
    int cell_of(Move move) const { return move / cells; }
    int number_of(Move move) const { return move % cells + 1; }

    // Numbers for empty cells that make no region larger than its number.
    MoveSet<Fillomino> moves(const State &state) const {
        MoveSet<Fillomino> open;
        const Sizes<Most> sizes(grid, state.numbers);
        for (int cell = 0; cell < cells; ++cell) {
            if (state.numbers[std::size_t(cell)]) continue;
            for (int number = 1; number <= cells; ++number) open.add(move(cell, number));
            for (int next : grid.beside(cell))
                if (const int number = state.numbers[std::size_t(next)])
                    if (sizes.joined(cell, number) > number) open.remove(move(cell, number));
        }
        return open;
    }

    State apply(State state, Move move) const {
        state.numbers[std::size_t(cell_of(move))] = std::uint16_t(number_of(move));
        --state.empty;
        return state;
    }

    bool is_solved(const State &state) const {
        if (state.empty) return false;
        const Sizes<Most> sizes(grid, state.numbers);
        for (int cell = 0; cell < cells; ++cell)
            if (sizes.of(cell) != state.numbers[std::size_t(cell)]) return false;
        return true;
    }

    std::uint64_t hash(const State &state) const {
        std::uint64_t h = 0;
        for (int cell = 0; cell < cells; ++cell) h = MoveSet<Fillomino>::mix(h ^ state.numbers[std::size_t(cell)]);
        return h;
    }

    // The empty cells; if there are none, the regions that are too small, as one slot that nothing fills.
    SlotSet<Fillomino> open(const State &state) const {
        SlotSet<Fillomino> slots;
        for (int cell = 0; cell < cells; ++cell)
            if (!state.numbers[std::size_t(cell)]) slots.add(cell);
        if (!state.empty && !is_solved(state)) slots.add(cells);
        return slots;
    }
    int room(const State &, Slot) const { return 1; }
    std::span<const Slot> fills(Move move) const { return {slots_.data() + cell_of(move), 1}; }
    int family(Slot slot) const { return slot == cells; }

    using Rules = std::tuple<OneWayOut, NoRoom, OnlyOption<"last-number", 0>, Bottleneck, Pocket, Starving>;

    // What a player with these rules believes: the same as from the rules themselves, but faster.
    std::pair<MoveSet<Fillomino>, std::vector<Move>> believe(const State &state, const std::vector<int> &rules) const {
        return Belief<Fillomino>(*this, state).after(rules);
    }

    // At most `most` full boards, as the moves that lead there, found by the dedicated solver.
    Solutions quick_solutions(std::int64_t most, Limits limits) const {
        Solutions result;
        Budget budget(limits);
        run(result, budget, most, [&] {
            Numbers givens(start_.numbers.begin(), start_.numbers.begin() + cells);
            Boards boards(grid, givens);
            for (int cell = 0; cell < cells; ++cell)
                if (const int number = givens[std::size_t(cell)]) boards.give(cell, number);
            boards.each(budget, [&](const Numbers &board) {
                if (std::int64_t(result.found.size()) == most) throw Enough{};
                std::vector<Move> moves;
                for (int cell = 0; cell < cells; ++cell)
                    if (!givens[std::size_t(cell)]) moves.push_back(move(cell, board[std::size_t(cell)]));
                result.found.push_back({0, moves});
                return true;
            });
        });
        return result;
    }

    Grid grid;
    int cells;

  private:
    State start_;
    std::vector<Slot> slots_;
};

}  // namespace quandary::fillomino
