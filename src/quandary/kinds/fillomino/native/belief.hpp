// What a player believes of a state, worked out number by number.
#pragma once
#include <array>
#include <utility>
#include <vector>

#include <quandary/rules.hpp>

#include "inference.hpp"

namespace quandary::fillomino {

// The same findings in the same order as those of the rules in inference.hpp, but kept as the cells that each number
// may still go into, which takes a fraction of the memory of sets of moves; and a rule looks at a number again only if
// something has changed there, since it would find what it has found before.
template <class D>
class Belief {
    static constexpr int most = D::max_slots - 1;
    using Cells = BitSet<most>;

  public:
    Belief(const D &domain, const typename D::State &state) : domain_(domain), state_(state) {
        for (int cell = 0; cell < domain.cells; ++cell)
            if (!state.numbers[std::size_t(cell)]) empty_.add(cell);
        for (int number = 1; number <= domain.cells; ++number) {
            sights_.emplace_back(domain.grid, number).may = empty_;
            for (auto &numbers : stale_) numbers.add(number);
        }
        for (int cell = 0; cell < domain.cells; ++cell)
            if (const int number = state.numbers[std::size_t(cell)]) of(number).holds.add(cell);
        for (auto &sight : sights_)
            if (!sight.holds.empty()) sight.may -= sight.oversized();
        required_.resize(sights_.size());
        touched_ = empty_;
    }

    // The moves left, and those required, once the rules have fed each other to the end.
    std::pair<MoveSet<D>, std::vector<Move>> after(const std::vector<int> &rules) {
        for (changed_ = !rules.empty(); changed_;) {
            changed_ = false;
            for (int rule : rules) with_rule<D>(rule, [&](auto kind) { apply(kind, stale_[std::size_t(rule)]); });
        }
        MoveSet<D> moves;
        for (int number = 1; number <= domain_.cells; ++number)
            of(number).may.each([&](int cell) { moves.add(domain_.move(cell, number)); });
        return {moves, musts_};
    }

  private:
    using NumberSet = BitSet<most + 1>;
    using Puts = std::vector<std::pair<int, int>>;  // cell and number

    Sight<most> &of(int number) { return sights_[std::size_t(number - 1)]; }

    void apply(OneWayOut, NumberSet &stale) {
        require_in(stale, [&](int number, const auto &sight, const Cells &region, Puts &puts) {
            const auto ways = sight.ways_out(region);
            if (ways.empty())
                puts.emplace_back(region.first(), number);
            else if (ways.is_single())
                puts.emplace_back(ways.first(), number);
        });
    }

    void apply(Bottleneck, NumberSet &stale) {
        require_in(stale, [&](int number, const auto &sight, const Cells &region, Puts &puts) {
            if (sight.area(region).count() < number)
                puts.emplace_back(region.first(), number);
            else
                sight.bottlenecks(region).each([&](int cell) { puts.emplace_back(cell, number); });
        });
    }

    // Most numbers are nowhere held, and many of them may go into the same cells.
    void apply(NoRoom, NumberSet &stale) {
        Cells last;
        std::vector<std::pair<Cells, int>> parts;
        std::exchange(stale, {}).each([&](int number) {
            const auto &sight = of(number);
            if (const auto cells = sight.holds | sight.may; parts.empty() || !(cells == last)) {
                last = cells;
                parts.clear();
                sight.each_part(cells, [&](const Cells &part) { parts.emplace_back(part, part.count()); });
            }
            Cells out;
            for (const auto &[part, count] : parts)
                if (count < number) out |= part;
            strike(number, out);
        });
    }

    void apply(Starving, NumberSet &stale) {
        std::exchange(stale, {}).each([&](int number) {
            if (!of(number).holds.empty()) strike(number, of(number).starving());
        });
    }

    void apply(Pocket, NumberSet &stale) {
        stale = {};
        Puts out;
        const auto may = [&](int cell, int number) { return of(number).may.has(cell); };
        Sight<most>(domain_.grid, 0).each_part(empty_, [&](const Cells &pocket) {
            if (pocket.count() > Pocket::largest || !pocket.meets(touched_)) return;
            std::vector<Cells> used(sights_.size());
            PocketFillings<most>(domain_.grid, state_.numbers, pocket, may).each([&](int cell, int number) {
                used[std::size_t(number - 1)].add(cell);
            });
            for (int number = 1; number <= domain_.cells; ++number)
                ((of(number).may & pocket) - used[std::size_t(number - 1)]).each([&](int cell) {
                    out.emplace_back(cell, number);
                });
        });
        touched_ = {};
        for (const auto &[cell, number] : out) strike(number, Sight<most>::one(cell));
    }

    template <Name name, int family>
    void apply(OnlyOption<name, family>, NumberSet &stale) {
        if (std::exchange(stale, {}).empty()) return;
        Cells once, more;
        for (const auto &sight : sights_) {
            more |= once & sight.may;
            once |= sight.may;
        }
        Puts puts;
        (once - more).each([&](int cell) {
            int number = 1;
            while (!of(number).may.has(cell)) ++number;
            puts.emplace_back(cell, number);
        });
        for (const auto &[cell, number] : puts) require(cell, number);
    }

    // Requires what find(number, sight, region, puts) puts there for every region that is too small.
    template <class Find>
    void require_in(NumberSet &stale, Find find) {
        Puts puts;
        std::exchange(stale, {}).each([&](int number) {
            const auto &sight = of(number);
            sight.each_unfinished([&](const Cells &region) { find(number, sight, region, puts); });
        });
        for (const auto &[cell, number] : puts) require(cell, number);
    }

    // What can no longer be done once the move is made is out; everything, if it cannot be made.
    void require(int cell, int number) {
        if (auto &there = required_[std::size_t(number - 1)]; !there.has(cell)) {
            there.add(cell);
            musts_.push_back(domain_.move(cell, number));
            changed_ = true;
        }
        const bool possible = of(number).may.has(cell);
        for (int other = 1; other <= domain_.cells; ++other)
            if (!possible)
                strike(other, empty_);
            else if (other != number)
                strike(other, Sight<most>::one(cell));
        if (!possible) return;
        auto after = of(number);
        after.holds.add(cell);
        after.may.remove(cell);
        strike(number, after.oversized());
    }

    void strike(int number, const Cells &cells) {
        const auto struck = cells & of(number).may;
        if (struck.empty()) return;
        of(number).may -= struck;
        touched_ |= struck;
        for (auto &numbers : stale_) numbers.add(number);
        changed_ = true;
    }

    const D &domain_;
    const typename D::State &state_;
    Cells empty_{}, touched_{};
    std::vector<Sight<most>> sights_;
    std::array<NumberSet, rule_count<D>> stale_{};  // by rule: the numbers that it has to look at
    std::vector<Cells> required_;                   // by number
    std::vector<Move> musts_;
    bool changed_ = false;
};

}  // namespace quandary::fillomino
