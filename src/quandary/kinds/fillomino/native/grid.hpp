// Cells that touch, and sets of them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace quandary::fillomino {

using Numbers = std::vector<int>;  // by cell, row by row; 0 is empty

// Which cells touch.
class Grid {
  public:
    Grid(int rows, int columns) : rows_(rows), columns_(columns) {
        for (int cell = 0; cell < cells(); ++cell) {
            std::vector<int> near;
            if (cell >= columns) near.push_back(cell - columns);
            if (cell % columns > 0) near.push_back(cell - 1);
            if (cell % columns < columns - 1) near.push_back(cell + 1);
            if (cell < cells() - columns) near.push_back(cell + columns);
            beside_.push_back(near);
        }
    }
    int cells() const { return rows_ * columns_; }
    const std::vector<int> &beside(int cell) const { return beside_[std::size_t(cell)]; }

  private:
    int rows_, columns_;
    std::vector<std::vector<int>> beside_;
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
