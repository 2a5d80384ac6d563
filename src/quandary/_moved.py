"""Old addresses of moved modules, which still import with a DeprecationWarning."""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    "atomic": "parts.atomic",
    "batch": "runs.batch",
    "blocks": "parts.blocks",
    "cache": "parts.cache",
    "chains": "parts.chains",
    "chance": "solving.chance",
    "check": "publishing.check",
    "cli.progress": "runs.progress",
    "cli.rows": "runs.rows",
    "cli.sinks": "runs.tables",
    "colour": "draw.colour",
    "drawing": "draw.shapes",
    "exact_cover": "parts.exact_cover",
    "explain": "explaining",
    "files": "library.files",
    "generate": "generating",
    "grid": "parts.grid",
    "hatch": "draw.hatch",
    "kinds.sokoban.beyond": "kinds.sokoban.structure",
    "kinds.sokoban.ways": "kinds.sokoban.structure_features",
    "measure": "measuring",
    "measure.backward": "solving.backward",
    "measure.bench": "measuring.subject",
    "measure.bits": "solving.bits",
    "measure.choices": "solving.choices",
    "measure.least_cost": "solving.least_cost",
    "newkind": "library.new_kind",
    "raster": "draw.raster",
    "registry": "library.registry",
    "render": "draw.render",
    "solve": "solving",
    "solve.engine": "solving.choose",
    "space": "parts.space",
    "terminal": "draw.terminal",
    "workers": "runs.processes",
}
"""The new address of each old one. The modules below an old package moved with it."""

EXPORTS = {
    "drawing": "draw.shapes draw.svg",
    "explain": "explaining.chart explaining.explanation explaining.page explaining.picture explaining.profile"
    " explaining.record explaining.text",
    "generate": "generating.band generating.dig generating.vary",
    "measure": "measuring.subject measuring.entropy measuring.rate measuring.table",
    "solve": "solving.deduce solving.expert solving.explore solving.follow solving.often solving.search solving.states",
}
"""The modules whose public names an old package used to offer."""


def new_address(old: str) -> str | None:
    """Return the new address of a module of quandary, or None if it has not moved.

    >>> new_address("measure.entropy"), new_address("puzzle")
    ('measuring.entropy', None)
    """
    parts = old.split(".")
    for length in range(len(parts), 0, -1):
        if moved := MOVED.get(".".join(parts[:length])):
            return ".".join([moved, *parts[length:]])
    return None


class OldAddress(ModuleType):
    """A module at its old address, which looks up every name at the new one."""

    def __getattr__(self, name: str) -> object:
        old = self.__name__.removeprefix("quandary.")
        if name.startswith("__"):
            raise AttributeError(name)
        for place in EXPORTS.get(old, "").split():
            if hasattr(found := import_module(f"quandary.{place}"), name):
                return getattr(found, name)
        return getattr(import_module(f"quandary.{new_address(old)}"), name)


class _Finder:
    """Import hook that answers `import quandary.OLD` with the module at its new address.

    It has the methods of a finder and loader without the classes of `importlib.abc`, which take longer to
    import than all of this.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, old = fullname.partition(".")
        if package != "quandary" or new_address(old) is None:
            return None
        return ModuleSpec(fullname, self, is_package=True)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        old = spec.name.removeprefix("quandary.")
        new = f"quandary.{new_address(old)}"
        warnings.warn(
            f"{spec.name} has moved to {new}. The old name will be removed.", DeprecationWarning, stacklevel=2
        )
        import_module(new)  # a name that never existed fails here, as an import should
        return OldAddress(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Leave the module empty, because names are looked up on access."""


class FrontDoor(ModuleType):
    """The package itself, in which an old address never hides a public name."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, OldAddress) and name in self.__all__):
            super().__setattr__(name, value)


def answer(package: str) -> None:
    """Install the import hook for the old addresses below a package."""
    sys.modules[package].__class__ = FrontDoor
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
