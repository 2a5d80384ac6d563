"""The courses that quandary ships: each is built from nothing by `quandary curriculum NAME`."""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pkgutil import iter_modules

from quandary.publishing.course import Course
from quandary.publishing.curriculum.build import build
from quandary.publishing.curriculum.pool import Means
from quandary.publishing.curriculum.toml import parse_spec


def shipped() -> Mapping[str, Callable[[Means], Course]]:
    """Return the builder of each shipped course, by name."""
    folder = files(__name__)
    written = {
        path.name.removesuffix(".toml"): path for path in folder.iterdir() if path.name.endswith(".toml")
    }
    described = {name: partial(_from_toml, name, path.read_text("utf-8")) for name, path in written.items()}
    made = {
        module.name.replace("_", "-"): partial(_from_module, module.name) for module in iter_modules(__path__)
    }
    return dict(sorted({**described, **made}.items()))


def _from_toml(name: str, text: str, means: Means) -> Course:
    return build(parse_spec(text, f"{name}.toml", Path(), name), means)


def _from_module(module: str, means: Means) -> Course:
    made: Course = import_module(f"{__name__}.{module}").build_course(means)
    return made
