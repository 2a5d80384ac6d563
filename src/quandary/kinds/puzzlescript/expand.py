"""Turn each rule into the rules that it stands for, one direction, movement and object at a time.

The order is the original's: it decides which rule of a group is applied first.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from quandary.kinds.puzzlescript.names import Names
from quandary.kinds.puzzlescript.rule_lines import GAP, Cell, Pair, RuleLine
from quandary.kinds.puzzlescript.source import Source
from quandary.kinds.puzzlescript.words import NO, ONE_OF, RANDOM, SEEN_FROM, STATIONARY
from quandary.limits import check_limits

_Change: TypeAlias = Callable[[Pair], Pair]
MOST_RULES = 20_000
"""The most rules that a game may stand for."""


class TooManyRulesError(Exception):
    """The rules of a game stand for more than can be held."""


def expand(source: Source, names: Names, rules: Sequence[RuleLine]) -> list[RuleLine]:
    """Return the rules that the lines of a source stand for. What is wrong is noted in the source.

    Raises TooManyRulesError.
    """
    directed = list[RuleLine]()
    for rule in rules:
        _check_right_side(source, names, rule)
        for way in rule.ways:
            each = rule.copied([way])
            _turn(each)
            _take_apart(source, names, each)
            directed.append(each)
    moved = _limited(each for rule in directed for each in _by_movement(source, rule))
    concrete = _limited(each for rule in moved for each in _by_property(source, names, rule))
    for rule in concrete:
        _settle_new_objects(names, rule)
    return _without_twins(concrete)


def _limited(rules: Iterable[RuleLine]) -> list[RuleLine]:
    found = list[RuleLine]()
    for rule in rules:
        found.append(rule)
        if len(found) > MOST_RULES:
            raise TooManyRulesError
    return found


def _check_right_side(source: Source, names: Names, rule: RuleLine) -> None:
    """Complain about cells of the right side with and without an object, and forget what the left side says too."""
    for row, cells in enumerate(rule.right):
        for at, cell in enumerate(cells):
            there = {name for word, name in cell if word != NO and name in names.objects}
            for word, name in cell:
                if word == NO and there & set(names.members(name)):
                    source.wrong(
                        rule.line, f"NO {name.upper()} contradicts the rest of its cell; remove one."
                    )
            left = rule.left[row][at]
            cells[at] = [pair for pair in cell if pair[0] != NO or pair not in left]


def _turn(rule: RuleLine) -> None:
    """Replace words relative to the rule, and look down instead of up and right instead of left."""
    meant = SEEN_FROM[rule.way]
    for cell in rule.cells:
        cell[:] = [(meant.get(word, word), name) for word, name in cell]
    if GAP in (pair for row in rule.left for cell in row for pair in cell):
        return
    if rule.way in ("up", "left"):
        rule.ways = ["down" if rule.way == "up" else "right"]
        for row in (*rule.left, *rule.right):
            row.reverse()


def _take_apart(source: Source, names: Names, rule: RuleLine) -> None:
    """Replace names that stand for several objects at once, and other names of objects."""
    for cell in rule.cells:
        more: Cell = []
        for at, (word, name) in enumerate(cell):
            if name in names.aggregates:
                if word == NO:
                    source.wrong(
                        rule.line,
                        f"NO cannot stand before {name.upper()}, which is made with AND; name its parts.",
                    )
                first, *others = names.aggregates[name]
                cell[at] = word, first
                more += [(word, each) for each in others]
        cell += more
        cell[:] = [(word, names.synonyms.get(name, name)) for word, name in cell]


# Movements


def _by_movement(source: Source, rule: RuleLine) -> list[RuleLine]:
    """Return a rule once for each way in which words such as MOVING can be meant."""
    chosen = [_Chosen(rule)]
    while more := [each for one in chosen for each in one.movements_to_choose()]:
        # Words are chosen in every order. What comes again comes last, as it does in the end.
        chosen = list({each.rule.key(): each for each in reversed(more)}.values())[::-1]
        _check_number(len(chosen))
    found = [each.with_movements_on_the_right() for each in chosen]
    for each in found:
        words = (word for row in each.right for cell in row for word, _ in cell if word in ONE_OF)
        if word := next(words, None):
            name = word.split()[0].upper()
            source.wrong(
                each.line, f"it is not clear which way {name} is meant on the right; say it on the left."
            )
            return []
    return found


def _by_property(source: Source, names: Names, rule: RuleLine) -> list[RuleLine]:
    """Return a rule once for each object that a name made with OR can stand for, unless that makes no difference."""
    for cell in rule.cells:
        cell[:] = [
            (word, each)
            for word, name in cell
            for each in (names.properties[name] if word == NO and name in names.properties else (name,))
        ]
    unclear = {
        name
        for left, right in _cell_pairs(rule)
        for name in _properties(names, right)
        if name not in _properties(names, left)
    }
    found = list[RuleLine]()
    todo = deque([_Chosen(rule)])
    while todo:
        chosen = todo.popleft()
        choices = list(chosen.objects_to_choose(names, unclear))
        if choices:
            todo += choices
            _check_number(len(todo))
        else:
            found.append(chosen.with_objects_on_the_right())
    for each in found:
        left_over = (name for row in each.right for cell in row for name in _properties(names, cell))
        if name := next((name for name in left_over if name in unclear), None):
            source.wrong(
                each.line,
                f"it is not clear which {name.upper()} is meant on the right; name it once on the left.",
            )
            return []
    return found


def _cell_pairs(rule: RuleLine) -> Iterator[tuple[Cell, Cell]]:
    """Yield each cell of the left side with that of the right side, if there is one."""
    for left, right in zip(rule.left, rule.right, strict=False):
        yield from zip(left, right, strict=True)


def _properties(names: Names, cell: Cell) -> list[str]:
    """Return the names in a cell that are made with OR."""
    return [name for word, name in cell if word != RANDOM and name in names.properties]


def _check_number(count: int) -> None:
    check_limits()
    if count > MOST_RULES:
        raise TooManyRulesError


@dataclass
class _Chosen:
    """A rule in which some words have been chosen, with what was chosen for them and how often."""

    rule: RuleLine
    moves: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)
    """By word and object."""
    words: dict[str, tuple[str, int]] = field(default_factory=dict)
    objects: dict[str, tuple[str, int]] = field(default_factory=dict)

    def movements_to_choose(self) -> Iterator["_Chosen"]:
        """Yield the rule with one word such as MOVING replaced, in every cell that has one."""
        for row, cells in enumerate(self.rule.left):
            for at, cell in enumerate(cells):
                for pair in [pair for pair in cell if pair[0] in ONE_OF][:1]:
                    for way in ONE_OF[pair[0]]:
                        moves = self.moves | {pair: _once_more(self.moves.get(pair), way)}
                        words = self.words | {pair[0]: _once_more(self.words.get(pair[0]), way)}
                        yield _Chosen(self._replaced(row, at, _moved(pair, way)), moves, words)

    def objects_to_choose(self, names: Names, unclear: Collection[str]) -> Iterator["_Chosen"]:
        """Yield the rule with the first name made with OR replaced that has to be."""
        for row, cells in enumerate(self.rule.left):
            for at, cell in enumerate(cells):
                for name in _properties(names, cell):
                    if name not in unclear and names.single_layer(name) is not None:
                        continue
                    for each in names.properties[name]:
                        rule = self._replaced(row, at, _renamed(name, each))
                        objects = self.objects | {name: _once_more(self.objects.get(name), each)}
                        yield _Chosen(rule, objects=objects)
                    return

    def with_movements_on_the_right(self) -> RuleLine:
        """Return the rule with words on the right replaced that stand once on the left."""
        for pair, (way, count) in self.moves.items():
            if count == 1:
                self._replace_on_the_right(_moved(pair, way))
        for word, (way, count) in self.words.items():
            if count == 1:
                self._replace_on_the_right(_moved_like(word, way))
        return self.rule

    def with_objects_on_the_right(self) -> RuleLine:
        """Return the rule with names on the right replaced that stand once on the left."""
        for name, (each, count) in self.objects.items():
            if count == 1:
                self._replace_on_the_right(_renamed(name, each))
        return self.rule

    def _replaced(self, row: int, at: int, change: _Change) -> RuleLine:
        """Return a copy with the pairs of a cell changed on both sides."""
        rule = self.rule.copied()
        for side in (rule.left, rule.right):
            if side:
                side[row][at] = [change(pair) for pair in side[row][at]]
        return rule

    def _replace_on_the_right(self, change: _Change) -> None:
        for row in self.rule.right:
            for cell in row:
                cell[:] = [change(pair) for pair in cell]


def _moved(old: Pair, way: str) -> _Change:
    return lambda pair: (way, pair[1]) if pair == old else pair


def _moved_like(word: str, way: str) -> _Change:
    return lambda pair: (way, pair[1]) if pair[0] == word else pair


def _renamed(name: str, new: str) -> _Change:
    return lambda pair: (pair[0], new) if pair[1] == name and pair[0] != RANDOM else pair


def _once_more(before: tuple[str, int] | None, chosen: str) -> tuple[str, int]:
    """Return what was chosen first, and how often something was."""
    return (before[0], before[1] + 1) if before else (chosen, 1)


# What follows


def _settle_new_objects(names: Names, rule: RuleLine) -> None:
    """Let an object that appears where nothing of its layer was stand still."""
    if rule.late:
        return
    for left, right in _cell_pairs(rule):
        there = {each for _, name in left for each in names.members(name)}
        layers = {names.layer[each] for each in there}
        right[:] = [
            (STATIONARY, name)
            if not word and name in names.objects and name not in there and names.layer[name] not in layers
            else (word, name)
            for word, name in right
        ]


def _without_twins(rules: Sequence[RuleLine]) -> list[RuleLine]:
    """Leave out rules that come again later in their group."""
    kept, seen, group = list[RuleLine](), set[object](), -1
    for rule in reversed(rules):
        if rule.group != group:
            seen, group = set(), rule.group
        if (key := rule.key()) not in seen:
            seen.add(key)
            kept.append(rule)
    return kept[::-1]
