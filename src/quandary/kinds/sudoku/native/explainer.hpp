// Solves as a person would, the easiest technique first, in the order and at the costs of Sudoku Explainer.
#pragma once
#include <algorithm>
#include <optional>

#include "chains.hpp"
#include "dig.hpp"
#include "links.hpp"
#include "unique.hpp"
#include "wings.hpp"

namespace quandary::sudoku {

using Costs = std::array<int, TECHNIQUES>;  // in tenths

class Explainer {
  public:
    Explainer(const Marks &on, const Costs &table) : marks(on), costs(table) {}

    // The easiest step, or none if even dynamic chains find nothing, or nothing up to `hardest` does: what is
    // harder is then not looked for.
    std::optional<Hint> step(Technique hardest = GUESS) {
        Hint hint;
        if (pattern(hint)) {
            hint.cost = costs[hint.technique];
            return hint;
        }
        Easiest easiest;
        using Look = void (Explainer::*)(Easiest &);
        constexpr std::pair<Technique, Look> looks[] = {{SKYSCRAPER, &Explainer::two_links},
                                                        {XY_WING, &Explainer::small_wings},
                                                        {UNIQUE_RECTANGLE, &Explainer::loops},
                                                        {NAKED_QUAD, &Explainer::large_patterns},
                                                        {THREE_STRONG_LINKS, &Explainer::three_links},
                                                        {WXYZ_WING, &Explainer::large_wings},
                                                        {BUG, &Explainer::grave},
                                                        {FOUR_STRONG_LINKS, &Explainer::long_links},
                                                        {X_CYCLE, &Explainer::simple_chains},
                                                        {TUVWXYZ_WING, &Explainer::forcing_chains}};
        for (auto [first, look] : looks) {
            if (first > hardest) return std::nullopt;
            (this->*look)(easiest);
            if (easiest.found()) return std::move(easiest.hint());
        }
        return std::nullopt;
    }

  private:
    const Marks &marks;
    const Costs &costs;
    std::optional<StrongLinks> links;

    bool pattern(Hint &hint) const {
        const Patterns look(marks);
        return look.last_cell(hint) || look.hidden_single(hint) || look.locked(hint, true) ||
               look.hidden_set(hint, 2, true) || look.naked_single(hint) || look.hidden_set(hint, 3, true) ||
               look.locked(hint, false) || look.naked_set(hint, 2) || look.fish(hint, 2) ||
               look.hidden_set(hint, 2, false) || look.naked_set(hint, 3) || look.fish(hint, 3) ||
               look.hidden_set(hint, 3, false);
    }

    void take(Easiest &easiest, bool found, Hint &&hint) const {
        if (!found) return;
        hint.cost = costs[hint.technique];
        easiest.offer(std::move(hint));
    }

    void two_links(Easiest &easiest) { links.emplace(marks).find(easiest, SKYSCRAPER, costs[SKYSCRAPER], 2); }
    void small_wings(Easiest &easiest) {
        const Wings look(marks);
        Hint hint;
        const bool found = look.xy_wing(hint, false) || look.xy_wing(hint, true);
        take(easiest, found, std::move(hint));
    }
    void loops(Easiest &easiest) { UniqueLoops(marks).find(easiest, costs[UNIQUE_RECTANGLE]); }
    void large_patterns(Easiest &easiest) {
        const Patterns look(marks);
        Hint hint;
        const bool found = look.naked_set(hint, 4) || look.fish(hint, 4) || look.hidden_set(hint, 4, false);
        take(easiest, found, std::move(hint));
    }
    void three_links(Easiest &easiest) { links->find(easiest, THREE_STRONG_LINKS, costs[THREE_STRONG_LINKS], 3); }
    void large_wings(Easiest &easiest) { Wings(marks).big_wing(easiest, WXYZ_WING, costs[WXYZ_WING], 3); }
    void grave(Easiest &easiest) { Grave(marks).find(easiest, costs[BUG]); }
    void long_links(Easiest &easiest) {
        links->find(easiest, FOUR_STRONG_LINKS, costs[FOUR_STRONG_LINKS], 4);
        if (easiest.found()) return;
        Wings(marks).big_wing(easiest, VWXYZ_WING, costs[VWXYZ_WING], 4);
        if (easiest.found()) return;
        Hint hint;
        const bool found = Wings(marks).aligned_pair(hint);
        take(easiest, found, std::move(hint));
        if (easiest.found()) return;
        links->find(easiest, FIVE_STRONG_LINKS, costs[FIVE_STRONG_LINKS], 5);
        if (easiest.found()) return;
        Wings(marks).big_wing(easiest, UVWXYZ_WING, costs[UVWXYZ_WING], 5);
        if (easiest.found()) return;
        links->find(easiest, SIX_STRONG_LINKS, costs[SIX_STRONG_LINKS], 6);
    }
    void simple_chains(Easiest &easiest) {
        int candidates = 0;
        for (auto digits : marks.left) candidates += count(digits);
        if (candidates <= 192)
            SimpleChains<192>(marks, costs).find(easiest);
        else if (candidates <= 320)
            SimpleChains<320>(marks, costs).find(easiest);
        else
            SimpleChains<most_cells * widest>(marks, costs).find(easiest);
    }
    void forcing_chains(Easiest &easiest) {
        Wings(marks).big_wing(easiest, TUVWXYZ_WING, costs[TUVWXYZ_WING], 6);
        if (easiest.found()) return;
        for (auto [mode, technique] :
             {std::pair(ForcingChains::NISHIO_MODE, NISHIO), std::pair(ForcingChains::MULTIPLE_MODE, MULTIPLE_CHAINS),
              std::pair(ForcingChains::DYNAMIC_MODE, DYNAMIC_CHAINS)}) {
            ForcingChains(marks, mode, costs[technique], technique).find(easiest);
            if (easiest.found()) return;
        }
    }
};

// The solution's digit in a cell with fewest digits left.
inline Hint guess(const Marks &marks, const Grid &solution, int cost) {
    Hint hint;
    for (int c = 0; c < marks.shape->cells; ++c)
        if (marks.left[at(c)] && (!hint.puts() || count(marks.left[at(c)]) < count(marks.left[at(hint.cell)])))
            hint.cell = c;
    hint.cost = cost;
    hint.digit = solution[at(hint.cell)] - 1;
    hint.cells.add(hint.cell);
    hint.digits = marks.left[at(hint.cell)];
    return hint;
}

// How many hints of singles there are at this moment; other techniques count as one.
inline int alternatives(const Hint &hint, const Marks &marks) {
    const Shape &shape = *marks.shape;
    CellSet cells;
    if (hint.technique == NAKED_SINGLE) {
        for (int c = 0; c < shape.cells; ++c)
            if (count(marks.left[at(c)]) == 1) cells.add(c);
    } else if (hint.technique <= HIDDEN_SINGLE_LINE) {
        for (int u = 0; u < shape.units; ++u)
            for (int d = 0; d < shape.size; ++d)
                if (const Digits p = marks.places[at(u)][at(d)]; count(p) == 1)
                    cells.add(shape.cell[at(u)][at(lowest(p))]);
    }
    return std::max(1, cells.count());
}

// Marks after a hint. What a single struck on the way is not written down.
inline void apply(Marks &marks, const Hint &hint) {
    if (hint.puts()) return marks.put(hint.cell, hint.digit);
    for (int move : hint.strikes) marks.strike(move / marks.shape->size, move % marks.shape->size);
}

// Calls visit(hint, marks before it) for each step to the solution, which must be the only one. Returns whether it
// was reached by techniques up to `hardest`.
template <class Visit>
bool explain(const Shape &shape, const Grid &givens, const Grid &solution, const Costs &costs, Visit visit,
             Technique hardest = GUESS) {
    Marks marks(shape);
    for (int c = 0; c < shape.cells; ++c)
        if (givens[at(c)]) marks.put(c, givens[at(c)] - 1);
    while (marks.empty) {
        auto hint = Explainer(marks, costs).step(hardest);
        if (!hint) hint = guess(marks, solution, costs[GUESS]);
        if (hint->technique > hardest) return false;
        visit(*hint, marks);
        apply(marks, *hint);
    }
    return true;
}

}  // namespace quandary::sudoku
