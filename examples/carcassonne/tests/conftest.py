"""The package can be imported and its game found by name, whether it is installed or not."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from tempfile import mkdtemp

HERE = Path(__file__).resolve().parent


def _as_if_installed() -> None:
    """A folder that says what the installed distribution would: its entry points."""
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))["project"]
    info = Path(mkdtemp()) / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", "utf-8")
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
        for group, points in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("".join(lines), "utf-8")
    sys.path[:0] = [str(info.parent), str(HERE.parent)]


def _known() -> bool:
    from tilewright.testing import found

    return "carcassonne" in found("game")


if not _known():
    _as_if_installed()
