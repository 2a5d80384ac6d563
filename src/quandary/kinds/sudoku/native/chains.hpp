// The finders of chains: if this digit is in, that one is out, so that one is in, ... back to where it began.
#pragma once
#include "forcing_chains.hpp"

namespace quandary::sudoku {

// The easiest hint of simple chains.
class EasiestChain {
  public:
    EasiestChain(const Marks &marks_, const Rows &rows_, Easiest &easiest_)
        : marks(marks_), named(marks_), chains(marks_, named), rows(rows_), easiest(easiest_) {}

    // Where there are many chains, all up to some length before longer ones: most are short.
    void find(DigitPlaces &known) {
        along_digits(known);
        for (auto form : {Y_CYCLE, XY_CYCLE}) {
            is_cut = true;
            seen = 0;
            for (most = form == XY_CYCLE ? 16 : longest; is_cut; most *= 2) {
                is_cut = false;
                chains.search(form, *this);
                seen = most;
            }
        }
    }

    // As the sink of the chains.
    bool wants(SimpleForm form, int nodes) {
        const Row *row = rows[at(form)];
        if (!row || !easiest.wants(row->price(nodes), nodes)) return false;
        is_cut = is_cut || nodes > most;
        return nodes <= most;
    }
    bool has_seen(int nodes) const { return nodes <= seen; }
    void chain(SimpleForm form, const Way &way) {
        const auto &target = named.of(way.nodes[0]);
        auto hint = look_at(form, way);
        hint.strike_digits(marks, target.cell, is_on(way.nodes[0]) ? Digits(~bit(target.digit)) : bit(target.digit));
        easiest.offer(std::move(hint));
    }
    void cycle(SimpleForm form, const Way &way) {
        auto hint = look_at(form, way);
        chains.each_strike(way, [&](int c, int d) { hint.strike_digits(marks, c, bit(d)); });
        easiest.offer(std::move(hint));
    }

  private:
    static constexpr int longest = 1 << 20;
    const Marks &marks;
    const Candidates named;
    SimpleChains chains;
    const Rows &rows;
    Easiest &easiest;
    int seen = 0, most = longest;  // the lengths of chains that were looked for, and that are
    bool is_cut = false;           // whether some chain was longer than `most`

    // What there is along one digit depends on its places only.
    void along_digits(DigitPlaces &known) {
        const Digits without = known.unchanged(marks);
        if (without == bit(marks.shape->size) - 1) return;
        chains.search(X_CYCLE, *this, without);
        if (!easiest.found()) known.keep(marks, Digits(~0));
    }

    Hint look_at(SimpleForm form, const Way &way) const {
        Hint hint;
        hint.technique = rows[at(form)]->number;
        hint.length = int(way.nodes.size());
        hint.cost = rows[at(form)]->price(hint.length);
        hint.form = key_of(form);
        for (Node node : way.nodes) {
            hint.cells.add(named.of(node).cell);
            hint.digits |= bit(named.of(node).digit);
        }
        return hint;
    }
};

inline void simple_chains(Scene &scene, const Rows &rows, Easiest &easiest) {
    if (!scene.trails) scene.trails = std::make_shared<TrailStore>();
    EasiestChain(scene.marks, rows, easiest).find(scene.trails->chainless);
}

template <int form, int level = 0>
void forcing_chains(Scene &scene, const Rows &rows, Easiest &easiest) {
    constexpr ForcingMode modes[] = {{false, true, false}, {true, false, true}, {true, true, true, level}};
    const Candidates named(scene.marks);
    if (named.size() <= 256) {
        if (!scene.trails) scene.trails = std::make_shared<TrailStore>();
        ForcingChains<256>(named, scene.marks, modes[form], *rows[0], scene.budget, scene.trails->spare,
                           modes[form].by_cell ? nullptr : &scene.trails->clashless)
            .find(scene.marks, easiest);
    } else {
        SpareTrails<most_cells * widest> spare;
        ForcingChains<most_cells * widest>(named, scene.marks, modes[form], *rows[0], scene.budget, spare)
            .find(scene.marks, easiest);
    }
}

inline constexpr Finder chain_finders[] = {
    {{"x-cycle", "y-cycle", "x-chain", "xy-cycle", "forcing-chain"}, simple_chains, {"length"}},
    {{"nishio"}, forcing_chains<0>, {"length"}},
    {{"multiple-chains"}, forcing_chains<1>, {"length"}},
    {{"dynamic-chains"}, forcing_chains<2>, {"length"}},
    {{"dynamic-plus"}, forcing_chains<2, 1>, {"length"}},
    {{"nested-chains"}, forcing_chains<2, 2>, {"length"}},
    {{"nested-multiple"}, forcing_chains<2, 3>, {"length"}},
    {{"nested-dynamic"}, forcing_chains<2, 4>, {"length"}},
};

}  // namespace quandary::sudoku
