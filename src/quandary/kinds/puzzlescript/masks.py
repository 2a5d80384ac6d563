"""Turn the cells of a rule into bits."""

from collections.abc import Sequence
from dataclasses import dataclass

from quandary.kinds.puzzlescript.game import LAYER_BITS, Change, Pattern, Row, Rule
from quandary.kinds.puzzlescript.names import Names
from quandary.kinds.puzzlescript.rule_lines import GAP, Cell, RuleLine
from quandary.kinds.puzzlescript.source import Source
from quandary.kinds.puzzlescript.words import (
    ANY_MOVE,
    DIRECTIONS,
    ELLIPSIS,
    FORCES,
    NO,
    RANDOM,
    RANDOM_WAY,
    STATIONARY,
)

MOST_GAPS = 2


@dataclass(frozen=True)
class Compiled:
    """A rule as bits, and two objects of one layer that it wants in one cell, so that it never applies."""

    rule: Rule
    written: RuleLine
    clash: tuple[str, str] | None = None


class ContradictionError(Exception):
    """A cell is to have an object and not to have it, so that the rule never applies."""


def compile_rule(source: Source, names: Names, rule: RuleLine) -> Compiled | None:
    """Return a rule as bits, or None if it can never apply. What is wrong is noted in the source."""
    try:
        maker = _RuleMaker(source, names, rule)
        rows = tuple(maker.row(number) for number in range(len(rule.left)))
    except ContradictionError:
        source.warn(
            rule.line, "a cell on the left must have an object and must not, so this rule is left out."
        )
        return None
    commands = tuple(name for name, _ in rule.commands)
    message = next((text for name, text in rule.commands if name == "message"), "")
    made = Rule(rule.line, DIRECTIONS[rule.way], rows, bool(rule.right), commands, message)
    return Compiled(made, rule, maker.clash)


def _spread(bits: int, layer: int) -> int:
    return bits << LAYER_BITS * layer


class _RuleMaker:
    """The rule that is being compiled, and the first two objects that clash."""

    def __init__(self, source: Source, names: Names, rule: RuleLine) -> None:
        self._source, self._names, self._rule = source, names, rule
        self.clash: tuple[str, str] | None = None

    def _wrong(self, text: str) -> None:
        self._source.wrong(self._rule.line, text)

    def row(self, number: int) -> Row:
        """Return a row of the left side, with what the right side does to it."""
        left = self._rule.left[number]
        right: Sequence[Cell | None] = self._rule.right[number] if self._rule.right else [None] * len(left)
        cells = list[Pattern | None]()
        for at, (before, after) in enumerate(zip(left, right, strict=True)):
            if any(word == ELLIPSIS for word, _ in before):
                self._check_gap(before, after, is_end=at in (0, len(left) - 1))
                cells.append(None)
            else:
                cells.append(self._pattern(before, after))
        if cells.count(None) > MOST_GAPS:
            self._wrong(f"more than {MOST_GAPS} ... in one [ ]; split the rule.")
        return tuple(cells)

    def _check_gap(self, before: Cell, after: Cell | None, *, is_end: bool) -> None:
        if before != [GAP]:
            self._wrong("nothing else can stand in a cell with ...; add a | between them.")
        if is_end:
            self._wrong("a [ ] cannot begin or end with ...; add a cell or remove it.")
        if after is not None and after != [GAP]:
            self._wrong("... on the left needs ... in the same place on the right; add it there.")

    def _pattern(self, before: Cell, after: Cell | None) -> Pattern:
        need = forbid = moving = still = 0
        any_of, used = list[int](), dict[int, str]()
        for word, name in before:
            mask, layer = self._names.mask(name), self._names.single_layer(name)
            if word == RANDOM:
                self._wrong("RANDOM can only stand on the right; remove it from the left.")
            elif word == NO:
                forbid |= mask
            elif layer is None:
                self._wrong(f"{name.upper()} is in no layer; add it to COLLISIONLAYERS.")
            else:
                if layer in used:
                    self.clash = name, used[layer]
                used[layer] = name
                if name in self._names.objects:
                    need |= mask
                else:
                    any_of.append(mask)
                if word == STATIONARY:
                    still |= _spread(ANY_MOVE, layer)
                else:
                    moving |= _spread(_MATCHED.get(word, 0), layer)
        if need & forbid:
            raise ContradictionError
        pattern = Pattern(need, forbid, tuple(any_of), moving, still)
        return (
            pattern if after is None else pattern._replace(change=self._change(pattern, used, before, after))
        )

    def _change(self, pattern: Pattern, used: dict[int, str], before: Cell, after: Cell) -> Change | None:
        if GAP in after:
            self._wrong("... on the right needs ... in the same place on the left; add it there.")
            return None
        side = _RightSide(self, self._names)
        for word, name in after:
            side.take(word, name)
        return side.change(pattern, used, before)

    def note_clash(self, one: str, other: str) -> None:
        """Complain about two objects on the right that share a layer, if the left side has none."""
        if self.clash is None:
            self._wrong(
                f"{one.upper()} and {other.upper()} share a layer and cannot share a cell; remove one."
            )

    def note_unknown(self, name: str) -> None:
        """Complain about a random thing that is none."""
        self._wrong(f"{name.upper()} cannot be put there at RANDOM; name something made with OR.")

    def note_random(self, one: str, other: str) -> None:
        """Complain about a random object that may share a layer with another."""
        self._source.warn(self._rule.line, f"a random {one.upper()} would take the layer of {other.upper()}.")


_MATCHED = {**FORCES, RANDOM_WAY: FORCES["up"] | FORCES["left"]}
"""The movements that a word on the left asks for."""


class _RightSide:
    """A cell of the right side that is being compiled."""

    def __init__(self, maker: _RuleMaker, names: Names) -> None:
        self._maker, self._names = maker, names
        self._clear = self._put = self._stop = self._move = self._layers = self._one_of = self._any_way = 0
        self._used, self._random, self._filled = dict[int, str](), dict[int, str](), set[int]()

    def take(self, word: str, name: str) -> None:
        """Take an object and the word in front of it."""
        names = self._names
        layer = names.single_layer(name)
        if word == RANDOM:
            self._take_random(name)
        elif word == NO:
            self._clear |= names.mask(name)
        elif layer is not None:
            other = self._used.get(layer) or self._random.get(layer)
            if other:
                self._maker.note_clash(name, other)
            self._used[layer] = name
            if word:
                self._layers |= _spread(ANY_MOVE, layer)
            if name in names.objects:
                self._put |= names.mask(name)
                self._clear |= names.layer_masks[layer]
                self._filled.add(layer)
            self._take_movement(word, layer)

    def _take_random(self, name: str) -> None:
        members = self._names.members(name)
        if not members or name in self._names.aggregates:
            self._maker.note_unknown(name)
        self._one_of |= self._names.mask(name)
        for each in members:
            layer = self._names.layer[each]
            if self._used.get(layer, each) != each:
                self._maker.note_random(each, self._used[layer])
            self._random[layer] = each

    def _take_movement(self, word: str, layer: int) -> None:
        if word == STATIONARY:
            self._stop |= _spread(ANY_MOVE, layer)
        elif word == RANDOM_WAY:
            self._any_way |= _spread(1, layer)
        else:
            self._move |= _spread(FORCES.get(word, 0), layer)

    def change(self, pattern: Pattern, used: dict[int, str], before: Cell) -> Change | None:
        """Return what happens to a cell that fits a pattern, None if nothing does."""
        names = self._names
        if pattern.need & ~self._put:
            self._clear |= pattern.need
        if pattern.moving & ~self._move:
            self._stop |= pattern.moving
        for layer in used:
            if layer not in self._used:
                self._clear |= names.layer_masks[layer]
                self._layers |= _spread(ANY_MOVE, layer)
        needed = {
            names.layer[name] for word, name in before if word not in (NO, RANDOM) and name in names.objects
        }
        for layer in needed - self._filled:
            self._layers |= _spread(ANY_MOVE, layer)
        made = Change(
            self._clear, self._put, self._stop, self._move, self._layers, self._one_of, self._any_way
        )
        return made if any(made) else None
