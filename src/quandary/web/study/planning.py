"""The plan of a study: how many people and puzzles it needs, kept beside the settings and told in the report."""

import json
from pathlib import Path
from typing import Any

from quandary.parts.atomic import write_atomically

PLAN = "plan.json"


def read_plan(folder: Path) -> dict[str, Any] | None:
    """Return the plan of a study, or None if none was made."""
    file = folder / PLAN
    if not file.is_file():
        return None
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def write_plan(folder: Path, plan: dict[str, Any]) -> None:
    """Keep the plan of a study."""
    write_atomically(folder / PLAN, (json.dumps(plan, indent=1) + "\n").encode())
