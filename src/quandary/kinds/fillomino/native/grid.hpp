// Cells that touch, and sets of them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

namespace quandary::fillomino {

using Numbers = std::vector<int>;  // by cell, row by row; 0 is empty

// Which cells touch.
class Grid {
  public:
    Grid(int rows, int columns) : rows_(rows), columns_(columns) {
        for (int cell = 0; cell < cells(); ++cell) {
            Near near;
            const auto add = [&](int other) { near.cells[near.size++] = other; };
            if (cell >= columns) add(cell - columns);
            if (cell % columns > 0) add(cell - 1);
            if (cell % columns < columns - 1) add(cell + 1);
            if (cell < cells() - columns) add(cell + columns);
            beside_.push_back(near);
            places_.emplace_back(cell / columns, cell % columns);
        }
    }
    int cells() const { return rows_ * columns_; }
    std::span<const int> beside(int cell) const {
        const auto &near = beside_[std::size_t(cell)];
        return {near.cells.data(), near.size};
    }
    // How many steps lie between two cells.
    int distance(int a, int b) const {
        const auto &[row_a, column_a] = places_[std::size_t(a)];
        const auto &[row_b, column_b] = places_[std::size_t(b)];
        return std::abs(row_a - row_b) + std::abs(column_a - column_b);
    }

  private:
    struct Near {
        std::array<int, 4> cells;
        std::size_t size = 0;
    };
    int rows_, columns_;
    std::vector<Near> beside_;
    std::vector<std::pair<int, int>> places_;  // rows and columns
};

// A set of cells that is emptied in no time.
class Marks {
  public:
    explicit Marks(int cells) : marked_(std::size_t(cells), 0) {}
    void clear() { ++now_; }
    bool has(int cell) const { return marked_[std::size_t(cell)] == now_; }
    // Whether it was not there before.
    bool add(int cell) { return std::exchange(marked_[std::size_t(cell)], now_) != now_; }

  private:
    std::vector<std::uint32_t> marked_;
    std::uint32_t now_ = 1;
};

}  // namespace quandary::fillomino
