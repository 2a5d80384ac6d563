"""Rule sets, pillars, points on edges, and the two editors' notations."""

import json
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from quandary._native import core
from quandary.errors import NotationError, UnknownNameError
from quandary.kinds.witness import KIND, Panel
from quandary.kinds.witness.rulesets import GAME, JBZDARKID, RULE_SETS, SWITCHES, WINDMILL, rule_set
from quandary.kinds.witness.test_brute_force import CELLS, wild_panel
from quandary.kinds.witness.windmill import decode, encode
from quandary.limits import Limits
from quandary.measuring.entropy import muse, remuse
from quandary.player import Player
from quandary.puzzle import NEXT
from quandary.solving.choose import QuickestEngine
from quandary.solving.explore import explore
from quandary.solving.search import count, solutions


def number_of_solutions(text: str, rules: str = "game") -> int:
    panel = KIND.under(KIND.parse(text), rules)
    found = {count(panel, engine=engine).solutions for engine in engines(panel)}
    assert len(found) == 1, f"the engines disagree: {found}"
    return found.pop()


def engines(panel: Panel) -> list[Any]:
    native = KIND.engines.native
    return ["python", "native"] if native and native(panel) else ["python"]


# Where the sets differ


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        # Shapes that do not cancel out, of the same area.
        ("+-+-E/|A|D|/S-+-+/A = polyomino #,#/D = hollow polyomino ##", (0, 2, 0)),
        # A used eliminator is still the partner of a star, or no longer.
        ("+-+-E/|W|e|/+-+-+/|1|.|/S-+-+", (1, 1, 0)),
        # Squares lie outside the outline, so nothing divides them.
        ("+-+.+/|b|w./+-+-E/|.|.|/S-+-+", (2, 2, 6)),
        # A path that ends inside a region runs through the polyomino.
        ("+-+-+/|A|.|/+-E-+/|.|.|/S-+-+/A = polyomino ##,##", (8, 8, 0)),
    ],
)
def test_the_sets_judge_the_same_panel_differently(text: str, counts: tuple[int, ...]) -> None:
    assert tuple(number_of_solutions(text, rules) for rules in RULE_SETS) == counts


@pytest.mark.parametrize("rules", ["jbzdarkid", "jbzdarkid -stay-on-panel", "windmill -cross", "game -cross"])
def test_no_path_runs_through_a_polyomino_wherever_it_may_lie(rules: str) -> None:
    block = "+-+-+/|A|{}|/+-E-+/|.|.|/S-+-+/A = polyomino ##,##"
    assert number_of_solutions(block.format("."), rules) == 0
    # A hollow one makes room for the path, and its counterpart fills the cell once more.
    freed = "+-+-+/|A|D|/+-E-+/|F|.|/S-+-+/A = polyomino ##,##/D = polyomino #/F = hollow polyomino #"
    assert number_of_solutions(freed, rules) > 0
    # Round a pillar the ends of a polyomino touch, and the path runs between them.
    pillar = "+-E-E-/|.|A|./+-S-+-/pillar/A = polyomino "
    assert [number_of_solutions(pillar + shape, rules) for shape in ("###", "##")] == [7, 0]


def test_a_polyomino_may_be_bent_around_a_cell_outside() -> None:
    text = "+-+-E/|A|.|/S-+-+/..|.|/+.+-+/A = polyomino ##,.#"
    assert number_of_solutions(text, "jbzdarkid") == 2


def test_no_rule_takes_a_region_for_closed_that_lines_alone_hold_together() -> None:
    panel = KIND.parse("E-+-+-/x.|w|b/+.+-+-/|..b|B/S.+-+-/pillar/rules jbzdarkid")
    assert panel.outline.has_bridges
    found = solutions(panel, engine="python").found
    assert len(found) == 2
    for rule in KIND.people.rules:
        for solution in found:
            state = solution.start
            for move in solution.moves:
                assert move in Player((rule,)).options(panel, state)[NEXT], rule.name
                state = panel.apply(state, move)


def test_under_windmill_eliminators_allow_errors_and_count_as_white() -> None:
    # Two errors of squares and one eliminator: nothing helps. With two, both are allowed.
    text = "+-+-+-E/|b|b|w|/+x+x+x+/|{}|{}|w|/S-+-+-+"
    assert number_of_solutions(text.format("e", "."), "windmill") == 0
    assert number_of_solutions(text.format("e", "e"), "windmill") == 2
    # The star counts the square although that is removed.
    assert number_of_solutions("+-E/|B|/+x+/|e|/+x+/|b|/+x+/|w|/S-+", "windmill") == 2
    assert number_of_solutions("+-E/|B|/+x+/|e|/+x+/|b|/+x+/|w|/S-+", "game") == 2


def test_needless_removals_are_allowed_by_jbzdarkid_only() -> None:
    # Without one of three squares everything holds. A second eliminator must remove something that failed.
    text = "+-E/|b|/+x+/|w|/+x+/|w|/+x+/|e|/+x+/|e|/S-+"
    assert [number_of_solutions(text, rules) for rules in RULE_SETS] == [2, 0, 2]
    three = "+-E/|b|/+x+/|b|/+x+/|w|/+x+/|e|/+x+/|e|/+x+/|e|/S-+"
    assert [number_of_solutions(three, rules) for rules in RULE_SETS] == [2, 0, 2]


def test_switches_make_further_sets_and_are_written() -> None:
    text = "+-+-E/|A|D|/S-+-+/A = polyomino #,#/D = hollow polyomino ##"
    assert number_of_solutions(text, "jbzdarkid +by-area") == 2
    panel = KIND.under(KIND.parse(text), "jbzdarkid +by-area")
    assert KIND.format(panel).endswith("\nrules jbzdarkid +by-area")
    assert KIND.parse(KIND.format(panel)) == panel


def test_every_set_finds_itself_by_its_words() -> None:
    for name, rules in RULE_SETS.items():
        assert rule_set(str(rules)) == rules and str(rules) == name
        for switch in SWITCHES:
            other = rule_set(f"{name} {'-' if rules.has(switch) else '+'}{switch}")
            assert other != rules and rule_set(str(other)) == other


def test_an_unknown_set_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"No rule set 'windmil'\. Did you mean 'windmill'"):
        rule_set("windmil")
    with pytest.raises(NotationError, match="Below the grid: No rule set 'chess'"):
        KIND.parse("+-E/|.|/S-+/rules chess")
    with pytest.raises(UnknownNameError, match="No point of a rule set"):
        rule_set("game +magic")


def test_a_panel_has_the_rules_of_where_it_comes_from() -> None:
    panel = KIND.parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")
    assert panel.rules == GAME
    named = KIND.parse(KIND.format(panel) + "\nrules windmill")
    assert named.rules == WINDMILL and named != panel
    assert KIND.parse(encode(named)) == named
    assert KIND.parse(encode(panel)) == panel  # which says so in a field that the editor skips
    assert decode("CAMSABIAEgIIBBIAEgQIBxABEgASAggDEgASAA==_0").rules == WINDMILL


# Hollow polyominoes without a fixed patience


def test_hollow_polyominoes_are_tried_for_as_long_as_the_limits_allow() -> None:
    shapes = ["##.,.##", "#..,###", ".#.,###", "###,#.#", "#.#.#"]
    legend = [f"{a} = rotating polyomino {shape}" for a, shape in zip("ADFHI", shapes, strict=True)]
    legend += [f"{a} = hollow rotating polyomino {shape}" for a, shape in zip("JKLN", shapes, strict=False)]
    text = "/".join(["+-+-+-E", "|A|D|F|", "+x+x+x+", "|H|I|J|", "+x+x+x+", "|K|L|N|", "S-+-+-+", *legend])
    panel = KIND.parse(text)
    for engine in engines(panel):
        given_up = solutions(panel, engine=engine, limits=Limits(seconds=0.2))
        assert given_up.status != "gave up" or given_up.stop.code == "seconds"


def test_two_of_three_eliminators_cancel_out_whatever_else_could_be_removed_first() -> None:
    """The checker of the editor misses the first order: it removes both polyominoes before two eliminators meet."""
    for first, second in ("AD", "DA"):
        text = f"+-+-+-E/|{first}|{second}|e|/+-+-+-+/|e|e|.|/S-+-+-+/A = polyomino #/D = polyomino ###,###"
        assert number_of_solutions(text, "jbzdarkid") == 3


# Pillars


def test_a_path_goes_round_a_pillar() -> None:
    pillar = KIND.parse("+-+-E-/|.|.|./S-+-+-/pillar")
    assert pillar.pillar and pillar.width == 3
    (start,) = pillar.starts()
    assert pillar.moves(start) == ["up", "right", "left"]
    assert pillar.apply(start, "left")[-1] == (-1, 0)
    assert number_of_solutions("+-+-E-/|.|.|./S-+-+-/pillar") == 9
    assert number_of_solutions("+-+-E/|.|.|/S-+-+") == 4


def test_regions_go_round_a_pillar() -> None:
    """Check that a line from top to bottom does not divide a pillar, but does divide a panel."""
    text = "+-E-+-/|b|w|./+-+-+-/|b|w|./+-S-+-/pillar"
    panel = KIND.parse(text)
    straight = ((1, 0), (1, 1), (1, 2))
    assert not panel.is_solved(straight)
    flat = KIND.parse("+-E-+/|b|w|/+-+-+/|b|w|/+-S-+")
    assert flat.is_solved(straight)


def test_a_polyomino_lies_round_a_pillar() -> None:
    text = "+-+-E-/|A|.|./S-+-+-/pillar/A = polyomino "
    assert number_of_solutions(text + "###") == 8  # all paths but the one that divides the cells
    assert number_of_solutions(text + "####") == 0


@pytest.mark.parametrize(
    ("text", "rules", "number"),
    [
        # A hollow one that is wider than its pillar takes away twice where it lies twice.
        (
            "+-E-+-/|D|A|H/+-S-+-/pillar/A = hollow polyomino ##.##/D = polyomino #.#/H = polyomino #.#",
            "jbzdarkid",
            9,
        ),
        # Where all cancels out, the edges of the region are not free: two of five cells lie across the same one.
        ("E-+-+-/|A|.|D/+-S-+-/pillar/A = hollow polyomino #####/D = polyomino #####", "jbzdarkid", 0),
        ("E-+-+-/|A|.|D/+-S-+-/pillar/A = hollow polyomino #####/D = polyomino #####", "jbzdarkid +cross", 8),
    ],
)
def test_a_hollow_polyomino_may_be_wider_than_its_pillar(text: str, rules: str, number: int) -> None:
    assert number_of_solutions(text, rules) == number


@pytest.mark.parametrize("symmetry", ["horizontal", "vertical", "rotational", "parallel"])
def test_two_paths_keep_to_opposite_sides_of_a_pillar(symmetry: str) -> None:
    ends = {"horizontal": "E-+-E-+-", "parallel": "E-+-E-+-"}.get(symmetry, "E-+-S-+-")
    starts = {"horizontal": "S-+-S-+-", "parallel": "S-+-S-+-"}.get(symmetry, "S-+-E-+-")
    text = "/".join([ends, "|.|.|.|.", "+-+-+-+-", "|.|.|.|.", starts, f"symmetry {symmetry}", "pillar"])
    panel = KIND.parse(text)
    assert number_of_solutions(text) > 0
    for solution in solutions(panel, engine="python").found:
        drawn = set(map(panel.wrapped, solution.end(panel)))
        assert drawn.isdisjoint(map(panel.wrapped, panel.second(solution.end(panel))))


def test_a_pillar_that_cannot_be_is_refused() -> None:
    for text, message in (
        ("+-E/|.|/S-+/pillar", "The pillar has 3 columns; n cells round it take 2n of them"),
        ("S-S-E-/|.|.|./+-+-E-/pillar/symmetry parallel", "A pillar of 3 columns has no opposite side"),
        ("E-+-E/|.|.|/S-+-S/symmetry parallel", "Only a pillar has parallel symmetry"),
    ):
        with pytest.raises(NotationError, match=message):
            KIND.parse(text)


# Starts and exits on edges


def test_a_path_may_start_and_end_in_the_middle_of_an_edge() -> None:
    panel = KIND.parse("+-+/|.E/+-+/|.|/+S+")
    assert panel.edge_entrances == {(1, 0)} and panel.edge_exits == {(2, 3)}
    (start,) = panel.starts()
    assert start == ((0.5, 0),) and panel.moves(start) == ["right", "left"]
    assert panel.apply(start, "right") == ((0.5, 0), (1, 0))
    shortest = solutions(panel, most=1).found[0]
    assert shortest.moves == ("right", "up", "up")
    assert KIND.pictures.write and KIND.pictures.write(panel, shortest.end(panel)) == "right up up"


def test_half_an_edge_counts_as_a_line_but_divides_nothing() -> None:
    # The path begins between the two squares and covers the edge there by half.
    panel = KIND.parse("+-+-E/|bSw|/+-+-+")
    assert count(panel).solutions == 0
    wide = KIND.under(panel, "game +wide-starts")
    assert count(wide).solutions == number_of_solutions("+-+-E/|.S.|/+-+-+") == 4
    # Every path from there has at least one more edge beside the cell on the right.
    assert [number_of_solutions(f"+-+-E/|.S{triangles}|/+-+-+") for triangles in (1, 2, 3)] == [0, 2, 2]


def test_a_hexagon_may_lie_where_a_path_starts_on_an_edge() -> None:
    panel = KIND.parse("+e+/|.|/+s+")
    assert panel.hexagons == {(1, 2), (1, 0)} and KIND.parse(KIND.format(panel)) == panel


def test_no_change_breaks_an_edge_on_which_a_path_starts_or_ends() -> None:
    panel = KIND.parse("+E+x+/|.|.|/+S+-+/exit (0.5, 1) down")
    assert KIND.maker.neighbours is not None
    changes = dict(KIND.maker.neighbours(panel))
    assert "with a gap between points r2c2 and r2c3" in changes
    for words, changed in changes.items():
        assert KIND.parse(KIND.format(changed)) == changed, words


# Four triangles


def test_four_triangles_need_a_path_all_around() -> None:
    assert number_of_solutions("S-+/|4|/E-+") == 0
    (around,) = solutions(KIND.parse("E-+/S4|/+-+")).found
    assert around.moves == ("down", "right", "up", "left")
    assert KIND.parse("+-E/|4|/S-+") == KIND.parse("+-E/|A|/S-+/A = 4 triangles")


# Exits that point somewhere


def test_exits_keep_their_direction() -> None:
    panel = KIND.parse("+-+-E/|.|.|/S-+-+/exit (2, 1) right")
    assert panel.pointing == {((4, 2), (1, 0))}
    assert KIND.parse(KIND.format(panel)) == panel == KIND.parse(encode(panel))
    assert KIND.parse("+-+-E/|.|.|/S-+-+/exit (2, 1) up") == KIND.parse("+-+-E/|.|.|/S-+-+")
    assert KIND.canonical(panel) == KIND.canonical(replace(panel, pointing=frozenset()))
    with pytest.raises(NotationError, match=r"There is no exit at \(0, 1\)"):
        KIND.parse("+-+-E/|.|.|/S-+-+/exit (0, 1) left")


# jbzdarkid's files


def sheet(rows: list[str], **more: Any) -> str:
    """Return a panel as the editor writes it, from rows of characters."""
    meaning: dict[str, dict[str, Any] | None] = {
        "S": {"type": "line", "start": True},
        "E": {"type": "line", "end": "right"},
        "*": {"type": "line", "dot": 1},
        "u": {"type": "line", "dot": 2},
        "x": {"type": "line", "gap": 1},
        "o": {"type": "line", "gap": 2},
        "b": {"type": "square", "color": "black"},
        "p": {"type": "star", "color": "purple"},
        "4": {"type": "triangle", "count": 4, "color": "orange"},
        "n": {"type": "nega", "color": "white"},
        "L": {"type": "poly", "polyshape": 0b110001, "color": "yellow"},
        "R": {"type": "ylop", "polyshape": 1 << 20 | 0b11, "color": "blue"},
        ".": None,
        "-": {"type": "line"},
    }
    columns = [[meaning[row[x]] for row in rows] for x in range(len(rows[0]))]
    return json.dumps({"grid": columns, "pillar": False, **more})


def test_a_panel_of_jbzdarkids_editor_is_read() -> None:
    panel = KIND.parse(sheet(["----E", "-b-po", "*x---", "-L-R-", "S----"]))
    assert KIND.format(panel).splitlines()[:2] == ["+-+-E", "|b|M."]
    assert (panel.hexagons, panel.gaps, panel.missing) == ({(0, 2)}, {(1, 2)}, {(4, 3)})
    assert panel.rules == JBZDARKID
    assert panel.pointing == {((4, 4), (1, 0))}
    assert panel.element_at[1, 1].colour == "magenta"  # ours that is nearest to purple
    assert sorted(panel.element_at[0, 0].shape) == [(0, 1), (1, 0), (1, 1)]
    assert panel.element_at[1, 0].rotates and panel.element_at[1, 0].hollow
    assert KIND.parse(KIND.format(panel)) == panel


def test_settings_of_a_file_change_its_rules() -> None:
    rows = ["--E", "-.-", "S--"]
    plain = KIND.parse(sheet(rows, settings={"PRECISE_POLYOMINOS": True, "FLASH_FOR_ERRORS": True}))
    assert plain.rules == JBZDARKID
    loose = KIND.parse(sheet(rows, settings={"PRECISE_POLYOMINOS": False, "SHAPELESS_ZERO_POLY": True}))
    assert str(loose.rules) == "jbzdarkid +cross +by-area"


def test_a_pillar_of_the_editor_is_read() -> None:
    panel = KIND.parse(sheet(["----E-", "-.-.-.", "S-----"]).replace('"pillar": false', '"pillar": true'))
    assert panel.pillar and panel.width == 3 and panel.exits == {(2, 1)}


def test_old_files_have_lists_beside_the_grid() -> None:
    old = sheet(
        ["---", "-.-", "---"], startPoints=[{"x": 0, "y": 2}], endPoints=[{"x": 2, "y": 0, "dir": "right"}]
    )
    assert KIND.parse(old) == KIND.parse(sheet(["--E", "-.-", "S--"]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not complete JSON"),
        ('{"a": 1}', 'needs a "grid"'),
        ('{"grid": []}', "is not a panel of at most"),
        ('{"grid": [[1], [2]]}', "is not a panel of at most"),
        (sheet(["--E", "-.-", "S--"]).replace("null", '{"type": "arrow"}'), "has the type 'arrow'"),
        (sheet(["--E", "-4-", "S--"]).replace('"count": 4', '"count": 7'), "has 7 triangles"),
        (sheet(["--E", "-L-", "S--"]).replace("49", "0"), "has no cells"),
        (sheet(["--E", "-.-", "S--"], dots=[{"x": 9, "y": 0}]), "is not a point of the grid"),
        (sheet(["---", "-.-", "S--"]), "no exit"),
        ("{" * 100_000, "JSON"),
        ('{"grid": "' + "x" * 600_000 + '"}', "too long"),
    ],
)
def test_a_damaged_file_is_answered_in_one_line(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        KIND.parse(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200


def test_a_file_of_the_editor_is_recognised() -> None:
    assert KIND.notation.recognise is not None
    one = sheet(["--E", "-.-", "S--"])
    wrapped = json.dumps({"id": "A", "puzzle": json.loads(one)})
    for text, lines in ((one, [1]), (f"[{one}, {one}]", [1, 1]), (f"\n{wrapped}\n\n{one}", [2, 4])):
        found = KIND.notation.found_in(text)
        assert found is not None and [each.line for each in found] == lines
        assert {KIND.parse(each.notation) for each in found} == {KIND.parse(one)}
    assert KIND.notation.recognise('{"kind": "witness"}') is None


# Python against C++


def odd_panel(seed: int) -> Panel:
    """Return a wild panel under some rule set, perhaps made into a pillar."""
    random = Random(seed)
    panel = wild_panel(seed, random.choice(sorted(CELLS)))
    name = random.choice(sorted(RULE_SETS))
    if random.random() < 0.3:
        name += f" {random.choice('+-')}{random.choice(SWITCHES)}"
    panel = KIND.under(panel, name)
    if panel.symmetry == "none" and panel.width >= 3 and random.random() < 0.5:
        panel = _rolled_up(panel)
    return panel


def _rolled_up(panel: Panel) -> Panel:
    """Return the panel as a pillar, without its right rim."""
    right = 2 * panel.width

    def kept(places: Any) -> frozenset[Any]:
        return frozenset(place for place in places if place[0] < right)

    ends = {(x % panel.width, y) for x, y in panel.exits}
    return replace(
        panel,
        pillar=True,
        entrances=frozenset((x % panel.width, y) for x, y in panel.entrances) - ends,
        exits=frozenset(ends),
        hexagons=kept(panel.hexagons),
        gaps=kept(panel.gaps),
        missing=kept(panel.missing),
    )


@pytest.mark.skipif(core() is None, reason="compares with the compiled core")
def test_both_engines_judge_alike_under_every_set() -> None:
    compared = 0
    for seed in range(150):
        panel = odd_panel(seed)
        if not panel.entrances or len(engines(panel)) < 2:
            continue
        assert KIND.parse(KIND.format(panel)) == panel
        one, other = (explore(panel, engine=engine) for engine in ("python", "native"))
        for name in ("first", "target", "solved", "starts"):
            assert np.array_equal(getattr(one, name), getattr(other, name)), KIND.format(panel)
        assert count(panel, engine="native").solutions == int(one.solved.sum())
        for player in KIND.named_players().values():
            for measure in (muse, remuse):
                ours, theirs = (measure(panel, player, engine=engine) for engine in ("python", "native"))
                assert ours.status == theirs.status and ours.value == pytest.approx(theirs.value, abs=1e-9)
        compared += 1
    assert compared > 100


@pytest.mark.skipif(core() is None, reason="tests the compiled core")
def test_searches_that_skip_what_no_solution_comes_to_find_the_same() -> None:
    unsolvable = 0
    for seed in range(60):
        random = Random(f"skip-{seed}")
        panel = KIND.generate(random, random.choice(("3x3", "4x3", "3x4")))
        if random.random() < 0.5:  # what was laid for one path seldom holds on the other way
            panel = replace(panel, entrances=panel.exits, exits=panel.entrances, pointing=frozenset())
            panel = replace(panel, cells=frozenset(_shuffled(panel, random)))
        panel = KIND.under(panel, random.choice(sorted(RULE_SETS)))
        every, one = solutions(panel, engine="unmerged"), solutions(panel, most=1, engine="native")
        assert one.found == every.found[:1], KIND.format(panel)
        assert one.complete == (len(every.found) <= 1)
        assert count(panel, engine="native").solutions == len(every.found)
        native = QuickestEngine(panel).native
        assert native and native.attempt(Limits()).status == every.status
        unsolvable += not every.found
    assert 5 < unsolvable < 55


def _shuffled(panel: Panel, random: Random) -> list[tuple[Any, Any]]:
    """Return the cells with their elements in other places."""
    places = random.sample(
        [(x, y) for x in range(panel.width) for y in range(panel.height)], len(panel.cells)
    )
    return list(zip(places, sorted((element for _, element in panel.cells), key=str), strict=True))


@pytest.mark.skipif(core() is None, reason="tests the compiled core")
@pytest.mark.parametrize(
    ("text", "most"),
    [
        # Cells that neither of two large polyominoes can cover are all the same.
        (
            "E-+-+-+-+-E/|.|.|.|.|.|/+-+-+-+-+-+/|.|A|D|.|.|/+-+-+-+-+-+/|.|.|.|.|.|/+-+-+-+-+-+/|.|.|.|.|.|/S-+-+-+-+-+"
            "/A = polyomino #.#,#.#,###,#.#/D = polyomino #..,#..,#..,###",
            1_000,
        ),
        # Where an eliminator may come, it matters how many elements a region has, but not where they are.
        (
            "+-+-+-+-E/|W|e|.|.|/+-+-+-+-+/|e|W|W|W|/+-+-+-+-+/|.|.|e|W|/+-+-+-+-+/|W|W|e|.|/S-+-+-+-+",
            1_500,
        ),
        # Triangles and junctions decide about most edges.
        (
            "+-+-+-+-+-E/|2|.|3|.|1|/+-+-+-+-+-+/|.|2|.|2|.|/+-+-+-+-+-+/|2|.|2|.|2|/+-+-+-+-+-+/|.|3|.|1|.|/+-+-+-+-+-+"
            "/|1|.|2|.|2|/S-+-+-+-+-+",
            200,
        ),
    ],
)
def test_large_panels_take_few_states(text: str, most: int) -> None:
    assert count(KIND.under(KIND.parse(text), "windmill"), engine="native").states < most


def test_paths_of_odd_panels_have_pictures_and_words() -> None:
    for text in ("+-+-E-/|b|w|./+-+-+-/|1|.|2/S-+-+-/pillar", "+-+/|.E/+-+/|.|/+S+"):
        panel = KIND.parse(text)
        for solution in solutions(panel, most=5).found:
            end = solution.end(panel)
            assert KIND.draw(panel, end).shapes
            assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) in (0.5, 1) for a, b in pairwise(end))


def test_a_rolled_pillar_is_the_same_pillar() -> None:
    one, other = KIND.parse("+-+-E-/|b|w|./S-+-+-/pillar"), KIND.parse("+-E-+-/|w|.|b/+-+-S-/pillar")
    assert (
        KIND.canonical(one)
        == KIND.canonical(other)
        != KIND.canonical(KIND.parse("+-+-E-/|w|b|./S-+-+-/pillar"))
    )
