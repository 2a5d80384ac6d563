// Sudoku in C++, with the numbering of board.py. `most` is the largest size: what is smaller is quicker.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include <quandary/chains.hpp>

#include "shapes.hpp"

namespace quandary::sudoku {

inline constexpr int CELL = 0, ROW = 1, COLUMN = 2, BOX = 3;  // families

inline constexpr unsigned BY_CELL = 1u << CELL, BY_ROW = 1u << ROW, BY_COLUMN = 1u << COLUMN, BY_BOX = 1u << BOX;
inline constexpr unsigned BY_UNIT = BY_ROW | BY_COLUMN | BY_BOX, BY_ANY = BY_CELL | BY_UNIT;

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

    // `unique` says that there is known to be one solution.
    Board(int box_rows, int box_columns, const std::vector<int> &givens, bool unique = false)
        : size(box_rows * box_columns), unique_(unique), units_(3 * std::size_t(size)) {
        for (int cell = 0; cell < size * size; ++cell) {
            const int row = cell / size, column = cell % size;
            const int box = row / box_rows * box_rows + column / box_columns;
            lines_.push_back({std::uint8_t(row), std::uint8_t(column), std::uint8_t(box)});
            for (int unit : {box, size + row, 2 * size + column}) units_[std::size_t(unit)].push_back(cell);
            for (int digit = 0; digit < size; ++digit)
                fills_.push_back({cell, slot(ROW, row, digit), slot(COLUMN, column, digit), slot(BOX, box, digit)});
        }
        first_.resize(4 * std::size_t(size * size));
        for (auto filled = fills_.rbegin(); filled != fills_.rend(); ++filled)
            for (Slot each : *filled) first_[std::size_t(each)] = *filled;
        find_rectangles();
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

    // The part of the board in which a slot and others like it could share slots of another family.
    int within(Slot slot, int covers) const { return first_[std::size_t(slot)][std::size_t(covers)]; }

    // For the rules of shapes.hpp.
    int width() const { return size; }
    int cells() const { return size * size; }
    bool is_unique() const { return unique_; }
    // The cells of boxes, then of rows, then of columns.
    const std::vector<std::vector<int>> &units() const { return units_; }
    // The corners of rectangles in two boxes, row by row.
    const std::vector<std::array<int, 4>> &rectangles() const { return rectangles_; }
    bool see(int one, int other) const {
        const auto &a = lines_[std::size_t(one)], &b = lines_[std::size_t(other)];
        return one != other && (a[0] == b[0] || a[1] == b[1] || a[2] == b[2]);
    }

    using Rules =
        std::tuple<LastCell, OnlyOption<"hidden-single-box", BOX>, OnlyOption<"hidden-single-row", ROW>,
                   OnlyOption<"hidden-single-column", COLUMN>, OnlyOption<"naked-single", CELL>,
                   Locked<"pointing-row", BOX, ROW, 1>, Locked<"pointing-column", BOX, COLUMN, 1>,
                   Locked<"claiming-row", ROW, BOX, 1>, Locked<"claiming-column", COLUMN, BOX, 1>,
                   Locked<"naked-pair-box", CELL, BOX, 2>, Locked<"naked-pair-row", CELL, ROW, 2>,
                   Locked<"naked-pair-column", CELL, COLUMN, 2>, Locked<"x-wing-rows", ROW, COLUMN, 2>,
                   Locked<"x-wing-columns", COLUMN, ROW, 2>, Locked<"hidden-pair-box", BOX, CELL, 2>,
                   Locked<"hidden-pair-row", ROW, CELL, 2>, Locked<"hidden-pair-column", COLUMN, CELL, 2>,
                   Locked<"naked-triple-box", CELL, BOX, 3>, Locked<"naked-triple-row", CELL, ROW, 3>,
                   Locked<"naked-triple-column", CELL, COLUMN, 3>, Locked<"swordfish-rows", ROW, COLUMN, 3>,
                   Locked<"swordfish-columns", COLUMN, ROW, 3>, Locked<"hidden-triple-box", BOX, CELL, 3>,
                   Locked<"hidden-triple-row", ROW, CELL, 3>, Locked<"hidden-triple-column", COLUMN, CELL, 3>,
                   Chain<"skyscraper-rows", BY_ROW, BY_COLUMN, BY_ROW>,
                   Chain<"skyscraper-columns", BY_COLUMN, BY_ROW, BY_COLUMN>,
                   Chain<"two-string-kite", BY_ROW, BY_BOX, BY_COLUMN>,
                   Chain<"xy-wing", BY_CELL, BY_UNIT, BY_CELL, BY_UNIT, BY_CELL>, XyzWing,
                   Chain<"w-wing", BY_CELL, BY_UNIT, BY_UNIT, BY_UNIT, BY_CELL>, UniqueRectangle,
                   LongChain<"simple-colouring", BY_UNIT, BY_UNIT, true>, Locked<"naked-quad-box", CELL, BOX, 4>,
                   Locked<"naked-quad-row", CELL, ROW, 4>, Locked<"naked-quad-column", CELL, COLUMN, 4>,
                   Locked<"jellyfish-rows", ROW, COLUMN, 4>, Locked<"jellyfish-columns", COLUMN, ROW, 4>,
                   Locked<"hidden-quad-box", BOX, CELL, 4>, Locked<"hidden-quad-row", ROW, CELL, 4>,
                   Locked<"hidden-quad-column", COLUMN, CELL, 4>, LongChain<"xy-chain", BY_CELL, BY_UNIT>,
                   LongChain<"x-chain", BY_UNIT, BY_UNIT>, LongChain<"alternating-chain", BY_ANY, BY_ANY>>;

  private:
    Slot slot(int of, int line, int digit) const { return size * (size * of + line) + digit; }

    void find_rectangles() {
        const auto box = [&](int cell) { return lines_[std::size_t(cell)][2]; };
        for (int top = 0; top < size; ++top)
            for (int bottom = top + 1; bottom < size; ++bottom)
                for (int left = 0; left < size; ++left)
                    for (int right = left + 1; right < size; ++right) {
                        const std::array<int, 4> corners{top * size + left, top * size + right, bottom * size + left,
                                                         bottom * size + right};
                        const bool beside = box(corners[0]) == box(corners[1]),
                                   below = box(corners[0]) == box(corners[2]);
                        if (beside != below) rectangles_.push_back(corners);
                    }
    }

    int size;
    bool unique_;
    State start_;
    std::vector<std::vector<int>> units_;
    std::vector<std::array<int, 4>> rectangles_;
    std::vector<std::array<std::uint8_t, 3>> lines_;  // by cell: its row, column and box
    std::vector<std::array<Slot, 4>> fills_;          // by move
    std::vector<std::array<Slot, 4>> first_;          // by slot: what the first move into it fills, by family
};

using Sudoku = Board<9>;
using LargeSudoku = Board<25>;

}  // namespace quandary::sudoku
