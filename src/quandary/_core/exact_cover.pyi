from collections.abc import Sequence


class Covers:
    @property
    def found(self) -> list[list[int]]: ...

    @property
    def count(self) -> int: ...

def covers(required: int, room: Sequence[int], options: Sequence[Sequence[int]], most: int, keep: bool) -> Covers: ...
