"""Test what is special to PuzzleScript levels: the language, the order of things, and what designers are told."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from quandary.errors import FileError, NotationError
from quandary.generating.edits import edits, sizes
from quandary.kinds.puzzlescript import KIND, Level
from quandary.kinds.puzzlescript.colours import BLACK, WHITE
from quandary.kinds.puzzlescript.compile import compile_text
from quandary.kinds.puzzlescript.draw import write
from quandary.kinds.puzzlescript.keys import replay
from quandary.kinds.puzzlescript.packing import bits, changing
from quandary.kinds.puzzlescript.rules import SMALL
from quandary.kinds.puzzlescript.session import Session, printed, seeded
from quandary.kinds.puzzlescript.twin import played, twin
from quandary.library.convert import write_form
from quandary.library.files import Entry, examples, read
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.publishing.check import check, remarks_on_files
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


WIDE = "############\n#P.........#\n#.*.*.*.*..#\n#..........#\n#..........#\n#.G.G.G.G..#\n############"
"""A level with more positions than anyone goes through."""
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


def test_rules_that_undo_each_other_end_as_in_the_original() -> None:
    puzzle = KIND.parse(game("startloop\n[ Crate ] -> [ > Crate ]\nendloop", "...\nP*.\n..."))
    handle = twin(puzzle)
    assert after(puzzle, "up") == "p../..*/..."
    assert handle is None or played(handle, ["up"]).cells == _last(puzzle, "up")


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
        (game(prelude="realtime_interval 0.5"), "Line 2: not computed: real time"),
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


def test_games_are_read_level_by_level_and_are_the_examples() -> None:
    by_name = {entry.id: entry for entry in examples(KIND)}
    found = [
        entry
        for path in sorted((KIND.folder / "games").glob("*.txt"))
        for entry in read(str(path))
        if isinstance(entry, Entry)
    ]
    assert {entry.id: entry.puzzle for entry in found} == {
        name: entry.puzzle for name, entry in by_name.items()
    }
    assert len({entry.id.rpartition("-")[0] for entry in found}) >= 10


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (game("[ Crat ] -> [ ]", "P.G\n\nPG\n\nP"), 29),
        (game("random [ Crate ] -> [ ]", "P.G\n\nPG"), 29),
        (game(prelude="realtime_interval 1", level="P.G\n\nPG"), 2),
    ],
)
def test_what_is_wrong_with_a_game_is_told_once_and_with_its_line(
    text: str, line: int, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    [error] = read(str(file))
    assert str(error).startswith(f"line {line} of {file}: ")
    assert "Line" not in str(error)


def test_levels_in_another_order_are_written_as_a_game_again(tmp_path: Path) -> None:
    games, file = KIND.folder / "games", tmp_path / "game.txt"
    entries = [entry for entry in read(str(games / "boxes.txt")) if isinstance(entry, Entry)]
    file.write_text(write_form(entries[::-1], ".txt"), "utf-8")
    again = [entry.puzzle for entry in read(str(file)) if isinstance(entry, Entry)]
    assert again == [entry.puzzle for entry in entries][::-1]
    others = [entry for entry in read(str(games / "ice.txt")) if isinstance(entry, Entry)]
    with pytest.raises(FileError, match="levels of several games"):
        write_form([*entries, *others], ".txt")


def test_a_sign_without_meaning_is_told_with_its_line_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(game(level="P.G\n\n\nPG.\n.?G\n"), "utf-8")
    first, error = read(str(file))
    assert isinstance(first, Entry)
    assert f"line 37 of {file}: '?' stands for no cell" in str(error)


def test_the_way_that_is_meant_is_read_from_a_comment_before_a_level(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(game(level="(Intended: right, right)\nP.G\n\nPG", wins="All Player on Gem"), "utf-8")
    entries = [entry for entry in read(str(file)) if isinstance(entry, Entry)]
    assert [entry.intended for entry in entries] == ["right right", ""]


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


def test_check_says_where_a_level_is_easier_than_the_one_before_it() -> None:
    easy, hard = check(str(KIND.folder / "games" / "buttons.txt"))
    assert not any("easier than" in note for note in easy.notes)
    assert any("easier than buttons-1 before it" in note for note in hard.notes)


def test_check_says_what_no_level_of_a_game_needs(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    rules = f"{PUSH}\n[ > Player | Wall ] -> [ > Player | ]"
    file.write_text(game(rules, "P.G\n\nP.G#", wins="All Player on Gem"), "utf-8")
    told = [said for _, said in remarks_on_files(check(str(file)))]
    assert told == [
        "no solution found of its 2 levels uses the rules in lines 29 or 30",
        "no solution found of its 2 levels meets crate",
    ]


def test_an_unintended_way_is_told() -> None:
    found, _ = check(str(KIND.folder / "games" / "bridge.txt"), forbid=["shorter"])
    assert any("1 shorter way than intended" in why for _, why in found.problems)


def test_a_second_solution_is_not_missed_where_one_is_enough() -> None:
    level = KIND.parse(game(PUSH, WIDE, wins="All Gem on Crate"))
    if twin(level) is None:
        pytest.skip("this needs the compiled core")
    [found] = check([Entry(KIND, level, "wide")], limits=Limits(states=50_000))
    assert (found.solvable, found.problems) == (True, ())


def test_rules_that_only_cancel_are_not_called_idle() -> None:
    by_name = {entry.id: entry for entry in examples(KIND)}
    assert list(by_name["grass-1"].puzzle.remarks([["right", "down", "right", "up"]])) == []


def test_where_the_whole_space_is_too_large_a_solution_of_any_length_is_found() -> None:
    level = KIND.parse(game(PUSH, WIDE, wins="All Gem on Crate"))
    if twin(level) is None:
        pytest.skip("this needs the compiled core")
    answer = solutions(level, most=1, limits=Limits(states=50_000))
    assert answer.any_length
    assert answer.at_least
    assert 5 < answer.at_least < len(answer.found[0].moves)
    state = level.starts()[0]
    for move in answer.found[0].moves:
        state = level.apply(state, move)
    assert level.is_solved(state)


def test_a_search_that_gives_up_knows_how_many_moves_a_solution_has_at_least() -> None:
    level = KIND.parse(game(PUSH, WIDE, wins="All Gem on Crate"))
    if twin(level) is None:
        pytest.skip("this needs the compiled core")
    answer = solutions(level, most=1, limits=Limits(states=300))
    assert (answer.status, answer.any_length) == ("gave up", False)
    assert answer.at_least is not None
    assert 1 < answer.at_least < 20
    assert rate(level, ["shortest"], limits=Limits(states=300))["shortest"].at_least == answer.at_least


def test_neighbours_are_other_tiles_of_the_legend() -> None:
    level = KIND.parse(game(PUSH, "P.G"))
    changes = {each[1].rows[0] for each in (KIND.maker.neighbours(level) if KIND.maker.neighbours else ())}
    moved = {".pg", "..p"}
    assert changes == {f"p{sign}g" for sign in "#*g@"} | {f"p.{sign}" for sign in ".#*@"} | moved


def test_one_of_two_players_may_go() -> None:
    level = KIND.parse(game(PUSH, "PP"))
    changes = {each[1].rows[0] for each in (KIND.maker.neighbours(level) if KIND.maker.neighbours else ())}
    assert {".p", "p."} <= changes


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


def test_solutions_are_read_as_words_and_as_letters() -> None:
    level = KIND.parse(game("[ action Player | Crate ] -> [ Player | ]", "P*.G", wins="All Player on Gem"))
    assert replay(level, "action right, right right") == replay(level, "x rrR")
    with pytest.raises(NotationError, match="Key 2 of the solution, left, does nothing there"):
        replay(level, "xl")
    with pytest.raises(NotationError, match="'jump' is no key"):
        replay(level, "jump")


def test_a_heading_in_a_comment_is_none() -> None:
    text = game(PUSH, "P.G").replace("RULES", "RULES\n(\nLEVELS\n)")
    assert KIND.parse(text).rows == ("p.g",)


def test_an_editor_changes_tiles_and_sizes_and_no_rules() -> None:
    level = KIND.parse(game(PUSH, "####\n#PG#\n####"))
    assert {each.puzzle.text for each in edits(KIND, level)} == {level.text}
    grown = {words: each.rows for words, each in sizes(KIND, level).items()}
    assert grown["a row more"] == ("####", "#pg#", "#pg#", "####")
    assert set(grown) == {"a row more", "a column more", "a row less", "a column less"}
