"""The kind's card: texts of one line, and a page about it."""

import re

from quandary.testing.samples import Samples, require


def check_card(samples: Samples) -> None:
    """Check the kind's name, title and summary, and the title of its README."""
    kind = samples.kind
    require(re.fullmatch(r"[a-z][a-z0-9_]*", kind.name), f"kind name {kind.name!r}: use a-z, 0-9 and _")
    for what, text in (("title", kind.title), ("summary", kind.summary)):
        require(
            text.strip() and text.isprintable(), f"{kind.name}: its {what} must be one line, not {text!r}"
        )
    readme = kind.folder / "README.md"
    require(readme.is_file(), f"{kind.name}: there is no README.md in its folder")
    first = readme.read_text(encoding="utf-8").partition("\n")[0]
    require(
        re.fullmatch(r"# \S.*", first),
        f"{kind.name}: README.md must begin with a title, '# ...', not {first!r}",
    )
