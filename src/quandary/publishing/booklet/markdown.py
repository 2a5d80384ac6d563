"""The small part of Markdown that instructions use, as plain data that typst and HTML can show."""

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

Span: TypeAlias = dict[str, str]
Block: TypeAlias = dict[str, Any]
_RUN = re.compile(
    r"\*\*(?P<bold>[^*]+)\*\*|\*(?P<soft>[^*]+)\*|`(?P<code>[^`]+)`|\[(?P<link>[^\]]+)\]\([^)]*\)"
)
_HEADING = re.compile(r"(?m)^## +(.*)$")


def section(text: str, heading: str) -> str:
    r"""Return the text below a heading of the second level, or "" if there is none.

    >>> section("# A\nIntro.\n## B\nText.\n## C\nMore.", "B")
    'Text.'
    """
    parts = _HEADING.split(text)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return found.get(heading, "").strip()


def introduction(text: str) -> str:
    r"""Return the first paragraph below the title.

    >>> introduction("# A\n\nIntro\nin two lines.\n\nMore.")
    'Intro\nin two lines.'
    """
    body = _HEADING.split(text)[0]
    paragraphs = [each.strip() for each in body.split("\n\n")]
    return next((each for each in paragraphs if each and not each.startswith(("#", "|", "```", "    "))), "")


def blocks(text: str) -> list[Block]:
    """Return paragraphs and lists as runs of plain, bold, italic and code text.

    >>> blocks("Put **every** box home.")
    [{'paragraph': [{'text': 'Put '}, {'bold': 'every'}, {'text': ' box home.'}]}]
    """
    found: list[Block] = []
    for part in re.split(r"\n\s*\n", text.strip()):
        lines = part.strip().splitlines()
        if not lines:
            continue
        if all(line.lstrip().startswith("- ") or line.startswith("  ") for line in lines):
            items = re.split(r"(?m)^\s*- ", part.strip())[1:]
            found.append({"items": [list(_runs(" ".join(item.split()))) for item in items]})
        elif not part.startswith(("|", "```", "    ", "#")):
            found.append({"paragraph": list(_runs(" ".join(part.split())))})
    return found


def _runs(text: str) -> Iterator[Span]:
    at = 0
    for match in _RUN.finditer(text):
        if match.start() > at:
            yield {"text": text[at : match.start()]}
        name = match.lastgroup or "text"
        yield {"text" if name == "link" else name: match[name]}
        at = match.end()
    if at < len(text):
        yield {"text": text[at:]}
