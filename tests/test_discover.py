"""Learned rules: proved, sound on sizes never trained on, ranked, stored, and used like any other rule."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from quandary._native import core
from quandary.cli.main import main
from quandary.discovering import Discovery
from quandary.discovering import discover as discover_in_time
from quandary.discovering.explain import Explainer, UnsoundTheoryError, rings
from quandary.discovering.live import LivePart, live_part, live_part_of_solutions
from quandary.errors import FileError, QuandaryError
from quandary.explaining.explanation import explain
from quandary.generating.band import generated
from quandary.kind import Kind
from quandary.kinds.maze.rules import Maze, Part
from quandary.kinds.maze.sheet import MazeSheet
from quandary.kinds.maze.theory import SHEET
from quandary.library.registry import find_kind
from quandary.limits import Limits, Meter, OutOfBudget, Stop
from quandary.measuring.entropy import differential, muse
from quandary.player import Player
from quandary.puzzle import Slot
from quandary.solving.deduce import deduce
from quandary.testing import checks
from quandary.theory import MOVE, Fact, Facts, Theory
from quandary.theory.laws import Laws
from quandary.theory.learned import Learned, as_rules, match_rules, read_rule_file
from quandary.theory.notes import Notes, board_of
from quandary.theory.runs import folded, holds_for_runs, schema_of
from quandary.theory.slots import THEORY as SLOTS
from quandary.theory.slots import crowd, signature

WITNESS, SOKOBAN, MAZE, SUDOKU = map(find_kind, ("witness", "sokoban", "maze", "sudoku"))
ENOUGH = Limits(states=100_000)
ELEMENTS = ("triangles", "squares", "stars", "polyominoes", "hexagons")


def discover(puzzles: Sequence[Any], theory: Theory, radius: int = 2) -> Discovery:
    """Learn however long it takes."""
    found = discover_in_time(puzzles, theory, radius=radius, limits=Limits(seconds=600))
    assert not found.is_cut
    return found


def some(of: Kind, size: str, count: int, seed: int = 1, **wishes: str) -> list[Any]:
    return list(islice(generated(of, size, seed, wishes=wishes), count))


def live_parts(puzzles: Sequence[Any]) -> list[LivePart]:
    return [part for each in puzzles if (part := live_part(each, ENOUGH))]


def wrong_strikes(of: Kind, rules: Sequence[Learned], puzzles: Sequence[Any]) -> tuple[int, int]:
    """Return how many live moves the rules rule out, and how many dead ones."""
    match = match_rules(of.theory(), rules)
    wrong = right = 0
    for part in live_parts(puzzles):
        for here in part.states:
            wrong += sum(map(bool, match(part.puzzle, here.state, here.live)))
            right += sum(map(bool, match(part.puzzle, here.state, here.dead)))
    return wrong, right


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str]:
        capsys.readouterr()
        code = main([str(each) for each in arguments])
        told = capsys.readouterr()
        return code, told.out + told.err

    return run


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Learn rules of triangles as the command does, once."""
    path = tmp_path_factory.mktemp("rules") / "rules.json"
    report = path.with_suffix(".html")
    made = [
        "--size",
        "3x3",
        "--with",
        "elements=triangles",
        "--learn-from",
        "30",
        "--seed",
        "5",
        "--within",
        "600",
    ]
    assert main(["discover", "witness", *made, "-o", str(path), "--report", str(report)]) == 0
    return path


# Soundness


@pytest.mark.parametrize("elements", ELEMENTS)
def test_rules_learned_on_small_panels_never_strike_a_live_move_on_others(elements: str) -> None:
    found = discover(some(WITNESS, "2x3", 8, elements=elements), WITNESS.theory())
    wrong, right = wrong_strikes(WITNESS, found.rules, some(WITNESS, "3x3", 4, seed=9, elements=elements))
    assert wrong == 0
    assert right > 0


@pytest.mark.parametrize(("name", "small", "large"), [("maze", "4x4", "5x5"), ("sokoban", "5x5-1", "6x6-2")])
def test_rules_of_other_kinds_hold_on_larger_puzzles(name: str, small: str, large: str) -> None:
    found = discover(some(find_kind(name), small, 8), find_kind(name).theory())
    wrong, right = wrong_strikes(find_kind(name), found.rules, some(find_kind(name), large, 4, seed=9))
    assert wrong == 0
    assert right > 0


def test_fillomino_rules_rule_out_nothing_that_is_part_of_the_solution() -> None:
    from quandary.solving.search import solutions

    fillomino = find_kind("fillomino")
    found = discover(some(fillomino, "3x3", 6), fillomino.theory())
    match, struck = fillomino.theory().match([rule.facts for rule in found.rules]), 0
    for puzzle in some(fillomino, "4x4", 2, seed=9):
        [solution] = solutions(puzzle).found
        state = solution.start
        for move in solution.moves:
            moves = puzzle.moves(state)
            masks = dict(zip(moves, match(puzzle, state, moves), strict=True))
            assert not any(masks[each] for each in solution.moves if each in masks)
            struck += sum(map(bool, masks.values()))
            state = puzzle.apply(state, move)
    assert struck > 0


class Liar:
    """A theory that refutes everything, even a state that has a solution."""

    def __getattr__(self, name: str) -> Any:
        return getattr(MAZE.theory(), name)

    def refutes(self, facts: Facts) -> Facts | None:
        return facts - {fact for fact in facts if fact.sort == MOVE} or None


def test_a_theory_that_refutes_a_live_state_raises_the_alarm() -> None:
    [part] = live_parts(some(MAZE, "3x3", 1))
    state, move = part.dead_moves[0]
    liar: Any = Liar()
    with pytest.raises(UnsoundTheoryError, match="refutes a state that has a solution"):
        Explainer(liar).explain(rings(MAZE.theory(), part.puzzle, state, move, (1,)))


def test_no_fact_of_an_explanation_can_be_left_out() -> None:
    theory = WITNESS.theory()
    found = discover(some(WITNESS, "3x3", 5, elements="triangles"), theory)
    for rule in found.rules:
        assert theory.refutes(rule.facts) is not None
        assert all(theory.refutes(rule.facts - {fact}) is None for fact in rule.facts)


def test_a_rule_holds_however_it_is_turned() -> None:
    theory = WITNESS.theory()
    for rule in discover(some(WITNESS, "3x3", 3, elements="squares"), theory).rules:
        assert all(theory.refutes(turned) is not None for turned in theory.turns(rule.facts))


def test_a_box_in_a_corner_is_refuted_unless_it_may_be_on_a_target() -> None:
    theory = SOKOBAN.theory()
    corner = frozenset(
        {Fact(MOVE, (0, 0)), Fact("plain", (0, 0)), Fact("wall", (1, 0)), Fact("wall", (0, 1))}
    )
    assert theory.refutes(corner) == corner
    assert theory.refutes(corner - {Fact("plain", (0, 0))}) is None


def pigeons_and_holes(number: int) -> Laws:
    """Return laws that a solver needs a while to refute: one pigeon too many, each alone in its hole."""
    laws, holes, pigeons = Laws(), range(number), range(number + 1)
    for pigeon in pigeons:
        laws.at_least("in some hole", 1, [laws.variable((pigeon, hole)) for hole in holes])
    for hole in holes:
        laws.at_most("alone", 1, [laws.variable((pigeon, hole)) for pigeon in pigeons])
    return laws


@pytest.fixture
def hears_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C interrupt this process, which ignores it if a shell started it in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("hears_ctrl_c")
def test_ctrl_c_while_a_proof_is_looked_for_is_an_interrupt_like_any_other() -> None:
    with (
        subprocess.Popen(["sh", "-c", f"sleep 1; kill -INT {os.getpid()}"]),
        pytest.raises(KeyboardInterrupt),
    ):
        while True:
            assert pigeons_and_holes(8).refuted([]) is not None


def wall(length: int) -> Facts:
    """Return a box at the left end of a wall of some cells without a target."""
    line = range(length)
    facts = [Fact("plain", (x, 0)) for x in line] + [Fact("wall", (x, 1)) for x in line]
    return frozenset([Fact(MOVE, (0, 0)), Fact("wall", (-1, 0)), Fact("wall", (length, 0)), *facts])


def test_walls_of_every_length_are_one_rule_proved_by_induction() -> None:
    theory = SOKOBAN.theory()
    schemas = {folded(theory, wall(length)) for length in (2, 3, 4)}
    [schema] = schemas
    assert schema is not None
    assert holds_for_runs(theory, schema_of(schema))
    assert all(theory.refutes(each) is not None for each in schema_of(schema).instances())
    assert folded(theory, wall(3) - {Fact("wall", (1, 1))}) is None  # there it may leave the wall


def test_a_schema_strikes_pushes_along_walls_longer_than_any_in_training() -> None:
    facts = folded(SOKOBAN.theory(), wall(2))
    assert facts is not None
    [rule] = as_rules([Learned("line", facts, run=True)], SOKOBAN.theory())
    level = SOKOBAN.parse("########\n#      #\n#   $  #\n#   @ .#\n#      #\n########")
    [start] = level.starts()
    struck = {str(move) for each in rule.find(level, start, level.moves(start)) for move in each.cannot}
    assert struck == {str(move) for move in level.moves(start) if move.direction == "up"}


# Worth


def test_learned_rules_leave_fewer_bits_than_the_expert_on_new_panels(learned: Path) -> None:
    panels = some(WITNESS, "3x3", 25, seed=77, elements="triangles")
    taught, expert = WITNESS.player(f"rules={learned}"), WITNESS.player("expert")
    assert sum(_bits(each, taught) for each in panels) < sum(_bits(each, expert) for each in panels)


def _bits(puzzle: Any, player: Player) -> float:
    value = muse(puzzle, player).value
    assert value is not None
    return value


def test_the_most_useful_rules_come_first_and_each_leaves_less(learned: Path) -> None:
    left = [rule.left for rule in read_rule_file(learned).rules if rule.left is not None]
    assert len(left) > 5
    assert all(later < sooner for sooner, later in pairwise(left))


def test_the_ranking_tells_the_same_bits_as_the_measure(learned: Path) -> None:
    file = read_rule_file(learned)
    panels = some(WITNESS, "3x3", 30, seed=5, elements="triangles")
    player = WITNESS.player(f"rules={learned}")
    mean = sum(_bits(each, player) for each in panels) / len(panels)
    assert file.training is not None
    assert mean == pytest.approx(file.training["all"], abs=1e-4)


def test_a_run_that_is_cut_short_ranks_what_it_has_learned() -> None:
    stop = Limits(seconds=60, meter=Meter())
    seen = 0

    class Slow(type(MAZE.theory())):  # type: ignore[misc]
        def facts(self, *rest: Any) -> Facts:
            nonlocal seen
            seen += 1
            if seen == 60:
                raise OutOfBudget(Stop("seconds", 60))
            return super().facts(*rest)  # type: ignore[no-any-return]

    found = discover_in_time(some(MAZE, "4x4", 6), Slow(), limits=stop)
    assert found.is_cut
    assert 0 < found.puzzles < 6
    assert found.rules


def test_a_ranking_without_time_tells_no_bits(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quandary.discovering import learn

    def over(self: Any, rules: Any) -> Any:
        raise OutOfBudget(Stop("seconds", 1))

    monkeypatch.setattr(learn.Walking, "worth", over)
    code, told = run("discover", "maze", "--size", "3x3", "--learn-from", "6", "-o", tmp_path / "rules.json")
    assert code == 0
    assert "the rules are not ranked" in told
    assert "mean MUSE" not in told
    assert "stopped at the time limit" in told


def test_a_starved_number_is_one_rule_whatever_shuts_it_in_and_however_large_it_is() -> None:
    theory = find_kind("fillomino").theory()
    least = set()
    for text in ("2.1/1../...", "9.1/2../...", "7.2/3../..."):
        puzzle = find_kind("fillomino").parse(text)
        [state] = puzzle.starts()
        move = next(each for each in puzzle.moves(state) if str(each).startswith("r1c2=4"))
        least.add(Explainer(theory).explain(rings(theory, puzzle, state, move, (1, 2))))
    [rule] = least
    assert rule is not None
    assert "a number of 2 or more" in theory.say(rule)


def test_a_number_that_is_also_seen_elsewhere_makes_no_other_rule() -> None:
    theory = find_kind("fillomino").theory()
    least = set()
    for text in ("2.1/1../...", "2.1/1../2.."):
        puzzle = find_kind("fillomino").parse(text)
        [state] = puzzle.starts()
        move = next(each for each in puzzle.moves(state) if str(each).startswith("r1c2=4"))
        for seed in range(4):
            least.add(Explainer(theory, seed).explain(rings(theory, puzzle, state, move, (2,))))
    assert len(least) == 1


def test_fillomino_rules_are_told_apart_by_their_words() -> None:
    fillomino = find_kind("fillomino")
    told = [rule.says for rule in discover(some(fillomino, "4x4", 4), fillomino.theory()).rules]
    assert len(told) > 4
    assert len(set(told)) == len(told)


# Where the path came from


@pytest.mark.parametrize(
    ("elements", "inside"),
    [
        ("squares", "+-+-+-E/|.|b|w|/+-+-S-+/|.|.|.|/+-+-+-+"),
        ("hexagons", "+-+-+-E/|.|.|.|/+-+-S*+/|.|.|.|/+-+-+-+"),
    ],
)
def test_what_is_learned_from_paths_that_start_in_a_corner_holds_for_one_that_starts_inside(
    elements: str, inside: str
) -> None:
    found = discover(some(WITNESS, "3x3", 6, elements=elements), WITNESS.theory())
    panel = WITNESS.parse(inside)
    [start] = panel.starts()
    moves = list(panel.moves(start))
    struck = {
        move
        for move, mask in zip(
            moves, match_rules(WITNESS.theory(), found.rules)(panel, start, moves), strict=True
        )
        if mask
    }
    assert len(moves) == 4
    assert len(struck) == 3


def test_a_rule_needs_no_more_of_where_the_path_came_from_than_it_must() -> None:
    theory = WITNESS.theory()
    seen = frozenset(
        {Fact(MOVE, (0, 1)), Fact("line", (0, -1)), Fact("free", (1, 0)), Fact("free", (-1, 0))}
        | {Fact(sort, (1, y), value) for y in (-1, 1) for sort, value in (("cell", None), ("square", y > 0))}
    )
    least = Explainer(theory).explain([seen])
    assert least is not None
    assert "the path did not come from the" in theory.say(least)
    assert not any(fact.sort == "line" for fact in least)


def test_the_same_seed_gives_the_same_rules_in_every_process(tmp_path: Path) -> None:
    made = []
    for number in ("1", "2"):
        path = tmp_path / f"{number}.json"
        asked = [
            "discover",
            "witness",
            "--size",
            "2x2",
            "--with",
            "elements=squares",
            "--learn-from",
            "8",
            "-o",
            path,
        ]
        subprocess.run(
            [sys.executable, "-m", "quandary", *map(str, asked)],
            env={**os.environ, "PYTHONHASHSEED": number},
            check=True,
            capture_output=True,
        )
        made.append(read_rule_file(path).rules)
    assert made[0] == made[1]


# Theories that lie


def test_a_kind_whose_theory_lies_fails_the_contract() -> None:
    class Lying(type(MAZE.theory())):  # type: ignore[misc]
        def refutes(self, facts: Facts) -> Facts | None:
            return facts if Fact(MOVE, (1, 0)) in facts else None

    lying = replace(MAZE, people=replace(MAZE.people, theory=Lying))
    [promise] = [each for each in checks(lying, examples=2) if each.name == "sound theory"]
    with pytest.raises(AssertionError, match="the theory refutes right, which leads to a solution"):
        promise.run()


# Files


def test_a_file_is_read_as_it_was_written(learned: Path) -> None:
    file = read_rule_file(learned)
    assert learned.read_text() == file.to_json()
    assert all(rule.says and rule.family for rule in file.rules)


def test_a_rule_that_cannot_be_proved_is_refused(learned: Path, tmp_path: Path) -> None:
    told = json.loads(learned.read_text())
    told["rules"][0]["facts"] = [fact for fact in told["rules"][0]["facts"] if fact[0] != "triangles"]
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(told))
    with pytest.raises(FileError, match="cannot be proved"):
        WITNESS.player(f"rules={forged}")


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "quandary rules", "version": 1}', '{"rules": [1]}']
)
def test_a_file_without_rules_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_text(text)
    with pytest.raises(FileError, match=r"rules\.json"):
        WITNESS.player(f"rules={path}")


HOSTILE = {
    "far away": {"facts": [["move", [0, 1], None], ["line", [60, 1], None]]},
    "out of reach": {"facts": [["move", [0, 1], None], ["line", [10**9, 1], None]]},
    "no place": {"facts": [["move", [], None]]},
    "no facts": {"facts": 7},
    "many numbers": {"facts": [["move", [0] * 1000, None]]},
    "a nested value": {"facts": [["move", [0, 1], {"a": 1}]]},
    "a name that is none": {"name": {"a": 1}},
    "bits that are words": {"bits": "many"},
    "no number": {"left": float("nan")},
    "endless": {"price": float("inf")},
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=list(HOSTILE))
def test_a_hostile_file_is_refused_at_once_in_one_line(
    change: dict[str, Any], learned: Path, tmp_path: Path, run: Run
) -> None:
    told = json.loads(learned.read_text())
    told["rules"] = [told["rules"][0] | change]
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(told))
    code, said = run("rate", "witness:+-+-E/|3|.|/S-+-+", "-m", "muse", "--player", f"rules={forged}")
    assert code == 2
    assert "forged.json" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("most", ["-1", "3x", "\u0663"])
def test_what_is_no_number_of_rules_is_named(most: str, learned: Path) -> None:
    with pytest.raises(FileError, match="does not say how many rules"):
        WITNESS.player(f"rules={learned}:{most}")


def test_rules_of_another_kind_are_refused(learned: Path) -> None:
    with pytest.raises(FileError, match="rules of 'witness', not of 'maze'"):
        MAZE.player(f"rules={learned}")


def test_the_first_few_rules_can_be_chosen_and_joined_with_others(learned: Path) -> None:
    player = WITNESS.player(f"rules=exit-reachable,{learned}:3")
    assert [rule.name for rule in player.rules][:1] == ["exit-reachable"]
    assert len(player.rules) == 4


# Learned rules are ordinary rules


def test_explanations_and_differential_entropy_take_learned_rules(learned: Path) -> None:
    player = WITNESS.player(f"rules={learned}:5")
    [panel] = some(WITNESS, "3x3", 1, seed=78, elements="triangles")
    told = explain(panel, player)
    assert {rule.name for rule in player.rules} <= {each.rule.name for each in told.rules}
    worth = [differential(panel, rule).alone for rule in player.rules]
    assert any(each is not None and each > 0 for each in worth)


def test_a_hint_uses_the_rules_that_the_player_knows(learned: Path) -> None:
    from quandary.showing.hint import hint

    panel = WITNESS.parse("+-+-E/|1|.|/S-+-+")
    found = hint(panel, "right", player=WITNESS.player(f"rules={learned}"))
    assert found.rule.startswith("triangles")
    assert found.says.startswith("Do not go ahead")


def test_a_course_teaches_the_best_learned_rules(learned: Path) -> None:
    from quandary.publishing.curriculum.build import build
    from quandary.publishing.curriculum.toml import parse_spec

    told = '[[chapter]]\ngenerate = {kind = "witness", size = "3x3", with = {elements = "triangles"}, count = 12}\n'
    spec = parse_spec(
        f'{told}length = 3\neach = 1\nteaches = ["{learned.name}:2"]', "two.toml", learned.parent
    )
    names = [rule.name for rule in read_rule_file(learned).rules[:2]]
    assert [rule.rpartition("#")[2] for rule in spec.chapters[0].teaches] == names
    course = build(spec)
    assert {puzzle.teaches.rpartition("#")[2] for puzzle in course.puzzles} & set(names)


def test_check_kind_holds_with_learned_rules(learned: Path) -> None:
    from quandary.testing import checks

    rules = WITNESS.player(f"rules={learned}:4").rules
    taught = WITNESS.but(rules=rules, players=(Player(rules=rules, name="taught"),))
    for check in checks(taught, examples=2):
        if check.name in ("players", "sound rules", "monotone rules"):
            check.run()


# Fill puzzles, also of one's own


class Queens:
    """Six queens on a board, no two in one row, column or diagonal."""

    size = 6

    def starts(self) -> list[frozenset[tuple[int, int]]]:
        return [frozenset({(0, 1)})]

    def moves(self, state: frozenset[tuple[int, int]]) -> list[tuple[int, int]]:
        free = ((row, column) for row in range(self.size) for column in range(self.size))
        return [queen for queen in free if not any(self.attacks(queen, other) for other in state)]

    @staticmethod
    def attacks(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])

    def apply(self, state: frozenset[tuple[int, int]], move: tuple[int, int]) -> frozenset[tuple[int, int]]:
        return state | {move}

    def is_solved(self, state: frozenset[tuple[int, int]]) -> bool:
        return len(state) == self.size

    def slots(self, state: frozenset[tuple[int, int]]) -> list[Slot]:
        rows, columns = {row for row, _ in state}, {column for _, column in state}
        return [Slot("row", n) for n in range(self.size) if n not in rows] + [
            Slot("column", n) for n in range(self.size) if n not in columns
        ]

    def fills(self, move: tuple[int, int]) -> tuple[Slot, Slot]:
        return Slot("row", move[0]), Slot("column", move[1])


def test_a_fill_puzzle_of_ones_own_gets_rules_for_nothing() -> None:
    found = discover([Queens()], SLOTS)
    assert {rule.family.split()[0] for rule in found.rules} >= {"single", "locked"}
    rules = as_rules(found.rules, SLOTS)
    before, after = _bits(Queens(), Player()), _bits(Queens(), Player(rules))
    assert after < before


@pytest.mark.parametrize("name", ["Latin", "Queens", "Nonogram"])
def test_the_command_learns_rules_of_a_class_in_a_file(name: str, run: Run, tmp_path: Path) -> None:
    file = Path(__file__).parents[1] / "examples" / "fill_puzzles.py"
    code, told = run("discover", f"{file}:{name}", "-o", tmp_path / "rules.json")
    assert code == 0, told
    rules = read_rule_file(tmp_path / "rules.json")
    assert rules.kind == name
    assert any(rule.family.startswith("single in") for rule in rules.rules)


def test_sudoku_techniques_are_found_from_slots_alone() -> None:
    found = discover(some(SUDOKU, "6x6", 6), SUDOKU.theory())
    families = {rule.family for rule in found.rules}
    assert {"single in cell", "single in row", "single in box", "locked set in box"} <= families
    assert found.explained == found.dead_moves


def test_slot_rules_rule_out_nothing_that_is_part_of_the_solution() -> None:
    found = discover(some(SUDOKU, "4x4", 5), SUDOKU.theory(), radius=3)
    match = SUDOKU.theory().match([rule.facts for rule in found.rules])
    for puzzle in some(SUDOKU, "6x6", 3, seed=3):
        from quandary.solving.search import solutions

        [solution] = solutions(puzzle).found
        state = solution.start
        for move in solution.moves:
            left = puzzle.moves(state)
            struck = dict(zip(left, match(puzzle, state, left), strict=True))
            assert not any(struck[each] for each in solution.moves if each in struck)
            state = puzzle.apply(state, move)


def test_a_hidden_pair_and_an_x_wing_are_one_shape_in_different_families() -> None:
    pair = frozenset({Fact(MOVE, (0,)), Fact("only", (1, 2), "cell"), Fact("only", (3, 4), "cell")})
    clash = {Fact("clash", at) for at in ((0, 1), (0, 3), (2, 4))}
    assert SLOTS.refutes(pair | clash) == pair | clash
    assert SLOTS.refutes(pair | set(list(clash)[1:])) is None
    assert SLOTS.shape(pair | clash) == "pair in cell"
    fish = frozenset(fact._replace(value="row" if fact.value else None) for fact in pair | clash)
    assert SLOTS.shape(fish) == "pair in row"


def test_triples_fish_and_quads_are_one_concept_that_is_learned_from_one_of_them() -> None:
    [puzzle] = islice(generated(SUDOKU, "9x9", 3, wishes={"technique": "naked-triple"}), 1)
    found = discover([puzzle], SUDOKU.theory(), radius=3)
    rule = next(each for each in found.rules if each.family.startswith("crowd in "))
    assert rule.facts == crowd(rule.family.removeprefix("crowd in "))
    assert "two, three or four" in rule.says
    assert "one gets nothing" in SUDOKU.theory().prove(rule.facts)[0]
    assert found.all == 0


def test_a_crowd_is_only_refuted_if_there_is_less_room_than_needed() -> None:
    facts = crowd("cell")
    assert SLOTS.refutes(facts) == facts
    [taken, *_] = sorted(fact for fact in facts if fact.sort == "clash" and 0 in fact.at)
    assert SLOTS.refutes(facts - {taken}) is None


def test_a_signature_is_what_the_notes_tell() -> None:
    puzzle = some(SUDOKU, "4x4", 1)[0]
    board, [start] = board_of(puzzle), puzzle.starts()
    notes: Notes = board.notes(start, puzzle.moves(start))
    groups = [
        (move, group)
        for move in range(len(board.moves))
        for size in (1, 2)
        for group in notes.refuting(move, size)
    ]
    assert groups
    assert all(signature(notes.facts(*each)) == notes.signature(*each) for each in groups)


def test_a_path_puzzle_without_a_theory_says_so() -> None:
    with pytest.raises(QuandaryError, match="has no theory"):
        find_kind("tilt").theory()


# A sheet


def sheets(size: str, count: int, seed: int) -> list[MazeSheet]:
    """Return the sheets of mazes with one solution."""
    budget = Limits(seconds=60).start()
    made = (MazeSheet(maze) for maze in generated(find_kind("maze"), size, seed))
    return list(islice((each for each in made if each.only_solution(budget)), count))


def test_rules_for_marking_a_sheet_leave_out_nothing_of_the_only_path_in_mazes_of_another_size() -> None:
    found = discover(sheets("3x3", 6, 1), SHEET)
    player = Player(as_rules(found.rules, SHEET), name="learned")
    for sheet in sheets("4x4", 3, 2):
        right = sheet.only_solution(Limits(seconds=60).start())
        assert right is not None
        sure = [step.finding.cannot for step in deduce(sheet, player).steps if step.depth == 0]
        assert any(sure)
        assert all(right.isdisjoint(parts) for parts in sure)


def test_an_edge_is_looked_at_from_both_ends() -> None:
    full = frozenset({Fact(MOVE, (0, 1)), Fact("line", (-1, 0)), Fact("line", (1, 0))})
    assert SHEET.refutes(full)
    through = frozenset({Part(0, 1, "h"), Part(1, 1, "h")})
    assert SHEET.match([full])(MazeSheet(Maze(3)), through, [Part(1, 0, "v"), Part(1, 1, "v")]) == [1, 1]


@pytest.mark.parametrize(
    ("cell", "around", "shape", "words"),
    [
        (
            Fact("triangles", (1, 1), 1),
            [Fact("line", (1, 0))],
            "triangles: too many lines",
            "Do not go ahead: the cell ahead on the right has 1 triangle and a line along its near side."
            " It would get more lines than triangles.",
        ),
        (
            Fact("triangles", (-1, -1), 3),
            [Fact("shut", (-2, -1))],
            "triangles: too few lines",
            "Do not go ahead: the cell behind on the left has 3 triangles and no way along its left side."
            " It would end up with fewer lines than triangles.",
        ),
        (
            Fact("triangles", (1, 1), 1),
            [Fact("plain", (0, 2)), Fact("shut", (0, 3)), Fact("shut", (-1, 2))],
            "triangles: too many lines",
            "Do not go ahead: the cell ahead on the right has 1 triangle, and no way leads ahead or left from the next"
            " point. It would get more lines than triangles.",
        ),
    ],
)
def test_families_and_words_say_what_goes_wrong_with_triangles(
    cell: Fact, around: Sequence[Fact], shape: str, words: str
) -> None:
    facts = frozenset({Fact(MOVE, (0, 1)), Fact("cell", cell.at), Fact("plain", (0, 2)), cell, *around})
    assert WITNESS.theory().refutes(facts) is not None
    assert WITNESS.theory().shape(facts) == shape
    assert WITNESS.theory().say(facts) == words


@pytest.mark.parametrize("name", ["witness", "maze"])
def test_the_solutions_of_a_path_puzzle_tell_the_same_live_part_as_all_its_states(name: str) -> None:
    for puzzle in some(find_kind(name), "3x3", 6, seed=4):
        one, other = live_part_of_solutions(puzzle, ENOUGH), live_part(puzzle, ENOUGH)
        assert one is not None
        assert other is not None
        assert {(e.state, frozenset(e.live), frozenset(e.dead)) for e in one.states} == {
            (e.state, frozenset(e.live), frozenset(e.dead)) for e in other.states
        }
        assert one.muse([len(e.dead) for e in one.states]) == pytest.approx(
            other.muse([len(e.dead) for e in other.states])
        )


# The command


def test_rate_takes_a_file_of_rules_as_a_player(learned: Path, run: Run) -> None:
    panel = "witness:+-+-E/|3|.|/S-+-+"
    code, told = run("rate", panel, "-m", "muse", "--player", f"rules={learned}", "--json")
    assert code == 0
    assert f'"engine": "{"python" if core() is None else "native"}"' in told
    code, told = run("rate", panel, "--player", "rules=nowhere.json")
    assert code == 2
    assert "nowhere.json: no such file" in told


def test_the_report_has_a_section_for_each_rule_that_saves_something(learned: Path) -> None:
    page = learned.with_suffix(".html").read_text()
    worth = [rule for rule in read_rule_file(learned).rules if rule.bits > 0]
    assert page.count('<section class="puzzle">') == len(worth)
    assert "<script" not in page


LONG = ("--within", "600")
LONG_RUNS = {
    "maze": "maze --size 3x3 --learn-from 8",
    "triangles": "witness --size 3x3 --with elements=triangles --learn-from 20",
    "stars": "witness --size 3x3 --with elements=stars --learn-from 6",
    "sokoban": "sokoban --size 6x6-2 --learn-from 8",
    "sudoku": "sudoku --size 4x4 --learn-from 8",
    "fillomino": "fillomino --size 3x3 --learn-from 8",
}


@pytest.mark.parametrize("asked", LONG_RUNS.values(), ids=LONG_RUNS.keys())
def test_a_run_that_is_interrupted_again_and_again_writes_the_same_bytes(
    asked: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupt it in the first puzzle, in three others, and while the rules are ranked."""
    from quandary.discovering import learn

    def files(name: str) -> list[Path]:
        return [tmp_path / f"{name}.json", tmp_path / f"{name}.html"]

    def discovered(name: str, *more: str) -> int:
        rules, page = files(name)
        return run("discover", *asked.split(), *LONG, "-o", rules, "--report", page, *more)[0]

    def interrupt(*_: Any) -> Any:
        raise KeyboardInterrupt

    assert discovered("whole") == 0
    real = learn._Training._learn
    for last in (0, 2, 3, 5):
        with monkeypatch.context() as patch:
            patch.setattr(
                learn._Training,
                "_learn",
                lambda self, number, *rest, last=last: (interrupt if number == last else real)(
                    self, number, *rest
                ),
            )
            assert discovered("cut", "--resume") == 130
    with monkeypatch.context() as patch:
        patch.setattr(learn, "rank", interrupt)
        assert discovered("cut", "--resume") == 130
    assert discovered("cut", "--resume") == 0
    assert [path.read_text() for path in files("cut")] == [path.read_text() for path in files("whole")]


def test_a_run_that_is_killed_writes_the_same_bytes(tmp_path: Path) -> None:
    """Kill it as soon as it has kept some rows. Sets have another order in each process."""
    asked = [sys.executable, "-m", "quandary", "discover", *LONG_RUNS["triangles"].split(), *LONG]
    whole, cut = tmp_path / "whole.json", tmp_path / "cut.json"
    subprocess.run([*asked, "-o", whole], check=True, capture_output=True)
    with subprocess.Popen([*asked, "-o", cut], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        written, begun = tmp_path / "cut.json.ledger-wal", 0
        while run.poll() is None and (not begun or written.stat().st_size == begun):
            sleep(0.01)
            begun = begun or (written.stat().st_size if written.exists() else 0)
        run.kill()
    assert run.returncode == -signal.SIGKILL
    assert not cut.exists()
    subprocess.run([*asked, "-o", cut, "--resume"], check=True, capture_output=True)
    assert cut.read_bytes() == whole.read_bytes()


def test_puzzles_that_are_left_out_are_counted_after_an_interruption_too(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quandary.discovering import learn

    monkeypatch.setattr(learn, "STATES", 60)  # some have more, others have not
    asked = ("discover", "sokoban", "--size", "6x6-2", "--learn-from", "8")
    _, told = run(*asked, "-o", tmp_path / "whole.json")
    [left_out] = [line for line in told.splitlines() if "left out" in line]
    with monkeypatch.context() as patch:
        patch.setattr(learn._Training, "_rank", lambda self: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            run(*asked, "-o", tmp_path / "cut.json")
    assert left_out in run(*asked, "-o", tmp_path / "cut.json", "--resume")[1]


def test_a_run_is_not_continued_with_other_puzzles_under_the_same_name(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quandary.discovering import learn

    book, rules = tmp_path / "mazes.jsonl", tmp_path / "rules.json"
    assert run("generate", "maze", "--size", "3x3", "--count", "2", "-o", book)[0] == 0
    with monkeypatch.context() as patch:
        patch.setattr(learn._Training, "_rank", lambda self: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            run("discover", book, "-o", rules)
    assert run("generate", "maze", "--size", "3x3", "--count", "2", "--seed", "2", "-o", book)[0] == 0
    code, told = run("discover", book, "-o", rules, "--resume")
    assert code == 2
    assert "belongs to another run: puzzles is" in told


def test_a_file_that_is_not_ours_is_not_written_over(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "mine.json"
    path.write_text("my own")
    code, told = run("discover", "maze", "--size", "3x3", "--learn-from", "1", "-o", path)
    assert (code, path.read_text()) == (2, "my own")
    assert "was not made by this command. Choose another -o" in told
    page = tmp_path / "mine.html"
    page.write_text("my own")
    code, told = run("discover", "maze", "--size", "3x3", "--learn-from", "1", "--report", page)
    assert (code, page.read_text()) == (2, "my own")
    assert "was not made by this command. Choose another --report" in told


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        (("mase",), "Did you mean 'maze'"),
        (("tilt",), "has no theory"),
        (("maze", "--with", "elements=dots"), "No generator option of maze"),
        (("maze", "-o", "rules.txt"), "does not end in .json"),
        (("maze", "--resume"), "--resume needs the -o"),
    ],
)
def test_wrong_requests_are_named(asked: tuple[str, ...], word: str, run: Run) -> None:
    code, told = run("discover", *asked)
    assert code == 2
    assert word in told
