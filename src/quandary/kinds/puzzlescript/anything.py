"""Draw small games by lot, with everything that the notation allows, solvable or not."""

from collections.abc import Iterator
from random import Random

from quandary.kinds.puzzlescript.rules import Level, heeds_action

THINGS = ("crate", "gem", "wall")
COMMANDS = ("again", "cancel", "checkpoint", "restart", "win", "message ow")
ELEMENTS = (
    "late rule",
    "rigid rule",
    "group of rules",
    "loop",
    "gap",
    "two rows",
    "no",
    "stationary",
    "moving",
    "name made with or",
    "name made with and",
    *(command.split()[0] for command in COMMANDS),
    "run_rules_on_level_start",
    "require_player_movement",
    "two players",
)
CHOICES = {
    "action": ("action matters", "action does nothing"),
    "win condition": ("wins by all", "wins by some", "wins by no", "wins by command only"),
}
ALONE = (
    "several gaps",
    "two backgrounds",
    "more than 64 objects",
    "more than 12 layers",
    "noaction",
    "no player",
)
APART: frozenset[frozenset[str]] = frozenset()
_WORDS = (
    *("",) * 8,
    *(">",) * 4,
    *("<", "^", "v", "up", "no", "no", "stationary", "stationary", "action", "moving", "perpendicular"),
)


def drawn(random: Random) -> str:
    """Return a small game. Many of them are refused."""
    many = random.random() < 0.03
    extra = [f"thing{number}" for number in range(70 if many and random.random() < 0.5 else 0)]
    floors = ["grass", "sand"] if random.random() < 0.1 else ["background"]
    layers = _layers(floors, extra, spread=many)
    prelude = [
        name
        for name in ("run_rules_on_level_start", "require_player_movement", "noaction")
        if random.random() < (0.3 if name != "noaction" else 0.05)
    ]
    rules = _rules(random)
    objects = "\n\n".join(f"{name}\nblack" for layer in layers for name in layer)
    ground = "background = grass or sand" if len(floors) > 1 else "ground = background"
    legend = f"{ground}\n. = {floors[0]}\np = player\n* = crate\ng = gem\n# = wall\n@ = crate and gem\nq = player and gem\nany = crate or wall\nmob = crate or player"
    return "\n".join(
        (
            *prelude,
            f"OBJECTS\n\n{objects}\n\nLEGEND\n{legend}\nSOUNDS\nCOLLISIONLAYERS",
            *(", ".join(layer) for layer in layers),
            "RULES",
            *rules,
            "WINCONDITIONS",
            *_wins(random),
            "LEVELS\n",
            *_rows(random),
        )
    )


def _layers(floors: list[str], extra: list[str], *, spread: bool) -> list[list[str]]:
    if spread and not extra:
        extra = [f"thing{number}" for number in range(14)]
        return [floors, ["gem"], ["player", "wall", "crate"], *([each] for each in extra)]
    return [floors, ["gem"], ["player", "wall", "crate"], *([extra] if extra else [])]


def _rules(random: Random) -> list[str]:
    rules, in_loop = list[str](), False
    for number in range(random.choice((0, 1, 2, 2, 3, 3, 4))):
        if random.random() < 0.25 and not in_loop:
            rules.append("startloop")
            in_loop = True
        plus = "+ " if number and rules[-1] not in ("startloop", "endloop") and random.random() < 0.3 else ""
        rules.append(plus + _rule(random))
        if in_loop and random.random() < 0.5:
            rules.append("endloop")
            in_loop = False
    return [*rules, *(["endloop"] if in_loop else [])]


def _rule(random: Random) -> str:
    if random.random() < 0.25:
        return "[ > player | crate ] -> [ > player | > crate ]"
    prefix = random.choices(("", "late ", "rigid ", "right ", "vertical "), (8, 3, 3, 1, 1))[0]
    late = prefix == "late "
    rows = [_row(random, late=late) for _ in range(random.choices((1, 2), (4, 1))[0])]
    left = " ".join(f"[ {' | '.join(' '.join(cell) for cell in row)} ]" for row in rows)
    right = " ".join(
        f"[ {' | '.join(' '.join(_after(random, cell, late=late)) for cell in row)} ]" for row in rows
    )
    command = random.choice(COMMANDS) if random.random() < 0.3 else ""
    if command and random.random() < 0.3:
        return f"{prefix}{left} -> {command}"
    return f"{prefix}{left} -> {right} {command}".rstrip()


def _row(random: Random, *, late: bool) -> list[list[str]]:
    cells = [_cell(random, late=late) for _ in range(random.choice((1, 2, 2, 2, 3)))]
    if len(cells) > 1 and random.random() < 0.3:
        cells.insert(1, ["..."])
        if len(cells) > 3 and random.random() < 0.5:
            cells.insert(3, ["..."])
    return cells


def _cell(random: Random, *, late: bool) -> list[str]:
    words = list[str]()
    names = random.sample(
        ("player", "crate", "gem", "wall", "any", "mob", "@"), random.choice((0, 1, 1, 1, 2))
    )
    for name in names if "gem" in names else names[:1]:
        word = random.choice(_WORDS)
        word = "no" if late and word else word
        words.append(f"{'' if name == '@' and word == 'no' else word} {name}".strip())
    return words


def _after(random: Random, cell: list[str], *, late: bool) -> list[str]:
    """Return a cell of the right side: the same, with other words, with other things, or nothing."""
    if cell == ["..."] or random.random() < 0.3:
        return cell
    if random.random() < 0.3:
        return [random.choice(THINGS)] if random.random() < 0.6 else []
    ways = ("", "") if late else ("", ">", "<", "^", "stationary")
    kept = [each.split()[-1] for each in cell if not each.startswith("no ")]
    return [f"{random.choice(ways)} {name}".strip() for name in kept]


def _wins(random: Random) -> list[str]:
    which = random.choice(("all", "some", "no", ""))
    on = {"all": "gem on mob", "some": "crate on gem", "no": random.choice(("gem", "crate on gem"))}
    return [f"{which} {on[which]}"] if which else []


def _rows(random: Random) -> Iterator[str]:
    width, height = random.choice(((3, 2), (4, 2), (4, 3), (5, 3), (3, 4)))
    signs = random.choices(".*g#@", (8, 3, 2, 3, 1), k=width * height)
    for at in random.sample(range(width * height), random.choices((0, 1, 2), (1, 16, 5))[0]):
        signs[at] = random.choice("pppq")
    for y in range(height):
        yield "".join(signs[y * width : (y + 1) * width])


def traits(level: Level) -> Iterator[str]:
    """Yield the names of what is in a game and its level."""
    game, text = level.game, level.text
    rules = [line for line in text.split("\n") if "->" in line]
    groups = (*game.early, *game.late)
    if game.late:
        yield "late rule"
    if game.rigid_groups:
        yield "rigid rule"
    yield from (
        name
        for name in ("run_rules_on_level_start", "require_player_movement", "noaction")
        if name in game.settings
    )
    if any(line.startswith("+") for line in rules):
        yield "group of rules"
    if any(group.back_to >= 0 for group in groups):
        yield "loop"
    gaps = max((row.count(None) for rule in game.rules for row in rule.rows), default=0)
    yield from ("gap",) * (gaps > 0)
    yield from ("several gaps",) * (gaps > 1)
    if any(len(rule.rows) > 1 for rule in game.rules):
        yield "two rows"
    for word in ("no", "stationary", "moving"):
        if any(word in line.split() for line in rules):
            yield word
    if any(name in line.split() for line in rules for name in ("any", "mob")):
        yield "name made with or"
    if any("@" in line.split() for line in rules):
        yield "name made with and"
    commands = {command for rule in game.rules for command in rule.commands}
    yield from (name for name in (command.split()[0] for command in COMMANDS) if name in commands)
    players = sum(bool(cell & game.player) for cell in level.map.cells)
    yield from ("two players",) * (players > 1)
    yield from ("no player",) * (players == 0)
    yield from ("two backgrounds",) * ("sand" in game.objects)
    yield from ("more than 64 objects",) * (len(game.objects) > 64)
    yield from ("more than 12 layers",) * (len(game.layer_masks) > 12)
    yield (
        "action matters" if heeds_action(game) and "noaction" not in game.settings else "action does nothing"
    )
    yield f"wins by {game.wins[0].how}" if game.wins else "wins by command only"
