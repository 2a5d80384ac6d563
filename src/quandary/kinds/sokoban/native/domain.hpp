// Sokoban in C++: the rules of rules.py and inference.py on bit boards.
//
// Cells are numbered as bits.hpp says; only boxes that the man can get to are here. `Level` is the puzzle
// push by push, `Steps` the same step by step.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <quandary/rules.hpp>

#include "bits.hpp"

namespace quandary::sokoban {

template <int Words>
struct Board {
    using Cells = Bits<Words>;
    static constexpr int size = 64 * Words;

    // `hopeless` says that some target can never be filled: it is out of reach, or a box off target is.
    Board(int stride, const std::vector<int> &floor_, const std::vector<int> &targets_, const std::vector<int> &boxes_,
          int man_, const std::vector<int> &dead_, bool hopeless_)
        : step{-stride, 1, stride, -1},
          floor(set(floor_)),
          targets(set(targets_)),
          dead(set(dead_)),
          boxes(set(boxes_)),
          man(man_),
          hopeless(hopeless_) {}

    // The cells to which the man can walk.
    Cells region(int from, const Cells &with_boxes) const {
        const auto free = floor - with_boxes;
        auto reach = Cells::only(from);
        while (true) {
            const auto grown = reach.with_neighbours(step[2]) & free;
            if (grown == reach) return reach;
            reach = grown;
        }
    }

    // The cells to which the man can walk who could walk to `reach` and pushed a box. Mostly only two cells change:
    // he stands where the box was, and no longer gets to where it is.
    Cells region_after(Cells reach, const Cells &with_boxes, int box, int to) const {
        if (opens(reach, with_boxes, box) || cuts(reach, box, to)) return region(box, with_boxes);
        reach.add(box);
        reach.remove(to);
        return reach;
    }

    // The boxes that can be pushed in a direction by a man who can walk to `reach`.
    Cells pushable(const Cells &reach, const Cells &with_boxes, std::size_t direction) const {
        const auto free = floor - with_boxes;
        return with_boxes & reach.shifted(step[direction]) & free.shifted(-step[direction]);
    }

    bool is_won(const Cells &with_boxes) const { return with_boxes == targets && !hopeless; }

    std::array<int, 4> step;  // up, right, down, left
    Cells floor, targets, dead;
    Cells boxes;
    int man;
    bool hopeless;

  private:
    static Cells set(const std::vector<int> &members) {
        Cells result;
        for (int i : members) result.add(i);
        return result;
    }

    static bool has(const Cells &cells, int cell) { return cell >= 0 && cell < size && cells.has(cell); }

    // Whether a cell beside the box's old one is free now and was out of reach.
    bool opens(const Cells &reach, const Cells &with_boxes, int box) const {
        const auto beyond = floor - with_boxes - reach;
        return std::any_of(step.begin(), step.end(), [&](int by) { return has(beyond, box + by); });
    }

    // Whether a box that comes to `to` may come between cells that were connected: those around it are not, by
    // themselves.
    bool cuts(const Cells &reach, int box, int to) const {
        if (!reach.has(to)) return false;
        int sides = 0, links = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const int side = to + step[i], next = to + step[(i + 1) % 4];
            if (side != box && !has(reach, side)) continue;
            ++sides;
            links += (next == box || has(reach, next)) && has(reach, side + step[(i + 1) % 4]);
        }
        return sides - links > 1;
    }
};

template <int Words>
struct Level : Board<Words> {
    using typename Board<Words>::Cells;
    struct State {
        Cells boxes;
        std::int32_t man;  // the first cell of his region
        bool operator==(const State &) const = default;
    };

    static constexpr int max_moves = 4 * Board<Words>::size;  // a box's cell times 4 plus the direction
    static constexpr bool is_tree = false;

    using Board<Words>::Board;

    std::array<State, 1> starts() const { return {situation(this->boxes, this->man)}; }

    MoveSet<Level> moves(const State &state) const {
        const auto reach = this->region(state.man, state.boxes);
        MoveSet<Level> open;
        for (std::size_t direction = 0; direction < 4; ++direction)
            this->pushable(reach, state.boxes, direction).each([&](int box) { open.add(4 * box + int(direction)); });
        return open;
    }

    State apply(State state, Move move) const {
        const int box = move / 4;
        state.boxes.remove(box);
        state.boxes.add(box + this->step[std::size_t(move % 4)]);
        return situation(state.boxes, box);
    }

    bool is_solved(const State &state) const { return this->is_won(state.boxes); }

    std::uint64_t hash(const State &state) const {
        return BitSet<64>::mix(state.boxes.hash() + std::uint64_t(state.man));
    }

    using Rules = std::tuple<struct Corners, struct DeadSquares, struct Frozen>;

  private:
    State situation(const Cells &with_boxes, int from) const {
        return {with_boxes, this->region(from, with_boxes).first()};
    }
};

template <int Words>
struct Steps : Board<Words> {
    using typename Board<Words>::Cells;
    struct State {
        Cells boxes;
        std::int32_t man;
        bool operator==(const State &) const = default;
    };

    static constexpr int max_moves = 8;  // u U r R d D l L
    static constexpr bool is_tree = false;

    using Board<Words>::Board;

    std::array<State, 1> starts() const { return {State{this->boxes, this->man}}; }

    MoveSet<Steps> moves(const State &state) const {
        const auto free = this->floor - state.boxes;
        MoveSet<Steps> open;
        for (int direction = 0; direction < 4; ++direction) {
            const int there = state.man + this->step[std::size_t(direction)];
            if (there < 0 || there >= this->size) continue;
            if (free.has(there)) open.add(2 * direction);
            if (!state.boxes.has(there)) continue;
            const int beyond = there + this->step[std::size_t(direction)];
            if (beyond >= 0 && beyond < this->size && free.has(beyond)) open.add(2 * direction + 1);
        }
        return open;
    }

    State apply(State state, Move move) const {
        const int by = this->step[std::size_t(move / 2)];
        state.man += by;
        if (move % 2) {
            state.boxes.remove(state.man);
            state.boxes.add(state.man + by);
        }
        return state;
    }

    bool is_solved(const State &state) const { return this->is_won(state.boxes); }

    std::uint64_t hash(const State &state) const {
        return BitSet<64>::mix(state.boxes.hash() + std::uint64_t(state.man));
    }

    using Rules = std::tuple<>;
};

// Of some boxes, those with a cell of `stops` beside them on an axis.
template <class L, class Cells>
Cells beside(const L &level, const Cells &boxes, const Cells &stops, std::size_t direction) {
    return boxes & (stops.shifted(level.step[direction]) | stops.shifted(-level.step[direction]));
}

// Of some boxes, those with a wall beside them on an axis.
template <class L, class Cells>
Cells walled(const L &level, const Cells &boxes, std::size_t direction) {
    return boxes - (level.floor.shifted(level.step[direction]) & level.floor.shifted(-level.step[direction]));
}

struct InCorner {
    template <class L>
    bool operator()(const L &level, const typename L::State &state) const {
        const auto astray = state.boxes - level.targets;
        return !(walled(level, astray, 0) & walled(level, astray, 1)).empty();
    }
};

struct OnDeadSquare {
    template <class L>
    bool operator()(const L &level, const typename L::State &state) const {
        return level.hopeless || !(state.boxes & level.dead).empty();
    }
};

// Of some boxes, those that cannot move along an axis without being lost.
template <class L, class Cells>
Cells blocked(const L &level, const Cells &boxes, std::size_t direction) {
    const auto between_dead = level.dead.shifted(level.step[direction]) & level.dead.shifted(-level.step[direction]);
    return walled(level, boxes, direction) | beside(level, boxes, boxes, direction) | (boxes & between_dead);
}

// Whether some boxes block each other for ever, and not all of them are on targets.
template <class L, class Cells>
bool is_frozen(const L &level, Cells boxes) {
    while (true) {
        const auto still = blocked(level, boxes, 0) & blocked(level, boxes, 1);
        if (still == boxes) return !(boxes - level.targets).empty();
        boxes = still;
    }
}

struct IsFrozen {
    template <class L>
    bool operator()(const L &level, const typename L::State &state) const {
        return is_frozen(level, state.boxes);
    }
};

struct Corners : DeadEnd<"corners", InCorner> {};
struct DeadSquares : DeadEnd<"dead-squares", OnDeadSquare> {};
struct Frozen : DeadEnd<"frozen", IsFrozen> {};

}  // namespace quandary::sokoban
