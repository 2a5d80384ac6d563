"""Compile a source into a game."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from quandary.kinds.puzzlescript.colours import BLACK, MISSING, USUAL, palette
from quandary.kinds.puzzlescript.expand import MOST_RULES, TooManyRulesError, expand
from quandary.kinds.puzzlescript.game import Game, Group, Map, Picture, Win
from quandary.kinds.puzzlescript.masks import Compiled, compile_rule
from quandary.kinds.puzzlescript.names import Names, names_of
from quandary.kinds.puzzlescript.reader import read
from quandary.kinds.puzzlescript.rule_lines import LoopMark, read_rules
from quandary.kinds.puzzlescript.source import MapText, Source

MOST_COLOURS = 10
MOST_RIGID_GROUPS = 30
_HEX = re.compile(r"#([0-9a-f]{3}){1,2}")
_EVERYTHING = -1
"""The bits of all objects there can be."""


def compile_text(text: str, *, needs_levels: bool = True) -> tuple[Game | None, Source]:
    """Compile a text. The game is None if nothing can be made of it; what is wrong is noted in the source.

    >>> game, source = compile_text("title Nothing")
    >>> print(source.errors[0])
    There is no object PLAYER; declare one in OBJECTS or in the LEGEND.
    """
    source = read(text)
    for name in ("player", "background"):
        if not source.has(name):
            source.wrong(0, f"there is no object {name.upper()}; declare one in OBJECTS or in the LEGEND.")
    if not source.layers:
        source.wrong(0, "there are no layers; list all objects in COLLISIONLAYERS.")
    if needs_levels and not source.levels:
        source.wrong(0, "there are no levels; add one below LEVELS.")
    names = names_of(source)
    if not (names.members("background") and names.members("player")):
        source.wrong(0, "PLAYER and BACKGROUND must stand for objects in COLLISIONLAYERS.")
        return None, source
    try:
        return _Compiler(source, names).game(), source
    except TooManyRulesError:
        source.wrong(0, f"the rules stand for more than {MOST_RULES:,} rules; write simpler ones.")
        return None, source


class _Compiler:
    """A source that is being compiled."""

    def __init__(self, source: Source, names: Names) -> None:
        self._source, self._names = source, names
        told = source.settings.get("color_palette", (USUAL, 0))
        colours = palette(told[0])
        if colours is None:
            source.wrong(told[1], f"there is no palette {told[0][:40]!r}; use a number from 1 to 14.")
        self._colours = colours or palette(USUAL) or {}

    def game(self) -> Game:
        """Return the game."""
        names, source = self._names, self._source
        background = self._background_layer()
        pictures = [self._picture(name) for name in names.objects]
        glyphs = {name: names.mask(name) for name in (*names.objects, *source.legend) if self._is_glyph(name)}
        early, late, rigid_groups = self._groups()
        floor = 1 << names.objects[names.members("background")[0]]
        made = Game(
            objects=self._object_names(),
            layer_masks=tuple(names.layer_masks),
            player=names.mask("player"),
            player_is_whole="player" in names.aggregates,
            background=background,
            floor=floor,
            early=early,
            late=late,
            rigid_groups=rigid_groups,
            wins=tuple(win for each in source.wins if (win := self._win(each.words, each.line))),
            settings={name: value for name, (value, _) in source.settings.items()},
            pictures=tuple(pictures),
            background_colour=self._set_colours(),
            glyphs=glyphs,
        )
        return replace(made, levels=tuple(self._level(made, each) for each in source.levels))

    def _object_names(self) -> tuple[str, ...]:
        by_number = {number: name for name, number in self._names.objects.items()}
        return tuple(by_number.get(number, "") for number in range(max(by_number) + 1))

    def _is_glyph(self, name: str) -> bool:
        return len(name) == 1 and name not in self._names.properties and bool(self._names.members(name))

    def _background_layer(self) -> int:
        layer = self._names.single_layer("background")
        if layer is None:
            self._source.wrong(
                0, "BACKGROUND must stand for objects of one layer, with OR if they are several."
            )
            layer = self._names.layer[self._names.members("background")[0]]
        return layer

    # Pictures

    def _picture(self, name: str) -> Picture:
        thing = self._source.things[name]
        if not thing.colours:
            self._source.wrong(thing.line, f"{name.upper()} has no colour; write one below its name.")
        if len(thing.colours) > MOST_COLOURS:
            self._source.wrong(
                thing.line + 1, f"{name.upper()} has more than {MOST_COLOURS} colours; remove some."
            )
        if thing.picture and [len(row) for row in thing.picture] != [5] * 5:
            self._source.warn(thing.line, f"the picture of {name.upper()} is not five rows of five.")
        colours = tuple(self._hex(colour) for colour in thing.colours) or (MISSING,)
        return Picture(colours, tuple(thing.picture) or ("00000",) * 5)

    def _hex(self, colour: str) -> str:
        """Return a colour as #rrggbb, or as it is if it is none."""
        colour = self._colours.get(colour, colour)
        return (
            f"#{''.join(2 * digit for digit in colour[1:])}"
            if len(colour) == 4 and _HEX.fullmatch(colour)
            else colour
        )

    def _set_colours(self) -> str:
        for name in ("text_color", "background_color"):
            value, line = self._source.settings.get(name, ("black", 0))
            if not _HEX.fullmatch(self._hex(value)) and value != "transparent":
                self._source.wrong(
                    line, f"{value[:40]!r} is no colour; write a name such as PINK, or #1412FA."
                )
        colour = self._hex(self._source.settings.get("background_color", ("black", 0))[0])
        return colour if _HEX.fullmatch(colour) else BLACK

    # Levels

    def _level(self, game: Game, text: MapText) -> Map | str:
        if text.message is not None:
            return text.message
        for number, row in enumerate(text.rows):
            for sign in row:
                if sign not in game.glyphs:
                    self._complain_about_sign(sign, text.line + number)
        return game.lay(text.rows, text.line)

    def _complain_about_sign(self, sign: str, line: int) -> None:
        if sign in self._names.properties:
            self._source.wrong(line, f"{sign!r} is made with OR, so it is not clear what is meant; use AND.")
        else:
            self._source.wrong(line, f"{sign!r} stands for nothing; add it to the LEGEND.")

    # Rules

    def _groups(self) -> tuple[tuple[Group, ...], tuple[Group, ...], tuple[int, ...]]:
        source = self._source
        lines, marks = read_rules(source)
        loops = _loops(source, marks)
        if source.errors:
            lines = [line for line in lines if line.left]
        made = [compile_rule(source, self._names, each) for each in expand(source, self._names, lines)]
        rules = [each for each in made if each]
        sides = list[list[list[Compiled]]]()
        for late in (False, True):
            chosen = sorted(
                (each for each in rules if each.written.late == late), key=lambda each: each.written.group
            )
            groups = [
                self._without_clashes(list(group))
                for _, group in groupby(chosen, lambda each: each.written.group)
            ]
            sides.append([group for group in groups if group])
        rigid = tuple(
            number for number, group in enumerate(sides[0]) if any(each.written.rigid for each in group)
        )
        if len(rigid) > MOST_RIGID_GROUPS:
            line = sides[0][rigid[MOST_RIGID_GROUPS]][0].rule.line
            source.wrong(
                line, f"more than {MOST_RIGID_GROUPS} groups with rigid rules; make some of them plain."
            )
        early, after = (
            tuple(
                _group(each, rigid.index(number) if number in rigid and not late else -1, back)
                for number, (each, back) in enumerate(
                    zip(groups, _ways_back(source, loops, groups), strict=True)
                )
            )
            for late, groups in enumerate(sides)
        )
        return early, after, rigid

    def _without_clashes(self, group: list[Compiled]) -> list[Compiled]:
        """Leave out rules that want two objects of a layer in one cell. A line that is nothing else is an error."""
        kept = list(group)
        at = 0
        while at < len(kept):
            if kept[at].clash is None:
                at += 1
                continue
            dropped = kept.pop(at)
            near = [kept[other].rule.line for other in (at - 1, at) if 0 <= other < len(kept)]
            if dropped.rule.line not in near:
                one, other = dropped.clash or ("", "")
                self._source.wrong(
                    dropped.rule.line,
                    f"{one.upper()} and {other.upper()} share a layer, so they never share a cell; remove one.",
                )
        return kept

    # Winning

    def _win(self, words: Sequence[str], line: int) -> Win | None:
        if len(words) < 2:
            self._source.wrong(line, "this win condition is not complete; write it like ALL TARGET ON CRATE.")
            return None
        names = self._names
        one, other = names.mask(words[1]), names.mask(words[3]) if len(words) > 3 else _EVERYTHING
        if not (one and other):
            self._source.wrong(
                line, "this win condition is about something unknown; declare it or mend the name."
            )
            return None
        how = "some" if words[0] == "any" else words[0]
        return Win(
            how, one, words[1] in names.aggregates, other, len(words) > 3 and words[3] in names.aggregates
        )


def _group(rules: Iterable[Compiled], rigid: int, back: int) -> Group:
    rules = list(rules)
    made = tuple(each.rule._replace(rigid=rigid if each.written.rigid else -1) for each in rules)
    return Group(made, rules[0].written.random, back)


def _loops(source: Source, marks: Sequence[LoopMark]) -> list[tuple[int, int]]:
    """Return the first and the last line of every loop."""
    for number, mark in enumerate(marks):
        if number % 2 == 0 and not mark.begins:
            source.wrong(mark.line, "ENDLOOP ends no loop; remove it or add STARTLOOP above.")
        elif number % 2 == 1 and mark.begins:
            source.wrong(
                mark.line, "STARTLOOP within a loop; loops cannot be nested, so end the first with ENDLOOP."
            )
    if len(marks) % 2:
        source.wrong(marks[-1].line, "STARTLOOP without an ENDLOOP; add it below.")
    lines = [mark.line for mark in marks]
    return list(zip(lines[::2], [*lines[1::2], *lines[-1:]], strict=False))


def _ways_back(
    source: Source, loops: Sequence[tuple[int, int]], groups: Sequence[Sequence[Compiled]]
) -> list[int]:
    """Return for each group the group to go back to, -1 if there is none: the last one of a loop to its first."""
    back = [-1] * len(groups)
    for first, last in loops:
        inside = list[int]()
        for number, group in enumerate(groups):
            begin, end = group[0].rule.line, group[-1].rule.line
            if begin <= first <= end or begin <= last <= end:
                source.wrong(first, "a loop begins or ends within a group of rules; move the mark out of it.")
            if first <= begin <= last:
                inside.append(number)
        if inside:
            back[inside[-1]] = inside[0]
    return back
