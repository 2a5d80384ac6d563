// Which cells a player's rules fill without a guess.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include <quandary/budget.hpp>

#include "inference.hpp"

namespace quandary::fillomino {

// The rules a player knows, besides filling a cell for which one number is left.
struct Knowledge {
    bool one_way_out = false, no_room = false, bottleneck = false, pocket = false, starving = false;

    explicit Knowledge(const std::vector<std::string> &rules) {
        const auto has = [&](std::string_view name) {
            return std::find(rules.begin(), rules.end(), name) != rules.end();
        };
        one_way_out = has(OneWayOut::name);
        no_room = has(NoRoom::name);
        bottleneck = has(Bottleneck::name);
        pocket = has(Pocket::name);
        starving = has(Starving::name);
    }
};

// Reads on until nothing more is certain. It asks the same questions as the rules, but of one number at a time, and
// only where something has changed. Since a rule that knows more never finds less, the order does not matter: in the
// end as much is filled as by a player who takes all findings at once.
template <int Most>
class Reader {
  public:
    using Cells = BitSet<Most>;
    using Board = std::array<std::uint16_t, Most>;

    Reader(const Grid &grid, const Board &givens, Knowledge knows, Budget &budget)
        : grid_(grid), cells_(grid.cells()), knows_(knows), budget_(budget), numbers_(givens) {
        for (int cell = 0; cell < cells_; ++cell)
            if (!numbers_[std::size_t(cell)]) empty_.add(cell);
        for (int number = 1; number <= cells_; ++number) {
            auto &sight = sights_.emplace_back(grid, number);
            sight.may = empty_;
            changed_.add(number);
        }
        for (int cell = 0; cell < cells_; ++cell)
            if (const int number = givens[std::size_t(cell)]) of(number).holds.add(cell);
        left_.assign(std::size_t(cells_), cells_);
        for (int number = 1; number <= cells_; ++number)
            if (!of(number).holds.empty()) strike(number, of(number).oversized());
    }

    // Whether all these cells get a number.
    bool fills(const Cells &wanted) {
        while (wanted.meets(empty_) && !lost_)
            if (!take_a_step()) return false;
        return !lost_ && (!empty_.empty() || is_in_order());
    }

    // How many cells are empty when nothing more can be filled.
    int stuck_with() {
        fills(empty_);
        return empty_.count();
    }

  private:
    bool is_in_order() const {
        bool all = true;
        for (int number = 1; number <= cells_; ++number) {
            const auto &sight = sights_[std::size_t(number - 1)];
            sight.each_unfinished([&](const Cells &) { all = false; });
        }
        return all;
    }

    Sight<Most> &of(int number) { return sights_[std::size_t(number - 1)]; }

    // Regions come first: most is found there, with least work.
    bool take_a_step() {
        budget_.check();
        return look_at_each(true) || look_at_each(false) || (knows_.pocket && look_into_pockets());
    }

    bool look_at_each(bool held) {
        bool found = false;
        for (int number = 1; number <= cells_ && !lost_; ++number)
            if (of(number).holds.empty() != held && changed_.has(number)) {
                changed_.remove(number);
                look_at(number);
                found = found || changed_.has(number);
            }
        return std::exchange(filled_, false) || found;
    }

    void look_at(int number) {
        auto &sight = of(number);
        if (knows_.no_room) strike(number, sight.roomless());
        if (sight.holds.empty()) return;
        if (knows_.one_way_out || knows_.bottleneck) grow(number);
        if (knows_.starving && !lost_) strike(number, sight.starving());
    }

    void grow(int number) {
        auto &sight = of(number);
        Cells must;
        sight.each_unfinished([&](const Cells &region) {
            const auto ways = sight.ways_out(region);
            if (ways.empty() || (knows_.bottleneck && sight.area(region).count() < number)) {
                lost_ = true;
            } else {
                if (knows_.one_way_out && ways.is_single()) must |= ways;
                if (knows_.bottleneck) must |= sight.bottlenecks(region);
            }
        });
        must.each([&](int cell) {
            if (!lost_) fill(cell, number);
        });
    }

    bool look_into_pockets() {
        bool found = false;
        Sight<Most>(grid_, 0).each_part(empty_, [&](const Cells &pocket) {
            if (found || pocket.count() > Pocket::largest) return;
            const auto may = [&](int cell, int number) { return of(number).may.has(cell); };
            std::vector<std::pair<int, int>> used;
            PocketFillings<Most>(grid_, numbers_, pocket, may).each([&](int cell, int number) {
                used.emplace_back(cell, number);
            });
            std::sort(used.begin(), used.end());
            pocket.each([&](int cell) {
                for (int number = 1; number <= cells_; ++number)
                    if (may(cell, number) && !std::binary_search(used.begin(), used.end(), std::pair(cell, number))) {
                        strike_one(number, cell);
                        found = true;
                    }
            });
        });
        return found;
    }

    void strike(int number, const Cells &cells) {
        (cells & of(number).may).each([&](int cell) { strike_one(number, cell); });
    }

    void strike_one(int number, int cell) {
        of(number).may.remove(cell);
        changed_.add(number);
        if (!empty_.has(cell)) return;
        const int left = --left_[std::size_t(cell)];
        if (left == 0) lost_ = true;
        if (left == 1) fill(cell, last_number(cell));
    }

    int last_number(int cell) {
        int number = 1;
        while (!of(number).may.has(cell)) ++number;
        return number;
    }

    void fill(int cell, int number) {
        if (!empty_.has(cell)) {
            lost_ = lost_ || numbers_[std::size_t(cell)] != number;
            return;
        }
        if (!of(number).may.has(cell)) {
            lost_ = true;
            return;
        }
        filled_ = true;
        empty_.remove(cell);
        numbers_[std::size_t(cell)] = std::uint16_t(number);
        for (int other = 1; other <= cells_; ++other)
            if (of(other).may.has(cell)) {
                of(other).may.remove(cell);
                changed_.add(other);
            }
        of(number).holds.add(cell);
        strike(number, of(number).oversized());
    }

    const Grid &grid_;
    int cells_;
    Knowledge knows_;
    Budget &budget_;
    Board numbers_;
    Cells empty_{};
    std::vector<Sight<Most>> sights_;
    BitSet<Most + 1> changed_{};  // the numbers to look at again
    std::vector<int> left_;       // how many numbers a cell may still take
    bool filled_ = false, lost_ = false;
};

}  // namespace quandary::fillomino
