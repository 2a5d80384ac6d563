// Patterns that are seen inside a chain, once it has switched off what was in the way: pointing and claiming, hidden
// and naked pairs, X-wings. Those that were there before the chain do not count.
#pragma once
#include "candidates.hpp"

namespace quandary::sudoku {

class InsidePatterns {
  public:
    // `empty` are the marks in which digits that have no place in a row are already filled in.
    InsidePatterns(const Candidates &named_, const Marks &marks) : named(named_), shape(*marks.shape) {
        for (int d = 0; d < shape.size; ++d)
            for (int row = shape.size; row < 2 * shape.size; ++row) filled[at(d)] += !marks.places[at(row)][at(d)];
    }

    // The additions of the easiest technique that has any.
    std::vector<Addition> find(const Marks &before_, const Marks &now_) {
        before = &before_;
        now = &now_;
        found.clear();
        for (const auto look : {&InsidePatterns::locked, &InsidePatterns::hidden_pairs, &InsidePatterns::naked_pairs,
                                &InsidePatterns::x_wings}) {
            (this->*look)();
            if (!found.empty()) break;
        }
        return std::move(found);
    }

  private:
    const Candidates &named;
    const Shape &shape;
    std::array<int, widest> filled{};  // rows in which each digit is
    const Marks *before = nullptr, *now = nullptr;
    std::vector<Addition> found;

    int first(UnitType type) const { return type * shape.size; }
    Node off(int c, int d) const { return node_of(named.at_cell(c, d), false); }
    Since since() const { return {*before, *now, named}; }

    void add(std::vector<Node> &&off_now, Since &since_then) {
        auto nodes = since_then.take();
        if (!nodes.empty()) found.push_back({std::move(off_now), std::move(nodes)});
    }

    void locked() {
        for (auto [type, across] :
             {std::pair{IN_BOX, IN_COLUMN}, {IN_BOX, IN_ROW}, {IN_COLUMN, IN_BOX}, {IN_ROW, IN_BOX}})
            for (int u = first(type); u < first(type) + shape.size; ++u)
                for (int v = first(across); v < first(across) + shape.size; ++v)
                    if (const Digits both = shape.shared[at(u)][at(v)])
                        for (int d = 0; d < shape.size; ++d) {
                            const Digits places = now->places[at(u)][at(d)];
                            if (!(places & ~both) && count(places) > 1) lock(u, v, d);
                        }
    }

    void lock(int u, int v, int d) {
        std::vector<Node> out;
        each(Digits(now->places[at(v)][at(d)] & ~shape.shared[at(v)][at(u)]),
             [&](int p) { out.push_back(off(shape.cell[at(v)][at(p)], d)); });
        if (out.empty()) return;
        auto then = since();
        then.unit(u, d, shape.shared[at(u)][at(v)]);
        add(std::move(out), then);
    }

    // Pairs of the numbers below `size`, ordered by the larger one.
    template <class Visit>
    void each_pair(Visit visit) const {
        for (int b = 1; b < shape.size; ++b)
            for (int a = 0; a < b; ++a) visit(a, b);
    }

    void hidden_pairs() {
        for (auto type : {IN_BOX, IN_COLUMN, IN_ROW})
            for (int u = first(type); u < first(type) + shape.size; ++u) {
                const auto &places = now->places[at(u)];
                if (now->open[at(u)] <= 4) continue;
                each_pair([&](int a, int b) {
                    if (places[at(a)] == places[at(b)] && count(places[at(a)]) == 2) hide(u, a, b);
                });
            }
    }

    void hide(int u, int a, int b) {
        const Digits here = now->places[at(u)][at(a)], pair = bit(a) | bit(b);
        std::vector<Node> out;
        each(here, [&](int p) {
            const int c = shape.cell[at(u)][at(p)];
            each(Digits(now->left[at(c)] & ~pair), [&](int d) { out.push_back(off(c, d)); });
        });
        if (out.empty()) return;
        auto then = since();
        for (int p = 0; p < shape.size; ++p)
            if (!(here >> p & 1)) then.cell(shape.cell[at(u)][at(p)], Digits(~pair));
        add(std::move(out), then);
    }

    void naked_pairs() {
        for (auto type : {IN_BOX, IN_COLUMN, IN_ROW})
            for (int u = first(type); u < first(type) + shape.size; ++u) {
                if (now->open[at(u)] < 4) continue;
                const auto &cells = shape.cell[at(u)];
                each_pair([&](int a, int b) {
                    const Digits pair = now->left[cells[at(a)]];
                    if (pair == now->left[cells[at(b)]] && count(pair) == 2) bare(u, a, b, pair);
                });
            }
    }

    void bare(int u, int a, int b, Digits pair) {
        std::vector<Node> out;
        for (int p = 0; p < shape.size; ++p)
            if (p != a && p != b) {
                const int c = shape.cell[at(u)][at(p)];
                each(Digits(now->left[at(c)] & pair), [&](int d) { out.push_back(off(c, d)); });
            }
        if (out.empty()) return;
        auto then = since();
        for (int p : {a, b}) then.cell(shape.cell[at(u)][at(p)], pair);
        add(std::move(out), then);
    }

    void x_wings() {
        for (auto [type, across] : {std::pair{IN_COLUMN, IN_ROW}, {IN_ROW, IN_COLUMN}})
            each_pair([&, type = type, across = across](int a, int b) {
                const int u = first(type) + a, v = first(type) + b;
                for (int d = 0; d < shape.size; ++d) {
                    const Digits here = now->places[at(u)][at(d)];
                    if (here == now->places[at(v)][at(d)] && count(here) == 2 && filled[at(d)] + 4 <= shape.size)
                        wing(first(across), u, v, d, here, Digits(bit(a) | bit(b)));
                }
            });
    }

    void wing(int first_across, int u, int v, int d, Digits here, Digits lines) {
        std::vector<Node> out;
        each(here, [&](int p) {
            const auto w = at(first_across + p);
            each(Digits(now->places[w][at(d)] & ~lines), [&](int q) { out.push_back(off(shape.cell[w][at(q)], d)); });
        });
        if (out.empty()) return;
        auto then = since();
        for (int line : {u, v}) then.unit(line, d, here);
        add(std::move(out), then);
    }
};

}  // namespace quandary::sudoku
