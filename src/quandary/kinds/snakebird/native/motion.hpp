// How things move: mirrors motion.py, on a grid with a rim of walls above and beside it and of nothing below it.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace quandary::snakebird {

inline constexpr int most_birds = 8, most_blocks = 22, most_things = most_birds + most_blocks, most_length = 80;
inline constexpr int most_cells = 42 * 42;  // of the grid, with its rim

enum Tile : std::uint8_t { air, ground, spikes, wall, nothing };

// What never moves. Cells are numbered row by row on the grid with its rim.
struct Terrain {
    Terrain(int width_, int height_, const std::vector<int> &tiles, int exit_, const std::vector<int> &portals_,
            const std::vector<int> &fruit_, const std::vector<std::vector<int>> &blocks)
        : stride(width_ + 2), size((width_ + 2) * (height_ + 2)), way{-stride, 1, stride, -1}, exit(rimmed(exit_)) {
        if (width_ < 1 || height_ < 1 || size > most_cells || int(tiles.size()) != width_ * height_)
            throw std::invalid_argument("a level of this size has no twin");
        if (fruit_.size() > 64 || blocks.size() > std::size_t(most_blocks) || portals_.size() % 2)
            throw std::invalid_argument("a level with so many things has no twin");
        tile.assign(std::size_t(size), wall);
        std::fill(tile.end() - stride, tile.end(), nothing);
        for (int cell = 0; cell < int(tiles.size()); ++cell)
            tile[std::size_t(rimmed(cell))] = Tile(tiles[std::size_t(cell)]);
        for (int cell : portals_) portals.push_back(rimmed(cell));
        fruit_at.assign(std::size_t(size), -1);
        for (std::size_t i = 0; i < fruit_.size(); ++i) {
            fruit.push_back(rimmed(fruit_[i]));
            fruit_at[std::size_t(fruit.back())] = std::int8_t(i);
        }
        for (const auto &block : blocks) {
            starts.push_back(rimmed(block.front()));
            shapes.emplace_back();
            for (int cell : block) shapes.back().push_back(rimmed(cell) - starts.back());
        }
    }

    int rimmed(int cell) const { return (cell / (stride - 2) + 1) * stride + cell % (stride - 2) + 1; }
    Tile at(int cell) const { return tile[std::size_t(cell)]; }

    int stride, size;
    std::array<int, 4> way;  // up, right, down, left
    int exit;
    std::vector<Tile> tile;
    std::vector<int> portals, fruit;
    std::vector<std::int8_t> fruit_at;     // by cell: the number of its fruit, or -1
    std::vector<std::vector<int>> shapes;  // by block: where its cells are, from its first
    std::vector<int> starts;               // by block: its first cell
};

struct Body {
    int length = 0;
    std::array<std::uint16_t, most_length> cell;
};

// The things of a level while a move is made: birds are numbered from 0, blocks after them. Thing t is t + 1 in `at`.
class Scene {
  public:
    explicit Scene(const Terrain &terrain) : terrain_(&terrain) { std::fill_n(at_.begin(), terrain.size, 0); }

    // Copies what is in use.
    Scene(const Scene &other)
        : birds(other.birds), fruit(other.fruit), deepest(other.deepest), terrain_(other.terrain_) {
        for (std::size_t bird = 0; bird < std::size_t(birds); ++bird) {
            body[bird].length = other.body[bird].length;
            std::copy_n(other.body[bird].cell.begin(), body[bird].length, body[bird].cell.begin());
        }
        std::copy_n(other.block.begin(), terrain_->shapes.size(), block.begin());
        std::copy_n(other.at_.begin(), terrain_->size, at_.begin());
    }
    Scene &operator=(const Scene &) = delete;

    int birds = 0;  // including those that have left, with a length of 0
    std::uint64_t fruit = 0;
    std::array<Body, most_birds> body;
    std::array<int, most_blocks> block;  // the first cell of each, 0 for a block that is gone
    int deepest = 0;                     // the most rows that a thing has fallen

    int things() const { return birds + int(terrain_->shapes.size()); }

    // Call it once all things are in place.
    void settle_in() {
        for (int thing = 0; thing < things(); ++thing) draw(thing, std::uint8_t(thing + 1));
    }

    // Whether a bird may put its head there, as far as can be told at once.
    bool may_try(int bird, std::size_t direction) const {
        const int there = body[std::size_t(bird)].cell[0] + terrain_->way[direction];
        return terrain_->at(there) == air && at(there) != bird + 1;
    }

    // Makes a move, and lets everything come to rest. Says whether that is legal and nobody dies.
    bool move(int bird, std::size_t direction) {
        const Ends before = on_portals();
        return step(bird, direction) && settle(before);
    }

    bool is_at_rest() const { return falling() == 0 && !is_leaving(); }

  private:
    using Ends = std::array<int, 2>;  // by portal: the thing on it, as in `at`
    using Set = std::uint32_t;        // of things

    int at(int cell) const { return at_[std::size_t(cell)]; }
    bool has_fruit(int cell) const {
        const int number = terrain_->fruit_at[std::size_t(cell)];
        return number >= 0 && (fruit >> number & 1);
    }

    template <class Visit>
    void each_cell(int thing, Visit visit) const {
        if (thing < birds) {
            const auto &bird = body[std::size_t(thing)];
            for (int i = 0; i < bird.length; ++i) visit(int(bird.cell[std::size_t(i)]));
        } else if (const int first = block[std::size_t(thing - birds)]) {
            for (int offset : terrain_->shapes[std::size_t(thing - birds)]) visit(first + offset);
        }
    }
    template <class Holds>
    bool all_cells(int thing, Holds holds) const {
        bool all = true;
        each_cell(thing, [&](int cell) { all = all && holds(cell); });
        return all;
    }
    template <class Visit>
    static void each_of(Set set, Visit visit) {
        for (; set; set &= set - 1) visit(std::countr_zero(set));
    }

    void draw(int thing, std::uint8_t as) {
        each_cell(thing, [&](int cell) { at_[std::size_t(cell)] = as; });
    }
    void remove(int thing) {
        draw(thing, 0);
        if (thing < birds)
            body[std::size_t(thing)].length = 0;
        else
            block[std::size_t(thing - birds)] = 0;
    }
    void shift(Set set, int by) {
        each_of(set, [&](int thing) { draw(thing, 0); });
        each_of(set, [&](int thing) {
            if (thing >= birds) {
                block[std::size_t(thing - birds)] += by;
            } else {
                auto &bird = body[std::size_t(thing)];
                for (int i = 0; i < bird.length; ++i)
                    bird.cell[std::size_t(i)] = std::uint16_t(bird.cell[std::size_t(i)] + by);
            }
            draw(thing, std::uint8_t(thing + 1));
        });
    }

    bool step(int bird, std::size_t direction) {
        if (!may_try(bird, direction)) return false;
        auto &self = body[std::size_t(bird)];
        const int by = terrain_->way[direction], there = self.cell[0] + by;
        const bool eats = has_fruit(there);
        if (eats) {
            fruit &= ~(std::uint64_t(1) << terrain_->fruit_at[std::size_t(there)]);
            ++self.length;
        } else if (at(there)) {
            const int pushed = push(bird, there, by);
            if (pushed < 0) return false;
            shift(Set(pushed), by);
        }
        if (!eats) {
            auto &tail = at_[self.cell[std::size_t(self.length - 1)]];
            if (tail == bird + 1) tail = 0;  // unless something was pushed there
        }
        std::copy_backward(self.cell.begin(), self.cell.begin() + self.length - 1, self.cell.begin() + self.length);
        self.cell[0] = std::uint16_t(there);
        at_[std::size_t(there)] = std::uint8_t(bird + 1);
        return true;
    }

    // Everything that moves out of the way, or -1 if something cannot.
    int push(int bird, int there, int by) const {
        const auto &self = body[std::size_t(bird)];
        const int tail = self.cell[std::size_t(self.length - 1)];
        Set pushed = Set(1) << (at(there) - 1), done = 0;
        while (const Set left = pushed & ~done) {
            const int thing = std::countr_zero(left);
            done |= Set(1) << thing;
            const bool goes = all_cells(thing, [&](int cell) {
                const int beyond = cell + by, other = at(beyond) - 1;
                if (terrain_->at(beyond) != air || has_fruit(beyond)) return false;
                if (other == bird) return beyond == tail;
                if (other >= 0) pushed |= Set(1) << other;
                return true;
            });
            if (!goes) return -1;
        }
        return int(pushed);
    }

    bool settle(Ends on) {
        std::array<int, most_things> fallen{};
        std::vector<std::array<int, most_things>> seen;
        for (bool fresh = false;;) {
            leave();
            const bool jumped = jump(on);
            on = on_portals();
            if (jumped) {
                fresh = true;
                continue;
            }
            const Set set = falling();
            if (!set) return true;
            if (std::exchange(fresh, false)) {  // nothing falls for ever without a jump now and then
                const auto here = places();
                if (std::find(seen.begin(), seen.end(), here) != seen.end()) return false;
                seen.push_back(here);
            }
            if (!fall(set)) return false;
            each_of(set, [&](int thing) { deepest = std::max(deepest, ++fallen[std::size_t(thing)]); });
        }
    }

    std::array<int, most_things> places() const {
        std::array<int, most_things> found{};
        for (int thing = 0; thing < things(); ++thing) {
            const auto number = std::size_t(thing);
            if (thing >= birds)
                found[number] = block[number - std::size_t(birds)];
            else if (body[number].length)
                found[number] = body[number].cell[0];
        }
        return found;
    }

    bool leaves(int bird) const {
        const auto &self = body[std::size_t(bird)];
        return fruit == 0 && self.length && self.cell[0] == terrain_->exit;
    }
    bool is_leaving() const {
        bool any = false;
        for (int bird = 0; bird < birds; ++bird) any = any || leaves(bird);
        return any;
    }
    void leave() {
        for (int bird = 0; bird < birds; ++bird)
            if (leaves(bird)) remove(bird);
    }

    Ends on_portals() const {
        Ends on{};
        for (std::size_t end = 0; end < terrain_->portals.size(); ++end) on[end] = at(terrain_->portals[end]);
        return on;
    }

    // Things that came onto a portal go to the other one, if they fit there; one that could go both ways stays.
    bool jump(const Ends &before) {
        if (terrain_->portals.empty()) return false;
        const auto now = on_portals();
        const auto arrived = [&](std::size_t end) { return now[end] && now[end] != before[end]; };
        bool jumped = false;
        for (std::size_t end = 0; end < 2; ++end) {
            if (!arrived(end) || at(terrain_->portals[end]) != now[end]) continue;
            const int thing = now[end] - 1;
            const bool fits_here = fits(thing, end);
            if (now[0] == now[1] && arrived(1 - end)) {  // on both: decide once
                const bool fits_there = fits(thing, 1 - end);
                if (fits_here != fits_there) shift(Set(1) << thing, leap(fits_here ? end : 1 - end));
                return fits_here != fits_there;
            }
            if (!fits_here) continue;
            shift(Set(1) << thing, leap(end));
            jumped = true;
        }
        return jumped;
    }

    int leap(std::size_t end) const { return terrain_->portals[1 - end] - terrain_->portals[end]; }

    bool fits(int thing, std::size_t end) const {
        const int from = terrain_->portals[end], to = terrain_->portals[1 - end], stride = terrain_->stride;
        const int by = to - from, columns = to % stride - from % stride;
        return all_cells(thing, [&](int cell) {
            const int there = cell + by, column = cell % stride + columns;
            if (there < 0 || there >= terrain_->size || column < 0 || column >= stride) return false;
            return terrain_->at(there) == air && !has_fruit(there) && (at(there) == 0 || at(there) == thing + 1);
        });
    }

    // Everything that nothing holds. Things that only hold each other fall together.
    Set falling() const {
        std::array<Set, most_things> on{};
        Set held = 0, loose = 0;
        for (int thing = 0; thing < things(); ++thing) {
            bool stands = false;
            each_cell(thing, [&](int cell) {
                const int below = cell + terrain_->stride, other = at(below);
                const auto tile = terrain_->at(below);
                stands = stands || tile == ground || (tile == spikes && thing >= birds) || has_fruit(below);
                if (other) on[std::size_t(thing)] |= Set(1) << (other - 1);
                loose |= Set(1) << thing;
            });
            if (stands) held |= Set(1) << thing;
        }
        loose &= ~held;
        for (bool more = true; more;) {
            more = false;
            each_of(loose, [&](int thing) {
                if (!(on[std::size_t(thing)] & held)) return;
                held |= Set(1) << thing;
                loose &= ~(Set(1) << thing);
                more = true;
            });
        }
        return loose;
    }

    // One row down. Says whether every bird lives.
    bool fall(Set set) {
        shift(set, terrain_->stride);
        bool alive = true;
        each_of(set, [&](int thing) {
            const bool fine = all_cells(thing, [&](int cell) { return terrain_->at(cell) == air; });
            if (fine) return;
            if (thing < birds)
                alive = false;
            else
                remove(thing);
        });
        return alive;
    }

    const Terrain *terrain_;
    std::array<std::uint8_t, most_cells> at_;
};

}  // namespace quandary::snakebird
