// The finders of chains: if this digit is in, that one is out, so that one is in, ... back to where it began.
#pragma once
#include "forcing_chains.hpp"

namespace quandary::sudoku {

// The easiest hint of simple chains.
template <int Most>
class EasiestChain {
  public:
    EasiestChain(const Scene &scene_, const Candidates &named_, const Rows &rows_, Easiest &easiest_)
        : scene(scene_), marks(scene_.marks), named(named_), chains(marks, named_), rows(rows_), easiest(easiest_) {}

    // Digits that are `settled` have no chains of their own.
    void find(DigitPlaces &known, Digits settled) {
        along_digits(known, settled);
        for (auto form : {Y_CYCLE, XY_CYCLE}) chains.search(form, *this);
    }

    // As the sink of the chains.
    bool wants(SimpleForm form, int nodes) const {
        const Row *row = rows[at(form)];
        return row && easiest.wants(row->price(nodes), nodes);
    }
    bool may_be(int candidate, bool on) const {
        const auto [c, d] = named.all[at(candidate)];
        return scene.is_true(c, d) == on;
    }
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
    const Scene &scene;
    const Marks &marks;
    const Candidates &named;
    SimpleChains<Most> chains;
    const Rows &rows;
    Easiest &easiest;

    // What there is along one digit depends on its places only.
    void along_digits(DigitPlaces &known, Digits settled) {
        const auto without = Digits(known.unchanged(marks) | settled);
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
    const Candidates named(scene.marks);
    auto &chainless = scene.trails->chainless;
    const Digits settled = scene.placements.settled();
    if (named.size() <= 256)
        EasiestChain<256>(scene, named, rows, easiest).find(chainless, settled);
    else
        EasiestChain<most_cells * widest>(scene, named, rows, easiest).find(chainless, settled);
}

template <int form, int level = 0>
void forcing_chains(Scene &scene, const Rows &rows, Easiest &easiest) {
    constexpr ForcingMode modes[] = {{false, true, false}, {true, false, true}, {true, true, true, level}};
    const Candidates named(scene.marks);
    if (named.size() <= 256) {
        if (!scene.trails) scene.trails = std::make_shared<TrailStore>();
        ForcingChains<256>(named, scene.marks, modes[form], *rows[0], scene.budget, scene.trails->spare,
                           modes[form].by_cell ? nullptr : &scene.trails->clashless)
            .find(scene, easiest);
    } else {
        SpareTrails<most_cells * widest> spare;
        ForcingChains<most_cells * widest>(named, scene.marks, modes[form], *rows[0], scene.budget, spare)
            .find(scene, easiest);
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
