// Snakebird in C++: the rules of rules.py and people.py, with states packed into a few words.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include <quandary/rules.hpp>

#include "motion.hpp"

namespace quandary::snakebird {

// Writes and reads small numbers one after the other.
template <int Words>
class Bits {
  public:
    using Array = std::array<std::uint64_t, std::size_t(Words)>;

    static void put(Array &words, int &at, std::uint64_t value, int bits) {
        const auto word = std::size_t(at >> 6);
        words[word] |= value << (at & 63);
        if ((at & 63) + bits > 64) words[word + 1] |= value >> (64 - (at & 63));
        at += bits;
    }
    static std::uint64_t take(const Array &words, int &at, int bits) {
        if (bits == 0) return 0;
        const auto word = std::size_t(at >> 6);
        auto value = words[word] >> (at & 63);
        if ((at & 63) + bits > 64) value |= words[word + 1] << (64 - (at & 63));
        at += bits;
        return bits == 64 ? value : value & ((std::uint64_t(1) << bits) - 1);
    }
};

template <int Words>
struct Level {
    // The fruit that is left, then the birds by their heads in reading order, then the blocks.
    struct State {
        std::array<std::uint64_t, std::size_t(Words)> word{};
        bool operator==(const State &) const = default;
    };

    static constexpr int max_moves = 4 * most_birds;  // four for each bird: up, right, down, left
    static constexpr bool is_tree = false;

    // Blocks of the same shape must stand together. Cells are numbered row by row.
    Level(int width, int height, const std::vector<int> &tiles, int exit, const std::vector<int> &portals,
          const std::vector<int> &fruit, const std::vector<std::vector<int>> &blocks,
          const std::vector<std::vector<int>> &birds, bool hovering)
        : terrain(width, height, tiles, exit, portals, fruit, blocks), bird_count(int(birds.size())) {
        std::size_t cells = fruit.size();
        for (const auto &bird : birds) cells += bird.size();
        cell_bits_ = std::bit_width(unsigned(terrain.size - 1));
        length_bits_ = int(std::bit_width(cells));
        fruit_bits_ = int(fruit.size());
        const auto bits = std::size_t(fruit_bits_) + birds.size() * std::size_t(cell_bits_ + length_bits_) + 2 * cells +
                          blocks.size() * std::size_t(cell_bits_);
        if (birds.size() > std::size_t(most_birds) || cells > std::size_t(most_length) || bits > 64 * Words)
            throw std::invalid_argument("a level with so many things has no twin of this size");
        Scene scene(terrain);
        scene.birds = bird_count;
        scene.fruit = fruit.size() == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << fruit.size()) - 1;
        for (std::size_t i = 0; i < birds.size(); ++i) {
            scene.body[i].length = int(birds[i].size());
            for (std::size_t j = 0; j < birds[i].size(); ++j)
                scene.body[i].cell[j] = std::uint16_t(terrain.rimmed(birds[i][j]));
        }
        std::copy(terrain.starts.begin(), terrain.starts.end(), scene.block.begin());
        scene.settle_in();
        start_ = pack(scene);
        may_start_ = hovering || scene.is_at_rest();
        find_parts();
    }

    std::span<const State> starts() const { return {&start_, std::size_t(may_start_)}; }

    MoveSet<Level> moves(const State &state) const {
        MoveSet<Level> open;
        each_move(state, [&](Move move, const Scene &) { open.add(move); });
        return open;
    }

    State apply(const State &state, Move move) const {
        auto scene = unpack(state);
        scene.move(move / 4, std::size_t(move % 4));
        return pack(scene);
    }

    bool is_solved(const State &state) const {
        int at = fruit_bits_;
        return Bits<Words>::take(state.word, at, length_bits_) == 0;
    }

    std::uint64_t hash(const State &state) const {
        std::uint64_t h = 0x9e3779b97f4a7c15;
        for (auto word : state.word) h = BitSet<64>::mix(h ^ word);
        return h;
    }

    // Calls visit(move, scene) for each legal move with what it leads to.
    template <class Visit>
    void each_move(const State &state, Visit visit) const {
        const auto here = unpack(state);
        for (int bird = 0; bird < here.birds; ++bird)
            for (std::size_t direction = 0; direction < 4; ++direction) {
                if (!here.may_try(bird, direction)) continue;
                Scene scene(here);
                if (scene.move(bird, direction)) visit(Move(4 * bird + int(direction)), scene);
            }
    }

    State pack(const Scene &scene) const {
        State state;
        int at = 0;
        Bits<Words>::put(state.word, at, scene.fruit, fruit_bits_);
        std::array<const Body *, most_birds> order;
        int birds = 0;
        for (int bird = 0; bird < scene.birds; ++bird) {
            const auto *body = &scene.body[std::size_t(bird)];
            if (!body->length) continue;
            int place = birds++;
            for (; place > 0 && order[std::size_t(place - 1)]->cell[0] > body->cell[0]; --place)
                order[std::size_t(place)] = order[std::size_t(place - 1)];
            order[std::size_t(place)] = body;
        }
        for (int bird = 0; bird < birds; ++bird) put(state, at, *order[std::size_t(bird)]);
        if (birds < bird_count) Bits<Words>::put(state.word, at, 0, length_bits_);
        put_blocks(state, at, scene);
        return state;
    }

    Scene unpack(const State &state) const {
        Scene scene(terrain);
        int at = 0;
        scene.fruit = Bits<Words>::take(state.word, at, fruit_bits_);
        for (; scene.birds < bird_count; ++scene.birds) {
            auto &body = scene.body[std::size_t(scene.birds)];
            body.length = int(Bits<Words>::take(state.word, at, length_bits_));
            if (!body.length) break;
            int cell = int(Bits<Words>::take(state.word, at, cell_bits_));
            body.cell[0] = std::uint16_t(cell);
            for (int i = 1; i < body.length; ++i) {
                cell += terrain.way[Bits<Words>::take(state.word, at, 2)];
                body.cell[std::size_t(i)] = std::uint16_t(cell);
            }
        }
        for (std::size_t block = 0; block < terrain.shapes.size(); ++block)
            scene.block[block] = int(Bits<Words>::take(state.word, at, cell_bits_));
        scene.settle_in();
        return scene;
    }

    Terrain terrain;
    int bird_count;
    std::vector<int> part;  // by cell: the number of the connected part of the air, -1 elsewhere

    using Rules = std::tuple<struct Enclosed, struct Reach>;

  private:
    void put(State &state, int &at, const Body &body) const {
        Bits<Words>::put(state.word, at, std::uint64_t(body.length), length_bits_);
        Bits<Words>::put(state.word, at, body.cell[0], cell_bits_);
        for (std::size_t i = 1; i < std::size_t(body.length); ++i) {
            const int by = int(body.cell[i]) - int(body.cell[i - 1]);
            const std::uint64_t way = by == terrain.way[0]   ? 0
                                      : by == terrain.way[1] ? 1
                                      : by == terrain.way[2] ? 2
                                                             : 3;
            Bits<Words>::put(state.word, at, way, 2);
        }
    }

    // Blocks of the same shape by their cells, since which is which does not matter.
    void put_blocks(State &state, int &at, const Scene &scene) const {
        auto cells = scene.block;
        const auto count = terrain.shapes.size();
        for (std::size_t first = 0, last; first < count; first = last) {
            for (last = first + 1; last < count && terrain.shapes[last] == terrain.shapes[first];) ++last;
            std::sort(cells.begin() + std::ptrdiff_t(first), cells.begin() + std::ptrdiff_t(last));
        }
        for (std::size_t block = 0; block < count; ++block)
            Bits<Words>::put(state.word, at, std::uint64_t(cells[block]), cell_bits_);
    }

    void find_parts() {
        part.assign(std::size_t(terrain.size), -1);
        int parts = 0;
        for (int root = 0; root < terrain.size; ++root) {
            if (terrain.at(root) != air || part[std::size_t(root)] >= 0) continue;
            std::vector<int> todo{root};
            part[std::size_t(root)] = parts;
            for (std::size_t i = 0; i < todo.size(); ++i)
                for (int by : terrain.way) {
                    const int there = todo[i] + by;
                    if (terrain.at(there) != air || part[std::size_t(there)] >= 0) continue;
                    part[std::size_t(there)] = parts;
                    todo.push_back(there);
                }
            ++parts;
        }
    }

    int cell_bits_, length_bits_, fruit_bits_;
    State start_;
    bool may_start_ = false;
};

// Whether a fruit is not in the part of the air of any head, or the exit not in that of every head.
struct IsEnclosed {
    template <class L>
    bool operator()(const L &level, const typename L::State &state) const {
        if (!level.terrain.portals.empty()) return false;
        const auto scene = level.unpack(state);
        const auto part = [&](int cell) { return level.part[std::size_t(cell)]; };
        for (int bird = 0; bird < scene.birds; ++bird)
            if (part(scene.body[std::size_t(bird)].cell[0]) != part(level.terrain.exit)) return true;
        for (std::size_t i = 0; i < level.terrain.fruit.size(); ++i)  // every head is with the exit
            if (scene.birds && (scene.fruit >> i & 1) && part(level.terrain.fruit[i]) != part(level.terrain.exit))
                return true;
        return false;
    }
};

// Whether a lone bird cannot stretch or fall to some fruit or to the exit from anything that it can stand on.
struct IsOutOfReach {
    template <class L>
    bool operator()(const L &level, const typename L::State &state) const {
        const auto &terrain = level.terrain;
        if (!terrain.portals.empty() || !terrain.shapes.empty() || level.bird_count != 1) return false;
        const auto scene = level.unpack(state);
        if (!scene.birds) return false;
        const auto near = reach(terrain, scene.fruit, scene.body[0].length + std::popcount(scene.fruit));
        for (std::size_t i = 0; i < terrain.fruit.size(); ++i)
            if ((scene.fruit >> i & 1) && !near[std::size_t(terrain.fruit[i])]) return true;
        return !near[std::size_t(terrain.exit)];
    }

  private:
    // The cells within so many steps through the air of one with ground or fruit below it, and all straight below.
    static std::vector<std::uint8_t> reach(const Terrain &terrain, std::uint64_t fruit, int steps) {
        std::vector<std::uint8_t> near(std::size_t(terrain.size), 0);
        std::vector<int> now, later;
        const auto meet = [&](int cell, std::vector<int> &todo) {
            if (terrain.at(cell) != air || near[std::size_t(cell)]) return;
            near[std::size_t(cell)] = 1;
            todo.push_back(cell);
        };
        for (int cell = terrain.stride; cell < terrain.size; ++cell) {
            const int number = terrain.fruit_at[std::size_t(cell)];
            if (terrain.at(cell) == ground || (number >= 0 && (fruit >> number & 1))) meet(cell - terrain.stride, now);
        }
        for (int made = 0; made < steps && !now.empty(); ++made, now.swap(later), later.clear())
            for (int cell : now)
                for (int by : terrain.way) meet(cell + by, later);
        for (int cell = 0; cell + terrain.stride < terrain.size; ++cell)
            if (near[std::size_t(cell)] && terrain.at(cell + terrain.stride) == air)
                near[std::size_t(cell + terrain.stride)] = 1;
        return near;
    }
};

struct Enclosed : DeadEnd<"enclosed", IsEnclosed> {};
struct Reach : DeadEnd<"reach", IsOutOfReach> {};

}  // namespace quandary::snakebird
