// What follows if the solution is the only one: unique rectangles and loops, and bivalue universal graves.
#pragma once
#include "patterns.hpp"

namespace quandary::sudoku {

class UniqueLoops {
  public:
    explicit UniqueLoops(const Marks &on) : marks(on), shape(*on.shape) {}

    // Loops of cells on two digits that could be exchanged, unless some cell has another digit.
    void find(Easiest &easiest, const Rows &rows) {
        for (int c = 0; c < shape.cells; ++c)
            if (count(marks.left[at(c)]) == 2) {
                pair = marks.left[at(c)];
                const int one = lowest(pair), other = lowest(Digits(pair & ~bit(one)));
                with_both = marks.where[at(one)] & marks.where[at(other)];
                for (int earlier : begun)
                    if (marks.left[at(earlier)] == pair) with_both.remove(earlier);  // whose loops are known
                begun.push_back(c);
                leave_those_in_company();
                if (!with_both.has(c)) continue;
                loop.clear();
                in_loop = {};
                walk(easiest, rows, c, 2, 0, -1);
            }
    }

  private:
    static constexpr std::size_t longest = 14;
    const Marks &marks;
    const Shape &shape;
    Digits pair = 0;
    CellSet with_both;       // digits of the pair
    std::vector<int> begun;  // where loops have begun
    std::vector<int> loop;
    CellSet in_loop;
    std::array<std::uint32_t, 2> visited{};  // units, at even and at odd steps

    // Leaves cells that have another one in each of their units, as all cells of a loop have.
    void leave_those_in_company() {
        for (bool again = true; again;) {
            again = false;
            with_both.each([&](int c) {
                auto others = with_both;
                others.remove(c);
                for (auto u : shape.unit[at(c)])
                    if (!others.meets(shape.inside[u])) {
                        with_both.remove(c);
                        again = true;
                    }
            });
        }
    }

    // Every unit that a loop visits, it visits once at an even and once at an odd step.
    void walk(Easiest &easiest, const Rows &rows, int c, int spare, Digits extra, int last_type) {
        std::uint32_t units = 0;
        for (auto u : shape.unit[at(c)]) units |= 1u << u;
        auto &here = visited[loop.size() % 2];
        if (here & units) return;
        here |= units;
        loop.push_back(c);
        in_loop.add(c);
        for (int type = 0; type < 3; ++type) {
            if (type == last_type) continue;
            (with_both & shape.inside[shape.unit[at(c)][at(type)]]).each([&](int next) {
                if (next == loop.front() && loop.size() >= 4) {
                    if (loop.size() % 2 == 0 && visited[0] == visited[1]) conclude(easiest, rows);
                    return;
                }
                if (in_loop.has(next) || loop.size() >= longest) return;
                const Digits left = marks.left[at(next)];
                const auto more = Digits((extra | left) & ~pair);
                const bool plain = left == pair;
                if (plain || count(more) == 1 || spare > 0) walk(easiest, rows, next, spare - !plain, more, type);
            });
        }
        loop.pop_back();
        in_loop.remove(c);
        here &= ~units;
    }

    void conclude(Easiest &easiest, const Rows &rows) const {
        std::vector<int> rich;
        Digits extra = 0;
        for (int c : loop)
            if (marks.left[at(c)] != pair) {
                rich.push_back(c);
                extra |= Digits(marks.left[at(c)] & ~pair);
            }
        const int length = int(loop.size());
        const Row *row = rows[length == 4 ? 0 : 1];
        if (!row) return;
        const auto offer = [&](auto fill, int set) {
            Hint hint;
            fill(hint);
            hint.technique = row->number;
            hint.cost = row->price(length, set);
            hint.cells = in_loop;
            hint.digits = pair;
            easiest.offer(std::move(hint));
        };
        if (rich.size() == 1) {
            offer([&](Hint &hint) { hint.strike_digits(marks, rich[0], pair); }, 0);
        } else if (rich.size() >= 2 && count(extra) == 1) {
            CellSet out = shape.seen[at(rich[0])];
            for (int c : rich) out &= shape.seen[at(c)];
            offer([&](Hint &hint) { hint.strike(marks, out, lowest(extra)); }, 0);
        }
        if (rich.size() == 2) {
            for (int type = 0; type < 3; ++type)
                if (const int u = shape.unit[at(rich[0])][at(type)]; u == shape.unit[at(rich[1])][at(type)]) {
                    lock_one(offer, u, rich);
                    if (count(extra) >= 2) naked(offer, u, rich, extra);
                }
        }
    }

    // One of the two digits has no other place in the unit, so the other one would close the loop.
    template <class Offer>
    void lock_one(Offer offer, int u, const std::vector<int> &rich) const {
        const auto others = [&](int d) { return (shape.inside[at(u)] & marks.where[at(d)]).count() > 2; };
        const int a = lowest(pair), b = lowest(Digits(pair & (pair - 1)));
        const int out = !others(a) ? b : !others(b) ? a : -1;
        if (out >= 0)
            offer(
                [&](Hint &hint) {
                    for (int c : rich) hint.strike_digits(marks, c, bit(out));
                },
                0);
    }

    // The extra digits of the two rich cells act as one cell of a naked set.
    template <class Offer>
    void naked(Offer offer, int u, const std::vector<int> &rich, Digits extra) const {
        std::vector<int> cells;
        for (int p = 0; p < shape.size; ++p) {
            const int c = shape.cell[at(u)][at(p)];
            if (marks.left[at(c)] && c != rich[0] && c != rich[1]) cells.push_back(c);
        }
        for (int size = count(extra); size <= 4 && 2 * size <= marks.open[at(u)]; ++size) {
            std::array<int, 5> chosen;
            const auto visit = [&](Digits digits) {
                CellSet rest = shape.inside[at(u)];
                for (int i = 0; i < size - 1; ++i) rest.remove(chosen[at(i)]);
                for (int c : rich) rest.remove(c);
                offer([&](Hint &hint) { each(digits, [&](int d) { hint.strike(marks, rest, d); }); }, size);
                return false;
            };
            pick(cells, size - 1, extra, size, visit, chosen, 0, 0);
        }
    }

    template <class Visit>
    void pick(const std::vector<int> &cells, int missing, Digits digits, int most, Visit visit,
              std::array<int, 5> &chosen, std::size_t first, int depth) const {
        if (missing == 0) {
            if (count(digits) == most) visit(digits);
            return;
        }
        for (std::size_t i = first; i < cells.size(); ++i) {
            const auto more = Digits(digits | marks.left[at(cells[i])]);
            if (count(more) > most) continue;
            chosen[at(depth)] = cells[i];
            pick(cells, missing - 1, more, most, visit, chosen, i + 1, depth + 1);
        }
    }
};

// If every cell had two digits and every digit two places in each unit, there would be two solutions.
class Grave {
  public:
    explicit Grave(const Marks &on) : marks(on), shape(*on.shape), rest(on) {}

    void find(Easiest &easiest, const Row &row) {
        if (!strike_extras() || rich.empty()) return;
        if (rich.size() == 1) {
            Hint hint;
            hint.strike_digits(marks, rich[0], Digits(~extra_of[at(rich[0])]));
            offer(easiest, std::move(hint), row);
            return;
        }
        CellSet common = shape.seen[at(rich[0])];
        for (int c : rich) common &= shape.seen[at(c)];
        if (is_single(extras)) {
            Hint hint;
            hint.strike(marks, common, lowest(extras));
            offer(easiest, std::move(hint), row);
        }
        if (rich.size() == 2) two_cells(easiest, row);
    }

  private:
    const Marks &marks;
    const Shape &shape;
    Marks rest;  // without the extra digits
    std::vector<int> rich;
    std::array<Digits, most_cells> extra_of{};
    Digits extras = 0;

    // Finds the digits that keep the marks from being a grave; false if there is none to be seen.
    bool strike_extras() {
        for (int c = 0; c < shape.cells; ++c)
            if (count(marks.left[at(c)]) == 1) return false;
        for (int u = 0; u < shape.units; ++u)
            for (int d = 0; d < shape.size; ++d) {
                const int n = count(marks.places[at(u)][at(d)]);
                if (n == 0 || n == 2) continue;
                int found = 0, cell = -1;
                each(marks.places[at(u)][at(d)], [&](int p) {
                    const int c = shape.cell[at(u)][at(p)];
                    if (count(marks.left[at(c)]) >= 3) ++found, cell = c;
                });
                if (found == 0) return false;
                if (found == 1 && !(extra_of[at(cell)] >> d & 1)) {
                    if (!extra_of[at(cell)]) rich.push_back(cell);
                    extra_of[at(cell)] |= bit(d);
                    extras |= bit(d);
                    rest.strike(cell, d);
                }
            }
        for (int c = 0; c < shape.cells; ++c)
            if (marks.left[at(c)] && count(rest.left[at(c)]) != 2) return false;
        for (int u = 0; u < shape.units; ++u)
            for (int d = 0; d < shape.size; ++d)
                if (const int n = count(rest.places[at(u)][at(d)]); n != 0 && n != 2) return false;
        return true;
    }

    void offer(Easiest &easiest, Hint &&hint, const Row &row) const {
        hint.technique = row.number;
        hint.cost = row.price(int(rich.size()));
        for (int c : rich) hint.cells.add(c);
        hint.digits = extras;
        easiest.offer(std::move(hint));
    }

    // A digit that is no extra and has its only places of a unit in both cells: it is in one of them.
    void two_cells(Easiest &easiest, const Row &row) const {
        const auto shared = Digits(marks.left[at(rich[0])] & marks.left[at(rich[1])] & ~extras);
        if (!is_single(shared)) return;
        for (int type = 0; type < 3; ++type)
            if (shape.unit[at(rich[0])][at(type)] == shape.unit[at(rich[1])][at(type)]) {
                Hint hint;
                for (int c : rich) hint.strike_digits(marks, c, Digits(~(extra_of[at(c)] | shared)));
                offer(easiest, std::move(hint), row);
                return;
            }
    }
};

inline void unique_loops(Scene &scene, const Rows &rows, Easiest &easiest) {
    UniqueLoops(scene.marks).find(easiest, rows);
}
inline void grave(Scene &scene, const Rows &rows, Easiest &easiest) { Grave(scene.marks).find(easiest, *rows[0]); }

inline constexpr Finder unique_finders[] = {
    {{"unique-rectangle", "unique-loop"}, unique_loops, {"cells", "set"}},
    {{"bivalue-grave"}, grave, {"cells"}},
};

}  // namespace quandary::sudoku
