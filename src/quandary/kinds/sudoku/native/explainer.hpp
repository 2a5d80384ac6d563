// Solves as a person would, the easiest technique first, in the order and at the costs of a table made in Python.
#pragma once
#include <deque>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "chains.hpp"
#include "dig.hpp"
#include "links.hpp"
#include "unique.hpp"
#include "wings.hpp"

namespace quandary::sudoku {

// The solution's digit in a cell with fewest digits left.
inline void guess(Scene &scene, const Rows &rows, Easiest &easiest) {
    const Marks &marks = scene.marks;
    Hint hint;
    for (int c = 0; c < marks.shape->cells; ++c)
        if (marks.left[at(c)] && (!hint.puts() || count(marks.left[at(c)]) < count(marks.left[at(hint.cell)])))
            hint.cell = c;
    hint.technique = rows[0]->number;
    hint.cost = rows[0]->cost;
    hint.digit = scene.solution[at(hint.cell)] - 1;
    hint.cells.add(hint.cell);
    hint.digits = marks.left[at(hint.cell)];
    easiest.offer(std::move(hint));
}

inline constexpr Finder last_resorts[] = {{{"guess"}, guess}};

inline constexpr std::initializer_list<std::span<const Finder>> all_finders{
    pattern_finders, link_finders, wing_finders, unique_finders, chain_finders, last_resorts};

// A row as it comes from Python: a name, tenths, and {what is counted: {from this number on: tenths more}}.
struct RowText {
    std::string name;
    int cost;
    std::map<std::string, std::map<int, int>> more = {};
};

// The techniques in their order. Those of one finder are looked for together, when the first of them is due.
class Table {
  public:
    struct Look {
        const Finder *finder;
        int first;  // row
        Rows rows{};
    };

    explicit Table(const std::vector<RowText> &texts) {
        for (const auto &text : texts) add(text);
    }
    Table(const Table &) = delete;  // looks point into rows
    Table &operator=(const Table &) = delete;

    const std::vector<Look> &looks() const { return looks_; }
    std::size_t size() const { return rows_.size(); }

  private:
    std::deque<Row> rows_;  // which do not move when there are more
    std::vector<Look> looks_;

    void add(const RowText &text) {
        for (const auto &finders : all_finders)
            for (const auto &finder : finders)
                if (const int place = find(finder.techniques, text.name); place >= 0) {
                    Row &row = rows_.emplace_back(Row{int(rows_.size()), text.cost});
                    for (const auto &[counted, steps] : text.more)
                        row.more[count_of(finder, text, counted)] = stairs(steps);
                    look(finder, row.number).rows[at(place)] = &row;
                    return;
                }
        throw std::invalid_argument("no finder in C++ for the technique " + text.name);
    }

    template <std::size_t size>
    static int find(const std::array<std::string_view, size> &names, std::string_view name) {
        const auto place = std::find(names.begin(), names.end(), name);
        return place == names.end() ? -1 : int(place - names.begin());
    }

    static std::size_t count_of(const Finder &finder, const RowText &text, const std::string &counted) {
        if (const int place = find(finder.counts, counted); place >= 0) return at(place);
        throw std::invalid_argument("the finder of " + text.name + " in C++ does not count its " + counted);
    }

    static std::vector<int> stairs(const std::map<int, int> &steps) {
        std::vector<int> more;
        for (auto [from, tenths] : steps) {
            more.resize(at(from), more.empty() ? 0 : more.back());
            more.push_back(tenths);
        }
        return more;
    }

    Look &look(const Finder &finder, int row) {
        for (auto &each : looks_)
            if (each.finder == &finder) return each;
        return looks_.emplace_back(Look{&finder, row});
    }
};

// Marks after a hint. What a single struck on the way is not written down.
inline void apply(Marks &marks, const Hint &hint) {
    if (hint.puts()) return marks.put(hint.cell, hint.digit);
    for (int move : hint.strikes) marks.strike(move / marks.shape->size, move % marks.shape->size);
}

// Calls visit(hint, marks before it, finder) for each step to the solution, which must be the only one. Returns
// whether it was reached by techniques up to the row `hardest`; what comes after it is not looked for. `looking` is
// the row that is being looked for, so that it is known how far that came. Throws OutOfBudget.
template <class Visit>
bool explain(const Shape &shape, const Grid &givens, const Grid &solution, const Table &table, Visit visit, int hardest,
             Budget &budget, int &looking) {
    Marks marks(shape);
    for (int c = 0; c < shape.cells; ++c)
        if (givens[at(c)]) marks.put(c, givens[at(c)] - 1);
    Scene scene{marks, solution, budget};
    while (marks.empty) {
        Easiest easiest;
        const Finder *finder = nullptr;
        for (const auto &look : table.looks()) {
            if (look.first > hardest) return false;
            looking = look.first;
            budget.check();
            look.finder->find(scene, look.rows, easiest);
            finder = look.finder;
            if (easiest.found()) break;
        }
        if (!easiest.found() || easiest.hint().technique > hardest) return false;
        visit(easiest.hint(), marks, *finder);
        apply(marks, easiest.hint());
    }
    return true;
}

}  // namespace quandary::sudoku
