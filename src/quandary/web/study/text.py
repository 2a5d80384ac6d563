"""The texts of a study as HTML. What looks like HTML in them is shown as it is written."""

from functools import lru_cache

from markdown_it import MarkdownIt

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=64)  # the same few texts for everybody
def to_html(text: str) -> str:
    r"""Return Markdown as HTML.

    >>> to_html("Hello *you* <script>")
    '<p>Hello <em>you</em> &lt;script&gt;</p>\n'
    """
    made: str = _MARKDOWN.render(text)
    return made
