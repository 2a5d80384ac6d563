// The cheapest way to give every box a target of its own (the Hungarian method with potentials).
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

namespace quandary::sokoban {

class Matching {
  public:
    using Cost = std::int32_t;
    static constexpr Cost never = 1 << 20;

    // far[t][cell] is the cost of bringing a box from the cell to target t.
    explicit Matching(std::vector<std::vector<Cost>> far)
        : far_(std::move(far)),
          size_(far_.size()),
          row_(size_ + 1),
          column_(size_ + 1),
          match_(size_ + 1),
          way_(size_ + 1),
          least_(size_ + 1),
          used_(size_ + 1) {}

    // The least total; `never` or more if some target would stay empty, as where a box cannot be got at.
    template <class Cells>
    Cost least(const Cells &boxes) {
        std::fill(row_.begin(), row_.end(), 0);
        std::fill(column_.begin(), column_.end(), 0);
        std::fill(match_.begin(), match_.end(), std::size_t(0));
        cell_.assign(1, 0);
        boxes.each([&](int cell) { cell_.push_back(std::size_t(cell)); });
        if (cell_.size() <= size_) return never;
        for (std::size_t number = 1; number <= size_; ++number) place(number);
        Cost total = 0;
        for (std::size_t target = 1; target <= size_; ++target) {
            const Cost one = far_[target - 1][cell_[match_[target]]];
            if (one >= never) return never;
            total += one;
        }
        return total;
    }

  private:
    // Finds a target for one more box, moving the others along the cheapest alternating path.
    void place(std::size_t box) {
        match_[0] = box;
        std::size_t at = 0;
        std::fill(least_.begin(), least_.end(), std::numeric_limits<Cost>::max());
        std::fill(used_.begin(), used_.end(), std::uint8_t(0));
        do {
            used_[at] = 1;
            const auto here = match_[at];
            Cost delta = std::numeric_limits<Cost>::max();
            std::size_t next = 0;
            for (std::size_t target = 1; target <= size_; ++target) {
                if (used_[target]) continue;
                const Cost reduced = far_[target - 1][cell_[here]] - row_[here] - column_[target];
                if (reduced < least_[target]) {
                    least_[target] = reduced;
                    way_[target] = at;
                }
                if (least_[target] < delta) {
                    delta = least_[target];
                    next = target;
                }
            }
            for (std::size_t target = 0; target <= size_; ++target) {
                if (used_[target]) {
                    row_[match_[target]] += delta;
                    column_[target] -= delta;
                } else {
                    least_[target] -= delta;
                }
            }
            at = next;
        } while (match_[at] != 0);
        while (at != 0) {
            match_[at] = match_[way_[at]];
            at = way_[at];
        }
    }

    std::vector<std::vector<Cost>> far_;
    std::size_t size_;
    std::vector<Cost> row_, column_;
    std::vector<std::size_t> match_, way_, cell_;
    std::vector<Cost> least_;
    std::vector<std::uint8_t> used_;
};

}  // namespace quandary::sokoban
