from collections.abc import Sequence


def entropies(forbidden: int, known: Sequence[Sequence[int]], starts: Sequence[Sequence[int]], fitting: Sequence[int], no_region_rule: bool, trapezoid_twice: bool, ignore_impossible: bool, snake_unread: bool, bumps_late: bool) -> list[float]: ...
