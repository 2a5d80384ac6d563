"""Read the section SOUNDS, which is checked and otherwise left alone: quandary plays no sounds."""

import re

from quandary.kinds.puzzlescript.source import Source
from quandary.kinds.puzzlescript.words import DIRECTED_VERBS, SOUND_DIRECTIONS, SOUND_EVENTS, SOUND_VERBS

_SEED = re.compile(r"\d+")
_WORD = re.compile(r"[^\s()]+")


def read_sound(source: Source, text: str, line: int) -> None:
    """Read a line: an event and a number, or an object, a verb, perhaps directions, and a number."""
    words = _WORD.findall(text)
    if not words:
        return
    first, rest = words[0], words[1:]
    if first in SOUND_EVENTS:
        _take_seed(source, first, rest, line)
    elif not re.fullmatch(r"\w+", first):
        source.warn(line, f"{first!r} is no sound event and no object; write one such as SFX0.")
        return
    elif not source.has(first):
        source.wrong(line, f"there is no sound event or object {first.upper()!r}; mend the name.")
        return
    elif not rest:
        source.warn(line, f"no sound follows {first.upper()}; add a verb and a number.")
    elif rest[0] not in SOUND_VERBS:
        source.wrong(
            line, f"{rest[0].upper()!r} is no verb for sounds; use {', '.join(SOUND_VERBS).upper()}."
        )
        return
    elif source.leaves(first, ("=", "or")) != source.leaves(first, ("=", "or", "and")):
        source.wrong(
            line, f"{first.upper()} is made with AND and cannot have a sound; name one of its parts."
        )
    else:
        _take_seed(source, rest[0], _after_directions(rest), line)
    source.sounds.append((words, line))


def _after_directions(words: list[str]) -> list[str]:
    """Return what follows a verb and its directions."""
    at = 1
    while words[0] in DIRECTED_VERBS and at < len(words) and words[at] in SOUND_DIRECTIONS:
        at += 1
    return words[at:]


def _take_seed(source: Source, before: str, words: list[str], line: int) -> None:
    if not words and before in SOUND_EVENTS:
        source.warn(line, f"no sound follows {before.upper()}; add a number.")
    elif not words:
        source.wrong(line, f"no sound follows {before.upper()}; add a number.")
    elif not _SEED.fullmatch(words[0]):
        source.wrong(line, f"a number must follow {before.upper()}, not {words[0].upper()!r}.")
    elif len(words) > 1:
        source.wrong(line, f"nothing can follow the sound {words[0]}; remove {words[1].upper()!r}.")
