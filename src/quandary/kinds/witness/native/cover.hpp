// Where solid polyominoes can lie, and whether they can cover a region like tiles.
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <quandary/budget.hpp>

#include "elements.hpp"

namespace quandary::witness {

// The solid polyominoes of a panel that are laid alike, with every way to lay one of them, by the cells that it covers.
template <class Corners>
struct TileGroup {
    std::vector<std::size_t> kinds;
    int size;  // of each
    Corners where;
    std::vector<Corners> tiles;
};

// A way to lay a polyomino of a group.
template <class Corners>
struct Tile {
    std::size_t group;
    Corners cells;
};

template <int Words>
class Tiles {
  public:
    using Corners = typename Grid<Words>::Corners;

    Tiles(const Grid<Words> &grid, const Elements<Words> &elements) : over(grid.mirror.size()) {
        for (std::size_t kind = 0; kind < elements.kinds.size(); ++kind)
            if (const auto &element = elements.kinds[kind]; element.area() > 0) {
                auto tiles = laid(grid, element);
                const auto alike = [&](const auto &group) { return group.tiles == tiles; };
                auto group = std::ranges::find_if(groups, alike);
                if (group == groups.end()) group = groups.insert(group, {{}, element.area(), {}, std::move(tiles)});
                group->kinds.push_back(kind);
                group->where |= elements.where[kind];
            }
        for (std::size_t group = 0; group < groups.size(); ++group)
            for (const auto &tile : groups[group].tiles) {
                covered |= tile;
                tile.each([&](int cell) { over[std::size_t(cell)].push_back({group, tile}); });
            }
    }

    std::vector<TileGroup<Corners>> groups;
    std::vector<std::vector<Tile<Corners>>> over;  // by cell
    Corners covered;                               // the cells that some tile can lie on

  private:
    // The ways to lay an element, in an order that depends on them alone.
    static std::vector<Corners> laid(const Grid<Words> &grid, const Element &element) {
        std::vector<Corners> tiles;
        for (const auto &shape : element.orientations)
            grid.junctions.each([&](int corner) { lay(grid, shape, corner, tiles); });
        std::ranges::sort(tiles, {}, &Corners::words);
        return tiles;
    }

    static void lay(const Grid<Words> &grid, const CellSet &shape, int corner, std::vector<Corners> &tiles) {
        const int left = corner % grid.stride, bottom = corner / grid.stride;
        Corners tile;
        for (const auto &[x, y] : shape) {
            if ((!grid.pillar && left + x >= grid.width) || bottom + y >= grid.height) return;
            tile.add(grid.corner((left + x) % grid.stride, bottom + y));
        }
        if (tile.count() == int(shape.size()) && (tile - grid.cells).empty()) tiles.push_back(tile);
    }
};

// A search that lays tiles side by side within some room.
template <int Words>
class Cover {
  public:
    using Corners = typename Grid<Words>::Corners;

    // No tile is laid across an edge of `walls`.
    Cover(const Grid<Words> &grid, const Elements<Words> &elements, const Tiles<Words> &tiles, const Corners &room,
          const Lines<Corners> &walls = {})
        : grid_(grid),
          elements_(elements),
          groups_(tiles.groups),
          over_(tiles.over),
          walls_(walls),
          has_walls_(!walls.empty()),
          room_(room),
          free_(room) {
        left_.reserve(groups_.size());
        for (const auto &group : groups_) left_.push_back((group.where & room).count());
    }

    // Whether this many of each kind cover a region exactly.
    bool covers(const Corners &region, const std::vector<int> &numbers) {
        int area = 0;
        for (std::size_t group = 0; group < left_.size(); ++group) {
            left_[group] = 0;
            for (auto kind : groups_[group].kinds) left_[group] += numbers[kind];
            area += left_[group] * groups_[group].size;
        }
        return area == region.count() && begin(region, [] { return true; });
    }

    // Whether a region may hold that has these cells for sure and others of the room, where only stars can be removed.
    // True also if that would take long to find out.
    bool may_grow(const Corners &cells) {
        removers_ = (room_ & elements_.eliminators).count();
        touchy_ = elements_.all_squares;
        for (std::size_t colour = 1; colour <= elements_.palette; ++colour)
            if (!elements_.stars[colour].empty()) touchy_ |= elements_.coloured[colour];
        const auto then = [&] { return complete(); };
        if (const auto known = rush(cells, then)) return *known;
        patience_ = 200;
        return begin(cells, then);
    }

    // Whether these cells can be covered by polyominoes of the room. If that would take long to find out, as far as the
    // first two of them show it.
    bool may_cover(const Corners &cells) {
        const auto then = [] { return true; };
        if (const auto known = rush(cells, then)) return *known;
        depth_ = 2;
        return begin(cells, then);
    }

  private:
    // Covers some cells, then asks.
    template <class Then>
    bool begin(const Corners &cells, Then then) {
        cells.each([&](int cell) {
            for (const auto &tile : over_[std::size_t(cell)])
                if (left_[tile.group] > 0 && (tile.cells & cells).first() == cell && fits(tile.cells))
                    candidates_.push_back(tile);
        });
        return lay_over(cells, 0, then);
    }

    bool fits(const Corners &tile) const {
        return (tile - free_).empty() && !(has_walls_ && !(grid_.inner(tile) & walls_).empty());
    }

    // Covers the uncovered ones of some cells with candidates from `first` on: a cell that few of them can cover comes
    // first.
    template <class Then>
    bool lay_over(const Corners &cells, std::size_t first, Then then) {
        const auto bare = cells & free_;
        if (bare.empty()) return then();
        const auto end = candidates_.size();
        Corners once, twice, thrice;
        for (auto at = first; at < end; ++at) {
            const auto candidate = candidates_[at];  // a copy: the list grows
            if (left_[candidate.group] == 0 || !(candidate.cells - free_).empty() || !candidate.cells.meets(bare))
                continue;
            thrice |= twice & candidate.cells;
            twice |= once & candidate.cells;
            once |= candidate.cells;
            candidates_.push_back(candidate);
        }
        const bool hope = (bare - once).empty();
        const bool done = hope && (depth_ == 0 || lay_over_one(cells, rarest(bare, twice, thrice), end, then));
        candidates_.resize(end);
        return done;
    }

    static int rarest(const Corners &bare, const Corners &twice, const Corners &thrice) {
        if (const auto forced = bare - twice; !forced.empty()) return forced.first();
        const auto rare = bare - thrice;
        return rare.empty() ? bare.first() : rare.first();
    }

    template <class Then>
    bool lay_over_one(const Corners &cells, int cell, std::size_t first, Then then) {
        for (auto at = first, end = candidates_.size(); at < end; ++at) {
            const auto candidate = candidates_[at];
            if (candidate.cells.has(cell) &&
                lay(candidate.group, candidate.cells, [&] { return lay_over(cells, first, then); }))
                return true;
        }
        return false;
    }

    // Covers some cells without a choice which comes first, then asks. Mostly that is easy; if not, nothing is known,
    // unless a region came close.
    template <class Then>
    std::optional<bool> rush(const Corners &cells, Then then) {
        patience_ = 50;
        const bool done = lay_over_next(cells, then);
        if (done && patience_ < 0 && !is_close_) return std::nullopt;
        patience_ = -1;
        return done;
    }

    // Covers the uncovered ones of some cells as they come.
    template <class Then>
    bool lay_over_next(const Corners &cells, Then then) {
        const auto bare = cells & free_;
        if (bare.empty()) return then();
        for (const auto &tile : over_[std::size_t(bare.first())])
            if (left_[tile.group] > 0 && fits(tile.cells) &&
                lay(tile.group, tile.cells, [&] { return lay_over_next(cells, then); }))
                return true;
        return false;
    }

    // Goes on until the region has the polyominoes whose own cells are covered, and no other ones, and stars have
    // their partners. Where room is left for that, mostly it can be done in some way, so it is not tried for long.
    bool complete() {
        for (std::size_t group = 0; group < left_.size(); ++group)
            if (left_[group] > owners_outside(group).count()) return lay_one_of(group);
        if (!std::exchange(is_close_, true)) patience_ = 60;
        for (std::size_t group = 0; group < left_.size(); ++group)
            if (left_[group] < owners_outside(group).count()) return lay_over_one_of(owners_outside(group));
        return removers_ > 0 || pair_stars();
    }
    Corners owners_outside(std::size_t group) const { return groups_[group].where & free_; }

    bool pair_stars() {
        const auto covered = room_ - free_;
        for (std::size_t colour = 1; colour <= elements_.palette; ++colour) {
            const auto &alike = elements_.coloured[colour];
            if (covered.meets(elements_.stars[colour]) && (covered & alike).is_single())
                return lay_over_one_of(alike & free_);
        }
        return true;
    }

    bool lay_one_of(std::size_t group) {
        const auto then = [&] { return complete(); };
        return std::ranges::any_of(groups_[group].tiles,
                                   [&](const auto &tile) { return fits(tile) && lay(group, tile, then); });
    }

    bool lay_over_one_of(Corners cells) {
        const auto then = [&] { return complete(); };
        for (; !cells.empty(); cells.remove(cells.first()))
            for (const auto &tile : over_[std::size_t(cells.first())])
                if (left_[tile.group] > 0 && fits(tile.cells) && lay(tile.group, tile.cells, then)) return true;
        return false;
    }

    // Whether more fails in what is covered than can be removed, whatever else comes to the region.
    bool is_spoiled() const {
        const auto covered = room_ - free_;
        return !elements_.squares_agree(covered) || elements_.surplus_stars(covered) > removers_;
    }

    // Whether a tile leads to the end, or patience is gone.
    template <class Then>
    bool lay(std::size_t group, const Corners &tile, Then then) {
        Budget::poll();
        if (patience_ >= 0 && patience_-- == 0) return true;
        --left_[group];
        --depth_;
        free_ -= tile;
        const bool done = !(tile.meets(touchy_) && is_spoiled()) && then();
        free_ |= tile;
        ++depth_;
        ++left_[group];
        return done;
    }

    const Grid<Words> &grid_;
    const Elements<Words> &elements_;
    const std::vector<TileGroup<Corners>> &groups_;
    const std::vector<std::vector<Tile<Corners>>> &over_;
    Lines<Corners> walls_;
    bool has_walls_;
    Corners room_, free_;                    // also those of its cells that no tile covers
    std::vector<int> left_;                  // by group
    std::vector<Tile<Corners>> candidates_;  // tiles that may be laid, those of a cell after those of the cells before
    Corners touchy_;                         // cells that may spoil the region that grows
    int removers_ = 0;                       // eliminators that may come to it
    bool is_close_ = false;                  // once, all polyominoes of its own were laid
    int depth_ = -1;                         // tiles that are laid one after the other; below 0 is any number
    int patience_ = -1;                      // tiles that may still be tried; -1 is any number
};

}  // namespace quandary::witness
