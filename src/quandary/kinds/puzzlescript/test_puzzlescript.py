"""Test what is special to PuzzleScript levels: the language, the order of things, and what designers are told."""

from dataclasses import replace
from random import Random

import pytest

from quandary.errors import NotationError
from quandary.kinds.puzzlescript import KIND, Level
from quandary.kinds.puzzlescript.colours import BLACK, WHITE
from quandary.kinds.puzzlescript.compile import compile_text
from quandary.kinds.puzzlescript.deeds import remarks
from quandary.kinds.puzzlescript.draw import write
from quandary.kinds.puzzlescript.packing import bits, changing
from quandary.kinds.puzzlescript.rules import SMALL
from quandary.kinds.puzzlescript.session import Session, printed, seeded
from quandary.kinds.puzzlescript.twin import played, twin
from quandary.library.files import examples
from quandary.limits import Limits
from quandary.publishing.check import check
from quandary.solving.search import solutions

GAME = """
{prelude}
OBJECTS
Background
white
Player
black
Wall
grey
Crate
brown
Gem Jewel
red
LEGEND
. = Background
P = Player
# = Wall
* = Crate
G = Gem
@ = Crate and Gem
Thing = Crate or Wall
{legend}
SOUNDS
COLLISIONLAYERS
Background
Gem
Player, Wall, Crate
RULES
{rules}
WINCONDITIONS
{wins}
LEVELS
{level}
"""


def game(rules: str = "", level: str = "P.G", *, prelude: str = "", legend: str = "", wins: str = "") -> str:
    """Return the text of a small game."""
    return GAME.format(prelude=prelude, rules=rules, level=level, legend=legend, wins=wins)


def after(level: Level, moves: str) -> str:
    """Return the rows of a level after moves, legal or not, with / between them."""
    state = level.starts()[0]
    for move in moves.split():
        state = level.apply(state, move)
    return write(level, state).replace("\n", "/")


PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"


@pytest.mark.parametrize(
    ("rules", "level", "moves", "end"),
    [
        ("", "P.#", "right right", ".p#"),
        (PUSH, "P*..", "right right", "..p*"),
        (PUSH, "P**.", "right", "p**."),
        ("[ > Player | Crate ] -> [ > Player | ]", "P*.", "right", ".p."),
        ("[ < Player | Crate ] -> [ < Player | < Crate ]", "*P..", "right", ".*p."),
        ("late [ Player | Crate ] -> [ Player | ]", "P.*", "right", ".p."),
        ("[ > Player | ... | Crate ] -> [ > Player | ... | > Crate ]", "P.*.", "right", ".p.*"),
        ("[ > Player | ... | Crate | ... | Gem ] -> [ | ... | Crate | ... | Player Gem ]", "P.*.G", "right", "..*.p"),
        ("[ Player ] -> [ Player ] again\ndown [ Crate | no Thing ] -> [ | Crate ] again", "P*/../..", "right", ".p/../.*"),
        ("[ > Player | Wall ] -> cancel", "P.#", "right right", ".p#"),
        ("[ > Player | Crate ] -> restart", "P..*", "right right right", "p..*"),
        ("[ > Player | Gem ] -> checkpoint\n[ > Player | Crate ] -> restart", "P.G*", "right right right", "..p*"),
        ("[ action Player | Crate ] -> [ Player | ]", "P*.", "action right", ".p."),
        ("[ > Player ] [ Crate ] -> [ > Player ] [ > Crate ]", "P.*.", "right", ".p.*"),
        ("startloop\n[ > Player | Crate ] -> [ > Player | > Crate ]\n[ > Crate | Crate ] -> [ > Crate | > Crate ]\nendloop", "P**.", "right", ".p**"),
        ("[ > Player | Crate ] -> [ > Player | > Crate ]\n+ [ > Crate | Crate ] -> [ > Crate | > Crate ]", "P***.", "right", ".p***"),
        ("rigid [ > Player | Crate ] -> [ > Player | > Crate ]", "P*#", "right", "p*#"),
        ("[ moving Player | Gem ] -> [ moving Player | ]", "P.G", "right right", "..p"),
        ("[ > Player | Gem ] -> [ > Player | @ ]", "PG.", "right", "p@."),
    ],
)  # fmt: skip
def test_rules_do_what_they_say(rules: str, level: str, moves: str, end: str) -> None:
    puzzle = KIND.parse(game(rules, level.replace("/", "\n")))
    assert after(puzzle, moves) == end
    handle = twin(puzzle)
    assert handle is None or played(handle, moves.split()).cells == _last(puzzle, moves)


def _last(puzzle: Level, moves: str) -> tuple[int, ...]:
    state = puzzle.starts()[0]
    for move in moves.split():
        state = puzzle.apply(state, move)
    return state.cells


@pytest.mark.parametrize(
    ("wins", "level", "move", "is_won"),
    [
        ("All Player on Gem", "PG", "right", True),
        ("Some Crate on Gem", "P*G", "right", True),
        ("No Crate", "P*#", "right", False),
        ("No Crate on Gem", "P@.", "right", True),
        ("All Crate on Gem\nAll Player on Gem", "P*G", "right", False),
        ("", "PG", "right", False),
    ],
)
def test_a_level_is_won_when_all_conditions_hold_after_a_turn(
    wins: str, level: str, move: str, is_won: bool
) -> None:
    puzzle = KIND.parse(game(PUSH, level, wins=wins))
    [start] = puzzle.starts()
    assert not puzzle.is_solved(start)
    assert puzzle.is_solved(puzzle.apply(start, move)) is is_won


def test_a_command_wins_too() -> None:
    puzzle = KIND.parse(game("late [ Player Gem ] -> win", "PG"))
    assert puzzle.is_solved(puzzle.apply(puzzle.starts()[0], "right"))


def test_a_level_that_never_comes_to_rest_is_lost() -> None:
    bounce = "right [ stationary Crate | Wall ] -> [ left Crate | Wall ] again\nright [ Wall | stationary Crate ] -> [ Wall | right Crate ] again"
    puzzle = KIND.parse(game(bounce, ".P#.*#"))
    state = puzzle.apply(puzzle.starts()[0], "left")
    assert (state.end, puzzle.moves(state)) == ("restless", [])


def test_turns_that_must_move_the_player_are_undone_if_they_do_not() -> None:
    rules = "[ Crate ] -> [ ]"
    assert after(KIND.parse(game(rules, "P#*")), "right") == "p#."
    assert after(KIND.parse(game(rules, "P#*", prelude="require_player_movement")), "right") == "p#*"


def test_rules_can_run_before_the_first_turn() -> None:
    assert after(KIND.parse(game("[ Crate ] -> [ ]", "P.*", prelude="run_rules_on_level_start")), "") == "p.."


def test_the_action_key_is_a_move_only_where_it_may_do_something() -> None:
    assert KIND.parse(game(PUSH)).inputs == ["up", "left", "down", "right"]
    assert "action" in KIND.parse(game("[ action Player ] -> [ ]")).inputs
    assert "action" in KIND.parse(game("[ Crate ] -> [ ]")).inputs
    assert "action" not in KIND.parse(game("[ Crate ] -> [ ]", prelude="noaction")).inputs


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "There is no object PLAYER"),
        (
            game("[ > Player | Crate ] -> [ > Player ]"),
            "Line 29: a \\[ \\] on the right has more or fewer cells",
        ),
        (game("[ > Player | Cratw ] -> [ > Player | ]"), "Line 29: there is no object or command 'CRATW'"),
        (game("[ > Player ]"), "Line 29: this rule has no ->"),
        (game("late [ > Player ] -> [ ]"), "nothing moves any more in a LATE rule"),
        (game("[ Player | ... ] -> [ | ... ]"), "cannot begin or end with"),
        (game("[ Player | ... | Crate ] -> [ | Gem | ]"), "needs ... in the same place on the right"),
        (game("startloop\n[ Crate ] -> [ ]"), "STARTLOOP without an ENDLOOP"),
        (game("[ Crate ] -> [ Thing ]"), "not clear which THING"),
        (game("[ Crate ] -> [ moving Crate ]"), "not clear which way MOVING"),
        (game("[ Player Crate ] -> [ ]"), "CRATE and PLAYER share a layer"),
        (game(legend="X = Gem or Gold"), "GOLD is not declared"),
        (game(legend="X = Gem and Thing"), "THING is made with OR"),
        (game(legend="X = Crate and Wall"), "which share a layer"),
        (game(legend="P = Gem"), "the name P is in use already"),
        (game(level="P?G"), "Line 33: '\\?' stands for no cell"),
        (game(wins="All Gold on Gem"), "there is no object 'GOLD'"),
        (game(wins="Most Gem"), "begins with ALL, SOME or NO"),
        (game(level="P.G\n\nPG"), "this game has 2; keep one"),
        (game("random [ Crate ] -> [ ]"), "Line 29: not computed: random rules"),
        (game("[ Crate ] -> [ randomdir Crate ]"), "not computed: random rules"),
        (game(prelude="realtime_interval 0.5"), "Not computed: real time"),
        (game(prelude="colour_palette 3"), "means nothing before OBJECTS"),
        (game(prelude="color_palette 99"), "there is no palette '99'"),
    ],
)
def test_a_mistake_is_one_line_with_its_place_and_a_remedy(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint) as raised:
        KIND.parse(text)
    assert "\n" not in str(raised.value)


def test_the_original_s_generator_of_random_numbers() -> None:
    chance = seeded("Example")  # its documentation gives a number from 40 to 50, and then the next one
    assert (40 + int(chance() * 10), chance()) == (42, 0.7972798995050903)


def test_a_session_goes_on_to_the_next_level_and_back() -> None:
    made, source = compile_text(
        game(PUSH, "message Hello\n\nP*.\n\nPG", wins="No Gem on Player\nAll Crate on Background")
    )
    assert made is not None
    assert not source.errors
    session = Session(made, 1)
    session.press(3)
    assert session.number == 2
    session.press(3)
    assert printed(made, session.level, session.cells) == "background:0,background gem player:1,\n"
    session.press("undo")
    assert printed(made, session.level, session.cells) == "background player:0,background gem:1,\n"


def test_only_what_can_change_is_packed() -> None:
    level = KIND.parse(game(PUSH, "####\n#P*#\n#G.#\n####"))
    assert level.game.names(changing(level.game)) == ["player", "crate"]
    assert bits(level.game, level.map) == 4 * 2


def test_a_mistake_in_a_game_is_told_once(tmp_path: object) -> None:
    found = KIND.notation.found_in(game("[ Crat ] -> [ ]", "P.G\n\nPG\n\nP"))
    assert found is not None
    assert len(found) == 1


def test_a_text_of_one_line_has_strokes_between_its_lines() -> None:
    text = KIND.format(KIND.parse(SMALL))
    assert KIND.parse(text.replace("\n", "/")) == KIND.parse(text)


def test_check_names_rules_objects_and_layers_that_no_solution_uses() -> None:
    by_name = {entry.id: entry for entry in examples(KIND)}
    [found] = check([by_name["portals-2"]])
    told = " ".join(found.notes)
    assert "no solution found uses the rule in line" in told
    assert "uses ring or cross" in told
    assert "uses layer 3" in told


def test_an_unintended_way_is_told() -> None:
    by_name = {entry.id: entry for entry in examples(KIND)}
    [found] = check([by_name["bridge-1"]], intended="down right right right right up", forbid=["shorter"])
    assert any("1 shorter way than intended" in why for _, why in found.problems)


def test_rules_that_only_cancel_are_not_called_idle() -> None:
    by_name = {entry.id: entry for entry in examples(KIND)}
    assert list(remarks(by_name["grass-1"].puzzle, [["right", "down", "right", "up"]])) == []


def test_where_the_whole_space_is_too_large_a_solution_of_any_length_is_found() -> None:
    level = KIND.parse(game(PUSH, "############\n#P.........#\n#.*.*.*.*..#\n#..........#\n#..........#\n#.G.G.G.G..#\n############", wins="All Gem on Crate"))  # fmt: skip
    if twin(level) is None:
        pytest.skip("this needs the compiled core")
    answer = solutions(level, most=1, limits=Limits(states=50_000))
    assert answer.any_length
    assert answer.found
    state = level.starts()[0]
    for move in answer.found[0].moves:
        state = level.apply(state, move)
    assert level.is_solved(state)


def test_neighbours_are_other_tiles_of_the_legend() -> None:
    level = KIND.parse(game(PUSH, "P.G"))
    changes = list(KIND.maker.neighbours(level) if KIND.maker.neighbours else ())
    assert len(changes) == 3 * 5
    assert all(
        sum(one != other for one, other in zip(level.rows[0], other.rows[0], strict=True)) == 1
        for _, other in changes
    )


def test_pictures_follow_the_colours_and_points_of_the_game() -> None:
    text = game(level="P").replace("Player\nblack", "Player\nblack\n0....\n.....\n.....\n.....\n.....")
    drawing = KIND.draw(KIND.parse(text))
    assert [shape.fill for shape in drawing.shapes] == [WHITE, BLACK]  # type: ignore[union-attr]


def test_random_positions_agree_with_the_core() -> None:
    random = Random(1)
    for entry in examples(KIND):
        handle = twin(entry.puzzle)
        if handle is None:
            pytest.skip("this needs the compiled core")
        moves = random.choices(entry.puzzle.inputs, k=12)
        state, made = entry.puzzle.starts()[0], list[str]()
        for move in moves:
            if not state.end:
                state = entry.puzzle.apply(state, move)
                made.append(move)
        assert played(handle, made)[:2] == state[:2]


def test_a_level_changed_in_one_cell_is_another_puzzle() -> None:
    level = KIND.parse(SMALL)
    assert replace(level, rows=("#####", "#p.g#", "#####")) != level
