// How a player chooses among moves who does not try all of them equally.
#pragma once
#include <cstddef>
#include <vector>

#include <quandary/choices.hpp>

namespace quandary {

// The weight of each move by number (none: all the same), and the part of it that a move keeps when the player has
// ruled it out.
struct Habits {
    double leak = 0;
    std::vector<double> weights;

    bool is_even() const { return leak == 0 && weights.empty(); }
    double weight(Move move) const { return weights.empty() ? 1 : weights[std::size_t(move)]; }

    // The weight of everything that the player may try at an option.
    template <Domain D>
    double total(const Perception<D> &view, const typename D::State &state, const Option<D> &option) const {
        double sum = 0;
        if (weights.empty())
            sum = option.moves.count();
        else
            option.moves.each([&](Move move) { sum += weight(move); });
        if (leak > 0) view.ruled_out(state, option).each([&](Move move) { sum += leak * weight(move); });
        return sum;
    }
};

}  // namespace quandary
