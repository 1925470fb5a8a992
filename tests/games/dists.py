"""Distributions of modules that are not installed: found as if they were, and their own tests run."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from pathlib import Path

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
