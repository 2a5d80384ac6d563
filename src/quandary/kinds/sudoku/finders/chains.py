"""Find chains: if this digit is in, that one is out, so another one is in, and so on back to the start."""

from math import inf

from quandary.kinds.sudoku.finders.forcing_chains import ForcingMode, find_forcing
from quandary.kinds.sudoku.finders.hint import Easiest, Finder, Rows, Scene, TechniqueHint
from quandary.kinds.sudoku.finders.simple_chains import (
    X_CYCLE,
    XY_CYCLE,
    Y_CYCLE,
    ChainWay,
    SimpleChains,
    SimpleForm,
    strikes,
)

SHORT = 8
"""The length up to which all chains are tried first where there are many, since most are short."""


class _EasiestChain:
    """A taker of the easiest chain."""

    def __init__(self, scene: Scene, rows: Rows, easiest: Easiest) -> None:
        self.scene, self.rows, self.easiest = scene, rows, easiest
        self.most = inf
        self.is_cut = False
        """Whether some chain was longer than `most`."""

    def wants(self, form: SimpleForm, nodes: int) -> bool:
        self.scene.budget.check()
        row = self.rows.get(form.name)
        if row is None or not self.easiest.wants(row.price(length=nodes), nodes):
            return False
        self.is_cut = self.is_cut or nodes > self.most
        return nodes <= self.most

    def take(self, form: SimpleForm, way: ChainWay) -> None:
        marks, length = self.scene.marks, len(way.nodes)
        hint = TechniqueHint(strikes=list(strikes(marks, form, way)), length=length, form=form.key)
        for cell, digit in (divmod(move, marks.shape.size) for move, _ in way.nodes):
            hint.cells |= 1 << cell
            hint.digits |= 1 << digit
        self.easiest.offer(self.rows.get(form.name), hint, length=length)


def simple_chains(scene: Scene, rows: Rows, easiest: Easiest) -> None:
    """Offer cycles and forcing chains in which every step has one reason."""
    chains, taker = SimpleChains(scene.marks), _EasiestChain(scene, rows, easiest)
    for form in (X_CYCLE, Y_CYCLE, XY_CYCLE):
        taker.most, taker.is_cut = SHORT if form is XY_CYCLE else inf, True
        while taker.is_cut:
            taker.is_cut = False
            chains.search(form, taker)
            taker.most *= 2


def _forcing(mode: ForcingMode) -> Finder:
    def find(scene: Scene, rows: Rows, easiest: Easiest) -> None:
        (row,) = rows.values()
        find_forcing(scene, row, easiest, mode)

    return find


nishio = _forcing(ForcingMode(by_cell=False, remembers=True, meets=False))
"""Offers digits that leave no place for the same digit elsewhere if they are in a cell, or are not."""
multiple_chains = _forcing(ForcingMode(by_cell=True, remembers=False, meets=True))
"""Offers what follows from every digit of a cell with at least three, or from every place of a digit."""
dynamic_chains, dynamic_plus, nested_chains, nested_multiple, nested_dynamic = (
    _forcing(ForcingMode(by_cell=True, remembers=True, meets=True, level=level)) for level in range(5)
)
"""Offer the same for chains that remember what they have switched off, and their contradictions; and those in which
patterns, simple chains, multiple chains or dynamic chains are seen on the way."""
