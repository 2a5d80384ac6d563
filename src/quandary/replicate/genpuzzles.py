"""Learned difficulty and running times of *Automatically Generating Puzzles of Different Complexity* (2014).

The paper sorts 206 Sudokus into four levels by a support vector machine on features that can be counted at a
glance, with 500 random splits into training and test puzzles. Its labels are not public. With a file of
`puzzle label` lines (Sudokus, or Fillominos as rows with `/` between them), where labels are Sudoku Explainer ratings or words, the same is done on that file, and also
with the features of a human-like solution. Without a file, puzzles are generated and labelled by our own rating.
Every one of them is minimal, since otherwise the number of empty cells would give its level away. The features of
a solution would know that rating, so only the paper's features are tried.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from quandary.draw.charts import curve
from quandary.draw.shapes import Drawing, Point
from quandary.errors import FileError, NotationError, QuandaryError
from quandary.kinds.fillomino.features import draft_vector
from quandary.kinds.sudoku.board import EMPTY
from quandary.kinds.sudoku.explainer import profile
from quandary.kinds.sudoku.features import steps, surface
from quandary.kinds.sudoku.generate import candidates
from quandary.kinds.sudoku.levels import make_many, within
from quandary.kinds.sudoku.notation import parse
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.techniques import LEVELS, level
from quandary.replicate._fillomino import (
    PREFIX,
    draw_fillomino_times,
    fillomino_times,
    read_labelled_fillominos,
)
from quandary.replicate._graph import PRINTED, graph, stacked, titled
from quandary.replicate._table import PublishedTable, TableRow
from quandary.replicate._timing import timed_row
from quandary.score import NotComputed

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")
PUZZLES, SPLITS = 206, 500
QUICK_SPLITS = 50
"""The number of splits if the labels are our own."""
SHARES = (0.2, 0.4, 0.6, 0.8)
PUBLISHED = {0.8: 0.80}
"""The share of test puzzles put into the right level, by training share. The rest of the curve is only drawn."""
EMPTIES = {
    "9x9": (10, 20, 30, 40, 45, 50, 55, 60, 65),
    "16x16": (40, 80, 120, 130, 140, 150, 160),
    "25x25": (100, 200, 250, 300, 330, 345, 360),
}
"""The last ones are more than can be emptied. There the time stays the same, because every cell has been tried."""
SEED = 1
CHANCE = "chance"
NOT_PUBLIC = "206 puzzles of Web Sudoku, whose labels are not public; --data FILE does the same on yours"
FOUR_LEVELS = {name: LEVELS[name] for name in ("easy", "medium", "hard", "evil")}
"""The levels of the draft."""
NO_LEVELS = "40 puzzles of Math In English in four levels; no labels and no rate were published; --data FILE does the same on your Fillominos"
OUR_LABELS = "{} minimal puzzles made here, labelled by our own rating; chance is {:.2f}"


def rows() -> Iterator[TableRow]:
    """Yield the published rate, the learning curve on generated puzzles, and the running times."""
    yield from (
        TableRow(f"surface_{share:.0%}", rate, None, note=NOT_PUBLIC) for share, rate in PUBLISHED.items()
    )
    made = minimal_puzzles(PUZZLES // len(FOUR_LEVELS))
    note = OUR_LABELS.format(len(made), 1 / len(FOUR_LEVELS))
    examples = [(surface(sudoku), name) for sudoku, name in made]
    yield chance([label for _, label in examples])
    yield from learning_curve("generated-surface", examples, QUICK_SPLITS, note)
    yield from _same_for_all()


def minimal_puzzles(each: int) -> list[tuple[Sudoku, str]]:
    """Generate minimal Sudokus of every level, with their levels.

    >>> made = minimal_puzzles(1)
    >>> [name for _, name in made]
    ['easy', 'medium', 'hard', 'evil']
    """
    return [
        (sudoku, name)
        for name, level in FOUR_LEVELS.items()
        for sudoku in islice(make_many(Random(f"{name}/{SEED}"), "9x9", within(level)), each)
    ]


def _same_for_all() -> Iterator[TableRow]:
    """Yield the rows that need no labels."""
    yield TableRow("fillomino_levels", None, None, note=NO_LEVELS)
    yield from running_times()
    yield from fillomino_times(SEED)


def with_data(path: Path) -> PublishedTable:
    """Return the same on a file of labelled puzzles.

    It covers the paper's features and those of a solution.
    """

    def on_file() -> Iterator[TableRow]:
        if labelled := read_labelled_fillominos(path):
            chosen_boards = sample(labelled, PUZZLES, SEED)
            yield chance([label for _, label in chosen_boards])
            yield from learning_curve(
                "fillomino", [(draft_vector(each), label) for each, label in chosen_boards], SPLITS
            )
            return
        chosen = sample(read_labelled(path), PUZZLES, SEED)
        yield chance([label for _, label in chosen])
        yield from learning_curve("surface", [(surface(sudoku), label) for sudoku, label in chosen], SPLITS)
        yield from learning_curve("steps", [(_steps(sudoku), label) for sudoku, label in chosen], SPLITS)
        yield from _same_for_all()

    return replace(TABLE, title=f"{TABLE.title}, on {path.name}", rows=on_file)


def read_labelled(path: Path) -> list[tuple[Sudoku, str]]:
    """Read the puzzles of a file with their levels. A rating stands for the level it belongs to."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"Cannot read {path}: {error}") from error
    found = []
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 2:
            raise FileError(f"line {number} of {path.name}: give a puzzle, a blank and its label")
        try:
            found.append((parse(words[0]), _label(words[1])))
        except NotationError as error:
            raise FileError(f"line {number} of {path.name}: {error}") from error
    return found


def _label(word: str) -> str:
    try:
        return level(float(word))
    except ValueError:
        return word.lower()


def _steps(sudoku: Sudoku) -> dict[str, float]:
    found = profile(sudoku)
    if found is None:
        raise NotComputed("it has no solution")
    return steps(found)


def sample(labelled: Sequence[tuple[T, str]], size: int, seed: int) -> list[tuple[T, str]]:
    """Draw `size` labelled puzzles, with all labels equally often as far as there are enough."""
    by_label: dict[str, list[tuple[T, str]]] = {}
    for each in labelled:
        by_label.setdefault(each[1], []).append(each)
    if len(by_label) < 2:
        raise QuandaryError(
            "Give puzzles with at least two different labels: there is nothing to tell apart."
        )
    rng = Random(seed)
    queues = [rng.sample(group, len(group)) for _, group in sorted(by_label.items())]
    chosen: list[tuple[T, str]] = []
    while len(chosen) < size and any(queues):
        chosen += [queue.pop() for queue in queues if queue][: size - len(chosen)]
    return chosen


def chance(labels: Sequence[str]) -> TableRow:
    """Return what naming the commonest level always gets right.

    >>> chance(["easy", "hard", "easy", "evil"]).ours
    0.5
    """
    commonest = max(Counter(labels).values()) / len(labels)
    return TableRow(CHANCE, None, commonest, note="naming the commonest level always")


def learning_curve(
    name: str, examples: Sequence[tuple[Mapping[str, float], str]], splits: int, note: str = ""
) -> Iterator[TableRow]:
    """Yield the accuracy on test puzzles for each share of puzzles used for training."""
    for share in SHARES:
        found = accuracy(examples, share, splits=splits, seed=SEED)
        published = PUBLISHED.get(share) if name == "surface" else None
        yield TableRow(
            f"{name}_{share:.0%}", published, found, note=note or f"{len(examples)} puzzles of the file"
        )


def accuracy(
    examples: Sequence[tuple[Mapping[str, float], str]], share: float, *, splits: int, seed: int
) -> float:
    """Compute the mean share of test puzzles that a support vector machine labels correctly."""
    try:
        import numpy as np
        from sklearn.model_selection import StratifiedShuffleSplit
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        from sklearn.svm import SVC
    except ImportError as error:
        raise QuandaryError('Learning needs scikit-learn: pip install "quandary[learn]"') from error
    names = sorted({name for features, _ in examples for name in features})
    vectors = np.array([[features.get(name, 0.0) for name in names] for features, _ in examples])
    labels = np.array([label for _, label in examples])
    shuffle = StratifiedShuffleSplit(splits, train_size=share, random_state=seed)
    return float(
        np.mean(
            [
                _score(make_pipeline(StandardScaler(), SVC(C=10.0)), vectors, labels, train, test)
                for train, test in shuffle.split(vectors, labels)
            ]
        )
    )


def _score(model: Any, vectors: "np.ndarray", labels: "np.ndarray", train: Any, test: Any) -> float:
    model.fit(vectors[train], labels[train])
    return float(model.score(vectors[test], labels[test]))


def running_times() -> Iterator[TableRow]:
    """Measure the processor seconds to fill a grid and empty a number of cells.

    They depend on the machine.
    """
    for size, targets in EMPTIES.items():
        for target in targets:
            yield timed_row(f"{size}_{target}", partial(_emptied, size, target), SEED)


def _emptied(size: str, target: int, rng: Random) -> int:
    """Make a Sudoku and return how many cells are empty."""
    return next(candidates(rng, size, empties=target)).givens.count(EMPTY)


def draw(rows: Sequence[TableRow]) -> Drawing:
    """Draw the running times of Sudokus and Fillominos as graphs.

    The paper finds the times of Sudokus exponential and those of Fillominos linear, so the scales are a logarithmic
    and a linear one.
    """
    drawn = []
    if any(row.name.endswith("%") and row.ours for row in rows):
        drawn.append(titled(draw_curve(rows)))
    if times := [row for row in rows if row.name.partition("_")[0] in EMPTIES]:
        sudokus = graph(times, "Time to fill and empty Sudokus", "cells emptied", "seconds, Sudoku")
        drawn.append(titled(sudokus))
    if fillominos := [row for row in rows if row.name.startswith(PREFIX)]:
        drawn.append(titled(draw_fillomino_times(fillominos)))
    return stacked(drawn, "Levels, and time to fill and empty boards")


def draw_curve(rows: Sequence[TableRow]) -> Drawing:
    """Draw how well levels are told apart, by the share of puzzles learnt from, beside the published rate."""
    lines: dict[str, list[Point]] = {}
    for row in rows:
        name, _, share = row.name.rpartition("_")
        if share.endswith("%"):
            for label, value in ((name, row.ours), (f"{name}{PRINTED}", row.published)):
                if value is not None:
                    lines.setdefault(label, []).append((float(share[:-1]), 100 * value))
    blind = next((row.ours for row in rows if row.name == CHANCE), None)
    if blind is not None:
        lines[CHANCE] = [(100 * share, 100 * blind) for share in (SHARES[0], SHARES[-1])]
    return curve(
        dict(lines),
        "Puzzles put into the right level by a support vector machine",
        "per cent of the puzzles learnt from",
        "per cent right",
        hollow=[name for name in lines if name.endswith(PRINTED)],
    )


TABLE = PublishedTable(
    "genpuzzles",
    "Sorting Sudokus into levels by a support vector machine, and the time it takes to make Sudokus and Fillominos",
    "Automatically Generating Puzzles of Different Complexity (draft, 2014)",
    rows,
    with_data=with_data,
    graph=draw,
)
