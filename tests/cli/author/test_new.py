"""`new`: what it writes works as it stands: found, checked, played, replayed, compared, and its own tests pass."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

import tilewright
from tilewright.core import testing
from tilewright.core.cli.author.new import LONGEST, SUFFIX

from ...cases import cases, soaked
from ..shell import GAME, forked, run

SKELETON = Path(tilewright.__file__).parent / "core" / "skeleton"
OWN = [Path(tilewright.__file__).parent / "data" / game / "skeleton" for game in ("isleofskye", "glenmore")]
NAME = "orchard"


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Restore `sys.path` afterwards and forget what was imported from new folders."""
    changed = list(sys.path)
    monkeypatch.setattr(sys, "path", changed)
    before = set(sys.modules)
    yield changed
    for name in set(sys.modules) - before:
        if name.split(".")[0] in (NAME, "blight"):
            del sys.modules[name]


def installed(folder: Path, path: list[str]) -> None:
    """Make the package in the folder known, as an installer would."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(head, "utf-8")
    points = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in named.items())
        for group, named in project["entry-points"].items()
    )
    (info / "entry_points.txt").write_text(points, "utf-8")
    path.insert(0, str(folder))


def own_tests(folder: Path, home: Path, *words: str) -> str:
    """Run the package's own tests as its author would; return the end of their output."""
    more = {"XDG_DATA_HOME": str(home), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ran = forked(folder, "-q", "-p", "no:cacheprovider", *words, main=pytest.main, **more)
    assert ran.code == 0, ran
    return ran.out.splitlines()[-1]


def warned(name: str) -> list[str]:
    """What the kit warns of, over the game alone and with the module."""
    ran = run("check", name, "--games", "1", "--checks", "pieces,unused", "--json")
    rulesets = json.loads(ran.out)["rulesets"]
    assert ran.code == 0 and len(rulesets) == 2, ran
    findings = [one for each in rulesets for one in each["findings"]]
    assert [one["outcome"] for one in findings] == ["holds"] * 4, findings
    return [warning["said"] for one in findings for warning in one.get("warnings", ())]


def flaws(game: str, checks: Collection[str] = testing.CHECKS) -> list[str]:
    """What the kit finds broken or forgotten with the module; the game alone is checked by tests of its own."""
    found = testing.run(tilewright.load(game, modules=["blight"]), checks, games=1, seats=(2,), every=60)
    broken = [f"{one.check}: {one.said}" for one in found if one.outcome == "broken"]
    return [*broken, *(warning.said for one in found for warning in one.warnings)]


def test_a_game_on_squares_is_checked_and_studied(home: Path, path: list[str]) -> None:
    folder = home / "work" / NAME
    ran = run("new", NAME, folder)
    assert ran.code == 0 and f"tilewright check {NAME}\n" in ran.out, ran
    installed(folder, path)
    ran = run("check", NAME, "--players", "2", "--games", "1", "--json")
    assert ran.code == 0, ran
    [found] = json.loads(ran.out)["rulesets"]
    outcomes = {one["check"]: one["outcome"] for one in found["findings"]}
    assert list(outcomes) == list(testing.CHECKS)
    assert [name for name, outcome in outcomes.items() if outcome != "holds"] == ["modules"]
    assert warned(f"{NAME}.weather") == []
    assert found["speed"]["players"] == 2 and found["speed"]["games_per_second"] > 0
    ran = run("compare", NAME, "--b", "same=2", "--blocks", "2", "--bots", "random", "--seed", "1")
    assert ran.code == 0, ran
    (folder / NAME / "data" / "learn.yaml").write_text("pages: 3\n", "utf-8")
    told = json.loads(run("games", NAME, "--json").out)
    assert [one["plugin"] for one in told["broken"]] == [f"the lesson of {NAME}"]
    assert [(one["name"], one["about"], one["weight"]) for one in told["games"]] == [(NAME, "", None)]


@pytest.mark.parametrize(
    "more",
    [(), ("--bare",), ("--module", "rebirth"), ("--module", "isleofskye"), ("--module", "glenmore")],
    ids=["game", "bare", "module", "scoring", "tiles"],
)
def test_assistants_are_told_commands_that_exist(home: Path, more: tuple[str, ...]) -> None:
    """AGENTS.md names files that are there and options that commands have, and no name is left to fill in."""
    folder = home / NAME
    assert run("new", NAME, folder, *more).code == 0
    text = (folder / "AGENTS.md").read_text("utf-8")
    told = [line.split("#")[0].split() for line in text.splitlines() if line.startswith("tilewright ")]
    assert len(told) >= 3 and "$" not in text
    for _, command, *words in told:
        assert command != "docs" or run("docs", *words).code == 0, words
        known = run(command, *words[: command == "schema"], "--help").out
        assert all(word in known for word in words if word.startswith("--")), words
    named = [name for name in re.findall(r"`([\w./]+\.(?:py|yaml))`", text)]
    assert named and all((folder / name).is_file() for name in named), named


def test_a_game_on_hexes_is_played_and_passes_its_own_tests(home: Path, path: list[str]) -> None:
    folder = home / NAME
    folder.mkdir()  # an empty folder will do
    assert run("new", NAME, folder, "--grid", "hex").code == 0
    installed(folder, path)
    words = ["-p", "anna:greedy", "-p", "bruno:random", "--seed", "3", "--with", "weather"]
    ran = run("play", NAME, *words, "--save", home / "game.jsonl")
    assert ran.code == 0 and "a wish come true" in ran.out and "work in the rain" in ran.out, ran
    assert run("replay", home / "game.jsonl", "--verify").code == 0
    assert "passed" in own_tests(folder, home, "-k", "not kit")


def test_a_bare_game_has_nothing_to_delete_and_nothing_to_warn_of(home: Path, path: list[str]) -> None:
    folder = home / NAME
    assert run("new", NAME, folder, "--bare").code == 0
    installed(folder, path)
    ran = run("check", NAME, "--games", "1", "--players", "2", "--json")
    [found] = json.loads(ran.out)["rulesets"]
    skipped = [one["check"] for one in found["findings"] if one["outcome"] == "skipped"]
    assert ran.code == 0 and skipped == ["pieces", "judgements", "modules"], ran
    assert not [one for one in found["findings"] if one.get("warnings")]
    assert len([*(folder / NAME / "data").iterdir()]) == 2
    assert "passed" in own_tests(folder, home, "-k", "scene or draws")
    assert "does not go with --module" in run("new", "blight", home / "b", "--bare", "--module", GAME).err


def test_a_schema_whose_file_is_gone_is_named(home: Path, path: list[str]) -> None:
    folder = home / NAME
    assert run("new", NAME, folder).code == 0
    installed(folder, path)
    (folder / NAME / "data" / "learn.yaml").unlink()
    (folder / "schemas" / NAME / "cards.json").write_text("{}", "utf-8")
    ran = run("schema", "package", NAME, "--out", folder / "schemas")
    gone = [line.partition(": its data")[0] for line in ran.err.splitlines() if "delete it" in line]
    assert [Path(one).name for one in gone] == ["cards.json"] and ran.code == 0, ran


def test_a_module_of_a_game(home: Path, path: list[str]) -> None:
    folder = home / "blight"
    ran = run("new", "blight", folder, "--module", GAME)
    assert ran.code == 0 and f"tilewright check {GAME}.blight\n" in ran.out, ran
    installed(folder, path)
    [game] = json.loads(run("games", GAME, "--json").out)["games"]
    [module] = [one for one in game["modules"] if one["name"] == "blight"]
    assert module["hooks"] == ["insert_steps", "tilewright_module"]
    assert [option["name"] for option in module["options"]] == ["blight.points"]
    assert warned(f"{GAME}.blight") == []
    assert "passed" in own_tests(folder, home, "-k", "six or die or scores or words")


@pytest.mark.parametrize("dear", [[], *soaked(["workers", "options"])])
def test_a_module_of_isle_of_skye_adds_a_scoring_tile(home: Path, path: list[str], dear: list[str]) -> None:
    """The game's own templates: no die, but a tile with a record, a function, scenes and texts.

    What the kit asks of every option, and in other processes, takes as long as all the rest.
    """
    folder = home / "blight"
    ran = run("new", "blight", folder, "--module", "isleofskye")
    assert ran.code == 0 and "16 files" in ran.out, ran
    assert "die" not in (folder / "blight" / "__init__.py").read_text("utf-8")
    installed(folder, path)
    left = {"workers", "options"}.difference(dear)
    assert flaws("isleofskye", [name for name in testing.CHECKS if name not in left]) == []
    ran = run("show", "isleofskye", "scoring", "--with", "blight")
    assert "BL-HERD-1" in ran.out and "2 VP for each pasture with sheep and cattle" in ran.out, ran
    assert "passed" in own_tests(folder, home, "-k", "scenes or cited or said or words")


@pytest.mark.soak
def test_a_module_of_glen_more_adds_a_tile_and_a_special_place(home: Path, path: list[str]) -> None:
    """The game's own templates: no die, but records, an effect of the module's own, scenes and texts."""
    folder = home / "blight"
    ran = run("new", "blight", folder, "--module", "glenmore")
    assert ran.code == 0 and "18 files" in ran.out, ran
    installed(folder, path)
    assert flaws("glenmore") == []
    ran = run("show", "glenmore", "tiles", "--with", "blight", "--lang", "de")
    assert "1 Punkt für jedes eigene Schaf" in ran.out and "Weberhalle" in ran.out, ran
    assert "passed" in own_tests(folder, home, "-k", "scenes or cited or mixed or words")


@pytest.mark.parametrize("own", OWN, ids=lambda own: own.parent.name)
def test_a_copy_of_a_games_folder_may_have_its_templates(home: Path, own: Path) -> None:
    """They are no data: neither is anything said of them, nor does the ruleset become another."""
    shutil.copytree(own.parent, home / "mine")
    assert (home / "mine" / "skeleton").is_dir()
    mine = tilewright.load(own.parent.name, data=home / "mine")
    assert mine.data_digest == tilewright.load(own.parent.name).data_digest


def test_a_module_of_a_game_of_somebody_else_names_its_distribution(home: Path, path: list[str]) -> None:
    run("new", NAME, home / NAME)
    installed(home / NAME, path)
    assert run("new", "blight", home / "blight", "--module", NAME).code == 0
    project = tomllib.loads((home / "blight" / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["dependencies"] == ["tilewright", f"tilewright-{NAME}", "attrs>=25.4"]
    ran = run("new", "lay", home / "lay", "--module", NAME)
    assert ran.code == 2 and f"{NAME} already has a step called 'lay'" in ran.err
    ran = run("new", "weather", home / "lay", "--module", NAME)
    assert ran.code == 2 and f"{NAME} already has a module 'weather' (tilewright-{NAME} 0.1.0)" in ran.err
    assert not (home / "lay").exists()


@pytest.mark.skipif(importlib.util.find_spec("ruff") is None, reason="ruff is not installed here")
@pytest.mark.parametrize("name", ["q" * LONGEST, *soaked("q")])
def test_short_and_long_names_leave_the_code_in_shape(home: Path, name: str) -> None:
    modules = [["--module", game] for game in (GAME, "isleofskye", "glenmore")]
    for kind in (["--grid", "square"], ["--grid", "hex"], *modules):
        assert run("new", name, home / kind[1], *kind).code == 0
    for words in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *words, "--no-cache", str(home)]
        ran = subprocess.run(command, cwd=home, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(("words", "said"), cases(__file__, "what_will_not_do_is_said_and_nothing_written"))
def test_what_will_not_do_is_said_and_nothing_written(home: Path, words: str, said: str) -> None:
    (home / "full").mkdir()
    (home / "full" / "file").write_text("precious", "utf-8")
    name, folder, *more = words.split()
    ran = run("new", name, home / folder, *more)
    assert ran.code == 2 and said in " ".join(ran.err.split()) and "Traceback" not in ran.err, ran
    assert [one.name for one in home.rglob("*")] == ["full", "file"]


def test_every_template_is_one() -> None:
    found = [one for root in (SKELETON, *OWN) for one in root.rglob("*") if one.is_file()]
    assert len(found) > 40 and all(one.name.endswith(SUFFIX) for one in found)
