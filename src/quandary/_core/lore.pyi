from collections.abc import Sequence


class Patterns:
    def __init__(self, facts: Sequence[tuple[str, int, int, int | None]], patterns: Sequence[Sequence[int]], radius: int) -> None: ...

class Groups:
    def __init__(self, known: Sequence[Sequence[tuple[str, int, int]]]) -> None: ...
