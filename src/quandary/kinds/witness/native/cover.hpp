// Where solid polyominoes can lie, and whether they can cover a region like tiles.
#pragma once
#include <vector>

#include <quandary/budget.hpp>

#include "elements.hpp"

namespace quandary::witness {

// Every way to lay each of a panel's solid polyominoes, by the cells that it covers.
template <int Words>
class Tiles {
  public:
    using Corners = typename Grid<Words>::Corners;

    Tiles(const Grid<Words> &grid, const Elements<Words> &elements) : by_kind_(elements.kinds.size()) {
        for (std::size_t kind = 0; kind < by_kind_.size(); ++kind) {
            const auto &element = elements.kinds[kind];
            if (element.area() <= 0) continue;
            by_kind_[kind].over.resize(std::size_t(Corners::size));
            for (const auto &shape : element.orientations)
                grid.cells.each([&](int corner) { lay(grid, shape, corner, by_kind_[kind]); });
        }
    }

    const std::vector<Corners> &all(std::size_t kind) const { return by_kind_[kind].all; }
    const std::vector<Corners> &over(std::size_t kind, int cell) const {
        return by_kind_[kind].over[std::size_t(cell)];
    }

  private:
    struct Places {
        std::vector<Corners> all;
        std::vector<std::vector<Corners>> over;  // by cell: those that cover it
    };

    static void lay(const Grid<Words> &grid, const CellSet &shape, int corner, Places &places) {
        const int left = corner % grid.stride, bottom = corner / grid.stride;
        Corners tile;
        for (const auto &[x, y] : shape) {
            if ((!grid.pillar && left + x >= grid.width) || bottom + y >= grid.height) return;
            tile.add(grid.corner((left + x) % grid.stride, bottom + y));
        }
        if (tile.count() != int(shape.size()) || !(tile - grid.cells).empty()) return;
        places.all.push_back(tile);
        tile.each([&](int cell) { places.over[std::size_t(cell)].push_back(tile); });
    }

    std::vector<Places> by_kind_;
};

// A search that lays tiles side by side within some room.
template <int Words>
class Cover {
  public:
    using Corners = typename Grid<Words>::Corners;

    // No tile is laid across an edge of `walls`.
    Cover(const Grid<Words> &grid, const Tiles<Words> &tiles, const Elements<Words> &elements, const Corners &room,
          const Lines<Corners> &walls = {})
        : grid_(grid), tiles_(tiles), elements_(elements), walls_(walls), has_walls_(!walls.empty()), free_(room) {
        for (std::size_t kind = 0; kind < elements.kinds.size(); ++kind) {
            const bool is_solid = elements.kinds[kind].area() > 0;
            left_.push_back(is_solid ? (elements.where[kind] & room).count() : 0);
        }
    }

    // Whether this many of each kind cover a region exactly.
    bool covers(const Corners &region, const std::vector<int> &numbers) {
        int area = 0;
        for (std::size_t kind = 0; kind < left_.size(); ++kind) {
            const int size = elements_.kinds[kind].area();
            left_[kind] = size > 0 ? numbers[kind] : 0;
            area += left_[kind] * size;
        }
        return area == region.count() && lay_over(region, [] { return true; });
    }

    // Whether these cells can be covered by polyominoes of the room, and with them all those that are then
    // inside. True also if that would take long to find out.
    bool may_grow(const Corners &cells) {
        patience_ = 2000;
        return lay_over(cells, [&] { return lay_owners(); });
    }

    // Whether these cells can be covered by polyominoes of the room. True also if that would take long to find out.
    bool may_cover(const Corners &cells) {
        patience_ = 2000;
        return lay_over(cells, [] { return true; });
    }

  private:
    // Covers the uncovered ones of some cells, in order, then asks.
    template <class Then>
    bool lay_over(const Corners &cells, Then then) {
        const auto bare = cells & free_;
        if (bare.empty()) return then();
        const int cell = bare.first();
        for (std::size_t kind = 0; kind < left_.size(); ++kind)
            if (left_[kind] > 0 && lay_one_of(kind, tiles_.over(kind, cell), [&] { return lay_over(cells, then); }))
                return true;
        return false;
    }

    // Lays the polyominoes whose own cell has been covered, as they belong to the region.
    bool lay_owners() {
        for (std::size_t kind = 0; kind < left_.size(); ++kind) {
            if (left_[kind] <= 0) continue;
            const auto &where = elements_.where[kind];
            const int still_outside = (where & free_).count();
            if (left_[kind] > still_outside) return lay_one_of(kind, tiles_.all(kind), [&] { return lay_owners(); });
        }
        return true;
    }

    template <class Then>
    bool lay_one_of(std::size_t kind, const std::vector<Corners> &tiles, Then then) {
        --left_[kind];
        bool done = false;
        for (const auto &tile : tiles) {
            if (done || !(tile - free_).empty()) continue;
            Budget::poll();
            if (has_walls_ && !(grid_.inner(tile) & walls_).empty()) continue;
            if (patience_ >= 0 && patience_-- == 0) return true;
            free_ -= tile;
            done = then();
            free_ |= tile;
        }
        ++left_[kind];
        return done;
    }

    const Grid<Words> &grid_;
    const Tiles<Words> &tiles_;
    const Elements<Words> &elements_;
    Lines<Corners> walls_;
    bool has_walls_;
    Corners free_;           // cells of the room that no tile covers
    std::vector<int> left_;  // by kind
    int patience_ = -1;      // tiles that may still be tried; -1 is any number
};

}  // namespace quandary::witness
