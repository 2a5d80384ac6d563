"""Measure how hard a puzzle is for people, and explain, check and draw it.

>>> import quandary
>>> panel = quandary.find_kind("witness").parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")
>>> print(quandary.muse(panel), "bit of choice,", quandary.rate(panel, ["solutions"])["solutions"], "solutions")
1 bit of choice, 2 solutions

The names that most programs need are listed in `__init__.pyi`, one to a line. Each is imported from its module
on first use, so `import quandary` is quick and changes nothing in the program that imports it.
"""

from quandary._version import __version__ as __version__


def _homes() -> dict[str, tuple[str, str]]:
    """Return the module of each public name, and its name there: `from MODULE import NAME as PUBLIC`."""
    with open(__file__.removesuffix("c") + "i", encoding="utf-8") as listed:  # noqa: PTH123 - pathlib is slow to import
        lines = [line.split() for line in listed if line.startswith("from ")]
    return {public: (module, name) for _, module, _, name, _, public in lines if public != "__version__"}


def __getattr__(name: str) -> object:
    homes = _homes()
    if name == "__all__":
        return sorted(homes)
    if name not in homes:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, own = homes[name]
    found = globals()[name] = getattr(import_module(module), own)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_homes()})
