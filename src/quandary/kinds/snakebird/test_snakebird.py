"""Test what is special to Snakebird. The contract suite checks the rest."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from quandary._native import core
from quandary.cli.main import main
from quandary.engine import EngineName
from quandary.errors import NotationError, SpaceError
from quandary.generating.vary import vary_once
from quandary.kinds.snakebird import KIND, Move, hog2, snakefall
from quandary.kinds.snakebird.engine import in_python, search
from quandary.kinds.snakebird.features import OF_POSITIONS, STATIC, survey
from quandary.kinds.snakebird.generate import aim_at_moves, generate
from quandary.kinds.snakebird.people import is_enclosed, is_out_of_reach
from quandary.kinds.snakebird.rules import Level, Position
from quandary.kinds.snakebird.spaces import SPACES, Tilings, template_of
from quandary.kinds.snakebird.vary import neighbours, reductions
from quandary.kinds.snakebird.ways import replay, spell
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.measuring.entropy import remuse
from quandary.measuring.rate import rate
from quandary.parts.directed import reach
from quandary.score import Score, Status
from quandary.showing.hint import hint

NATIVE = pytest.mark.skipif(core() is None, reason="needs native: it is what Python is compared with")
TWO = KIND.parse("....X/>R>G./#####")


def features(level: Level, limits: Limits = Limits()) -> dict[str, Score]:
    return rate(level, [*STATIC, *OF_POSITIONS], limits=limits)


def after(rows: str, *moves: str) -> Position | None:
    """Return the position after some moves, or None if one of them is not legal."""
    flock = KIND.parse(rows).in_steps()
    state: Position
    [state] = flock.starts()
    for move in moves:
        options = {str(each): each for each in flock.moves(state)}
        if move not in options:
            return None
        state = flock.apply(state, options[move])
    return state


def birds(rows: str, *moves: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return where the birds are after some legal moves."""
    state = after(rows, *moves)
    assert state is not None
    return state.birds


# Steps


def test_the_body_follows_the_head() -> None:
    assert birds("....X/>>R../#####", "R right") == (((3, 1), (2, 1), (1, 1)),)


def test_a_fruit_makes_a_bird_longer_at_its_head() -> None:
    state = after("....X/>R@../#####", "R right")
    assert state == Position((((2, 1), (1, 1), (0, 1)),), (), frozenset())


@pytest.mark.parametrize("rows", ["..X/>R#/###", "..X/>R|/###", "..X/>R./###"])
def test_a_head_stops_at_ground_spikes_and_the_edge(rows: str) -> None:
    assert after(rows, "R right", "R right") is None


def test_a_head_cannot_go_where_the_tip_of_its_own_tail_is() -> None:
    assert after("v<X/>R./###", "R up") is None


def test_birds_and_blocks_are_pushed_in_a_row() -> None:
    state = after(">Ra>G..X/########", "R right")
    assert state == Position((((2, 0), (1, 0)), ((5, 0), (4, 0))), (((3, 0),),), frozenset())


@pytest.mark.parametrize("stop", "#|@")
def test_nothing_is_pushed_into_ground_spikes_or_fruit(stop: str) -> None:
    assert after(f"......X/>Ra{stop}.../#######", "R right") is None


def test_nothing_is_pushed_off_the_board() -> None:
    assert after("..X/>Ra/###", "R right") is None


def test_a_block_may_be_pushed_where_the_tip_of_the_tail_was() -> None:
    # The block has a cell in front of the head and one behind the tail.
    state = after("......X/a>Ra.../#######", "R right")
    assert state == Position((((3, 1), (2, 1)),), (((1, 1), (4, 1)),), frozenset())


def test_a_block_may_not_be_pushed_into_the_rest_of_the_pusher() -> None:
    assert after("......X/...Ra../.a>^.../.#^..../#######", "R right") is None
    tail = after("......X/...Ra../.a>^.../.##..../#######", "R right")  # here it is the tip of the tail
    assert tail == Position((((4, 2), (3, 2), (3, 3)),), (((2, 2), (5, 1)),), frozenset())


# Falling


def test_a_bird_falls_until_something_holds_it() -> None:
    assert birds(">R...X/##..../....../..####", "R right", "R right") == (((3, 2), (2, 2)),)


@pytest.mark.parametrize("below", ["......", "..||||"])
def test_a_move_that_drops_a_bird_into_the_water_or_on_spikes_is_not_listed(below: str) -> None:
    assert after(f">R...X/##..../{below}", "R right") is not None
    assert after(f">R...X/##..../{below}", "R right", "R right") is None


def test_spikes_hold_blocks_and_fruit_holds_birds() -> None:
    state = after("....X/>Ra../###||", "R right")
    assert state is not None and state.blocks == (((3, 1),),)
    assert birds(">R..X/##@@.", "R right", "R right") == (((3, 0), (2, 0)),)


def test_a_block_that_falls_off_is_gone_and_play_goes_on() -> None:
    state = after("....X/>Ra../###..", "R right")
    assert state is not None and state.blocks == ()


def test_things_that_only_hold_each_other_fall_together() -> None:
    # The block is both above and below the bird R. G holds them and moves away.
    state = after("....a.X/...>R../...a.../..G<.../.###...", "G left")
    assert state == Position((((4, 2), (3, 2)), ((1, 3), (2, 3))), (((3, 3), (4, 1)),), frozenset())


def test_a_bird_that_another_one_carries_falls_with_it() -> None:
    rows = ".>G...X/>>R..../#....../......./#######"
    assert birds(rows, "R right") == (((2, 2), (1, 2)), ((3, 3), (2, 3), (1, 3)))


# The exit


def test_a_bird_leaves_only_when_all_fruit_is_eaten() -> None:
    assert birds("@...../.>RX../######", "R right") == (((3, 1), (2, 1)),)
    assert birds("....../.>RX../######", "R right") == ((),)


def test_a_bird_leaves_when_it_is_pushed_or_falls_onto_the_exit() -> None:
    assert birds(">R>GX/#####", "R right") == (((2, 0), (1, 0)), ())
    assert birds(">R../##../..X./..../####", "R right", "R right") == (((3, 3), (2, 3)),)
    assert birds(">R../##../...X/..../####", "R right", "R right") == ((),)


def test_all_birds_must_leave() -> None:
    assert survey(KIND.parse(">R>GX/#####")).shortest == 3


# Portals


def test_a_thing_that_comes_onto_a_portal_jumps() -> None:
    assert birds("......X/>R*..*./#######", "R right") == (((5, 1), (4, 1)),)


def test_a_thing_that_stands_on_a_portal_does_not_jump_again() -> None:
    assert birds("......X/>R*..*./#######", "R right", "R right") == (((6, 1), (5, 1)),)


def test_a_thing_that_does_not_fit_stays() -> None:
    assert birds("......X/>R*.#*./#######", "R right") == (((2, 1), (1, 1)),)


def test_its_own_cells_do_not_block_a_jump() -> None:
    assert birds(".....X/>>R**./######", "R right") == (((4, 1), (3, 1), (2, 1)),)


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("...**...", (3, 4)),  # it could go either way, so it stays
        ("..#**...", (4, 5)),
        ("...**#..", (2, 3)),
        ("..#**#..", (3, 4)),  # it fits nowhere else
    ],
)
def test_a_thing_that_comes_onto_both_portals_goes_only_where_no_other_way_is_open(
    row: str, cells: tuple[int, ...]
) -> None:
    state = after(f".......X/>Raa..../###...../{row}/########", "R right")
    assert state is not None and state.blocks == (tuple((x, 3) for x in cells),)


def test_falling_for_ever_is_dying() -> None:
    rows = "...*.X/>R..../##..../...*../######"
    assert after(rows.replace("*", "."), "R right", "R right") is not None
    assert after(rows, "R right", "R right") is None


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_a_jump_does_not_lead_around_the_edge(engine: str) -> None:
    rows = "*.....X/......./>R...*./#######"
    assert birds(rows, *["R right"] * 4) == (((5, 2), (4, 2)),)
    assert survey(KIND.parse(rows), engine=engine).shortest is not None


# Birds without names


def test_which_bird_is_which_does_not_matter() -> None:
    flock = TWO.in_steps()
    everywhere = reach(
        flock.starts(), lambda state: [flock.apply(state, move) for move in flock.moves(state)]
    )
    nameless = {(frozenset(filter(None, state.birds)), state.fruit) for state in everywhere}
    assert survey(TWO).states == len(nameless) - 1 < len(everywhere) - 1  # one of them is won


def test_a_solution_names_birds_by_their_numbers_and_they_keep_them() -> None:
    level = KIND.parse("@...@./>R.@G./##.|^</..X.|^/|...##")
    moves = next(search(level, Budget()))
    written = spell(level, moves)
    assert sum(len(turn.partition(":")[2]) for turn in written.split()) == len(moves)
    assert level.is_solved(replay(level, written)[-1])


def test_steps_are_read_one_by_one_or_in_turns() -> None:
    assert replay(TWO, "2:UR 1:R") == replay(TWO, "G up G right R right")
    assert replay(TWO, "u")[1] == replay(TWO, "1:U")[1]
    with pytest.raises(NotationError, match="Step 1 of the solution, R down, cannot be taken"):
        replay(TWO, "D")
    with pytest.raises(NotationError, match="'3:U' is not a turn of a bird; write its number from 1 to 2"):
        replay(TWO, "3:U")


def test_a_hint_names_the_bird_by_its_letter_after_another_has_left() -> None:
    level = KIND.parse(">R>GX/#####")
    found = hint(level, "1:R")
    assert str(found.move) == "R right" and "R right" in str(found)


# Notation


@pytest.mark.parametrize("size", ["5x4", "7x6", "6x5-2"])
def test_the_three_notations_say_the_same(size: str) -> None:
    for seed in range(12):
        level = generate(Random(seed), size)
        plain = replace(level, names="RGB"[: len(level.names)])
        assert KIND.parse(KIND.format(level)) == level
        assert KIND.parse(snakefall.write(level)) == plain
        assert KIND.parse(hog2.write(level)) == plain


def test_birds_keep_their_letters_in_notations_without_letters() -> None:
    level = KIND.parse("....X/>B>R./>G###/#####")
    assert level.names == "BRG"
    assert KIND.parse(snakefall.write(level)) == level == KIND.parse(hog2.write(level))


def test_a_covered_exit_and_covered_portals_are_named_in_a_last_row() -> None:
    rows = "@.../>R../####\n1 1 not over 0 1 2 0"
    level = KIND.parse(rows)
    assert level.exit == (1, 1) and level.portals == ((0, 1), (2, 0))
    assert KIND.parse(KIND.format(level)) == level
    assert KIND.format(level).splitlines()[-1] == "1 1 not over 0 1 2 0"
    assert KIND.parse("@..X/>R../####/3 0 not over") == KIND.parse("@..X/>R../####")


def test_water_and_a_first_row_with_the_size_are_read() -> None:
    assert KIND.parse("2 4\n>R~X\n####\n~~~~") == KIND.parse(">R|X/####")


def test_letters_are_kept() -> None:
    assert KIND.format(KIND.parse(">W>KX/#####")) == ">W>KX\n#####"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "empty"),
        ("...X/####", "no bird"),
        (">R../####", "no exit"),
        (">RXX/####", "2 exits"),
        (">RX*/####", "one portal"),
        (">RX?/####", r"Row 1, column 4: '\?' means nothing"),
        (">RX/####", "Row 2 has 4 cells but row 1 has 3"),
        (">R>RX/#####", "Two birds have the head R"),
        (">.RX/####", "must point to a bird's head"),
        (".v.X/>R<./####", "second tail for one bird"),
        ("><RX/####", "this body has no head"),
        ("..X/>R./.../###", "not at rest at the start: the bird at r2c2 stands on nothing"),
        (">R.X/####/1 0 not over", "not where the last row says"),
        (">R.X/####/3 0 won", "won already"),
        ("3 4\n>R.X\n####", "announces 3 rows of 4 cells"),
        ("." * 41 + "/" + ">RX" + "#" * 38, "41 columns"),
        ("#" * 100_000, "too long"),
        (">R../####/1 0 not over", "not at rest at the start: a bird is on the exit"),
        ("HyRr4JK1&2&4?0004*01/s0?1&0/x", "ends with"),
        ("HyRr4JK1&2&4?000/s0?1&0/", "3 tiles"),
        ("HyRr4JK1&2&4?0004*01/s0?3&0/", "torn"),
        ("HyRr4JK1&2&4?0003*01/s0?1&0/", "tile '3'"),
        ("HyRr4JK1&2&4?0004*01/s0?99/", "cell 99"),
        ("HyRr4JK1&2", "Snakefall string must be"),
        ("4b3EajGabaeahakKFSadX", "HOG2 code must be"),
        ("99b3EajGabaeahakKFSadL", "99 columns"),
        ("4b3EzzGabaeahakKFSadL", "outside the board"),
    ],
)
def test_a_broken_level_is_refused_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        KIND.parse(text)


def test_what_hovers_beside_a_bird_that_stands_stays_until_the_first_move() -> None:
    level = KIND.parse(">R...X/##>G../....../######")
    assert level.hovering and level.starts()
    assert birds(">R...X/##>G../....../######", "R right")[1] == ((3, 2), (2, 2))


def test_a_file_of_levels_or_of_codes_is_recognised() -> None:
    assert KIND.notation.recognise is not None
    rows = "@..X\n>R..\n####"
    assert KIND.notation.recognise(f"{rows}\n\n\n{rows}\n") == [(1, rows), (6, rows)]
    codes = [hog2.write(TWO), snakefall.write(TWO)]
    assert KIND.notation.recognise("\n".join(codes)) == list(enumerate(codes, start=1))
    assert KIND.notation.recognise("#####\n#@$.#\n#####\n") is None


def test_a_bird_of_one_cell_is_allowed_but_has_no_code() -> None:
    level = KIND.parse("R.X/###")
    assert survey(level).shortest == 2
    with pytest.raises(NotationError, match="a bird of one cell"):
        hog2.write(level)


# Both languages


@NATIVE
@pytest.mark.parametrize("shard", range(4))
def test_every_position_is_the_same_in_both_languages(shard: int) -> None:
    rng = Random(f"both/{shard}")
    for _ in range(12):
        level = generate(rng, rng.choice(("5x4", "6x5", "7x6", "5x4-2")))
        if rng.random() < 0.5:  # most changes of a level make it odd, and many make it unsolvable
            level = rng.choice([changed for _, changed in neighbours(level)])
        ours = survey(level, engine="python")
        assert replace(survey(level), engine="python") == ours, KIND.format(level)
        found = next(search(level, Budget()), None)
        assert (found and len(found)) == ours.shortest
        assert (way := in_python(level, Budget())) is None or len(way) == ours.shortest


@NATIVE
def test_levels_that_do_not_fit_into_two_words_have_a_twin_too() -> None:
    level = KIND.parse("....X/>R>G./####" + "#" + "/@@@@@" * 6 + "/aabcd/#####")
    assert KIND.engines.native is not None
    twin = KIND.engines.native(level)
    assert twin is not None and type(twin.handle).__name__ == "Level512"
    assert replace(survey(level), engine="python") == survey(level, engine="python")


def test_a_limit_makes_all_counts_give_up_together() -> None:
    scores = features(KIND.parse("@..X/>R../.#.#"), Limits(states=3))
    assert {scores[name].status for name in OF_POSITIONS} == {Status.GAVE_UP}
    assert {scores[name].status for name in STATIC} == {Status.EXACT}
    with pytest.raises(OutOfBudget):
        next(search(TWO, Limits(states=2).start()))


def test_a_level_without_a_solution_says_so() -> None:
    scores = features(KIND.parse("..#X/>R#./####"))
    assert scores["shortest_path"].status is Status.UNSOLVABLE
    assert scores["dead_end_share"].value == 1
    assert scores["scc_shortest"].status is Status.UNSOLVABLE


# What people see


def test_what_ground_shuts_off_is_enclosed() -> None:
    level = KIND.parse("..#X/>R#./####")
    assert is_enclosed(level, level.starts()[0])
    assert not is_enclosed(TWO, TWO.starts()[0])
    through = KIND.parse(".*#X*/>R#../#####")
    assert not is_enclosed(through, through.starts()[0])


def test_what_is_too_high_is_out_of_reach() -> None:
    high = KIND.parse("X.../..../..../..../>R../####")
    assert is_out_of_reach(high, high.starts()[0])
    longer = KIND.parse("X.../..../..../..../>R@@/####")
    assert not is_out_of_reach(longer, longer.starts()[0])


# The tiny space


def test_every_level_of_the_smallest_space_has_its_number() -> None:
    space = SPACES["tiles"].build(SPACES["tiles"].options)
    assert space.size == 3**8
    assert all(space.rank(space.unrank(number)) == number for number in range(space.size))


@NATIVE
def test_the_rules_are_never_wrong_in_the_smallest_space() -> None:
    space = Tilings.of(template_of("4x3"), ".#|")
    lengths: Counter[int | None] = Counter()
    states = resting = 0
    for number in range(space.size):
        level = space.unrank(number)
        seen = survey(level)
        resting += not level.unrest
        states += seen.states
        lengths[seen.shortest] += 1
        if seen.shortest is not None:
            assert not is_enclosed(level, level.starts()[0])
            assert not is_out_of_reach(level, level.starts()[0])
    del lengths[None]
    assert (resting, states, lengths) == (3645, 8527, {7: 99, 9: 27, 11: 2})


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"size": "4x"}, "width and a height"),
        ({"size": "99x4"}, "up to 40"),
        ({"size": "1x4"}, "too small"),
        ({"symmetry": "some"}, "all, reduced"),
        ({"tiles": "xy"}, "must be some of"),
        ({"template": "??"}, "not a level with"),
    ],
)
def test_a_space_that_does_not_exist_is_refused(options: dict[str, str], complaint: str) -> None:
    with pytest.raises(SpaceError, match=complaint):
        SPACES["tiles"].build({**SPACES["tiles"].options, **options})


def test_a_level_outside_a_space_has_no_number() -> None:
    space = Tilings.of("@??X/>R??/????", ".#")
    with pytest.raises(SpaceError, match="no level with"):
        space.rank(KIND.parse("@|.X/>R../####"))
    with pytest.raises(SpaceError, match="not free"):
        space.rank(KIND.parse(".@.X/>R../####"))


# Changes


def test_each_cell_becomes_each_other_tile_and_each_thing_moves_anywhere() -> None:
    level = KIND.parse("@..X/>R../####")
    changes = [words for words, _ in neighbours(level)]
    air, ground = 4, 4
    kept_at_rest = 2 * air + 2 * ground  # nothing else holds the bird where its last cell of ground goes
    assert len([words for words in changes if words.startswith("make")]) == kept_at_rest
    assert len([words for words in changes if "fruit" in words]) == air
    assert len([words for words in changes if "exit" in words]) == air
    assert len(changes) == len(set(changes)) == 2 * (air + ground) + 2 * air


def test_a_change_makes_a_level_harder() -> None:
    level = KIND.parse("@..X/>R../####")
    best = vary_once(KIND, level, "shortest_path", direction="harder").found[0]
    changed = dict(neighbours(level))[best.change]
    assert (survey(changed).shortest or 0) - (survey(level).shortest or 0) == best.difference > 0


def test_what_can_be_left_out_leaves_a_level_at_rest() -> None:
    level = KIND.parse("@..X/>Ra*/###*")
    names = [words for words, _ in reductions(level)]
    assert "the fruit at r1c1" in names and "the portals" in names and "the block at r2c3" in names
    assert all(not changed.unrest for _, changed in reductions(level))


def test_a_changed_level_hovers_only_if_something_in_it_does() -> None:
    level = KIND.parse("a...X/..>R./#####")
    assert level.hovering
    without = dict(reductions(level))["the block at r1c1"]
    assert not without.hovering and without == KIND.parse("....X/..>R./#####")
    changes = dict(neighbours(level))
    held = changes["make r2c1 ground"]
    assert not held.hovering and held == KIND.parse("a...X/#.>R./#####")
    for text in ("a...X/..>R./#####", ">R..X/##>G./...../#####"):
        for words, changed in neighbours(KIND.parse(text)):
            assert KIND.parse(KIND.format(changed)) == changed, words


def test_a_level_of_a_wanted_length_is_found() -> None:
    levels = [aim_at_moves(Random(seed), "6x5", 8, 12) for seed in range(4)]
    assert any(levels)
    assert all(8 <= (survey(level).shortest or 0) <= 12 for level in levels if level)


def test_sizes_that_cannot_be_made_are_refused() -> None:
    for size in ("3x3", "99x99", "7x6-9", "seven"):
        with pytest.raises(NotationError, match="cannot be generated in the size"):
            generate(Random(1), size)


# The command line


def test_a_level_is_solved_when_the_last_bird_has_left_and_not_before() -> None:
    level = KIND.parse("....X/>R>G./#####")
    states = replay(level, "1:RURR 2:U")
    assert [level.is_solved(each) for each in states] == [False] * 5 + [True]


def test_a_level_is_solved_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "snakebird:@..X/>R../####"]) == 0
    assert "1:ULDRURR" in capsys.readouterr().out
    assert main(["rate", "snakebird:..X/>R./.../###"]) == 2
    assert "not at rest at the start" in capsys.readouterr().err


def test_moves_are_shown_by_letters() -> None:
    assert str(Move("R", "up")) == "R up"


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=NATIVE)])
def test_stepping_up_and_falling_back_costs_the_bit_that_it_may_be_tried(engine: EngineName) -> None:
    level = KIND.parse(
        ".|..|./.*X#||/.#|a.*/R<<#|#/####.#"
    )  # where the way turns right, another move changes nothing
    found = remuse(level, KIND.player("none"), engine=engine)
    assert found.value == sum(step.bits for step in found.steps) == 1
