"""Levels at random: a room, and boxes pulled away from their targets until they are far from solved."""

SIZES: tuple[str, ...] = ()
