"""The layout of every --help: headings, options that few people need in a panel of their own, examples last.

The first screen lists the commands by the work that they are for.
"""

from collections.abc import Iterable
from typing import Any

from typer.core import TyperCommand, TyperGroup

from quandary.cli.options import MORE

SECTIONS = {
    "Look": {
        "demo": "See what quandary is for, on one screen",
        "kinds": "List the kinds of puzzles and what they offer",
        "show": "Draw puzzles in the terminal, as SVG, PNG or PDF",
        "play": "Play puzzles in the browser",
        "studio": "Do everything in the browser, without commands",
        "solve": "Solve puzzles, or prove them unsolvable",
        "hint": "Show the easiest next step",
    },
    "Measure": {
        "rate": "Rate how hard puzzles are",
        "explain": "Show where a puzzle is hard, and why",
        "map": "Map every state that play can reach",
        "check": "Check puzzles before they are published",
    },
    "Make": {
        "generate": "Generate puzzles of a size and difficulty",
        "vary": "Change a puzzle, once or step by step",
        "exhaust": "Score every puzzle of a space, keep the best",
        "convert": "Convert between notations and file formats",
    },
    "Teach and print": {
        "order": "Sort puzzles from easy to hard, compare orders",
        "curriculum": "Choose and order puzzles for a course",
        "booklet": "Print puzzles and answers as a booklet",
        "pieces": "Make pieces for 3D printers and laser cutters",
    },
    "People": {
        "study": "Test puzzles with people: new, serve, analyse",
        "learn": "Learn to predict what people find hard",
        "predict": "Predict what people will find hard",
        "calibrate": "Turn bits into minutes for one kind",
    },
    "Research": {
        "discover": "Learn inference rules from puzzles, prove them",
        "replicate": "Recompute published tables",
        "new-kind": "Start a new kind of puzzle from a template",
    },
}
"""The commands by the work that they are for, and what they do."""
BELOW = """\
PUZZLE is a file, "-" for standard input, KIND:NOTATION, or FILE.py:CLASS.
More: quandary COMMAND --help, --version, --show-completion bash|zsh|fish.
Exit codes: 0 done, 1 the answer is no, 2 bad input or usage."""


class Command(TyperCommand):
    """A command whose help has usage, text, arguments, options, more options and examples."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and the two panels of options."""
        panels: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": [], MORE: []}
        every: list[Any] = self.get_params(ctx)
        for each in every:
            if each.param_type_name == "argument":
                panels["Arguments"].append((_named(each), each.help))
            elif told := each.get_help_record(ctx):
                panels[getattr(each, "rich_help_panel", None) or "Options"].append(told)
        for heading, rows in panels.items():
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what follows the name of the command, with arguments as they are called below."""
        every = [each for each in self.get_params(ctx) if each.param_type_name == "argument"]
        return ["[OPTIONS]", *(_placed(each) for each in every)]

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples as they are."""
        with formatter.section("Examples"):
            for line in (self.epilog or "").splitlines():
                formatter.write(f"{'':{formatter.current_indent}}{line}\n")


def _named(argument: Any) -> str:
    """Return what an argument is called: its type in Python is nothing to people."""
    name: str = argument.metavar or argument.name.upper()
    return name


def _placed(argument: Any) -> str:
    """Return how an argument stands in a command line: some once, some often, some not at all."""
    name = f"{_named(argument)}{'...' * (argument.nargs != 1)}"
    return name if argument.required else f"[{name}]"


class Commands(TyperGroup):
    """The command `quandary`, whose help is the first screen."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write what quandary does, and its commands by the work that they are for."""
        formatter.write(f"Usage: {ctx.command_path} COMMAND [ARGUMENTS]...\n\n{self.help}\n\n")
        for heading, commands in SECTIONS.items():
            for name, says in commands.items():
                first = heading if name == next(iter(commands)) else ""
                formatter.write(f"{first:<17}{name:<12}{says}\n")
            formatter.write("\n")
        formatter.write(f"{BELOW}\n")


def parts(paragraphs: Iterable[str]) -> tuple[str, str]:
    r"""Return the text of a docstring and its examples, which are its indented paragraphs.

    >>> parts(["Solve puzzles.", "    quandary solve maze.txt", "It ends."])
    ('Solve puzzles.\n\nIt ends.', 'quandary solve maze.txt')
    """
    text, examples = list[str](), list[str]()
    for each in paragraphs:
        if each.startswith((" ", "quandary ")):  # ruff moves examples to the left if no other text follows
            examples += [line.strip() for line in each.splitlines()]
        else:
            text.append(each)
    return "\n\n".join(text), "\n".join(examples)
