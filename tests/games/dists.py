"""Distributions of modules that are not installed, found as if they were."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def install(dist: Path, folder: Path) -> None:
    """The distribution's metadata as an installer leaves it, from its own pyproject.toml."""
    project = tomllib.loads((dist / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    said = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(said, "utf-8")
    groups = project["entry-points"].items()
    points = [f"[{group}]\n" + "".join(f"{n} = {v}\n" for n, v in named.items()) for group, named in groups]
    (info / "entry_points.txt").write_text("\n".join(points), "utf-8")


@contextmanager
def installed(dist: Path, package: str, folder: Path, patch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for packages, the distribution beside it; afterwards its package is forgotten."""
    install(dist, folder)
    patch.syspath_prepend(str(dist))
    patch.syspath_prepend(str(folder))
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        del sys.modules[name]
