// Questions about solutions, for any size: how many there are, and which givens can be spared.
#pragma once
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "nine.hpp"
#include "wide.hpp"

namespace quandary::sudoku {

using Grid = std::vector<std::uint8_t>;  // digits from 1, 0 is empty
inline constexpr std::string_view symbols = ".123456789ABCDEFGHIJKLMNOP";

// The digit of each character; others have one that no grid has.
inline constexpr auto digit_of = [] {
    std::array<std::uint8_t, 256> digits{};
    digits.fill(std::uint8_t(symbols.size()));
    for (std::size_t i = 0; i < symbols.size(); ++i) digits[std::uint8_t(symbols[i])] = std::uint8_t(i);
    return digits;
}();

inline Grid read_grid(std::string_view text) {
    Grid grid(text.size());
    std::transform(text.begin(), text.end(), grid.begin(), [](char symbol) { return digit_of[std::uint8_t(symbol)]; });
    return grid;
}

inline std::string write_grid(const Grid &grid) {
    std::string text;
    for (auto digit : grid) text += symbols[digit];
    return text;
}

class Digger {
  public:
    Digger(int box_rows, int box_columns) : wide_(box_rows, box_columns), is_nine_(box_rows == 3 && box_columns == 3) {}

    // How many solutions there are, up to `most`, and the first of them. Throws OutOfBudget.
    int count(const Grid &givens, int most, Budget &budget, Grid *solution = nullptr) const {
        check(givens);
        if (!is_nine_) return wide_.count(givens, most, budget, -1, 0, solution);
        if (solution) solution->resize(givens.size());
        return Nine::count(givens, most, -1, 0, solution ? solution->data() : nullptr);
    }

    // Empties groups of cells of a Sudoku with one solution in this order and returns the givens that are left.
    // A group stays if another solution would appear, or if that is not known after so many states. Stops at
    // `enough` empty cells. Throws OutOfBudget if another limit is reached.
    Grid dig(Grid givens, const std::vector<std::vector<int>> &groups, int enough, Limits limits) const {
        check(givens);
        int empty = 0;
        for (auto digit : givens) empty += digit == 0;
        for (const auto &group : groups) {
            if (empty >= enough) break;
            Grid less = givens;
            for (int cell : group) less[std::size_t(cell)] = 0;
            if (less == givens || !is_unique(less, givens, group, limits)) continue;
            for (int cell : group) empty += givens[std::size_t(cell)] != 0;
            givens = less;
        }
        return givens;
    }

  private:
    Wide wide_;
    bool is_nine_;

    void check(const Grid &givens) const {
        if (givens.size() != std::size_t(wide_.size() * wide_.size()))
            throw std::invalid_argument("a grid has size × size cells");
        if (*std::max_element(givens.begin(), givens.end()) > wide_.size())
            throw std::invalid_argument("a grid has digits up to its size");
    }

    // One cell: is there a solution in which it has another digit? Several: are there two solutions?
    bool is_unique(const Grid &less, const Grid &givens, const std::vector<int> &group, Limits limits) const {
        const bool single = group.size() == 1;
        const int cell = single ? group[0] : -1, digit = single ? givens[std::size_t(cell)] : 0;
        const int most = single ? 1 : 2;
        if (is_nine_) return Nine::count(less, most, cell, digit) < most;
        try {
            Budget budget(limits);
            return wide_.count(less, most, budget, cell, digit) < most;
        } catch (const OutOfBudget &out) {
            if (out.stop.code != Code::states) throw;
            return false;
        }
    }
};

}  // namespace quandary::sudoku
