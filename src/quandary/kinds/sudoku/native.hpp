// Sudoku in C++, with the numbering of board.py. `most` is the largest size: what is smaller is quicker.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include <quandary/rules.hpp>

namespace quandary::sudoku {

inline constexpr int CELL = 0, ROW = 1, COLUMN = 2, BOX = 3;  // families

template <Name name, int bases, int covers>
using Pair = Locked<name, bases, covers, 2>;

template <int most>
struct Board {
    struct State {
        std::array<std::uint8_t, most * most> digits{};                   // 0 is empty
        std::array<std::uint32_t, most> in_row{}, in_column{}, in_box{};  // the digits there: bit d - 1
        std::uint16_t empty = 0;                                          // how many cells are
        // The digits are enough: the rest follows from them.
        bool operator==(const State &other) const { return digits == other.digits; }
    };

    static constexpr int max_moves = most * most * most;
    static constexpr int max_slots = 4 * most * most;
    static constexpr bool is_tree = false;
    static constexpr std::array<std::string_view, 4> families{"cell", "row", "column", "box"};

    Board(int box_rows, int box_columns, const std::vector<int> &givens) : size(box_rows * box_columns) {
        for (int cell = 0; cell < size * size; ++cell) {
            const int row = cell / size, column = cell % size;
            const int box = row / box_rows * box_rows + column / box_columns;
            lines_.push_back({std::uint8_t(row), std::uint8_t(column), std::uint8_t(box)});
            for (int digit = 0; digit < size; ++digit)
                fills_.push_back({cell, slot(ROW, row, digit), slot(COLUMN, column, digit), slot(BOX, box, digit)});
        }
        start_.empty = std::uint16_t(size * size);
        for (int cell = 0; cell < size * size; ++cell)
            if (const int digit = givens[std::size_t(cell)]) start_ = apply(start_, cell * size + digit - 1);
    }

    std::array<State, 1> starts() const { return {start_}; }
    int move_count() const { return size * size * size; }

    MoveSet<Board> moves(const State &state) const {
        MoveSet<Board> open;
        const unsigned all = (1u << size) - 1;
        for (int cell = 0; cell < size * size; ++cell) {
            if (state.digits[std::size_t(cell)]) continue;
            const auto [row, column, box] = lines_[std::size_t(cell)];
            for (unsigned left = all & ~unsigned(state.in_row[row] | state.in_column[column] | state.in_box[box]); left;
                 left &= left - 1)
                open.add(cell * size + std::countr_zero(left));
        }
        return open;
    }

    State apply(State state, Move move) const {
        const int cell = move / size, digit = move % size;
        const auto [row, column, box] = lines_[std::size_t(cell)];
        const auto bit = std::uint32_t(1) << digit;
        state.digits[std::size_t(cell)] = std::uint8_t(digit + 1);
        state.in_row[row] |= bit;
        state.in_column[column] |= bit;
        state.in_box[box] |= bit;
        --state.empty;
        return state;
    }

    bool is_solved(const State &state) const { return state.empty == 0; }

    std::uint64_t hash(const State &state) const {
        std::uint64_t h = state.digits.back();
        for (std::size_t i = 0; i + 8 <= state.digits.size(); i += 8) {
            std::uint64_t word;
            std::memcpy(&word, state.digits.data() + i, 8);
            h = MoveSet<Board>::mix(h ^ word);
        }
        return h;
    }

    SlotSet<Board> open(const State &state) const {
        SlotSet<Board> slots;
        for (int cell = 0; cell < size * size; ++cell)
            if (!state.digits[std::size_t(cell)]) slots.add(cell);
        for (int line = 0; line < size; ++line)
            for (int digit = 0; digit < size; ++digit) {
                const auto at = std::size_t(line);
                if (!(state.in_row[at] >> digit & 1)) slots.add(slot(ROW, line, digit));
                if (!(state.in_column[at] >> digit & 1)) slots.add(slot(COLUMN, line, digit));
                if (!(state.in_box[at] >> digit & 1)) slots.add(slot(BOX, line, digit));
            }
        return slots;
    }
    int room(const State &, Slot) const { return 1; }
    std::span<const Slot> fills(Move move) const { return fills_[std::size_t(move)]; }
    int family(Slot slot) const { return slot / (size * size); }

    using Rules = std::tuple<OnlyOption<"hidden-single-box", BOX>, OnlyOption<"hidden-single-row", ROW>,
                             OnlyOption<"hidden-single-column", COLUMN>, OnlyOption<"naked-single", CELL>,
                             Locked<"pointing-row", BOX, ROW, 1>, Locked<"pointing-column", BOX, COLUMN, 1>,
                             Locked<"claiming-row", ROW, BOX, 1>, Locked<"claiming-column", COLUMN, BOX, 1>,
                             Pair<"naked-pair-box", CELL, BOX>, Pair<"naked-pair-row", CELL, ROW>,
                             Pair<"naked-pair-column", CELL, COLUMN>, Pair<"x-wing-rows", ROW, COLUMN>,
                             Pair<"x-wing-columns", COLUMN, ROW>, Pair<"hidden-pair-box", BOX, CELL>,
                             Pair<"hidden-pair-row", ROW, CELL>, Pair<"hidden-pair-column", COLUMN, CELL>>;

  private:
    Slot slot(int of, int line, int digit) const { return size * (size * of + line) + digit; }

    int size;
    State start_;
    std::vector<std::array<std::uint8_t, 3>> lines_;  // by cell: its row, column and box
    std::vector<std::array<Slot, 4>> fills_;          // by move
};

using Sudoku = Board<9>;
using LargeSudoku = Board<25>;

}  // namespace quandary::sudoku
