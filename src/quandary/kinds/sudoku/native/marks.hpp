// Pencil marks: which digits each cell of a Sudoku can still take. Sizes up to 9 × 9, digits from 0.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include <quandary/bitset.hpp>

namespace quandary::sudoku {

inline constexpr int widest = 9;  // the largest board with pencil marks in C++
inline constexpr int most_cells = widest * widest;
inline constexpr int most_units = 3 * widest;

using CellSet = BitSet<most_cells>;
using Digits = std::uint16_t;  // a set of digits, or of places in a unit

enum UnitType { IN_BOX, IN_ROW, IN_COLUMN };

// Counting bits by table: without a processor of a certain age, std::popcount is a function call.
inline constexpr auto bit_counts = [] {
    std::array<std::uint8_t, 1 << widest> counts{};
    for (unsigned i = 1; i < counts.size(); ++i) counts[i] = std::uint8_t(counts[i / 2] + i % 2);
    return counts;
}();
inline int count(Digits digits) { return bit_counts[digits]; }
inline bool is_single(Digits digits) {
    const unsigned below = digits - 1u;  // compared so that there is no branch for empty ones
    return (digits ^ below) > below;
}
inline int lowest(Digits digits) { return std::countr_zero(digits); }
inline Digits bit(int i) { return Digits(1u << i); }

template <class Visit>
void each(Digits digits, Visit visit) {
    for (unsigned rest = digits; rest; rest &= rest - 1) visit(std::countr_zero(rest));
}

// A short list that needs no memory of its own.
template <int Most>
class Few {
  public:
    void push_back(int i) { items_[std::size_t(size_++)] = i; }
    // As if by a condition, but without a branch; there must be room even if it is not kept.
    void push_if(int i, bool is_kept) {
        items_[std::size_t(size_)] = i;
        size_ += is_kept;
    }
    std::size_t size() const { return std::size_t(size_); }
    int operator[](std::size_t i) const { return items_[i]; }

  private:
    std::array<int, Most> items_;
    int size_ = 0;
};

// Which cells form units, and which cells see each other. Units are numbered boxes first, then rows, then columns.
struct Shape {
    int size, cells, units;
    std::array<std::array<std::uint8_t, widest>, most_units> cell{};      // by unit and place
    std::array<std::array<std::uint8_t, 3>, most_cells> unit{}, place{};  // by cell and type of unit
    std::array<CellSet, most_units> inside{};                             // the cells of each unit
    std::array<CellSet, most_cells> seen{};                               // the cells that each cell sees
    std::array<std::array<Digits, most_units>, most_units> shared{};  // places of the first unit that lie in the second
    std::array<std::array<Digits, most_units>, most_cells> seen_in{};      // places of each unit that a cell sees
    std::array<std::array<Digits, most_cells>, most_cells> digits_kept{};  // none in cells that the first one sees
    std::array<std::vector<std::uint8_t>, most_units> crossing;  // the lines of each box, the boxes of each line

    Shape(int box_rows, int box_columns) : size(box_rows * box_columns), cells(size * size), units(3 * size) {
        std::array<int, most_units> filled{};
        for (int c = 0; c < cells; ++c) {
            const int row = c / size, column = c % size;
            const int lines[] = {row / box_rows * box_rows + column / box_columns, size + row, 2 * size + column};
            for (std::size_t type = 0; type < 3; ++type) {
                const auto u = std::size_t(lines[type]);
                unit[at(c)][type] = std::uint8_t(u);
                place[at(c)][type] = std::uint8_t(filled[u]);
                cell[u][at(filled[u]++)] = std::uint8_t(c);
                inside[u].add(c);
            }
        }
        for (int c = 0; c < cells; ++c) {
            for (auto u : unit[at(c)]) seen[at(c)] |= inside[u];
            seen[at(c)].remove(c);
            digits_kept[at(c)].fill(Digits(~0));
            seen[at(c)].each([&](int other) {
                digits_kept[at(c)][at(other)] = 0;
                for (std::size_t type = 0; type < 3; ++type)
                    seen_in[at(c)][unit[at(other)][type]] |= bit(place[at(other)][type]);
            });
        }
        for (std::size_t u = 0; u < std::size_t(units); ++u)
            for (std::size_t v = 0; v < std::size_t(units); ++v)
                for (int p = 0; p < size; ++p)
                    if (inside[v].has(cell[u][at(p)])) shared[u][v] |= bit(p);
        for (int u = 0; u < units; ++u)
            for (int v = 0; v < units; ++v)
                if ((type(u) == IN_BOX) != (type(v) == IN_BOX) && shared[at(u)][at(v)])
                    crossing[at(u)].push_back(std::uint8_t(v));
        for (int type : {IN_BOX, IN_ROW, IN_COLUMN})
            for (unsigned places = 0; places < 1u << size; ++places)
                confined[at(type)][places] = std::int8_t(find_across(type * size, Digits(places)));
    }

    static std::size_t at(int i) { return std::size_t(i); }
    UnitType type(int u) const { return UnitType(u / size); }
    bool see(int a, int b) const { return seen[at(a)].has(b); }

    // The line of a box, or the box of a line, that has all of two or more places; or -1.
    int across(int u, Digits places) const {
        const int which = confined[at(type(u))][places];
        return which < 0 ? -1 : crossing[at(u)][at(which)];
    }

  private:
    std::array<std::array<std::int8_t, 1 << widest>, 3> confined{};  // which of those that cross, by type and places

    int find_across(int u, Digits places) const {
        if (count(places) < 2) return -1;
        for (std::size_t i = 0; i < crossing[at(u)].size(); ++i)
            if (!(places & ~shared[at(u)][crossing[at(u)][i]])) return int(i);
        return -1;
    }
};

struct Marks {
    const Shape *shape;
    std::array<Digits, most_cells> left{};                        // the digits left for each empty cell
    std::array<std::array<Digits, widest>, most_units> places{};  // where each digit can go, by unit
    std::array<CellSet, widest> where{};                          // the cells that can take each digit
    std::array<std::uint8_t, most_units> open{};                  // empty cells of each unit
    int empty = 0;

    // All digits are possible everywhere.
    explicit Marks(const Shape &of) : shape(&of), empty(of.cells) {
        const auto all = Digits((1u << of.size) - 1);
        for (int c = 0; c < of.cells; ++c) left[at(c)] = all;
        for (int u = 0; u < of.units; ++u) {
            for (int d = 0; d < of.size; ++d) places[at(u)][at(d)] = all;
            open[at(u)] = std::uint8_t(of.size);
        }
        for (int c = 0; c < of.cells; ++c)
            for (int d = 0; d < of.size; ++d) where[at(d)].add(c);
    }

    bool can(int cell, int digit) const { return left[at(cell)] >> digit & 1; }

    void strike(int cell, int digit) {
        if (!can(cell, digit)) return;
        left[at(cell)] &= Digits(~bit(digit));
        where[at(digit)].remove(cell);
        for (std::size_t type = 0; type < 3; ++type)
            places[shape->unit[at(cell)][type]][at(digit)] &= Digits(~bit(shape->place[at(cell)][type]));
    }

    // Fills a cell and strikes what that rules out.
    void put(int cell, int digit) {
        each(left[at(cell)], [&](int d) { where[at(d)].remove(cell); });
        left[at(cell)] = 0;
        for (std::size_t type = 0; type < 3; ++type) {
            const auto u = shape->unit[at(cell)][type];
            for (auto &own : places[u]) own &= Digits(~bit(shape->place[at(cell)][type]));
            --open[u];
        }
        const auto &kept = shape->digits_kept[at(cell)];
        for (std::size_t c = 0; c < left.size(); ++c) left[c] &= Digits(kept[c] | ~bit(digit));  // all at once
        where[at(digit)] -= shape->seen[at(cell)];
        for (std::size_t u = 0; u < places.size(); ++u) places[u][at(digit)] &= Digits(~shape->seen_in[at(cell)][u]);
        --empty;
    }

  private:
    static std::size_t at(int i) { return std::size_t(i); }
};

}  // namespace quandary::sudoku
