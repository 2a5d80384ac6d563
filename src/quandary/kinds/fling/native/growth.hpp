// Boards one move earlier. Mirrors predecessors and earlier of generate.py.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/table.hpp>

#include "domain.hpp"

namespace quandary::fling {

class Growth {
  public:
    Growth(const Board &board, Budget &budget) : board_(board), budget_(budget), known_(board) {}

    // The positions from which one move leads to the board and, if asked, no move to another that can be solved.
    std::vector<Cells> earlier(bool unique) {
        std::vector<Cells> found;
        for (int move = 0; move < board_.size() * ways; ++move) {
            const auto before = board_.unfling(board_.balls(), move);
            if (before) found.push_back(before);
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        if (unique) std::erase_if(found, [&](Cells before) { return has_another(before); });
        return found;
    }

  private:
    bool has_another(Cells before) {
        bool other = false;
        board_.each_move(before, [&](Move move) {
            const auto child = board_.fling(before, move);
            other = other || (child != board_.balls() && !std::has_single_bit(child) && can_be_solved(child));
        });
        return other;
    }

    bool can_be_solved(Cells balls) {
        if (std::popcount(balls) == 2) return board_.has_move(balls);
        const auto [number, fresh] = known_.add({balls});
        if (!fresh) return solvable_[number];
        budget_.spend([&] { return known_.bytes() + solvable_.capacity(); });
        solvable_.push_back(false);
        bool solved = false;
        board_.each_move(balls, [&](Move move) { solved = solved || can_be_solved(board_.fling(balls, move)); });
        solvable_[number] = solved;
        return solved;
    }

    const Board &board_;
    Budget &budget_;
    StateTable<Board> known_;
    std::vector<std::uint8_t> solvable_;  // by number of the position
};

}  // namespace quandary::fling
