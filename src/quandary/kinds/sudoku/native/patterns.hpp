// Singles, locked candidates, sets and fish: patterns inside one or two kinds of units.
#pragma once
#include <cstring>
#include <initializer_list>

#include "hint.hpp"

namespace quandary::sudoku {

inline std::size_t at(int i) { return std::size_t(i); }

// Fills `chosen` with every `size` members of `from` whose sets together have just `size` members.
template <class Set, class Visit>
bool choose_tight(const Few<widest> &from, const Set &set, int size, Visit visit, std::array<int, 5> &chosen,
                  Digits so_far = 0, std::size_t first = 0, int depth = 0) {
    if (depth == size) return count(so_far) == size && visit(so_far);
    for (std::size_t i = first; i + at(size - depth) <= from.size(); ++i) {
        const auto together = Digits(so_far | set(from[i]));
        if (count(together) > size) continue;
        chosen[at(depth)] = from[i];
        if (choose_tight(from, set, size, visit, chosen, together, i + 1, depth + 1)) return true;
    }
    return false;
}

class Patterns {
  public:
    explicit Patterns(const Marks &on) : marks(on), shape(*on.shape) {}

    // A unit with one empty cell.
    bool last_cell(Hint &hint) const {
        const auto *found = static_cast<const std::uint8_t *>(std::memchr(marks.open.data(), 1, at(shape.units)));
        if (!found) return false;
        const int u = int(found - marks.open.data());
        for (int d = 0; d < shape.size; ++d)
            if (const Digits p = marks.places[at(u)][at(d)]) return put(hint, u, lowest(p), d);
        return false;
    }

    bool hidden_single(Hint &hint, bool in_box) const {
        for (int u = first_unit(in_box); u < last_unit(in_box); ++u) {
            if (!has_single(marks.places[at(u)])) continue;
            for (int d = 0; d < shape.size; ++d)
                if (const Digits p = marks.places[at(u)][at(d)]; is_single(p)) return put(hint, u, lowest(p), d);
        }
        return false;
    }

    bool naked_single(Hint &hint) const {
        for (int c = 0; c < shape.cells; ++c)
            if (is_single(marks.left[at(c)])) {
                hint.cell = c;
                hint.digit = lowest(marks.left[at(c)]);
                hint.cells.add(c);
                hint.digits = marks.left[at(c)];
                return true;
            }
        return false;
    }

    // A digit of a box confined to a line, or of a line to a box; `direct` asks for a single that follows at once.
    bool locked(Hint &hint, bool in_box, bool direct) const {
        for (int d = 0; d < shape.size; ++d)
            for (int u = first_unit(in_box); u < last_unit(in_box); ++u) {
                const int v = shape.across(u, marks.places[at(u)][at(d)]);
                if (v < 0 || !(marks.places[at(v)][at(d)] & ~shape.shared[at(v)][at(u)])) continue;
                if (direct ? single_across(hint, u, v, d, in_box) : clear(hint, u, v, d)) return true;
            }
        return false;
    }

    // Digits of a unit that share as many cells; `direct` asks for a single that follows at once.
    template <int size>
    bool hidden_set(Hint &hint, bool direct) const {
        for (int u = 0; u < shape.units; ++u) {
            const int open = marks.open[at(u)];
            if (open <= (direct ? size : 2 * size)) continue;
            const auto &places = marks.places[at(u)];
            if (few_sets<size>(places) < size) continue;
            Few<widest> digits;
            for (int d = 0; d < shape.size; ++d) digits.push_if(d, is_few(places[at(d)], size));
            std::array<int, 5> chosen;
            const auto visit = [&](Digits where) {
                Digits set = 0;
                for (int i = 0; i < size; ++i) set |= bit(chosen[at(i)]);
                return direct ? single_after(hint, u, set, where) : empty_around(hint, u, set, where);
            };
            if (choose_tight(digits, [&](int d) { return places[at(d)]; }, size, visit, chosen)) return true;
        }
        return false;
    }

    // Cells of a unit that have as few digits together.
    bool naked_set(Hint &hint, int size) const {
        for (int u = 0; u < shape.units; ++u) {
            if (marks.open[at(u)] < 2 * size) continue;
            Few<widest> cells;
            for (int p = 0; p < shape.size; ++p) {
                const int c = shape.cell[at(u)][at(p)];
                cells.push_if(c, is_few(marks.left[at(c)], size));
            }
            if (cells.size() < at(size)) continue;
            std::array<int, 5> chosen;
            const auto visit = [&](Digits digits) {
                CellSet set;
                for (int i = 0; i < size; ++i) set.add(chosen[at(i)]);
                const auto others = shape.inside[at(u)] - set;
                each(digits, [&](int d) { hint.strike(marks, others, d); });
                if (hint.strikes.empty()) return false;
                hint.cells = set;
                hint.digits = digits;
                return true;
            };
            if (choose_tight(cells, [&](int c) { return marks.left[at(c)]; }, size, visit, chosen)) return true;
        }
        return false;
    }

    // A digit whose places in some lines lie in as many lines across. Digits that are `settled` have none.
    bool fish(Hint &hint, int size, Digits settled) const {
        const int n = shape.size;
        for (int d = 0; d < n; ++d)
            for (int type : {int(IN_ROW), int(IN_COLUMN)}) {
                if (settled >> d & 1) continue;
                Few<widest> lines;
                for (int u = type * n; u < (type + 1) * n; ++u)
                    lines.push_if(u, is_few(marks.places[at(u)][at(d)], size));
                if (lines.size() < at(size)) continue;
                std::array<int, 5> chosen;
                const auto visit = [&](Digits across) {
                    CellSet bases;
                    for (int i = 0; i < size; ++i) bases |= shape.inside[at(chosen[at(i)])];
                    CellSet covers;
                    each(across, [&](int i) { covers |= shape.inside[at((3 - type) * n + i)]; });
                    hint.strike(marks, covers - bases, d);
                    if (hint.strikes.empty()) return false;
                    hint.cells = bases & marks.where[at(d)];
                    hint.digits = bit(d);
                    return true;
                };
                if (choose_tight(lines, [&](int u) { return marks.places[at(u)][at(d)]; }, size, visit, chosen))
                    return true;
            }
        return false;
    }

  private:
    const Marks &marks;
    const Shape &shape;

    // How many of these have two to `most` members. They are looked at all at once, as a vector.
    template <int most>
    static int few_sets(const std::array<Digits, widest> &sets) {
        Digits n = 0;
        for (Digits set : sets) {
            auto rest = Digits(set & (set - 1));
            const auto has_two = Digits(rest != 0);
            for (int i = 1; i < most; ++i) rest &= Digits(rest - 1);
            n += Digits(has_two & Digits(rest == 0));
        }
        return n;
    }

    // Whether some of these is single, likewise.
    static bool has_single(const std::array<Digits, widest> &sets) {
        Digits any = 0;
        for (Digits set : sets) {
            const auto below = Digits(set - 1);
            any |= Digits(set ^ below) > below;
        }
        return any;
    }

    // From two to so many.
    static bool is_few(Digits digits, int most) { return unsigned(count(digits) - 2) <= unsigned(most - 2); }

    // Boxes come before lines.
    int first_unit(bool in_box) const { return in_box ? 0 : shape.size; }
    int last_unit(bool in_box) const { return in_box ? shape.size : shape.units; }

    bool put(Hint &hint, int unit, int place, int digit) const {
        hint.cell = shape.cell[at(unit)][at(place)];
        hint.digit = digit;
        hint.cells = shape.inside[at(unit)];
        hint.digits = bit(digit);
        return true;
    }

    bool clear(Hint &hint, int u, int v, int d) const {
        hint.strike(marks, shape.inside[at(v)] - shape.inside[at(u)], d);
        hint.cells = shape.inside[at(u)] & marks.where[at(d)];
        hint.digits = bit(d);
        return true;
    }

    // Another unit like u, crossing v, in which the digit then has one place.
    bool single_across(Hint &hint, int u, int v, int d, bool in_box) const {
        for (int w = first_unit(in_box); w < last_unit(in_box); ++w) {
            if (w == u || shape.type(w) != shape.type(u) || !shape.shared[at(w)][at(v)]) continue;
            const Digits p = marks.places[at(w)][at(d)];
            const auto rest = Digits(p & ~shape.shared[at(w)][at(v)]);
            if (count(p) > 1 && is_single(rest)) {
                put(hint, w, lowest(rest), d);
                hint.strike(marks, shape.inside[at(v)] - shape.inside[at(u)], d);
                hint.cells = shape.inside[at(u)] & marks.where[at(d)];
                return true;
            }
        }
        return false;
    }

    bool single_after(Hint &hint, int u, Digits set, Digits where) const {
        for (int d = 0; d < shape.size; ++d) {
            const Digits p = marks.places[at(u)][at(d)];
            const auto rest = Digits(p & ~where);
            if (!(set >> d & 1) && count(p) > 1 && is_single(rest)) {
                if (!empty_around(hint, u, set, where)) return false;
                hint.cell = shape.cell[at(u)][at(lowest(rest))];
                hint.digit = d;
                return true;
            }
        }
        return false;
    }

    bool empty_around(Hint &hint, int u, Digits set, Digits where) const {
        each(where, [&](int p) { hint.strike_digits(marks, shape.cell[at(u)][at(p)], Digits(~set)); });
        if (hint.strikes.empty()) return false;
        each(where, [&](int p) { hint.cells.add(shape.cell[at(u)][at(p)]); });
        hint.digits = set;
        return true;
    }
};

// How many cells have one digit left, or are the only place for a digit.
inline int naked_singles(const Marks &marks) {
    int cells = 0;
    for (auto left : marks.left) cells += count(left) == 1;
    return cells;
}
inline int hidden_singles(const Marks &marks) {
    CellSet cells;
    for (int u = 0; u < marks.shape->units; ++u)
        for (int d = 0; d < marks.shape->size; ++d)
            if (const Digits p = marks.places[at(u)][at(d)]; count(p) == 1)
                cells.add(marks.shape->cell[at(u)][at(lowest(p))]);
    return cells.count();
}

template <int size>
void fish(Scene &scene, const Rows &rows, Easiest &easiest) {
    offer_first(rows, easiest,
                [&](Hint &hint) { return Patterns(scene.marks).fish(hint, size, scene.placements.settled()); });
}

inline constexpr Finder pattern_finders[] = {
    {{"last-cell"}, first<Patterns, &Patterns::last_cell>, {}, hidden_singles},
    {{"hidden-single-box"}, first<Patterns, &Patterns::hidden_single, true>, {}, hidden_singles},
    {{"hidden-single-line"}, first<Patterns, &Patterns::hidden_single, false>, {}, hidden_singles},
    {{"direct-pointing"}, first<Patterns, &Patterns::locked, true, true>},
    {{"direct-claiming"}, first<Patterns, &Patterns::locked, false, true>},
    {{"direct-hidden-pair"}, first<Patterns, &Patterns::hidden_set<2>, true>},
    {{"naked-single"}, first<Patterns, &Patterns::naked_single>, {}, naked_singles},
    {{"direct-hidden-triple"}, first<Patterns, &Patterns::hidden_set<3>, true>},
    {{"pointing"}, first<Patterns, &Patterns::locked, true, false>},
    {{"claiming"}, first<Patterns, &Patterns::locked, false, false>},
    {{"naked-pair"}, first<Patterns, &Patterns::naked_set, 2>},
    {{"naked-triple"}, first<Patterns, &Patterns::naked_set, 3>},
    {{"naked-quad"}, first<Patterns, &Patterns::naked_set, 4>},
    {{"hidden-pair"}, first<Patterns, &Patterns::hidden_set<2>, false>},
    {{"hidden-triple"}, first<Patterns, &Patterns::hidden_set<3>, false>},
    {{"hidden-quad"}, first<Patterns, &Patterns::hidden_set<4>, false>},
    {{"x-wing"}, fish<2>},
    {{"swordfish"}, fish<3>},
    {{"jellyfish"}, fish<4>},
};

}  // namespace quandary::sudoku
