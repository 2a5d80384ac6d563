// A search that learns from what failed: the rules tell the SAT solver why they force something.
#pragma once
#include <deque>

#include <quandary/sat.hpp>

#include "word.hpp"

namespace quandary::pencil {

class Learning {
  public:
    // `from` is what may be in each spot, `orders` the values in the order in which they are tried.
    Learning(const RuleBoard &board, May from, const std::vector<std::vector<int>> &orders);
    std::optional<std::vector<int>> next(Budget &budget);
    // Rules out a solution that is known.
    void leave_out(const std::vector<int> &solution);

    // What the solver asks of a theory.
    bool propagate(sat::Solver &solver);
    void undone(std::size_t size);

  private:
    // What a literal says: this value is in this spot.
    struct Meaning {
        Spot spot;
        int value, other;  // other: what is in the spot instead, if there are only two values; or -1
    };
    // A literal of the trail, and what its spot might be before.
    struct Read {
        sat::Lit lit;
        Mask before;
    };
    sat::Lit literal(Spot spot, int value) const;
    void number(Spot spot, const std::vector<int> &order);
    void read_trail();
    void wake(Spot spot);
    int next_awake();
    bool look(int number);
    bool say(const Word &word, const May &may, Spot spot, Mask left);
    std::vector<sat::Lit> reasons(const Word &word, const May &may, Spot spot, Mask gone) const;

    const RuleBoard &board_;
    May from_, may_;
    std::vector<std::vector<std::pair<int, sat::Lit>>> literals_;  // of each spot: its values
    std::vector<Meaning> meanings_;                                // by variable
    sat::Solver solver_;
    std::vector<Read> read_;
    std::deque<int> near_, whole_;
    std::vector<bool> waits_;
    bool is_checked_ = false;  // whether every rule has been asked about the full board
};

}  // namespace quandary::pencil
