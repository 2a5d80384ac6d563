// Patterns of a few cells. Mirrors shapes.py: the same findings in the same order.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <vector>

#include <quandary/rules.hpp>

namespace quandary::sudoku {

// The digits left for each cell: bit d - 1.
template <class D>
std::vector<std::uint32_t> digits_left(const D &domain, const MoveSet<D> &left) {
    std::vector<std::uint32_t> digits(std::size_t(domain.cells()));
    left.each([&](Move move) { digits[std::size_t(move / domain.width())] |= 1u << move % domain.width(); });
    return digits;
}

template <class Visit>
void each_digit(std::uint32_t digits, Visit visit) {
    for (; digits; digits &= digits - 1) visit(std::countr_zero(digits));
}

// Units with a single empty cell that has a single digit left.
struct LastCell {
    static constexpr std::string_view name = "last-cell";

    template <class D, class Emit>
    void find(const D &domain, const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        const auto digits = digits_left(domain, left);
        for (const auto &unit : domain.units()) {
            int last = -1, empty = 0;
            for (int cell : unit)
                if (!state.digits[std::size_t(cell)]) last = cell, ++empty;
            if (empty != 1 || !std::has_single_bit(digits[std::size_t(last)])) continue;
            Finding<D> finding;
            finding.must.add(last * domain.width() + std::countr_zero(digits[std::size_t(last)]));
            emit(finding);
        }
    }
};

// A hinge with at most two digits beside z, each of which makes a cell that it sees take z.
struct XyzWing {
    static constexpr std::string_view name = "xyz-wing";

    template <class D, class Emit>
    void find(const D &domain, const SlotTable<D> &, const typename D::State &, const MoveSet<D> &left,
              Emit emit) const {
        const auto digits = digits_left(domain, left);
        std::vector<int> cells;
        for (int cell = 0; cell < domain.cells(); ++cell)
            if (digits[std::size_t(cell)]) cells.push_back(cell);
        for (int hinge : cells) {
            const auto at_hinge = digits[std::size_t(hinge)];
            if (std::popcount(at_hinge) > 3) continue;
            std::vector<int> around;
            for (int cell : cells)
                if (std::popcount(digits[std::size_t(cell)]) <= 2 && domain.see(cell, hinge)) around.push_back(cell);
            for (int z = 0; z < domain.width(); ++z)
                if (std::popcount(at_hinge & ~(1u << z)) <= 2) fold(domain, digits, cells, around, hinge, z, emit);
        }
    }

  private:
    using Cells = std::vector<int>;

    template <class D, class Emit>
    static void fold(const D &domain, const std::vector<std::uint32_t> &digits, const Cells &cells, const Cells &around,
                     int hinge, int z, Emit emit) {
        std::vector<Cells> ends;
        each_digit(digits[std::size_t(hinge)] & ~(1u << z), [&](int x) {
            ends.emplace_back();
            for (int cell : around)
                if (!(digits[std::size_t(cell)] & ~(1u << z | 1u << x))) ends.back().push_back(cell);
        });
        Cells seen_by;
        choose(ends, 0, seen_by, [&] {
            auto by = seen_by;
            if (digits[std::size_t(hinge)] >> z & 1) by.push_back(hinge);
            if (by.empty()) return;
            Finding<D> finding;
            for (int cell : cells)
                if (digits[std::size_t(cell)] >> z & 1 &&
                    std::all_of(by.begin(), by.end(), [&](int each) { return domain.see(each, cell); }))
                    finding.cannot.add(cell * domain.width() + z);
            if (!finding.cannot.empty()) emit(finding);
        });
    }

    // One of each list, in lexicographic order.
    template <class Visit>
    static void choose(const std::vector<Cells> &from, std::size_t depth, Cells &chosen, Visit visit) {
        Budget::poll();
        if (depth == from.size()) return visit();
        for (int cell : from[depth]) {
            chosen.push_back(cell);
            choose(from, depth + 1, chosen, visit);
            chosen.pop_back();
        }
    }
};

// Four cells that could exchange two digits unless one of them takes another. Finds nothing unless it is known
// that there is one solution.
struct UniqueRectangle {
    static constexpr std::string_view name = "unique-rectangle";

    template <class D, class Emit>
    void find(const D &domain, const SlotTable<D> &slots, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        if (!domain.is_unique()) return;
        const auto digits = digits_left(domain, left);
        for (const auto &corners : domain.rectangles()) {
            Budget::poll();
            if (std::any_of(corners.begin(), corners.end(), [&](int c) { return state.digits[std::size_t(c)] != 0; }))
                continue;
            for (int a = 0; a < domain.width(); ++a)
                for (int b = a + 1; b < domain.width(); ++b) {
                    const auto pair = 1u << a | 1u << b;
                    if (std::count_if(corners.begin(), corners.end(),
                                      [&](int c) { return !(digits[std::size_t(c)] & ~pair); }) >= 2)
                        one_more(domain, slots, digits, left, corners, pair, emit);
                }
        }
    }

  private:
    template <class D, class Emit>
    static void one_more(const D &domain, const SlotTable<D> &slots, const std::vector<std::uint32_t> &digits,
                         const MoveSet<D> &left, const std::array<int, 4> &corners, std::uint32_t pair, Emit emit) {
        MoveSet<D> here, out = left;
        bool extra = false;
        for (int cell : corners) {
            each_digit(digits[std::size_t(cell)], [&](int d) { here.add(cell * domain.width() + d); });
            each_digit(digits[std::size_t(cell)] & ~pair, [&](int d) {
                const Move move = cell * domain.width() + d;
                MoveSet<D> rivals;
                for (Slot slot : domain.fills(move)) rivals |= slots.moves[std::size_t(slot)];
                rivals.remove(move);
                out &= rivals;
                extra = true;
            });
        }
        if (!extra) out = here;
        if (!out.empty()) emit(Finding<D>{.cannot = out});
    }
};

}  // namespace quandary::sudoku
