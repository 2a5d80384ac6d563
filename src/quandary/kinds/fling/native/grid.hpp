// A grid of at most 64 cells, and what flinging a ball does to the balls on it. Mirrors rules.py.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>

#include <quandary/bitset.hpp>

namespace quandary::fling {

using Cells = std::uint64_t;  // bit y * width + x

inline constexpr int ways = 4;  // up, right, down, left
inline constexpr int most_moves = 64 * ways;
using Moves = BitSet<most_moves>;

class Grid {
  public:
    Grid(int width, int height) : width_(width), height_(height), steps_{-width, 1, width, -1} {
        if (width < 1 || height < 1 || width * height > 64) throw std::invalid_argument("a grid has 1 to 64 cells");
        for (int cell = 0; cell < size(); ++cell)
            for (int way = 0; way < ways; ++way) {
                int x = cell % width, y = cell / width;
                Cells ray = 0;
                while (true) {
                    x += way == 1 ? 1 : way == 3 ? -1 : 0;
                    y += way == 2 ? 1 : way == 0 ? -1 : 0;
                    if (x < 0 || y < 0 || x >= width || y >= height) break;
                    ray |= Cells(1) << (y * width + x);
                }
                rays_[std::size_t(cell * ways + way)] = ray;
            }
    }

    int width() const { return width_; }
    int height() const { return height_; }
    int size() const { return width_ * height_; }

    // Whether the ball in a cell can be flung: the next cell is empty, and some ball stands further on.
    bool can(Cells balls, int move) const {
        const auto met = balls & rays_[std::size_t(move)];
        return met && !(balls & Cells(1) << (move / ways + steps_[std::size_t(move % ways)]));
    }

    // The flung ball goes, and every ball on its ray steps one cell back towards it.
    Cells fling(Cells balls, int move) const {
        const auto met = balls & rays_[std::size_t(move)];
        const auto rest = balls & ~met & ~(Cells(1) << (move / ways));
        const int step = steps_[std::size_t(move % ways)];
        return rest | (step > 0 ? met >> step : met << -step);
    }

    // The position before a ball came from the cell of a move and went its way, 0 if there is none: it comes back to an
    // empty cell, and every ball on its ray steps away from it.
    Cells unfling(Cells balls, int move) const {
        const auto ray = rays_[std::size_t(move)], met = balls & ray, cell = Cells(1) << (move / ways);
        const int step = steps_[std::size_t(move % ways)];
        const auto away = (step > 0 ? met << step : met >> -step) & ray;
        const bool fits = met && !(balls & cell) && std::popcount(away) == std::popcount(met);
        return fits ? (balls ^ met) | away | cell : 0;
    }

    // Calls visit(move) for every legal move, by cell and then by way.
    template <class Visit>
    void each_move(Cells balls, Visit visit) const {
        for (auto rest = balls; rest; rest &= rest - 1)
            for (int move = std::countr_zero(rest) * ways, end = move + ways; move < end; ++move)
                if (can(balls, move)) visit(move);
    }

    bool has_move(Cells balls) const {
        for (auto rest = balls; rest; rest &= rest - 1)
            for (int move = std::countr_zero(rest) * ways, end = move + ways; move < end; ++move)
                if (can(balls, move)) return true;
        return false;
    }

    // The moves m' that were there before `move` and lead, with `move` after them, to the same position.
    Moves commuting(Cells balls, int move) const {
        const auto after = fling(balls, move);
        Moves found;
        each_move(balls, [&](int other) {
            if (other == move || !(after >> (other / ways) & 1) || !can(after, other)) return;
            const auto first = fling(balls, other);
            if (first >> (move / ways) & 1 && can(first, move) && fling(first, move) == fling(after, other))
                found.add(other);
        });
        return found;
    }

    // Whether the balls fall into boxes that share neither rows nor columns, however they are joined.
    bool is_apart(Cells balls) const {
        struct Box {
            int left, right, top, bottom;
        };
        std::array<Box, 64> boxes;
        std::size_t count = 0;
        for (auto rest = balls; rest; rest &= rest - 1) {
            const int cell = std::countr_zero(rest), x = cell % width_, y = cell / width_;
            Box box{x, x, y, y};
            for (std::size_t i = 0; i < count;) {  // a box that grew may meet others again
                const auto &other = boxes[i];
                const bool meets = (box.left <= other.right && other.left <= box.right) ||
                                   (box.top <= other.bottom && other.top <= box.bottom);
                if (!meets) {
                    ++i;
                    continue;
                }
                box = {std::min(box.left, other.left), std::max(box.right, other.right), std::min(box.top, other.top),
                       std::max(box.bottom, other.bottom)};
                boxes[i] = boxes[--count];
                i = 0;
            }
            boxes[count++] = box;
        }
        return count > 1;
    }

  private:
    int width_, height_;
    std::array<int, ways> steps_;
    std::array<Cells, most_moves> rays_{};
};

}  // namespace quandary::fling
