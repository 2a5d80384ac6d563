// Which places for pieces keep clear of each other, and which touch, for all puzzles at once.
#pragma once
#include <array>
#include <vector>

#include <quandary/bitset.hpp>

#include "board.hpp"

namespace quandary::hex {

inline constexpr int location_count = 1129;
using Locations = BitSet<location_count>;

// Ask `contacts()` for it.
struct Contacts {
    // By location: those that share no cell, an edge, a corner, a row with it.
    std::vector<Locations> apart, edge, corner, line;
    std::array<Locations, piece_count> of_piece{};
    std::array<Locations, cell_count> over_cell{};

    Contacts() {
        for (int at = 0; at < location_count; ++at) describe(at);
    }

  private:
    void describe(int at) {
        const auto &all = geometry().locations;
        const auto &one = all[std::size_t(at)];
        Locations free, near, meeting, lined;
        for (int other = 0; other < location_count; ++other) {
            const auto &there = all[std::size_t(other)];
            if ((one.cells & there.cells) == 0) free.add(other);
            if ((one.halo & there.cells) != 0) near.add(other);
            if ((one.corners & there.corners) != 0) meeting.add(other);
            if ((one.lines & there.lines) != 0) lined.add(other);
        }
        apart.push_back(free);
        edge.push_back(near);
        corner.push_back(meeting);
        line.push_back(lined);
        of_piece[std::size_t(one.piece)].add(at);
        each_cell(one.cells, [&](int cell) { over_cell[std::size_t(cell)].add(at); });
    }
};

inline const Contacts &contacts() {
    static const Contacts shared;
    return shared;
}

}  // namespace quandary::hex
