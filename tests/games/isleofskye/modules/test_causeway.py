"""A module of somebody else's distribution works without any change in the project (tests/toys/causeway_dist).

It is found by its entry point, and adds a step, a price line, a join of roads, a scoring tile and landscape tiles.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import plugins, simulate
from tilewright.core.chance import Stream
from tilewright.core.cli.games import listing
from tilewright.core.events import Log
from tilewright.core.simulate import Plan

from .folders import ROOT

DIST = ROOT / "tests" / "toys" / "causeway_dist"
PROJECT = tomllib.loads((DIST / "pyproject.toml").read_text("utf-8"))["project"]


def install(folder: Path) -> None:
    """The distribution's metadata as an installer leaves it, from its own pyproject.toml."""
    info = folder / f"{PROJECT['name'].replace('-', '_')}-{PROJECT['version']}.dist-info"
    info.mkdir(parents=True)
    said = f"Metadata-Version: 2.1\nName: {PROJECT['name']}\nVersion: {PROJECT['version']}\n"
    (info / "METADATA").write_text(said, "utf-8")
    groups = PROJECT["entry-points"].items()
    points = [f"[{group}]\n" + "".join(f"{n} = {v}\n" for n, v in named.items()) for group, named in groups]
    (info / "entry_points.txt").write_text("\n".join(points), "utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for packages, the distribution beside it."""
    install(tmp_path)
    monkeypatch.syspath_prepend(str(DIST))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.split(".")[0] == "causeway"]:
        del sys.modules[name]


def test_it_is_found_by_its_entry_point_and_described(site: Path) -> None:
    found = plugins.found("module")["isleofskye.causeway"]
    assert found.source == "tilewright-causeway 0.1.0" and "causeway" not in sys.modules
    [game], broken = listing(["isleofskye"])
    [module] = [module for module in game["modules"] if module["name"] == "causeway"]
    assert not broken and module["source"] == found.source
    assert {"insert_steps", "price_lines", "joined_roads", "landscape_tiles"} <= set(module["hooks"])
    assert [option["name"] for option in module["options"]] == ["causeway.toll"]


def test_without_its_distribution_it_is_not_there() -> None:
    with pytest.raises(tw.TilewrightError, match="there is no module of isleofskye 'causeway'"):
        tw.load("isleofskye", modules=["causeway"])


def test_it_adds_a_step_tiles_and_a_scoring_tile(site: Path) -> None:
    rules = tw.load("isleofskye", modules=["causeway"])
    names = [node.name for node in rules.nodes]
    assert names.index("tide") == names.index("income") + 1
    assert rules.pieces["tile"][-3:] == ("K1", "K2", "K3") and "landings" in rules.pieces["scoring"]
    assert rules.words.name("landings", "de") == "Landestellen" and "CW-ROAD-1" in rules.rule_texts()


def story(modules: tuple[str, ...]) -> list[object]:
    """All that happens in one game."""
    rules = tw.load("isleofskye", modules=modules)
    state, stream, told = rules.new(3, seed=4), Stream(4, "causeway"), []
    while not state.over:
        log = Log()
        state.apply(stream.pick(state.legal(state.to_act[0])), log)
        told.append((log.events, log.outcomes, state.digest()))
    return [*told, state.score_lines()]


def test_it_plays_with_the_modules_of_the_box_in_any_order(site: Path) -> None:
    """IS-TUN-2 and the causeways' join hold together: roads meet in mountains and at waters."""
    stories = [story(order) for order in permutations(("causeway", "tunnel", "bonus"))]
    assert all(told == stories[0] for told in stories)


def test_workers_find_it_too(site: Path) -> None:
    plan = Plan(game="isleofskye", modules=("causeway",), bots=("random", "random"), seed=3, games=2)
    alone = list(simulate.run(plan))
    assert list(simulate.run(plan, workers=2)) == alone and not any("error" in row for row in alone)


def test_its_own_tests_pass(tmp_path: Path) -> None:
    """As its author runs them, with the distribution installed; without it they are skipped."""
    install(tmp_path)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(DIST),
        str(DIST / "tests"),
    ]
    command[4:4] = ["-c", os.devnull]
    path = os.pathsep.join([str(ROOT / "src"), str(tmp_path), str(DIST)])
    ran = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "4 passed" in ran.stdout and "skipped" not in ran.stdout


# -- from outside ----------------------------------------------------------------------------------------------------


def test_nobody_in_the_project_knows_it() -> None:
    for folder in ("core", "games", "data"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".yaml", ".md", ".toml") and path.is_file():
                assert "causeway" not in path.read_text("utf-8").lower(), path


def test_it_uses_public_names_only() -> None:
    """Nothing of tilewright whose name begins with an underscore, no module of the box, no relative way in."""
    for path in sorted((DIST / "causeway").rglob("*.py")):
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
