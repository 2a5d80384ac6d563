// Candidates that are on (the solution's) or off (not), and what follows from some of them.
#pragma once
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "patterns.hpp"

namespace quandary::sudoku {

// A candidate that is on or off: twice its number, plus one if it is on.
using Node = std::int16_t;
inline Node node_of(int candidate, bool on) { return Node(2 * candidate + on); }
inline int candidate_of(Node node) { return node / 2; }
inline bool is_on(Node node) { return node & 1; }

// Why a node holds: it is the only one left of a unit (its number) or of its cell; or else one of these.
inline constexpr int in_cell = most_units, assumed = -1, seen_inside = -2;

// The candidates that some marks have left, numbered from 0 cell by cell.
struct Candidates {
    struct One {
        std::uint8_t cell, digit;
    };
    std::vector<One> all;

    explicit Candidates(const Marks &marks) {
        for (int c = 0; c < marks.shape->cells; ++c)
            each(marks.left[at(c)], [&](int d) {
                number_[at(c)][at(d)] = std::int16_t(all.size());
                all.push_back({std::uint8_t(c), std::uint8_t(d)});
            });
    }
    int size() const { return int(all.size()); }
    int at_cell(int cell, int digit) const { return number_[at(cell)][at(digit)]; }
    const One &of(Node node) const { return all[at(candidate_of(node))]; }

  private:
    std::array<std::array<std::int16_t, widest>, most_cells> number_;
};

// Visits what a digit in a cell rules out, with the reason: other digits of the cell, then the box, row and column.
template <class Visit>
void each_rival(const Marks &marks, const Candidates &named, int c, int d, bool by_cell, Visit visit) {
    const Shape &shape = *marks.shape;
    if (by_cell) each(Digits(marks.left[at(c)] & ~bit(d)), [&](int other) { visit(named.at_cell(c, other), in_cell); });
    const auto &units = shape.unit[at(c)];
    for (std::size_t type = 0; type < units.size(); ++type) {
        const auto u = units[type];
        auto places = Digits(marks.places[u][at(d)] & ~bit(shape.place[at(c)][type]));
        if (type > 0) places &= Digits(~shape.shared[u][units[0]]);  // the box came first
        each(places, [&](int p) { visit(named.at_cell(shape.cell[u][at(p)], d), int(u)); });
    }
}

// Visits what must be on if a candidate is off, with the reason: the last of its cell, or of a unit.
template <class Visit>
void each_alternative(const Marks &marks, const Candidates &named, int c, int d, bool by_cell, bool by_unit,
                      Visit visit) {
    if (!marks.can(c, d)) return;
    if (by_cell && count(marks.left[at(c)]) == 2)
        visit(named.at_cell(c, lowest(Digits(marks.left[at(c)] & ~bit(d)))), in_cell);
    if (!by_unit) return;
    const Shape &shape = *marks.shape;
    for (std::size_t type = 0; type < 3; ++type) {
        const auto u = shape.unit[at(c)][type];
        const Digits places = marks.places[u][at(d)];
        if (count(places) != 2) continue;
        const int other = lowest(Digits(places & ~bit(shape.place[at(c)][type])));
        visit(named.at_cell(shape.cell[u][at(other)], d), int(u));
    }
}

// A chain inside a chain: its length and its nodes, by which it is told from others.
struct InnerChain {
    InnerChain(int length_, std::vector<Node> nodes_) : length(length_), nodes(std::move(nodes_)) {}
    int length;
    std::vector<Node> nodes;
};

// What something seen inside a chain adds to it.
struct Addition {
    std::vector<Node> off;    // what it rules out,
    std::vector<Node> since;  // the nodes that were off before it could be seen
    std::shared_ptr<const InnerChain> chain = {};
};

// Collects, for a chain that has come from `before` to `now`, the nodes that make something visible now.
class Since {
  public:
    Since(const Marks &before_, const Marks &now_, const Candidates &named_)
        : before(before_), now(now_), named(named_) {}

    // Digits that a cell had, but not those in `but`.
    void cell(int c, Digits but) {
        each(Digits(before.left[at(c)] & ~but), [&](int d) { add(c, d); });
    }
    // Places that a digit had in a unit, but not those in `but`.
    void unit(int u, int d, Digits but) {
        each(Digits(before.places[at(u)][at(d)] & ~but), [&](int p) { add(now.shape->cell[at(u)][at(p)], d); });
    }
    // Whatever made a candidate the last one for this reason.
    void reason(int cause, const Candidates::One &one) {
        if (cause == in_cell)
            cell(one.cell, now.left[one.cell]);
        else if (cause >= 0)
            unit(cause, one.digit, now.places[at(cause)][one.digit]);
    }
    std::vector<Node> take() { return std::move(nodes); }

  private:
    const Marks &before, &now;
    const Candidates &named;
    std::vector<Node> nodes;

    void add(int c, int d) {
        const Node node = node_of(named.at_cell(c, d), false);
        if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
    }
};

}  // namespace quandary::sudoku
