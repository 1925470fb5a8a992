"""A distribution that is not installed, found by its names all the same."""

from __future__ import annotations

import atexit
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from ..base.errors import UsageError


def register(folder: str | Path) -> None:
    """Let this process and those that it starts find what the distribution in the folder declares.

    The folder holds the packages and `pyproject.toml`, whose entry points name the games, modules, bots and metrics.
    If a distribution of that name is installed, nothing changes. UsageError if the file has no name or entry points.
    """
    folder = Path(folder)
    file = folder / "pyproject.toml"
    project = tomllib.loads(file.read_text("utf-8-sig")).get("project", {})
    if not project.get("name") or not project.get("entry-points"):
        raise UsageError(f"{file}: expected [project] with a name and its entry points (tilewright.games)")
    name, version = project["name"], project.get("version", "0")
    if next(iter(distributions(name=name)), None) is not None:
        return
    home = Path(mkdtemp(prefix="tilewright-"))
    atexit.register(rmtree, home, ignore_errors=True)
    info = home / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    points = "".join(
        f"[{group}]\n" + "".join(f"{point} = {value}\n" for point, value in named.items())
        for group, named in project["entry-points"].items()
    )
    (info / "entry_points.txt").write_text(points, "utf-8")
    sys.path[:0] = [str(home), str(folder.resolve())]
