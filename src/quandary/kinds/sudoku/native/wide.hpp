// Counts the solutions of Sudokus of any size up to 25 × 25: singles of cells and units, then a guess in the
// smallest place. Digits run from 1, 0 is empty.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include <quandary/budget.hpp>

namespace quandary::sudoku {

class Wide {
  public:
    Wide(int box_rows, int box_columns) : size_(box_rows * box_columns) {
        if (size_ < 1 || size_ > 25) throw std::invalid_argument("Sudokus have at most 25 digits");
        units_.resize(std::size_t(3 * size_));
        for (int cell = 0; cell < size_ * size_; ++cell) {
            const int row = cell / size_, column = cell % size_;
            const int box = row / box_rows * box_rows + column / box_columns;
            for (int unit : {row, size_ + column, 2 * size_ + box}) units_[std::size_t(unit)].push_back(cell);
        }
        for (int cell = 0; cell < size_ * size_; ++cell) seen_.push_back(cells_seen(cell));
    }

    int size() const { return size_; }

    // The number of solutions up to `most`; `cell` (if any) must not have `digit`. Throws OutOfBudget.
    int count(std::span<const std::uint8_t> givens, int most, Budget &budget, int cell = -1, int digit = 0,
              std::vector<std::uint8_t> *solution = nullptr) const {
        Notes notes{std::vector<Digits>(givens.size(), (Digits(1) << size_) - 1), {}};
        if (cell >= 0) notes.left[std::size_t(cell)] &= ~(Digits(1) << (digit - 1));
        for (std::size_t c = 0; c < givens.size(); ++c)
            if (givens[c] && !narrow(notes, int(c), Digits(1) << (givens[c] - 1))) return 0;
        int found = 0;
        search(notes, most, found, budget, solution);
        return found;
    }

  private:
    using Digits = std::uint32_t;
    struct Notes {
        std::vector<Digits> left;  // by cell
        std::vector<int> fresh;    // cells with one digit that have not told the others yet
    };

    int size_;
    std::vector<std::vector<int>> units_, seen_;

    std::vector<int> cells_seen(int cell) const {
        std::vector<bool> is_seen(std::size_t(size_ * size_));
        for (const auto &unit : units_)
            if (std::find(unit.begin(), unit.end(), cell) != unit.end())
                for (int other : unit) is_seen[std::size_t(other)] = other != cell;
        std::vector<int> seen;
        for (int other = 0; other < size_ * size_; ++other)
            if (is_seen[std::size_t(other)]) seen.push_back(other);
        return seen;
    }

    static bool is_one(Digits digits) { return (digits & (digits - 1)) == 0; }

    static bool narrow(Notes &notes, int cell, Digits to) {
        Digits &left = notes.left[std::size_t(cell)];
        const Digits now = left & to;
        if (now == left) return true;
        if (now == 0) return false;
        left = now;
        if (is_one(now)) notes.fresh.push_back(cell);
        return true;
    }

    bool settle(Notes &notes) const {
        do {
            while (!notes.fresh.empty()) {
                const int cell = notes.fresh.back();
                notes.fresh.pop_back();
                const Digits own = notes.left[std::size_t(cell)];
                for (int other : seen_[std::size_t(cell)])
                    if (!narrow(notes, other, ~own)) return false;
            }
            for (const auto &unit : units_)
                if (!settle_unit(notes, unit)) return false;
        } while (!notes.fresh.empty());
        return true;
    }

    bool settle_unit(Notes &notes, const std::vector<int> &unit) const {
        Digits once = 0, twice = 0, single = 0;
        for (int cell : unit) {
            const Digits left = notes.left[std::size_t(cell)];
            twice |= once & left;
            once |= left;
            if (is_one(left)) single |= left;
        }
        if (once != (Digits(1) << size_) - 1) return false;
        Digits hidden = once & ~twice & ~single;
        if (!hidden) return true;
        for (int cell : unit)
            if (const Digits here = notes.left[std::size_t(cell)] & hidden)
                if (!is_one(here) || !narrow(notes, cell, here)) return false;
        return true;
    }

    // The choices in a smallest place, a cell or a digit of a unit, as (cell, digit); none if all is settled.
    std::vector<std::pair<int, Digits>> smallest(const Notes &notes) const {
        int best = size_ + 1, at = -1;
        for (int cell = 0; cell < size_ * size_ && best > 2; ++cell)
            if (const int n = std::popcount(notes.left[std::size_t(cell)]); n > 1 && n < best) best = n, at = cell;
        std::vector<std::pair<int, Digits>> choices;
        if (at < 0) return choices;
        if (best > 2)
            for (const auto &unit : units_) {
                Digits once = 0, twice = 0, more = 0;
                for (int cell : unit) {
                    const Digits left = notes.left[std::size_t(cell)];
                    more |= twice & left;
                    twice |= once & left;
                    once |= left;
                }
                if (const Digits two = twice & ~more) {
                    const Digits digit = two & (~two + 1);
                    for (int cell : unit)
                        if (notes.left[std::size_t(cell)] & digit) choices.emplace_back(cell, digit);
                    return choices;
                }
            }
        for (Digits rest = notes.left[std::size_t(at)]; rest; rest &= rest - 1)
            choices.emplace_back(at, rest & (~rest + 1));
        return choices;
    }

    void search(Notes &notes, int most, int &found, Budget &budget, std::vector<std::uint8_t> *solution) const {
        budget.spend();
        if (!settle(notes)) return;
        const auto choices = smallest(notes);
        if (choices.empty()) {
            if (solution && !found)
                for (Digits digits : notes.left) solution->push_back(std::uint8_t(std::countr_zero(digits) + 1));
            ++found;
            return;
        }
        for (const auto &[cell, digit] : choices) {
            if (found >= most) return;
            Notes guess = notes;
            if (narrow(guess, cell, digit)) search(guess, most, found, budget, solution);
        }
    }
};

}  // namespace quandary::sudoku
