"""Distributions of modules that are not installed: found as if they were, and their own tests run."""

from __future__ import annotations

import ast
import os
import subprocess
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


def unknown_here(*words: str) -> None:
    """Nothing in the project says one of these words."""
    for folder in ("core", "games", "data"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".yaml", ".md", ".toml") and path.is_file():
                said = path.read_text("utf-8").lower()
                assert not any(word in said for word in words), path


def own_tests(dist: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Its tests, run as its author runs them; `site` is the folder in which it was installed."""
    words = ["-m", "pytest", "-c", os.devnull, "-q", "-p", "no:cacheprovider"]
    command = [sys.executable, *words, "--rootdir", str(dist), str(dist / "tests")]
    path = os.pathsep.join([str(ROOT / "src"), str(site), str(dist)])
    env = {**os.environ, "PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=site, env=env, capture_output=True, text=True, timeout=300)


def only_public_names(package: Path) -> None:
    """It uses nothing of tilewright whose name begins with an underscore, no module of the box, no relative way in."""
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0 and node.module
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Attribute):
                names = [node.attr]
            for name in names:
                hidden = [
                    part for part in name.split(".") if part.startswith("_") and not part.startswith("__")
                ]
                assert not hidden and ".modules." not in name, name


def its_own_tests_pass(dist: Path, site: Path, count: int) -> None:
    """As its author runs them, with the distribution installed; without it they are skipped."""
    install(dist, site)
    ran = own_tests(dist, site)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"{count} passed" in ran.stdout and "skipped" not in ran.stdout
