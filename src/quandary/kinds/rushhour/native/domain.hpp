// Rush Hour in C++: the rules of rules.py, with the cells of each car at each place computed beforehand.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include <quandary/rules.hpp>

namespace quandary::rushhour {

struct Board {
    static constexpr int max_cars = 26, farthest = 6, distances = 2 * farthest;

    struct State {
        std::array<std::uint64_t, 2> places;  // four bits for each car
        bool operator==(const State &) const = default;

        int operator[](std::size_t car) const { return int(places[car / 16] >> car % 16 * 4 & 15); }
        void slide(std::size_t car, int by) { places[car / 16] += std::uint64_t(std::int64_t(by)) << car % 16 * 4; }
    };

    static constexpr int max_moves = max_cars * distances;  // car by car, from far back to far forth
    static constexpr bool is_tree = false;
    using Rules = std::tuple<>;

    // masks[car][place] are the cells that a car covers, as bits.
    Board(int exit_, const std::vector<int> &places, const std::vector<std::vector<std::uint64_t>> &masks_,
          std::uint64_t walls_)
        : exit(exit_), walls(walls_), masks(masks_) {
        for (std::size_t car = 0; car < places.size(); ++car) start.slide(car, places[car]);
    }

    std::array<State, 1> starts() const { return {start}; }

    MoveSet<Board> moves(const State &state) const {
        auto taken = walls;
        for (std::size_t car = 0; car < masks.size(); ++car) taken |= masks[car][std::size_t(state[car])];
        MoveSet<Board> open;
        for (std::size_t car = 0; car < masks.size(); ++car) {
            const auto &mine = masks[car];
            const int at = state[car], zero = int(car) * distances + farthest;
            const auto others = taken ^ mine[std::size_t(at)];
            for (int back = at - 1; back >= 0 && !(others & mine[std::size_t(back)]); --back)
                open.add(zero + back - at);
            for (int forth = at + 1; forth < int(mine.size()) && !(others & mine[std::size_t(forth)]); ++forth)
                open.add(zero + forth - at - 1);
        }
        return open;
    }

    State apply(State state, Move move) const {
        const int number = move % distances;
        state.slide(std::size_t(move / distances), number < farthest ? number - farthest : number - farthest + 1);
        return state;
    }

    bool is_solved(const State &state) const { return state[0] == exit; }

    std::uint64_t hash(const State &state) const {
        return BitSet<64>::mix(state.places[0] * 0x9e3779b97f4a7c15 + state.places[1]);
    }

    int exit;
    State start{};
    std::uint64_t walls;
    std::vector<std::vector<std::uint64_t>> masks;
};

}  // namespace quandary::rushhour
