"""A puzzle as the board needs it: its picture, its moves with their places, and its data for the browser."""

import inspect
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from quandary.board.data import drawing_data, fingerprint, puzzle_data
from quandary.draw.shapes import Circle, Drawing, Point
from quandary.kind import Kind, kind_of
from quandary.library.files import Entry
from quandary.limits import Limits
from quandary.showing.picture import anchor, draw
from quandary.solving.follow import starts_by_name
from quandary.solving.onward import played
from quandary.solving.search import solutions

GENERIC = "board/generic.js"
MOST_STATES = 400
"""Most states that are sent to the browser with a puzzle that has no play.js."""
MOST_CARRIED = 20_000
"""Most states that a page without a server carries."""
MOST_SOLUTIONS, SOLVE_SECONDS = 10_000, 3
"""Most solutions that a page carries as hashes, and the longest search for them."""


@dataclass(frozen=True)
class Playable:
    """A puzzle on a board."""

    puzzle: Any
    id: str
    title: str = ""
    kind: Kind | None = None
    facts: dict[str, Any] = field(default_factory=dict, compare=False)
    way: str = ""
    """The way in which answers are drawn, one of the kind's `drawn_by`, or its usual one."""

    @classmethod
    def of(cls, entry: Entry) -> "Playable":
        """Return the puzzle of a file's entry."""
        return cls(entry.puzzle, entry.id, entry.title, entry.kind, dict(entry.facts))

    @classmethod
    def own(cls, puzzle: Any, name: str) -> "Playable":
        """Return a puzzle of a user's own, with its kind if its module has one."""
        return cls(puzzle, name, "", kind_of(puzzle))

    @property
    def name(self) -> str:
        """The title, or else what sort of puzzle it is."""
        if self.title or not self.kind:
            return self.title or self.id
        kind = self.kind.title[:1].upper() + self.kind.title[1:]
        return f"{kind} {self.id.removeprefix(f'{self.kind.name}-')}"

    @property
    def notation(self) -> str | None:
        """The puzzle as text, if its kind has a notation."""
        return self.kind.format(self.puzzle) if self.kind and self.kind.notation.format else None

    @cached_property
    def steps(self) -> Any:
        """The puzzle in the steps in which people play it."""
        if self.is_drawn and self.kind:
            return self.kind.pictures.drawn_by[self.way](self.puzzle)
        return played(self.puzzle)

    @property
    def is_drawn(self) -> bool:
        """Whether its answers are drawn in one of the kind's ways, whose `spelled` turns a solved state into its steps."""
        return self.kind is not None and self.way in self.kind.pictures.drawn_by

    @cached_property
    def starts(self) -> dict[str, Any]:
        """Every start by name."""
        return starts_by_name(self.steps)

    def draw(self, state: Any) -> Drawing:
        """Draw a state, or the puzzle as it is set if there is none."""
        return draw(self.puzzle, state, title=self.id)

    def anchor(self, state: Any, move: Any) -> Point | None:
        """Return the place in the picture where a move is made, if the puzzle says so."""
        return anchor(self.puzzle, state, move)

    def said_by(self, module: str, name: str) -> Callable[..., Any] | None:
        """Return a function of one of the modules that a kind may have beside its facets, if it has it."""
        if not self.kind or not (self.kind.folder / f"{module}.py").is_file():
            return None
        package = type(self.puzzle).__module__.rpartition(".")[0]
        return getattr(import_module(f"{package}.{module}"), name, None)

    def faults(self, state: Any) -> list[dict[str, Any]]:
        """Return marks on what breaks a rule in a finished answer, as data, if the kind can tell."""
        find = self.said_by("slips", "faults")
        if find is None or self.steps.is_solved(state):
            return []
        rings = tuple(Circle(each, 0.3, stroke="struck", width=0.07) for each in find(self.puzzle, state))
        return list(drawing_data(Drawing(1, 1, rings))["shapes"])

    def takes(self, move: str) -> bool:
        """Return whether the board takes a move although it may break a rule."""
        can_write = self.said_by("slips", "writes")
        return can_write is not None and can_write(self.puzzle, move)

    @property
    def goal(self) -> str:
        """What to do, in a sentence: the summary of the kind, or the first paragraph of what an own class says of itself."""
        if self.kind:
            return self.kind.summary
        return " ".join((inspect.getdoc(type(self.puzzle)) or "").partition("\n\n")[0].split())

    # For the browser

    @cached_property
    def module(self) -> str:
        """The file that says how the puzzle is touched, as it is served."""
        file = f"play-{self.way}.js" if self.way else "play.js"
        if self.kind is not None and (self.kind.folder / file).is_file():
            return f"kinds/{self.kind.name}/{file}"
        return f"board/{self._told['module']}" if "module" in self._told else GENERIC

    @cached_property
    def page_data(self) -> dict[str, Any] | None:
        """What a page without a server needs, or None if the puzzle has too many states to carry."""
        if self.module != GENERIC:
            return self.data | {"module": self.module.removeprefix("board/")}
        carried = self._graph(MOST_CARRIED)
        return self.data | {"module": "generic.js", "puzzle": _shared(carried)} if carried["states"] else None

    @cached_property
    def data(self) -> dict[str, Any]:
        """What the browser needs to play the puzzle."""
        return {
            "id": self.id,
            "name": self.name,
            "goal": self.goal,
            "module": self.module,
            "drawing": drawing_data(self.draw(None)),
            "puzzle": self._graph(MOST_STATES) if self.module == GENERIC else self._for_play_js(),
        }

    @cached_property
    def _told(self) -> Mapping[str, Any]:
        """What the kind tells its board, if it says so."""
        return self.kind.pictures.board(self.puzzle) if self.kind and self.kind.pictures.board else {}

    def _for_play_js(self) -> dict[str, Any]:
        data = dict(self._told) if self._told else puzzle_data(self.puzzle)
        if (key := data.pop("solved", None)) and not data.get("free"):
            data["solved"] = self._hashes(key)
        return data

    def _hashes(self, key: Callable[[Any], str]) -> list[str] | None:
        """Return the hashes of all solved positions, or None if there are too many to find or to carry."""
        found = solutions(self.puzzle, most=MOST_SOLUTIONS + 1, limits=Limits(seconds=SOLVE_SECONDS))
        if not found.complete or len(found.found) > MOST_SOLUTIONS:
            return None
        return sorted(fingerprint(key(each.end(self.puzzle))) for each in found.found)

    def _graph(self, most: int) -> dict[str, Any]:
        """Return all states as data if there are few, else only the starts."""
        names: dict[Any, str] = {}
        todo = [*self.starts.values()]
        for state in todo:
            if state in names:
                continue
            names[state] = str(len(names))
            if len(names) > most:
                return {
                    "starts": [[name, self.path(name, [])] for name in self.starts],
                    "states": {},
                } | self._set
            if not self.steps.is_solved(state):
                todo += [self.steps.apply(state, move) for move in self.steps.moves(state)]
        starts = [[name, names[state]] for name, state in self.starts.items()]
        return {"starts": starts, "states": {names[s]: self.look(s, names) for s in names}} | self._set

    @property
    def _set(self) -> dict[str, Any]:
        return {"shapes": drawing_data(self.draw(None))["shapes"]}

    def path(self, start: str, moves: Sequence[str]) -> str:
        """Return the name of a state in the browser: how it was reached."""
        return "\n".join([start, *moves])

    def look(self, state: Any, names: dict[Any, str] | None = None, path: str = "") -> dict[str, Any]:
        """Return a state as data: its picture, its moves with their places and where they lead."""
        solved = self.steps.is_solved(state)
        moves = []
        for move in () if solved else self.steps.moves(state):
            x, y = self.anchor(state, move) or (None, None)
            there = names[self.steps.apply(state, move)] if names else f"{path}\n{move}"
            moves.append([str(move), x, y, there])
        return {"shapes": drawing_data(self.draw(state))["shapes"], "moves": moves, "solved": solved}


def _shared(graph: dict[str, Any]) -> dict[str, Any]:
    """Return states whose shapes are numbers in one list, since most states share most of their shapes.

    >>> small = _shared({"states": {"0": {"shapes": ["a", "b"]}, "1": {"shapes": ["a"]}}})
    >>> small["table"], small["states"]["1"]["shapes"]
    (['a', 'b'], [0])
    """
    numbers: dict[str, int] = {}
    table = list[Any]()
    for state in graph["states"].values():
        told = []
        for shape in state["shapes"]:
            key = json.dumps(shape)
            if key not in numbers:
                numbers[key] = len(table)
                table.append(shape)
            told.append(numbers[key])
        state["shapes"] = told
    return graph | {"table": table}


def play_files(served: Iterable[Playable]) -> dict[str, Path]:
    """Return the play.js files of some puzzles, by the name that their data give."""
    return {
        each.module: each.kind.folder / "play.js"
        for each in served
        if each.kind and each.module.startswith("kinds/")
    }
