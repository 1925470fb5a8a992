"""Modules of somebody else's distributions work without any change in the project (tests/toys/*_dist).

What each of them adds is looked at beside its game: isleofskye/modules/test_causeway.py, glenmore/test_smiths.py.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tilewright.core.cli.author.game_list import listing
from tilewright.core.rules import plugins
from tilewright.core.simulation import games
from tilewright.core.simulation.games import SimulationPlan

from ..cases import soaked
from .dists import ROOT, install, installed

GAMES = {"causeway": "isleofskye", "smiths": "glenmore"}
HOOKS = {
    "causeway": {"insert_steps", "price_lines", "joined_roads", "landscape_tiles"},
    "smiths": {"tile_placed", "tile_activated", "stand_ins", "final_lines"},
}
BOTS = {"causeway": ("random", "random"), "smiths": ("greedy", "greedy", "greedy")}
OPTIONS = {"causeway": ["toll"], "smiths": ["most", "shoe_vp"]}
every_module = pytest.mark.parametrize("name", GAMES)


def dist(name: str) -> Path:
    return ROOT / "tests" / "toys" / f"{name}_dist"


@every_module
def test_it_is_found_by_its_entry_point_and_described(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed(dist(name), name, tmp_path, monkeypatch):
        found = plugins.found("module")[f"{GAMES[name]}.{name}"]
        assert found.source == f"tilewright-{name} 0.1.0" and name not in sys.modules
        [game], broken = listing([GAMES[name]])
    [module] = [module for module in game["modules"] if module["name"] == name]
    assert not broken and module["source"] == found.source
    assert HOOKS[name] <= set(module["hooks"])
    assert [option["name"] for option in module["options"]] == [f"{name}.{one}" for one in OPTIONS[name]]


@every_module
def test_workers_find_it_too(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = SimulationPlan(game=GAMES[name], modules=(name,), bots=BOTS[name], seed=3, games=2)
    with installed(dist(name), name, tmp_path, monkeypatch):
        alone = list(games.run(plan))
        assert list(games.run(plan, workers=2)) == alone and not any("error" in row for row in alone)


@pytest.mark.parametrize(
    ("name", "some", "count"),
    [("causeway", "not kit", 3), *soaked(("causeway", "", 4), ("smiths", "", 10))],
)
def test_its_own_tests_pass(name: str, some: str, count: int, tmp_path: Path) -> None:
    """As its author runs them, with the distribution installed; without it they are skipped.

    The kit over modules of others runs every day in tests/corpus.
    """
    install(dist(name), tmp_path)
    words = ["-m", "pytest", "-c", os.devnull, "-q", "-p", "no:cacheprovider"]
    command = [sys.executable, *words, "--rootdir", str(dist(name)), str(dist(name) / "tests"), "-k", some]
    path = os.pathsep.join([str(ROOT / "src"), str(tmp_path), str(dist(name))])
    env = {**os.environ, "PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"{count} passed" in ran.stdout and "skipped" not in ran.stdout


# -- from outside ----------------------------------------------------------------------------------------------------


def test_nobody_in_the_project_knows_them() -> None:
    for folder in ("core", "games", "data"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".yaml", ".md", ".toml") and path.is_file():
                said = path.read_text("utf-8").lower()
                assert not any(word in said for word in ("causeway", "gretna", "smithy")), path


@every_module
def test_it_uses_public_names_only(name: str) -> None:
    """Nothing of tilewright whose name begins with an underscore, no module of the box, no relative way in."""
    for path in sorted((dist(name) / name).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0 and node.module
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Attribute):
                names = [node.attr]
            for one in names:
                hidden = [
                    part for part in one.split(".") if part.startswith("_") and not part.startswith("__")
                ]
                assert not hidden and ".modules." not in one, one
