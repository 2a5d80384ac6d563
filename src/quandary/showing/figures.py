"""A folder of figures for papers: each as SVG and as PDF."""

from collections.abc import Mapping
from pathlib import Path

from quandary.draw.palette import LIGHT
from quandary.draw.render import is_picture
from quandary.draw.shapes import Drawing
from quandary.errors import FileError
from quandary.parts.atomic import check_target
from quandary.showing.saving import save

FORMS = (".svg", ".pdf")


def check_figures(folder: Path) -> None:
    """Refuse a folder for figures that cannot be made, before any work."""
    if folder.exists() and not folder.is_dir():
        raise FileError(f"Cannot write figures into {folder}: it is a file. Name a folder.")
    if not folder.parent.exists():
        raise FileError(f"Cannot make the folder {folder}: there is no folder {folder.parent}.")


def save_figures(folder: Path, named: Mapping[str, Drawing], *, force: bool = False) -> list[Path]:
    """Write every drawing into a folder, which is made if it is missing, and return the files."""
    check_figures(folder)
    folder.mkdir(exist_ok=True)
    files = {folder / f"{name}{form}": drawn for name, drawn in named.items() for form in FORMS}
    for path in files:
        check_target(path, is_ours=is_picture, force=force, option="--figures")
    for path, drawn in files.items():
        save(drawn, path, palette=LIGHT)
    return list(files)
