"""What steps of birds do besides moving them: they eat, push, go through portals and leave."""

from collections.abc import Iterator

from quandary.deed import Deed, Deeds
from quandary.kinds.snakebird.board import STEPS, Cell, reading_order, step
from quandary.kinds.snakebird.motion import Scene
from quandary.kinds.snakebird.rules import Level, Move, Position
from quandary.parts.spots import named


def of(level: Level, state: Position, move: Move, names: str) -> tuple[Deed | None, str]:
    """Return what a step does, and the letters of the birds after it, by their heads in reading order.

    A state does not tell which bird is which, but it matters to people who eats what.
    """
    bird = level.names.index(move.bird)
    scene = Scene(level, *state)
    scene.move(bird, move.direction)
    done = [*_deeds(level, state, move, scene, names)]
    left = [(body[0], name) for body, name in zip(scene.birds, names, strict=True) if body]
    after = "".join(name for _, name in sorted(left, key=lambda each: reading_order(each[0])))
    if not done:
        return None, after
    follows = done[0].follows if len(done) == 1 else ""
    return Deed(
        ", ".join(each.name for each in done), follows, "+".join(each.mechanic for each in done)
    ), after


def _deeds(level: Level, state: Position, move: Move, scene: Scene, names: str) -> Iterator[Deed]:
    bird = level.names.index(move.bird)
    who, there = names[bird], step(state.birds[bird][0], move.direction)
    things = (*state.birds, *state.blocks)
    if there in state.fruit:
        yield Deed(f"{who} eats the fruit at {named(there)}", mechanic="fruit")
    for thing in scene.pushed:
        yield _push(who, _called(thing, names), things[thing][0], move.direction)
    for thing in scene.jumped:
        yield Deed(f"{_called(thing, names)} goes through the portal", mechanic="portal")
    for number, body in enumerate(scene.birds):
        if not body:
            yield Deed(f"{names[number]} leaves", mechanic="exit")


def _push(who: str, what: str, cell: Cell, direction: str) -> Deed:
    dx, dy = STEPS[direction]
    here, before = named(cell), named((cell[0] - dx, cell[1] - dy))
    return Deed(
        f"{who} pushes {what} at {here} {direction}", f"{who} pushes {what} at {before} {direction}", "push"
    )


def _called(thing: int, names: str) -> str:
    return names[thing] if thing < len(names) else "the block"


def begin(level: Level) -> str:
    """Return the letters of the birds, by their heads in reading order."""
    return level.names[: len(level.birds)]


DEEDS = Deeds(of, begin)
