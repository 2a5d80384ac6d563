"""One turn of a game in plain Python: rules, movements, late rules.

This is the reference for the C++ core. What happens follows the original, down to the order in which rules find
their matches.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from quandary.kinds.puzzlescript.game import LAYER_BITS, Change, Game, Group, Pattern, Row, Rule, Win
from quandary.kinds.puzzlescript.words import ACTION, ANY_MOVE, DOWN, LEFT, RIGHT, UP
from quandary.limits import check_limits

MOST_ROUNDS = 200
"""How often a group, or a loop of groups, is applied in one turn."""
CALM = 2
"""The rounds after which it is looked at whether rounds only repeat each other, so that the rest can be left out."""
MOST_RETRIES = 50
"""How often a turn is begun anew because something rigid could not move."""

Cells: TypeAlias = tuple[int, ...]
Spots: TypeAlias = tuple[int, ...]
"""Where a row fits: its first cell, and the lengths of its gaps."""
Chance: TypeAlias = Callable[[], float]
"""Returns a number from 0 to 1."""


class Result(NamedTuple):
    """What a turn comes to: the cells, and the commands in the order in which rules gave them."""

    cells: Cells
    commands: tuple[str, ...]
    message: str = ""
    lines: frozenset[int] = frozenset()
    """The lines of the rules that changed something or gave a command."""


def no_chance() -> float:
    """Refuse to be random."""
    raise RuntimeError("this game has no random rules")


def run_turn(game: Game, height: int, cells: Cells, force: int, chance: Chance = no_chance) -> Result:
    """Run one turn. The force moves the player; 0 is a turn without the player.

    A turn that is cancelled has the cells that it began with, and the command "cancel".
    """
    board = _Board(game, height, cells, chance)
    places = board.push_player(force)
    return board.run(places)


def is_won(game: Game, cells: Cells) -> bool:
    """Return whether all win conditions hold. A game without any is never won by them."""
    return bool(game.wins) and all(_holds(win, cells) for win in game.wins)


def _holds(win: Win, cells: Cells) -> bool:
    def one(cell: int) -> bool:
        return cell & win.one == win.one if win.one_is_whole else bool(cell & win.one)

    def other(cell: int) -> bool:
        return cell & win.other == win.other if win.other_is_whole else bool(cell & win.other)

    if win.how == "all":
        return all(other(cell) for cell in cells if one(cell))
    met = any(one(cell) and other(cell) for cell in cells)
    return met if win.how == "some" else not met


class _Board:
    """The cells and movements of a turn."""

    def __init__(self, game: Game, height: int, cells: Cells, chance: Chance) -> None:
        self.game, self.height, self.width = game, height, len(cells) // height
        self.start, self.chance = cells, chance
        self.steps = {UP: -1, DOWN: 1, LEFT: -height, RIGHT: height}
        self.cells = list(cells)
        self.moves = [0] * len(cells)
        self.rigid = dict[int, tuple[int, int]]()
        """Cell → the numbers of rigid groups that moved something in it, five bits a layer, and those layers."""
        self.commands = list[str]()
        self.message = ""
        self.lines = set[int]()
        self.draws = 0
        """How often something was left to chance."""

    def push_player(self, force: int) -> list[int]:
        """Give the player a movement, and return the cells that it is in."""
        game = self.game
        places = [at for at, cell in enumerate(self.cells) if self._has_player(cell)]
        for at in places if force else ():
            for layer, mask in enumerate(game.layer_masks):
                if self.cells[at] & game.player & mask:
                    self.moves[at] |= force << LAYER_BITS * layer
        return places if force else []

    def _has_player(self, cell: int) -> bool:
        player = self.game.player
        return cell & player == player if self.game.player_is_whole else bool(cell & player)

    def run(self, player_places: Sequence[int]) -> Result:
        """Run the turn."""
        pushed, banned = list(self.moves), set[int]()
        for _ in range(MOST_RETRIES):
            self._sum_up()
            self._apply_groups(self.game.early, banned)
            if not self._move(banned):
                self._apply_groups(self.game.late, set())
                break
            self.cells, self.moves = list(self.start), list(pushed)
            self.rigid, self.commands = {}, []
        must_move = player_places and "require_player_movement" in self.game.settings
        if must_move and all(self.cells[at] & self.game.player for at in player_places):
            return Result(self.start, ("cancel",))
        end = self.start if "cancel" in self.commands else tuple(self.cells)
        return Result(end, tuple(self.commands), self.message, frozenset(self.lines))

    # Rules

    def _sum_up(self) -> None:
        """Note all that is in each row and column, so that rules can pass over most of them."""
        cells, moves, height = self.cells, self.moves, self.height
        self.in_rows, self.in_columns = [0] * height, [0] * self.width
        self.moves_in_rows, self.moves_in_columns = [0] * height, [0] * self.width
        for at, cell in enumerate(cells):
            self._note(at, cell, moves[at])

    def _note(self, at: int, cell: int, moves: int) -> None:
        column, row = divmod(at, self.height)
        self.in_rows[row] |= cell
        self.in_columns[column] |= cell
        self.moves_in_rows[row] |= moves
        self.moves_in_columns[column] |= moves

    def _apply_groups(self, groups: Sequence[Group], banned: set[int]) -> None:
        number, rounds, changed, last = 0, 0, False, None
        while number < len(groups):
            if number not in banned:
                changed = self._apply_group(groups[number]) or changed
            if changed and groups[number].back_to >= 0:
                rounds += 1
                before, last = last, (number, self._seen()) if rounds > CALM else None
                if rounds > MOST_ROUNDS or (last and last == before):
                    return
                number, changed = groups[number].back_to, False
            else:
                number += 1

    def _apply_group(self, group: Group) -> bool:
        if group.random:
            return self._apply_one_at_random(group)
        ever, idle, last = False, -1, None
        for rounds in range(MOST_ROUNDS):
            check_limits()
            changed = False
            for rule in group.rules:
                if self._apply(rule):
                    changed, idle = True, 0
                else:
                    idle += 1
                if idle == len(group.rules):
                    break
            if not changed:
                break
            ever = True
            before, last = last, (idle, self._seen()) if rounds > CALM else None
            if last and last == before:
                break
        return ever

    def _seen(self) -> tuple[Any, ...]:
        """Return all that the next round depends on."""
        return tuple(self.cells), tuple(self.moves), dict(self.rigid), self.draws

    def _apply_one_at_random(self, group: Group) -> bool:
        found = [(rule, places) for rule in group.rules for places in self._combinations(self._matches(rule))]
        if not found:
            return False
        rule, places = found[min(int(self._draw() * len(found)), len(found) - 1)]
        changed = self._change_at(rule, places)
        self._give_commands(rule)
        return changed

    def _draw(self) -> float:
        self.draws += 1
        return self.chance()

    def _apply(self, rule: Rule) -> bool:
        matches = self._matches(rule)
        if not matches:
            return False
        changed = False
        if rule.changes:
            for number, places in enumerate(self._combinations(matches)):
                if number == 0 or self._still_fits(rule, places):
                    changed = self._change_at(rule, places) or changed
        if changed or rule.commands:
            self.lines.add(rule.line)
        self._give_commands(rule)
        return changed

    def _give_commands(self, rule: Rule) -> None:
        """Queue the commands of a rule. A cancel overrides everything, and a restart all but a cancel."""
        new = rule.commands
        if not new or "cancel" in self.commands or ("restart" in self.commands and "cancel" not in new):
            return
        if "cancel" in new or "restart" in new:
            self.commands, self.message = [], ""
        for each in new:
            if each not in self.commands:
                self.commands.append(each)
                self.message = rule.message if each == "message" else self.message

    # Matching

    def _matches(self, rule: Rule) -> list[list[Spots]]:
        """Return the places of each row of a rule, nothing if one of them has none."""
        found = list[list[Spots]]()
        for row in rule.rows:
            places = list(self._places(row, rule.way))
            if not places:
                return []
            found.append(places)
        return found

    def _combinations(self, matches: Sequence[Sequence[Spots]]) -> Iterator[tuple[Spots, ...]]:
        """Yield one place for each row, in every way, with the first row's changing fastest."""
        if matches:
            yield from (places[::-1] for places in product(*matches[::-1]))

    def _places(self, row: Row, way: int) -> Iterator[Spots]:
        need = moving = 0
        for each in row:
            if each is not None:
                need, moving = need | each.need, moving | each.moving
        is_across = way in (LEFT, RIGHT)
        lines, cells_in, moves_in = (
            (self.height, self.in_rows, self.moves_in_rows)
            if is_across
            else (self.width, self.in_columns, self.moves_in_columns)
        )
        length, span = (self.width if is_across else self.height), sum(each is not None for each in row)
        first = span - 1 if way in (UP, LEFT) else 0
        last = length if way in (UP, LEFT) else length - span + 1
        for line in range(lines):
            if need & ~cells_in[line] or moving & ~moves_in[line]:
                continue
            for at in range(first, last):
                room = (at if way in (UP, LEFT) else length - 1 - at) - span + 1
                begin = at * self.height + line if is_across else line * self.height + at
                yield from self._fits(row, begin, self.steps[way], room)

    def _fits(self, row: Row, begin: int, step: int, room: int) -> Iterator[Spots]:
        """Yield how a row fits from a cell on: that cell and the lengths of its gaps, with so much room for them."""
        parts = _parts(row)
        if not self._part_fits(parts[0], begin, step):
            return
        if len(parts) == 1:
            yield (begin,)
            return
        second = begin + len(parts[0]) * step
        for gap in range(room + 1):
            if not self._part_fits(parts[1], second + gap * step, step):
                continue
            if len(parts) == 2:
                yield begin, gap
                continue
            third = second + (gap + len(parts[1])) * step
            for other in range(room - gap + 1):
                if self._part_fits(parts[2], third + other * step, step):
                    yield begin, gap, other

    def _part_fits(self, part: Sequence[Pattern], begin: int, step: int) -> bool:
        return all(self._cell_fits(each, begin + number * step) for number, each in enumerate(part))

    def _cell_fits(self, pattern: Pattern, at: int) -> bool:
        cell, moves = self.cells[at], self.moves[at]
        return (
            cell & pattern.need == pattern.need
            and not cell & pattern.forbid
            and moves & pattern.moving == pattern.moving
            and not moves & pattern.still
            and all(cell & each for each in pattern.any_of)
        )

    def _still_fits(self, rule: Rule, places: Sequence[Spots]) -> bool:
        """Return whether a match was not undone by a change elsewhere."""
        return all(
            self._cell_fits(pattern, at)
            for row, place in zip(rule.rows, places, strict=True)
            for pattern, at in _covered(row, place, self.steps[rule.way])
        )

    # Changing

    def _change_at(self, rule: Rule, places: Sequence[Spots]) -> bool:
        changed = False
        for row, place in zip(rule.rows, places, strict=True):
            for pattern, at in _covered(row, place, self.steps[rule.way]):
                if pattern.change is not None:
                    changed = self._change_cell(rule, pattern.change, at) or changed
        return changed

    def _change_cell(self, rule: Rule, change: Change, at: int) -> bool:
        clear, put = change.clear, change.put
        stop, move = change.stop | change.layers, change.move
        if change.one_of:
            number, layer = self._one_of(change.one_of)
            put |= 1 << number
            clear |= self.game.layer_masks[layer]
            stop |= ANY_MOVE << LAYER_BITS * layer
        for layer in range(len(self.game.layer_masks) if change.any_way else 0):
            if change.any_way >> LAYER_BITS * layer & 1:
                move |= 1 << int(self._draw() * 4) + LAYER_BITS * layer
        cell, moves = self.cells[at] & ~clear | put, self.moves[at] & ~stop | move
        is_rigid = rule.rigid >= 0 and self._mark_rigid(rule.rigid, change.layers, at)
        if cell == self.cells[at] and moves == self.moves[at] and not is_rigid:
            return False
        self.cells[at], self.moves[at] = cell, moves
        self._note(at, cell, moves)
        return True

    def _one_of(self, mask: int) -> tuple[int, int]:
        """Return the number and the layer of an object that is chosen at random."""
        numbers = [number for number in range(mask.bit_length()) if mask >> number & 1]
        number = numbers[int(self._draw() * len(numbers))]
        return number, next(at for at, each in enumerate(self.game.layer_masks) if each >> number & 1)

    def _mark_rigid(self, group: int, layers: int, at: int) -> bool:
        """Note which rigid group is answerable for the movements of some layers. Return whether that is new."""
        groups, applied = self.rigid.get(at, (0, 0))
        marks = layers & sum(group + 1 << LAYER_BITS * layer for layer in range(len(self.game.layer_masks)))
        if marks & ~groups == 0 or layers & ~applied == 0:
            return False
        self.rigid[at] = groups | marks, applied | layers
        return True

    # Moving

    def _move(self, banned: set[int]) -> bool:
        """Move everything that can move. Return whether to begin anew without further rigid groups."""
        moved = True
        while moved:
            moved = False
            for at, moves in enumerate(self.moves):
                if moves:
                    moved = self._move_cell(at) or moved
        anew = False
        for at, (groups, applied) in self.rigid.items():
            stuck = self.moves[at] & applied
            if stuck:
                layer = next(
                    at for at in range(len(self.game.layer_masks)) if stuck >> LAYER_BITS * at & ANY_MOVE
                )
                group = self.game.rigid_groups[(groups >> LAYER_BITS * layer & ANY_MOVE) - 1]
                anew = anew or group not in banned
                banned.add(group)
        self.moves = [0] * len(self.cells)
        self.rigid = {}
        return anew

    def _move_cell(self, at: int) -> bool:
        moved = False
        for layer, mask in enumerate(self.game.layer_masks):
            way = self.moves[at] >> LAYER_BITS * layer & ANY_MOVE
            if way and self._move_layer(at, mask, way):
                self.moves[at] &= ~(ANY_MOVE << LAYER_BITS * layer)
                moved = True
        return moved

    def _move_layer(self, at: int, mask: int, way: int) -> bool:
        if way == ACTION:
            return True
        column, row = divmod(at, self.height)
        room = {UP: row, DOWN: self.height - 1 - row, LEFT: column, RIGHT: self.width - 1 - column}.get(
            way, 0
        )
        if not room or self.cells[at + self.steps[way]] & mask:
            return False
        there = at + self.steps[way]
        self.cells[there] |= self.cells[at] & mask
        self.cells[at] &= ~mask
        self._note(there, self.cells[there], 0)
        return True


def _parts(row: Row) -> list[list[Pattern]]:
    """Return the cells between the gaps of a row."""
    parts = list[list[Pattern]]([[]])
    for each in row:
        if each is None:
            parts.append([])
        else:
            parts[-1].append(each)
    return parts


def _covered(row: Row, place: Spots, step: int) -> Iterator[tuple[Pattern, int]]:
    """Yield what a row looks for in each cell that it covers."""
    at, gaps = place[0], iter(place[1:])
    for each in row:
        if each is None:
            at += next(gaps) * step
        else:
            yield each, at
            at += step
