"""The words of the language: directions, commands, section names and metadata."""

from collections.abc import Mapping
from types import MappingProxyType

SECTIONS = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")
"""The sections in the order in which they must come."""

UP, DOWN, LEFT, RIGHT, ACTION = 1, 2, 4, 8, 16
ANY_MOVE = UP | DOWN | LEFT | RIGHT | ACTION
DIRECTIONS: Mapping[str, int] = MappingProxyType({"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT})
"""The directions of rules and movements, as bits of a movement."""
FORCES: Mapping[str, int] = MappingProxyType({**DIRECTIONS, "action": ACTION, "": 0})
"""What moves an object, as bits of a movement."""
INPUTS: Mapping[str, int] = MappingProxyType(
    {"up": UP, "left": LEFT, "down": DOWN, "right": RIGHT, "action": ACTION}
)
"""What players can do, in the original's order, with the movement that it gives the player."""

ONE_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "horizontal": ("left", "right"),
        "horizontal along": ("left", "right"),
        "horizontal across": ("left", "right"),
        "vertical": ("up", "down"),
        "vertical along": ("up", "down"),
        "vertical across": ("up", "down"),
        "moving": ("up", "down", "left", "right", "action"),
        "orthogonal": ("up", "down", "left", "right"),
    }
)
"""Words for several directions. "along" and "across" keep apart what was written relative to the rule."""
MANY_WAYS = ("horizontal", "vertical", "moving", "orthogonal")
RELATIVE = ("^", "v", "<", ">", "perpendicular", "parallel")
SEEN_FROM: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        way: dict(zip(RELATIVE, turned, strict=True))
        for way, turned in {
            "right": ("up", "down", "left", "right", "vertical across", "horizontal along"),
            "up": ("left", "right", "down", "up", "horizontal across", "vertical along"),
            "down": ("right", "left", "up", "down", "horizontal across", "vertical along"),
            "left": ("down", "up", "right", "left", "vertical across", "horizontal along"),
        }.items()
    }
)
"""What relative words mean in a rule of each direction."""

ELLIPSIS = "..."
NO, STATIONARY, RANDOM, RANDOM_WAY = "no", "stationary", "random", "randomdir"
QUALIFIERS = frozenset((*RELATIVE, *DIRECTIONS, *MANY_WAYS, "action", NO, STATIONARY, RANDOM, RANDOM_WAY))
"""The words that may stand in front of an object in a cell."""
PREFIXES = frozenset((*DIRECTIONS, "horizontal", "vertical", "orthogonal", "late", "rigid"))
"""The words that may stand in front of a rule; "random" may too."""
SOUND_EFFECTS = tuple(f"sfx{number}" for number in range(11))
COMMANDS = frozenset((*SOUND_EFFECTS, "cancel", "checkpoint", "restart", "win", "message", "again"))
SOUND_EVENTS = frozenset(
    (
        *SOUND_EFFECTS,
        *("undo", "restart", "titlescreen", "startgame", "cancel", "endgame"),
        *("startlevel", "endlevel", "showmessage", "closemessage"),
    )
)
SOUND_VERBS = ("move", "action", "create", "destroy", "cantmove")
DIRECTED_VERBS = ("move", "cantmove")
SOUND_DIRECTIONS = (*DIRECTIONS, "horizontal", "vertical", "orthogonal")
QUANTIFIERS = ("all", "any", "no", "some")

SETTINGS = frozenset(
    (
        *("title", "author", "homepage", "background_color", "text_color", "key_repeat_interval"),
        *("realtime_interval", "again_interval", "flickscreen", "zoomscreen", "color_palette", "youtube"),
    )
)
"""The words of the prelude that have a value."""
SWITCHES = frozenset(
    (
        *("run_rules_on_level_start", "norepeat_action", "require_player_movement", "debug"),
        *("verbose_logging", "throttle_movement", "noundo", "noaction", "norestart", "scanline"),
    )
)
"""The words of the prelude that have none."""
AS_WRITTEN = ("title", "author", "homepage")
"""The settings whose values keep capital letters."""
