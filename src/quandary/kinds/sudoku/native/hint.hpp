// What a technique noticed: a digit to put in, or digits to strike, and where to look.
#pragma once
#include <tuple>
#include <utility>
#include <vector>

#include "marks.hpp"

namespace quandary::sudoku {

// In the order of the table in techniques.py, which has their names and costs.
enum Technique {
    LAST_CELL,
    HIDDEN_SINGLE_BOX,
    HIDDEN_SINGLE_LINE,
    DIRECT_POINTING,
    DIRECT_CLAIMING,
    DIRECT_HIDDEN_PAIR,
    NAKED_SINGLE,
    DIRECT_HIDDEN_TRIPLE,
    POINTING,
    CLAIMING,
    NAKED_PAIR,
    X_WING,
    HIDDEN_PAIR,
    NAKED_TRIPLE,
    SWORDFISH,
    HIDDEN_TRIPLE,
    SKYSCRAPER,
    TWO_STRING_KITE,
    TURBOT_FISH,
    XY_WING,
    XYZ_WING,
    UNIQUE_RECTANGLE,
    UNIQUE_LOOP,
    NAKED_QUAD,
    JELLYFISH,
    HIDDEN_QUAD,
    THREE_STRONG_LINKS,
    WXYZ_WING,
    BUG,
    FOUR_STRONG_LINKS,
    VWXYZ_WING,
    ALIGNED_PAIR,
    FIVE_STRONG_LINKS,
    UVWXYZ_WING,
    SIX_STRONG_LINKS,
    X_CYCLE,
    Y_CYCLE,
    X_CHAIN,
    XY_CYCLE,
    FORCING_CHAIN,
    TUVWXYZ_WING,
    NISHIO,
    MULTIPLE_CHAINS,
    DYNAMIC_CHAINS,
    GUESS,
    TECHNIQUES
};

struct Hint {
    Technique technique = GUESS;
    int cost = 0;               // in tenths
    int length = 0;             // of a chain, in steps; of two hints at the same cost, the shorter is easier to see
    int cell = -1, digit = -1;  // what to put in, if anything
    std::vector<std::int16_t> strikes;  // cell * size + digit
    CellSet cells;                      // where to look
    Digits digits = 0;

    bool puts() const { return cell >= 0; }
    bool is_worth() const { return puts() || !strikes.empty(); }
    void strike(const Marks &marks, CellSet from, int d) {
        (from & marks.where[std::size_t(d)]).each([&](int c) { add(marks, c, d); });
    }
    void strike_digits(const Marks &marks, int c, Digits ds) {
        each(Digits(ds & marks.left[std::size_t(c)]), [&](int d) { add(marks, c, d); });
    }
    auto ease() const { return std::tuple(cost, length, -int(strikes.size())); }

  private:
    void add(const Marks &marks, int c, int d) {
        const auto move = std::int16_t(c * marks.shape->size + d);
        for (auto s : strikes)
            if (s == move) return;
        strikes.push_back(move);
    }
};

// The easiest hint met so far.
class Easiest {
  public:
    void offer(Hint &&hint) {
        if (hint.is_worth() && (!best_.is_worth() || hint.ease() < best_.ease())) best_ = std::move(hint);
    }
    bool found() const { return best_.is_worth(); }
    Hint &hint() { return best_; }
    // Whether a chain of this cost and length would be taken.
    bool wants(int cost, int length) const {
        return !found() || std::pair(cost, length) < std::pair(best_.cost, best_.length);
    }

  private:
    Hint best_;
};

}  // namespace quandary::sudoku
