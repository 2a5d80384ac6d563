"""Notation: written puzzles can be read, and bad texts are refused in one clear line."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

from quandary.errors import NotationError
from quandary.kind import Kind, Notation, kind_of
from quandary.puzzle import AnyPuzzle
from quandary.solving.follow import follow, spell, starts_by_name
from quandary.testing.samples import Samples, for_all, play, require, strategies

ODD = "\0\x1b\n\t \"'\\/-+.,:;=~_#@0123456789aAzZ²٣é\u2028\ud800🧩"
TEXTS_PER_EXAMPLE = 10
LONGEST_MESSAGE = 300


def check_notation(samples: Samples) -> None:
    """Write puzzles, read them again, and check that they are the same."""
    kind = samples.kind
    require(kind.notation.parse and kind.notation.format, f"{kind.name}: a notation needs parse and format")

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        require(
            isinstance(puzzle, kind.puzzle), f"it is a {type(puzzle).__name__}, not a {kind.puzzle.__name__}"
        )
        require_round_trip(kind, puzzle)
        _require_forms(kind, puzzle)
        require(
            kind_of(puzzle) is kind,
            "kind_of(puzzle) does not find the kind: put it beside the class, or register it",
        )

    samples.try_on_examples(promise)
    samples.try_on_generated(promise)
    samples.try_on_drawn(promise)


def require_round_trip(kind: Kind, puzzle: AnyPuzzle) -> None:
    """Raise AssertionError unless a puzzle is the same after writing and reading it."""
    if kind.notation == Notation():
        return
    text = kind.format(puzzle)
    require(isinstance(text, str), f"format gives {text!r}, not a text")
    try:
        again = kind.parse(text)
    except NotationError as error:
        raise AssertionError(f"format wrote {text!r}, which parse refuses: {error}") from error
    require(again == puzzle, f"format wrote {text!r}, which parse reads as {again!r} and not as {puzzle!r}")
    require(
        kind.format(again) == text, f"{text!r} is written differently the second time: {kind.format(again)!r}"
    )


def _require_forms(kind: Kind, puzzle: AnyPuzzle) -> None:
    """Raise AssertionError unless each other notation can be read again or refuses the puzzle."""
    for name, write in kind.text_forms.items():
        try:
            text = write(puzzle)
        except NotationError:
            continue
        again = kind.parse(text)
        require(again == puzzle, f"as {name} it is {text!r}, which parse reads as {again!r}")


def check_customary_files(samples: Samples) -> None:
    """Check that `recognise` finds puzzles that can be read or refused, or returns None."""
    kind, make = samples.kind, strategies()

    def look(text: str) -> None:
        for one in kind.notation.found_in(text) or ():
            require(
                one.line >= 1, f"{kind.name}: recognise({text!r}) counts lines from {one.line}, not from 1"
            )
            _read(kind, one.notation)

    for puzzle in samples.puzzles:
        for text in _written(kind, puzzle):
            look(text)
    for_all(samples.most * TEXTS_PER_EXAMPLE, look, make.text(max_size=100))


def check_move_texts(samples: Samples) -> None:
    """Write moves as text and replay them, from every start."""
    kind, moves = samples.kind, samples.kind.notation.moves

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        starts, names = list(puzzle.starts()), starts_by_name(puzzle)
        require(len(names) == len(starts), f"its starts are not told apart: {', '.join(names)}")
        for start in starts:
            for state, _, path in play(puzzle, random, start):
                text = spell(puzzle, start, path)
                require(isinstance(text, str), f"spell gives {text!r}, not a text")
                met = follow(puzzle, text).states
                if moves and len(starts) == 1:
                    _check_replay(kind, puzzle, text, met, len(path))
                else:
                    require(met[-1] == state, f"the moves {text!r} lead to {met[-1]!r}, not to {state!r}")

    samples.try_on_examples(promise)


def _check_replay(kind: Kind, puzzle: AnyPuzzle, text: str, met: Sequence[Any], moves: int) -> None:
    """Raise AssertionError unless there is a state for each move, after the starting state."""
    require(len(met) > moves, f"replay({text!r}) gives {len(met)} states after {moves} moves")
    if kind.pictures.draw:
        as_set = kind.draw(puzzle, met[0]) == kind.draw(puzzle)
        require(as_set, f"replay({text!r}) does not begin with the puzzle as it is set")


def check_garbage(samples: Samples) -> None:
    """Read random texts, and check that each is a playable puzzle or raises NotationError."""
    kind, make = samples.kind, strategies()
    texts = [text for puzzle in samples.puzzles for text in _written(kind, puzzle)]

    def read_anything(text: str) -> None:
        _read(kind, text)

    def read_nearly_right(text: str, random: Random) -> None:
        for _ in range(random.randint(1, 3)):
            text = _spoil(text, random)
        _read(kind, text)

    most = samples.most * TEXTS_PER_EXAMPLE
    for_all(most, read_anything, make.text(max_size=100))
    for_all(most, read_nearly_right, make.sampled_from(texts), make.randoms(use_true_random=False))


def _written(kind: Kind, puzzle: AnyPuzzle) -> Iterator[str]:
    """Yield a puzzle in every notation that can write it."""
    for write in (kind.format, *kind.text_forms.values()):
        with suppress(NotationError):
            yield write(puzzle)


def _read(kind: Kind, text: str) -> None:
    try:
        puzzle = kind.parse(text)
    except NotationError as error:
        message = str(error)
        plain = message.isprintable() and 0 < len(message) <= LONGEST_MESSAGE
        require(plain, f"{kind.name} refuses {text!r} with a message that is not one short line: {message!r}")
        return
    except Exception as error:
        raise AssertionError(
            f"{kind.name}: parse({text!r}) must raise NotationError, not {error!r}"
        ) from error
    require_round_trip(kind, puzzle)
    try:
        _touch(kind, puzzle)
    except Exception as error:
        raise AssertionError(
            f"{kind.name}: parse({text!r}) lets pass what crashes later: {error!r}"
        ) from error


def _touch(kind: Kind, puzzle: AnyPuzzle) -> None:
    """Do with a puzzle what every command does first."""
    starts: list[Any] = list(islice(puzzle.starts(), 3))
    for state in starts:
        if not puzzle.is_solved(state):
            for move in islice(puzzle.moves(state), 3):
                puzzle.apply(state, move)
    if kind.pictures.draw:
        kind.draw(puzzle, None)
    if kind.maker.size:
        kind.maker.size(puzzle)


def _spoil(text: str, random: Random) -> str:
    """Return the text with one mistake: a character added, missing or swapped, or a huge number."""
    at = random.randint(0, len(text))
    odd = random.choice(ODD + text)
    numbers = list(re.finditer(r"\d+", text))
    spoilt = [
        text[:at] + odd + text[at:],
        text[:at] + text[at + 1 :],
        text[:at] + odd + text[at + 1 :],
        text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :],
        text[:at] + text,
    ]
    if numbers:
        number = random.choice(numbers)
        large = random.choice(["0", "-1", "999", "1" + "0" * 30])
        spoilt.append(text[: number.start()] + large + text[number.end() :])
    return random.choice(spoilt)
