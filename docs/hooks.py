"""Generated pages: one for every kind, one for every module, one for the command line.

mkdocs.yml names this file, and mkdocs calls the functions that start with `on_`. A kind's page is the
README.md in its folder, so a new kind is on the site without an edit.
"""

import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

PACKAGE = Path(__file__).parent.parent / "src" / "quandary"
NOT_IN_THE_REFERENCE = {"kinds", "cli"}
PACKAGE_ITSELF = "\n    options: {members: false}"
"""Names exported by a package are shown with the module they come from."""
SESSION = re.compile(r"^( *)>>> .*(?:\n\1.*\S.*)*", re.MULTILINE)
"""An example that runs, from its first prompt to the next blank line."""


def on_config(config: "MkDocsConfig") -> None:
    """Add the generated pages to the navigation."""
    from markdown.extensions import Extension

    class Sessions(Extension):
        def extendMarkdown(self, md: Any) -> None:  # noqa: N802 - the name that Markdown calls
            md.preprocessors.register(_fence_sessions(md), "sessions", priority=100)

    sections = {title: pages for entry in config.nav for title, pages in entry.items()}
    sections["Kinds"] += [{_title(text): page} for page, text in kind_pages().items()]
    sections["Reference"] += [{_title(text): page} for page, text in reference_pages().items()]
    config.markdown_extensions.append(Sessions())


def on_files(files: "Files", config: "MkDocsConfig") -> "Files":
    """Add the generated pages to the written ones."""
    from mkdocs.structure.files import File

    for path, content in (kind_pages() | kind_pictures() | reference_pages()).items():
        files.append(File.generated(config, path, content=content))
    return files


def kind_folders() -> dict[str, Path]:
    """Return the folder of every kind that has a page. Folders that start with _ are not kinds."""
    readmes = [*PACKAGE.glob("kinds/*/README.md"), *PACKAGE.glob("kinds/*/*/README.md")]
    folders = {readme.parent.name: readme.parent for readme in readmes}
    return {name: folder for name, folder in sorted(folders.items()) if not name.startswith("_")}


def kind_pages() -> dict[str, str]:
    """Return the README of every kind, with its picture below the title."""
    pages, pictures = {}, kind_pictures()
    for name, folder in kind_folders().items():
        title, _, text = (folder / "README.md").read_text(encoding="utf-8").partition("\n")
        picture = f"\n![{title.lstrip('# ')}]({name}.svg)\n" if f"kinds/{name}.svg" in pictures else ""
        pages[f"kinds/{name}.md"] = f"{title}\n{picture}{text}"
    return pages


def kind_pictures() -> dict[str, str]:
    """Return a picture of the first example of every kind that draws."""
    from quandary.draw.svg import to_svg
    from quandary.library.registry import find_kind
    from quandary.publishing.demo.content import shown

    kinds = {name: find_kind(name) for name in kind_folders()}
    return {
        f"kinds/{name}.svg": to_svg(kind.draw(shown(kind).puzzle, None))
        for name, kind in kinds.items()
        if kind.pictures.draw
    }


def reference_pages() -> dict[str, str]:
    """Return a page about the command line, and one about every public module or package."""
    parts: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        names = path.relative_to(PACKAGE).with_suffix("").parts
        module, is_package = [name for name in names if name != "__init__"], names[-1] == "__init__"
        hidden = any(name.startswith(("_", "test_")) for name in module)
        if module and not hidden and module[0] not in NOT_IN_THE_REFERENCE:
            block = "::: " + ".".join(["quandary", *module]) + (PACKAGE_ITSELF if is_package else "")
            parts.setdefault(module[0], []).append(block)
    pages = {
        f"reference/{top}.md": "\n\n".join([f"# quandary.{top}", *blocks]) + "\n"
        for top, blocks in parts.items()
    }
    return {"reference/command-line.md": command_line_page()} | pages


def command_line_page() -> str:
    """Return the output of `quandary --help`, and of `quandary VERB --help` for every verb."""
    from quandary.cli.inner import INNER
    from quandary.cli.main import GROUPS, VERBS, group

    verbs = [[verb, *inner] for verb in VERBS for inner in ([], *([name] for name in INNER.get(verb, ())))]
    verbs += [[name, verb.__name__] for name in GROUPS for verb in group(name)]
    texts = [f"## quandary {' '.join(verb)}\n\n{_help(*verb)}" for verb in verbs]
    return "\n\n".join(["# Command line", _help(), *texts])


def _help(*arguments: str) -> str:
    from quandary.cli.main import main

    with redirect_stdout(io.StringIO()) as output:
        main([*arguments, "--help"])
    return f"```text\n{output.getvalue().strip()}\n```"


def _title(text: str) -> str:
    return text.partition("\n")[0].lstrip("# ").removeprefix("quandary.")


def fence(text: str) -> str:
    """Mark every interactive session as code, which Markdown would take for quotations."""
    inside_fences = re.split(r"(^ *```.*?^ *```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(
        part if part.lstrip().startswith("```") else SESSION.sub(_fenced, part) for part in inside_fences
    )


def _fenced(session: re.Match[str]) -> str:
    indent = session[1]
    return f"{indent}```pycon\n{session[0]}\n{indent}```"


def _fence_sessions(md: Any) -> Any:
    from markdown.preprocessors import Preprocessor

    class FenceSessions(Preprocessor):
        def run(self, lines: list[str]) -> list[str]:
            return fence("\n".join(lines)).split("\n")

    return FenceSessions(md)
