"""Words about lines: runs of marks, and what is seen along them."""

from dataclasses import dataclass

from quandary.pencil.words.word import (
    OFF,
    ON,
    BrokenError,
    Forced,
    May,
    Names,
    Scope,
    SpotNumber,
    Word,
    spelled,
    values_of,
)


@dataclass(frozen=True, slots=True)
class runs(Word):  # noqa: N801 - a word of the language
    """Require runs of marks with these lengths in this order, with a gap between any two.

    >>> runs((3,), (0, 1, 2, 3)).forces([3, 3, 3, 3])
    {2: 2, 1: 2}
    """

    lengths: tuple[int, ...]
    scope: Scope

    def forces(self, may: May) -> Forced:
        """Go forward and back over the places that the runs can take."""
        pattern = self._pattern()
        before = self._forward(may, pattern)
        after = 1 << len(pattern)
        found = dict[SpotNumber, int]()
        for at in range(len(self.scope) - 1, -1, -1):
            spot = self.scope[at]
            reached = before[at]
            stay, on, gap = self._sources(after, pattern, may[spot])
            mask = (OFF if (stay | gap) & reached else 0) | (ON if on & reached else 0)
            if not mask:
                raise BrokenError(self, self.scope)
            after = (stay | on | gap) & reached
            if mask != may[spot]:
                found[spot] = mask
        return found

    def says(self, names: Names) -> str:
        """Say "row 3 has the runs 2 1"."""
        if not self.lengths:
            return f"{names.have(self.scope)} no {names.mark}"
        many = "runs" if len(self.lengths) > 1 else "run"
        return f"{names.have(self.scope)} the {many} {' '.join(map(str, self.lengths))}"

    def _pattern(self) -> tuple[bool, ...]:
        """Return what comes after each state: a mark, or a gap that ends a run. States are what came so far."""
        steps = list[bool]()
        for length in self.lengths:
            steps += [True] * length + [False]
        return tuple(steps[:-1])

    def _waits(self, pattern: tuple[bool, ...]) -> int:
        """Return the states in which another gap changes nothing: between runs, and at the end."""
        waits = 1 << len(pattern)
        for at, is_mark in enumerate(pattern):
            if is_mark and (at == 0 or not pattern[at - 1]):
                waits |= 1 << at
        return waits

    def _forward(self, may: May, pattern: tuple[bool, ...]) -> list[int]:
        marks = sum(1 << at for at, is_mark in enumerate(pattern) if is_mark)
        gaps = sum(1 << at for at, is_mark in enumerate(pattern) if not is_mark)
        waits, reached = self._waits(pattern), [1]
        for spot in self.scope:
            now, then = reached[-1], 0
            if may[spot] & OFF:
                then |= (now & waits) | (now & gaps) << 1
            if may[spot] & ON:
                then |= (now & marks) << 1
            reached.append(then)
        return reached

    def _sources(self, after: int, pattern: tuple[bool, ...], mask: int) -> tuple[int, int, int]:
        """Return the states from which one step leads into some others: by waiting, by a mark, by a gap."""
        marks = sum(1 << at for at, is_mark in enumerate(pattern) if is_mark)
        gaps = sum(1 << at for at, is_mark in enumerate(pattern) if not is_mark)
        stay = after & self._waits(pattern) if mask & OFF else 0
        gap = after >> 1 & gaps if mask & OFF else 0
        on = after >> 1 & marks if mask & ON else 0
        return stay, on, gap


@dataclass(frozen=True, slots=True)
class sees(Word):  # noqa: N801 - a word of the language
    """Require that n cells are seen from a cell, with itself, up to the first mark on each ray."""

    n: int
    spot: SpotNumber
    rays: tuple[Scope, ...]

    @property
    def scope(self) -> Scope:  # type: ignore[override]
        """The cell, and all that it could see."""
        return (self.spot, *(spot for ray in self.rays for spot in ray))

    @property
    def place(self) -> Scope:
        """The cell."""
        return (self.spot,)

    def forces(self, may: May) -> Forced:
        """Bound how far each ray goes by what the others can take."""
        found = dict[SpotNumber, int]()
        if may[self.spot] == ON:
            raise BrokenError(self, (self.spot,))
        if may[self.spot] != OFF:
            found[self.spot] = OFF
        least = [_sure(ray, may) for ray in self.rays]
        ends = [_ends(ray, may) for ray in self.rays]
        room = self.n - 1
        for at, ray in enumerate(self.rays):
            others = [far for other, far in enumerate(ends) if other != at]
            sums = _sums(others, room)
            fits = [far for far in ends[at] if room - far in sums]
            if not fits:
                raise BrokenError(self, self.scope)
            for spot in ray[least[at] : fits[0]]:
                found[spot] = OFF
            if len(fits) == 1 and fits[0] < len(ray):
                found[ray[fits[0]]] = ON
        return {spot: mask for spot, mask in found.items() if may[spot] != mask}

    def says(self, names: Names) -> str:
        """Say "r2c2 sees five cells"."""
        return f"{names((self.spot,))} sees {spelled(self.n)} cell{'s' * (self.n != 1)}"


def _sure(ray: Scope, may: May) -> int:
    """Return how many cells from the start of a ray are known to be free."""
    return next((at for at, spot in enumerate(ray) if may[spot] != OFF), len(ray))


def _ends(ray: Scope, may: May) -> list[int]:
    """Return how many cells may be seen along a ray."""
    found = list[int]()
    for at, spot in enumerate(ray):
        if may[spot] & ON:
            found.append(at)
        if may[spot] == ON:
            return found
    return [*found, len(ray)]


def _sums(choices: list[list[int]], most: int) -> set[int]:
    """Return the sums of one number from each list, up to a number."""
    sums = {0}
    for some in choices:
        sums = {so_far + each for so_far in sums for each in some if so_far + each <= most}
    return sums


@dataclass(frozen=True, slots=True)
class skyline(Word):  # noqa: N801 - a word of the language
    """Require that n values are seen from the start of a line: those that are higher than all before them.

    >>> skyline(1, (0, 1)).forces([0b1110, 0b1100])
    {0: 12}
    """

    n: int
    scope: Scope

    def forces(self, may: May) -> Forced:
        """Go forward and back over how high and how many it can have been."""
        before = [{(0, 0)}]
        for spot in self.scope:
            before.append(
                {
                    after
                    for now in before[-1]
                    for value in values_of(may[spot])
                    if (after := self._next(now, value))
                }
            )
        wanted = {state for state in before[-1] if state[1] == self.n}
        found = dict[SpotNumber, int]()
        for at in range(len(self.scope) - 1, -1, -1):
            spot, back, mask = self.scope[at], set[tuple[int, int]](), 0
            for value in values_of(may[spot]):
                came = {now for now in before[at] if self._next(now, value) in wanted}
                mask |= bool(came) << value
                back |= came
            if not mask:
                raise BrokenError(self, self.scope)
            wanted, found[spot] = back, mask
        return {spot: mask for spot, mask in found.items() if mask != may[spot]}

    def says(self, names: Names) -> str:
        """Say "three are seen from r1c1 along row 1"."""
        return f"{spelled(self.n)} {'is' if self.n == 1 else 'are'} seen along {names(self.scope)} from its start"

    def _next(self, now: tuple[int, int], value: int) -> tuple[int, int] | None:
        high, count = now
        if value <= high:
            return now
        return (value, count + 1) if count < self.n else None
