"""The words of the pages in a language: what ships, and what a kind's folder says of its goal."""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from quandary.errors import QuandaryError
from quandary.showing.playable import Playable

WORDS = Path(__file__).parent / "words"


def languages() -> list[str]:
    """Return the languages whose words ship.

    >>> languages()
    ['de', 'en']
    """
    return sorted(file.stem for file in WORDS.glob("*.toml"))


def words_file(language: str) -> Path:
    """Return the file with the words of a language. Raises QuandaryError if it does not ship."""
    if language not in languages():
        raise QuandaryError(f"There are no words in {language!r}. Languages: {', '.join(languages())}.")
    return WORDS / f"{language}.toml"


@lru_cache
def default_words(language: str) -> dict[str, Any]:
    """Return the words of a language, or the English ones if it does not ship, to be translated in words.toml."""
    file = WORDS / f"{language if language in languages() else 'en'}.toml"
    return tomllib.loads(file.read_text("utf-8"))


def goal_of(playable: Playable, language: str) -> str:
    """Return what to do in a puzzle: as the kind's folder says it in the language, or else in English."""
    return translated_goal(playable, language) or playable.goal


def translated_goal(playable: Playable, language: str) -> str | None:
    """Return the goal in a language, or None if the kind's file goal.toml does not have it."""
    if language == "en":
        return playable.goal
    file = playable.kind.folder / "goal.toml" if playable.kind else None
    if file is None or not file.is_file():
        return None
    found: dict[str, str] = tomllib.loads(file.read_text("utf-8"))
    return found.get(language)
