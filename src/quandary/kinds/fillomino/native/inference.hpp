// The rules that people use in a Fillomino. Mirrors sight.py and people.py: the same findings in the same order.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/domain.hpp>
#include <quandary/slots.hpp>

#include "grid.hpp"

namespace quandary::fillomino {

// The sizes of all regions of a board.
template <int Most>
class Sizes {
  public:
    using Board = std::array<std::uint16_t, Most>;

    Sizes(const Grid &grid, const Board &numbers) : grid_(grid), numbers_(numbers) {
        region_.fill(-1);
        std::vector<int> queue;
        for (int cell = 0; cell < grid.cells(); ++cell) {
            if (!number(cell) || region_[std::size_t(cell)] >= 0) continue;
            const auto id = std::int16_t(sizes_.size());
            queue.assign(1, cell);
            region_[std::size_t(cell)] = id;
            for (std::size_t i = 0; i < queue.size(); ++i)
                for (int next : grid.beside(queue[i]))
                    if (number(next) == number(cell) && region_[std::size_t(next)] < 0) {
                        region_[std::size_t(next)] = id;
                        queue.push_back(next);
                    }
            sizes_.push_back(int(queue.size()));
        }
    }

    int of(int cell) const { return sizes_[std::size_t(region_[std::size_t(cell)])]; }

    // The size of the region that `added` would make in an empty cell.
    int joined(int cell, int added) const {
        std::array<int, 4> seen{-1, -1, -1, -1};
        std::size_t count = 0;
        int size = 1;
        for (int next : grid_.beside(cell)) {
            const int region = region_[std::size_t(next)];
            if (number(next) != added || std::find(seen.begin(), seen.end(), region) != seen.end()) continue;
            seen[count++] = region;
            size += sizes_[std::size_t(region)];
        }
        return size;
    }

  private:
    int number(int cell) const { return numbers_[std::size_t(cell)]; }

    const Grid &grid_;
    const Board &numbers_;
    std::array<std::int16_t, Most> region_;
    std::vector<int> sizes_;
};

// Where one number is, and where it can still go.
template <int Most>
class Sight {
  public:
    using Cells = BitSet<Most>;

    Cells holds{}, may{};

    Sight(const Grid &grid, int number) : grid_(grid), number_(number) {}

    // What can be reached from some cells in steps that stay within others.
    Cells spread(const Cells &some, const Cells &within) const {
        Budget::poll();
        Cells reached = some;
        std::array<int, Most> queue;
        int size = 0;
        some.each([&](int cell) { queue[std::size_t(size++)] = cell; });
        for (int i = 0; i < size; ++i)
            for (int next : grid_.beside(queue[std::size_t(i)]))
                if (within.has(next) && !reached.has(next)) {
                    reached.add(next);
                    queue[std::size_t(size++)] = next;
                }
        return reached;
    }

    // The connected parts of some cells, by their first cell.
    template <class Visit>
    void each_part(Cells some, Visit visit) const {
        while (!some.empty()) {
            const auto part = spread(one(some.first()), some);
            some -= part;
            visit(part);
        }
    }

    template <class Visit>
    void each_unfinished(Visit visit) const {
        each_part(holds, [&](const Cells &region) {
            if (region.count() < number_) visit(region);
        });
    }

    Cells area(const Cells &region) const { return spread(region, holds | may); }

    Cells ways_out(const Cells &region) const {
        Cells ways;
        region.each([&](int cell) {
            for (int next : grid_.beside(cell))
                if (may.has(next)) ways.add(next);
        });
        return ways;
    }

    // The empty cells without which a region could not become large enough.
    Cells bottlenecks(const Cells &region) const {
        Cells narrow;
        const auto here = area(region);
        const bool spare = here.count() > number_;
        (here & may).each([&](int cell) {
            int ways = 0;
            for (int next : grid_.beside(cell)) ways += here.has(next);
            if (spare && ways == 1) return;
            auto within = holds | may;
            within.remove(cell);
            if (spread(region, within).count() < number_) narrow.add(cell);
        });
        return narrow;
    }

    Cells roomless() const {
        Cells out;
        each_part(holds | may, [&](const Cells &part) {
            if (part.count() < number_) out |= part & may;
        });
        return out;
    }

    Cells oversized() const {
        Cells out;
        ways_out(holds).each([&](int cell) {
            if (spread(one(cell), holds).count() > number_) out.add(cell);
        });
        return out;
    }

    // The empty cells in which the number would leave it, or another region of it, without room.
    Cells starving() const {
        Cells out;
        may.each([&](int cell) {
            Sight after = *this;
            after.holds.add(cell);
            after.may.remove(cell);
            after.may -= after.oversized();
            bool starves = false;
            after.each_unfinished(
                [&](const Cells &region) { starves = starves || after.area(region).count() < number_; });
            if (starves) out.add(cell);
        });
        return out;
    }

    static Cells one(int cell) {
        Cells set;
        set.add(cell);
        return set;
    }

  private:
    const Grid &grid_;
    int number_;
};

// A sight for each number, 1 first.
template <class D>
std::vector<Sight<D::max_slots - 1>> look(const D &domain, const typename D::State &state, const MoveSet<D> &left) {
    std::vector<Sight<D::max_slots - 1>> sights;
    for (int number = 1; number <= domain.cells; ++number) sights.emplace_back(domain.grid, number);
    for (int cell = 0; cell < domain.cells; ++cell)
        if (const int number = state.numbers[std::size_t(cell)]) sights[std::size_t(number - 1)].holds.add(cell);
    left.each([&](Move move) { sights[std::size_t(domain.number_of(move) - 1)].may.add(domain.cell_of(move)); });
    return sights;
}

template <class D>
Finding<D> required(const D &domain, int cell, int number) {
    Finding<D> finding;
    finding.must.add(domain.move(cell, number));
    return finding;
}

// Visits every region that is too small, by number and first cell: visit(number, sight, region).
template <class D, class Visit>
void each_unfinished(const D &domain, const typename D::State &state, const MoveSet<D> &left, Visit visit) {
    const auto sights = look(domain, state, left);
    for (int number = 1; number <= domain.cells; ++number) {
        const auto &sight = sights[std::size_t(number - 1)];
        sight.each_unfinished([&](const auto &region) { visit(number, sight, region); });
    }
}

struct OneWayOut {
    static constexpr std::string_view name = "one-way-out";

    template <class D, class Emit>
    void find(const D &domain, const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        each_unfinished(domain, state, left, [&](int number, const auto &sight, const auto &region) {
            const auto ways = sight.ways_out(region);
            if (ways.empty())
                emit(required(domain, region.first(), number));
            else if (ways.count() == 1)
                emit(required(domain, ways.first(), number));
        });
    }
};

struct Bottleneck {
    static constexpr std::string_view name = "bottleneck";

    template <class D, class Emit>
    void find(const D &domain, const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        each_unfinished(domain, state, left, [&](int number, const auto &sight, const auto &region) {
            if (sight.area(region).count() < number)
                emit(required(domain, region.first(), number));
            else
                sight.bottlenecks(region).each([&](int cell) { emit(required(domain, cell, number)); });
        });
    }
};

// Emits one finding against the moves into the cells that cells_of(sight) names for each number.
template <class D, class Emit, class CellsOf>
void strike(const D &domain, const typename D::State &state, const MoveSet<D> &left, Emit emit, CellsOf cells_of) {
    Finding<D> finding;
    const auto sights = look(domain, state, left);
    for (int number = 1; number <= domain.cells; ++number)
        cells_of(sights[std::size_t(number - 1)]).each([&](int cell) {
            finding.cannot.add(domain.move(cell, number));
        });
    if (!finding.cannot.empty()) emit(finding);
}

struct NoRoom {
    static constexpr std::string_view name = "no-room";

    template <class D, class Emit>
    void find(const D &domain, const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        strike(domain, state, left, emit, [](const auto &sight) { return sight.roomless(); });
    }
};

struct Starving {
    static constexpr std::string_view name = "starving";

    template <class D, class Emit>
    void find(const D &domain, const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        strike(domain, state, left, emit,
               [](const auto &sight) { return sight.holds.empty() ? sight.holds : sight.starving(); });
    }
};

// The ways to fill a small pocket of empty cells with numbers that may(cell, number) still go there.
template <int Most>
class PocketFillings {
  public:
    using Board = std::array<std::uint16_t, Most>;
    using Cells = BitSet<Most>;

    template <class May>
    PocketFillings(const Grid &grid, const Board &numbers, const Cells &pocket, May may)
        : grid_(grid), numbers_(numbers) {
        std::vector<bool> on_edge(std::size_t(grid.cells() + 1), false);
        pocket.each([&](int cell) {
            cells_.push_back(cell);
            for (int next : grid.beside(cell)) {
                if (std::find(near_.begin(), near_.end(), next) == near_.end()) near_.push_back(next);
                on_edge[numbers[std::size_t(next)]] = true;
            }
        });
        for (int cell : cells_) {
            if (std::find(near_.begin(), near_.end(), cell) == near_.end()) near_.push_back(cell);
            std::vector<int> choices;
            for (int number = 1; number <= grid.cells(); ++number)
                if ((number <= int(cells_.size()) || on_edge[std::size_t(number)]) && may(cell, number))
                    choices.push_back(number);
            choices_.push_back(choices);
        }
    }

    // Calls visit(cell, number) for every number that some filling puts into a cell, perhaps more than once.
    template <class Visit>
    void each(Visit visit) {
        fill(0, visit);
    }

  private:
    template <class Visit>
    void fill(std::size_t at, Visit visit) {
        if (at == cells_.size()) {
            if (std::all_of(near_.begin(), near_.end(), [&](int cell) { return may_stand(cell); }))
                for (int cell : cells_) visit(cell, int(numbers_[std::size_t(cell)]));
            return;
        }
        auto &here = numbers_[std::size_t(cells_[at])];
        for (int number : choices_[at]) {
            Budget::poll();
            here = std::uint16_t(number);
            fill(at + 1, visit);
        }
        here = 0;
    }

    // Whether the region of a cell is of its size, or smaller with an empty cell beside it.
    bool may_stand(int cell) {
        const int number = numbers_[std::size_t(cell)];
        Cells seen;
        seen.add(cell);
        queue_.assign(1, cell);
        bool can_grow = false;
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            for (int next : grid_.beside(queue_[i])) {
                const int other = numbers_[std::size_t(next)];
                can_grow = can_grow || other == 0;
                if (other != number || seen.has(next)) continue;
                seen.add(next);
                queue_.push_back(next);
            }
            if (int(queue_.size()) > number) return false;
        }
        return can_grow || int(queue_.size()) == number;
    }

    const Grid &grid_;
    Board numbers_;
    std::vector<int> cells_, near_, queue_;
    std::vector<std::vector<int>> choices_;
};

struct Pocket {
    static constexpr std::string_view name = "pocket";
    static constexpr int largest = 4;

    template <class D, class Emit>
    void find(const D &domain, const SlotTable<D> &slots, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        using Cells = BitSet<D::max_slots - 1>;
        Cells empty;
        for (int cell = 0; cell < domain.cells; ++cell)
            if (!state.numbers[std::size_t(cell)]) empty.add(cell);
        const auto may = [&](int cell, int number) { return left.has(domain.move(cell, number)); };
        Sight<D::max_slots - 1>(domain.grid, 0).each_part(empty, [&](const Cells &pocket) {
            if (pocket.count() > largest) return;
            Finding<D> finding;
            pocket.each([&](int cell) { finding.cannot |= slots.moves[std::size_t(cell)]; });
            finding.cannot &= left;
            PocketFillings<D::max_slots - 1>(domain.grid, state.numbers, pocket, may).each([&](int cell, int number) {
                finding.cannot.remove(domain.move(cell, number));
            });
            if (!finding.cannot.empty()) emit(finding);
        });
    }
};

}  // namespace quandary::fillomino
