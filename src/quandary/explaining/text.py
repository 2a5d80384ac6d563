"""An explanation for the terminal."""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from quandary.draw.colour import parse_colour
from quandary.draw.palette import LIGHT, Palette
from quandary.draw.render import to_terminal
from quandary.draw.shapes import Drawing
from quandary.explaining import words
from quandary.explaining.explained import Explanation
from quandary.explaining.picture import picture
from quandary.explaining.profile import Profile, Stretch
from quandary.explaining.scale import shade
from quandary.showing.picture import written
from quandary.trace import Trace

COLUMNS = 80
LONGEST_BAR = 24
MOST_STEPS = 10
"""The number of deductions spelled out. A page has room for more."""


def to_text(
    told: Explanation,
    *,
    columns: int = COLUMNS,
    in_colour: bool = False,
    steps: int = MOST_STEPS,
    palette: Palette = LIGHT,
    plain: bool = False,
) -> str:
    """Return the explanation as lines of text, including pictures.

    `in_colour` uses terminal colours. `plain` writes the puzzle in letters instead of drawing it. At most `steps` deductions are spelled out.

    >>> from quandary.explaining.explanation import explain
    >>> class Doors:
    ...     def starts(self): return ["hall"]
    ...     def moves(self, state): return {"hall": ["left", "right"], "cellar": ["back"]}[state]
    ...     def apply(self, state, move): return {"left": "garden", "right": "cellar", "back": "hall"}[move]
    ...     def is_solved(self, state): return state == "garden"
    >>> print(to_text(explain(Doors())))
    Doors
    1 bit of ReMUSE for the player “none”, who knows no rules.
    1 bit of MUSE; random play succeeds 3 times in 4; 1 solution.
    <BLANKLINE>
    Where the difficulty sits
      step  options  bits
         1        2     1  ████████████████████████  left
    The only choice is the winning move, which anybody sees. A player who looks one
    step ahead has 0 bits instead of 1 bit of ReMUSE: what is hard here is seen by
    trying a move.
    """
    return "\n".join(_Terminal(told, max(columns, 40), in_colour, steps, palette, plain).lines())


def profile_lines(told: Explanation, *, columns: int = COLUMNS, in_colour: bool = False) -> list[str]:
    """Return the bits of each step as lines of text, then the hardest moment."""
    return list(_Terminal(told, columns, in_colour, 0, LIGHT, plain=True).profile())


def clean(text: object) -> str:
    r"""Return text as one line without control characters, safe to print on a terminal.

    >>> clean("a\x1b[31m red\nword")
    'a�[31m red word'
    """
    line = " ".join(str(text).split())
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in line)


@dataclass(frozen=True)
class _Terminal:
    told: Explanation
    columns: int
    in_colour: bool
    steps: int
    palette: Palette
    plain: bool

    def lines(self) -> Iterator[str]:
        told = self.told
        yield self._bold(words.title(told))
        if told.title:
            yield clean(words.what(told))
        yield from self._wrapped(words.verdict(told))
        yield from self._wrapped(words.hardest_step(told))
        if told.is_unsolvable:
            yield from self._picture()
            return
        yield from self._wrapped(words.others(told))
        yield from self._picture()
        if words.tells_steps(told):
            yield from self._deductions()
        yield from self._heading(words.profile_heading(told))
        yield from self.profile()
        yield from self._rules()
        if not words.tells_steps(told):
            yield from self._deductions()

    def _picture(self) -> Iterator[str]:
        if self.plain:
            yield ""
            start = next(iter(self.told.puzzle.starts()), None)
            is_written = self.told.kind and self.told.kind.pictures.write
            yield from written(self.told.puzzle, start if is_written else None).splitlines()
        elif drawn := picture(self.told):
            yield ""
            yield from self._drawn(drawn)

    def profile(self) -> Iterator[str]:
        if (profile := self.told.profile) and profile.decisions:
            wide = max(len("bits"), *(len(words.amount(step.bits)) for _, step in profile.decisions))
            yield f"  step  options  {'bits':>{wide}}"
            for stretch in profile.stretches():
                yield self._stretch(profile, stretch, wide)
        yield from self._wrapped(words.where_it_sits(self.told))

    def _stretch(self, profile: Profile, stretch: Stretch, wide: int) -> str:
        if stretch.is_free:
            return f"        {words.free(stretch)}"
        step = stretch.steps[0]
        hardest = max(each.bits for each in profile.steps)
        length = max(1, round(LONGEST_BAR * step.bits / hardest))
        bar = self._paint("█" * length, shade(step.bits)) + " " * (LONGEST_BAR - length)
        move = clean(words.move(self.told, step.move))
        where = f" ({clean(step.slot)})" if profile.names_slots and words.is_news(step) else ""
        return f"  {stretch.first:>4}  {step.options:>7}  {words.amount(step.bits):>{wide}}  {bar}  {move}{where}"

    def _rules(self) -> Iterator[str]:
        if not self.told.rules:
            return
        yield from self._heading("What each rule is worth, in bits of MUSE")
        rules = self.told.rules_that_matter
        wide = max((len(clean(each.rule.name)) for each in rules), default=0)
        if rules:
            yield f"  {'rule':<{wide}}  to this player  alone"
        for each in rules:
            known = "known" if each.known else "not known"
            saves, alone = words.worth(each.saves), words.worth(each.worth.alone)
            yield f"  {clean(each.rule.name):<{wide}}  {saves:>5} {known:<9} {alone:>5}"
        for sentence in (words.idle(self.told), *words.advice(self.told), words.rules_note(self.told)):
            yield from self._wrapped(sentence)

    def _deductions(self) -> Iterator[str]:
        if not (trace := self.told.trace):
            return
        yield from self._heading("Solved by deduction")
        yield from self._wrapped(words.solving(self.told))
        for name, times in words.used(self.told):
            yield f"  {times:>4} × {clean(name)}"
        yield "The first steps:" if len(trace.steps) > self.steps else "The steps:"
        for number, step in enumerate(trace.steps[: self.steps], start=1):
            yield f"{number:>4}. {textwrap.shorten(clean(words.step(self.told, step)), self.columns - 6, placeholder=' …')}"
        if self.steps:
            yield from self._hardest_step(trace)

    def _hardest_step(self, trace: Trace) -> Iterator[str]:
        """Draw the most costly step on the puzzle itself, if the kind draws steps."""
        kind = self.told.kind
        if self.plain or kind is None or kind.pictures.draw_step is None or not trace.steps:
            return
        number = words.hardest_number(trace)
        yield from self._wrapped(
            f"The hardest step, {number + 1}, {words.step(self.told, trace.steps[number])}:"
        )
        yield from self._drawn(kind.pictures.draw_step(self.told.puzzle, trace, number))
        if kind.pictures.draw and (ended := words.rules_end(self.told)):
            yield from self._wrapped(ended)
            yield from self._drawn(kind.pictures.draw(self.told.puzzle, trace.state))

    def _drawn(self, drawn: Drawing) -> list[str]:
        text = to_terminal(drawn, palette=self.palette, columns=self.columns, colour=self.in_colour)
        return text.split("\n")

    def _heading(self, text: str) -> Iterator[str]:
        yield ""
        yield self._bold(text)

    def _wrapped(self, text: str) -> list[str]:
        return textwrap.wrap(clean(text), self.columns, break_on_hyphens=False)

    def _bold(self, text: str) -> str:
        return f"\x1b[1m{clean(text)}\x1b[0m" if self.in_colour else clean(text)

    def _paint(self, text: str, role: str) -> str:
        if not self.in_colour:
            return text
        red, green, blue, _ = parse_colour(self.palette[role])
        return f"\x1b[38;2;{red};{green};{blue}m{text}\x1b[0m"
