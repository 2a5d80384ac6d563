"""State maps as files for other programs: GraphML, DOT and JSON."""

import json
from collections.abc import Callable, Mapping
from html import escape
from math import isfinite
from typing import Any

from quandary._version import __version__
from quandary.draw.svg import printable
from quandary.explaining.state_map import StateMap

MARK = "made by quandary"
"""What every file says about its maker, so that it may be written again."""


def to_json(found: StateMap) -> str:
    """Return a map as JSON: a list of states by number, and a list of moves between them.

    >>> from quandary.explaining.state_map import state_map
    >>> from quandary.kinds.witness import KIND
    >>> made = json.loads(to_json(state_map(KIND.parse("+-E/|.|/S-+"))))
    >>> made["moves"][0], made["states"][0]["fate"], made["states"][0]["steps_left"]
    ({'from': 0, 'to': 1, 'move': 'up'}, 'live', 2)
    """
    moves = [{"from": start, "to": end, "move": move} for start, end, move in found.edges]
    about = {"about": f"{MARK} {__version__}", "summary": found.summary}
    whole = {**about, "states": _states(found), "moves": moves, "solution": found.solution}
    return json.dumps(whole, ensure_ascii=False) + "\n"


def to_dot(found: StateMap) -> str:
    """Return a map in DOT, the language of Graphviz, drawn from left to right."""
    shapes = {"solved": "square", "live": "circle", "dead": "point"}
    lines = [f"// {MARK} {__version__}", "digraph states {", '  rankdir=LR; node [label=""];']
    for number, state in enumerate(_states(found)):
        bold = " penwidth=3" if state["start"] else ""
        lines.append(f"  {number} [shape={shapes[state['fate']]} tooltip={_quoted(state['text'])}{bold}];")
    way = set(zip(found.solution, found.solution[1:], strict=False))
    for start, end, move in found.edges:
        thick = " penwidth=3" if (start, end) in way else ""
        lines.append(f"  {start} -> {end} [tooltip={_quoted(move)}{thick}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    inside = printable(text.replace("\n", "/")).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inside}"'


_KEYS = {"text": "string", "fate": "string", "start": "boolean", "steps_left": "int"}


def to_graphml(found: StateMap) -> str:
    """Return a map in GraphML, which NetworkX, Gephi and yEd read."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<!-- {MARK} {__version__} -->",
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        *(
            f'<key id="{key}" for="node" attr.name="{key}" attr.type="{sort}"/>'
            for key, sort in _KEYS.items()
        ),
        '<key id="move" for="edge" attr.name="move" attr.type="string"/>',
        '<graph id="states" edgedefault="directed">',
    ]
    for number, state in enumerate(_states(found)):
        data = "".join(
            f'<data key="{key}">{_xml(value)}</data>' for key in _KEYS if (value := state[key]) is not None
        )
        lines.append(f'<node id="{number}">{data}</node>')
    for at, (start, end, move) in enumerate(found.edges):
        lines.append(
            f'<edge id="m{at}" source="{start}" target="{end}"><data key="move">{_xml(move)}</data></edge>'
        )
    return "\n".join([*lines, "</graph>", "</graphml>"]) + "\n"


def _xml(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return escape("\n".join(map(printable, text.split("\n"))))


def _states(found: StateMap) -> list[dict[str, Any]]:
    starts = set(map(int, found.graph.starts))
    return [
        {
            "text": text,
            "fate": found.fate(number),
            "start": number in starts,
            "steps_left": int(left) if isfinite(left := float(found.graph.steps_left[number])) else None,
        }
        for number, text in enumerate(found.texts)
    ]


FORMATS: Mapping[str, Callable[[StateMap], str]] = {
    ".graphml": to_graphml,
    ".dot": to_dot,
    ".gv": to_dot,
    ".json": to_json,
}
"""How to write a map, by the end of the file's name."""
