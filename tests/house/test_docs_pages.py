"""The pages of docs/ that scripts write say what the code says, and what they show as an example is played."""

from __future__ import annotations

import doctest
import os
import re
import runpy
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.scenes import scene as scenes
from tilewright.core.table.introduction import introduced
from tilewright.games.isleofskye import authoring

from ..cli.shell import run
from ..toys import raids, tithe
from .sources import ROOT, files

DOCS = ROOT / "docs"
WRITTEN = ("api", "cli", "hooks", "options", "provenance")


@pytest.fixture(scope="module")
def hooks() -> dict[str, Any]:
    """The names that docs/hooks.py defines."""
    return runpy.run_path(str(DOCS / "hooks.py"))


@pytest.mark.parametrize("name", WRITTEN)
def test_the_page_is_that_of_the_code(name: str) -> None:
    written = (DOCS / f"{name}.md").read_text("utf-8")
    assert written == runpy.run_path(str(DOCS / f"{name}.py"))["page"](), f"run python docs/{name}.py"


def test_each_command_has_a_page() -> None:
    written = {path.stem: path.read_text("utf-8") for path in (DOCS / "commands").iterdir()}
    assert written == runpy.run_path(str(DOCS / "cli.py"))["pages"](), "run python docs/cli.py"


def test_the_examples_of_the_api_run_one_after_the_other() -> None:
    """Those beside docstrings are run where they stand (test_docs_site.py)."""
    blocks = re.findall(r"^```pycon\n(.*?)^```$", (DOCS / "api.md").read_text("utf-8"), re.M | re.S)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "api.md", "api.md", 0)
    assert len(blocks) >= 5
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_the_pages_of_games_are_made_from_their_lessons() -> None:
    """Each in three languages, with pictures that are small; the README says the same of each game."""
    made = runpy.run_path(str(DOCS / "games.py"))
    written = {path.relative_to(DOCS / "games").as_posix(): path for path in files(DOCS / "games")}
    found = made["files"]()
    assert written.keys() == found.keys(), "run python docs/games.py, and delete what it no longer writes"
    stale = [name for name, text in found.items() if written[name].read_text("utf-8") != text]
    assert stale == [], "run python docs/games.py"
    assert max(map(len, found.values())) < 100_000  # a map with its land and all names
    readme = (ROOT / "README.md").read_text("utf-8")
    assert all(introduced(tw.load(game), "en") in readme for game in made["GAMES"])


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("authoring.md", 2),
        ("tutorial.md", 7),
        ("harvest.md", 18),
        ("notation.md", 7),
        ("territory.md", 2),
        ("hosting.md", 3),
    ],
)
def test_the_listings_of_the_page_are_those_of_the_files(name: str, least: int) -> None:
    found = runpy.run_path(str(DOCS / "listings.py"))
    written = (DOCS / name).read_text("utf-8")
    assert name in found["PAGES"] and len(re.findall("<!-- (?:listing|page) ", written)) >= least
    assert written == found["page"](name), "run python docs/listings.py"


def test_the_game_of_the_tutorial_can_be_written_from_its_page(tmp_path: Path) -> None:
    """All files of the package are in it, and the package that they make is a game with its module."""
    text = (DOCS / "harvest.md").read_text("utf-8")
    for name, code in re.findall(r"^## (\S+)\n\n<!-- [^\n]+ -->\n```\w+\n(.*?)\n```$", text, re.M | re.S):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{code}\n", "utf-8")
    dist = ROOT / "tests" / "toys" / "harvest_dist"
    assert {path.relative_to(tmp_path) for path in files(tmp_path)} == {
        path.relative_to(dist) for path in files(dist)
    }
    played = "import tilewright as tw, harvest, harvest.storm as storm; from tilewright import testing; "
    played += (
        "rules = tw.load(harvest, [storm]); testing.conforms(rules, ['legality', 'views', 'draws'], games=1)"
    )
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{tmp_path}"}
    subprocess.run([sys.executable, "-c", played], check=True, cwd=tmp_path, env=env, timeout=300)


@pytest.mark.parametrize(
    ("page", "game", "most", "players"),
    [
        ("authoring.md", "brook", 60, "2"),
        ("authoring_reference.md", "echo", 120, "1, 2"),
        ("authoring_reference.md", "otter", 180, "1, 2"),
    ],
)
def test_a_game_in_one_file_is_checked_and_played_as_it_is_copied(
    page: str, game: str, most: int, players: str, tmp_path: Path
) -> None:
    """The listings are the package; no check warns, and whole games with bots go to their ends."""
    text = (DOCS / page).read_text("utf-8")
    shutil.copy(ROOT / "examples" / game / "pyproject.toml", tmp_path)
    listed = re.findall(rf"<!-- listing examples/{game}/(\S+) -->\n```\w+\n(.*?\n)```", text, re.S)
    for name, code in listed:
        (tmp_path / name).write_text(code, "utf-8")
    lines = [line for line in dict(listed)[f"{game}.py"].splitlines() if line]
    assert len(lines) <= most
    played = f"import {game}, pathlib, warnings, tilewright as tw; from tilewright import testing\n"
    played += f"warnings.simplefilter('error'); testing.register(pathlib.Path()); rules = tw.load('{game}')\n"
    played += f"testing.conforms(rules, games=1)\nfor players in [{players}]:\n"
    played += "    state = rules.new(players, seed=1); bots = ['greedy', 'random'][:players]\n"
    played += "    testing.play_out(rules, state, bots, seed=1); print(state.over)\n"
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{tmp_path}"}
    words = [sys.executable, "-c", played]
    ran = subprocess.run(words, cwd=tmp_path, env=env, timeout=300, capture_output=True, text=True)
    assert ran.returncode == 0 and set(ran.stdout.split()) == {"True"}, ran.stderr


def test_the_scenes_of_tiles_with_two_sides_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """In each some tile lies with its other side up, or comes to lie so; `settle` takes its side a out of the bag."""
    text = (DOCS / "authoring_reference.md").read_text("utf-8")
    (block,) = [one for one in re.findall(r"^```yaml\n(.*?)^```", text, re.M | re.S) if "game: otter" in one]
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "otter"))
    rules = tw.load(import_module("otter"))
    runs = [scenes.run(scene, None, rules) for scene in scenes.read(block, "authoring_reference.md")]
    assert len(runs) == 2 and [str(one) for run in runs for one in run.problems] == []


def test_the_example_of_secret_choices_draws_what_the_viewer_alone_has_sealed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On the first board, which has the choices as well; the other player sees a free cell until all have chosen."""
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "echo"))
    rules = tw.load(import_module("echo"))
    state = rules.new(["anna", "bruno"], seed=1)
    called = str(state.view(0).drawn[0] + 1)
    assert [offer.at for offer in rules.show(state.view(0)).offers] == [
        (x, y) for y in range(3) for x in range(3)
    ]
    state.apply(rules.read("write 1,2", state, 0))

    def drawn(viewer: int, owner: int) -> str:
        boards = rules.show(state.view(viewer)).boards
        [board] = [one for one in boards if one.seat == owner]
        assert (boards[0] is board) == (viewer == owner)
        return next(spot.said for spot in board.spots if spot.at == (1, 2))

    assert [drawn(0, 0), drawn(1, 0)] == [called, "free"]
    state.apply(rules.read("write 0,0", state, 1))
    assert [drawn(0, 0), drawn(1, 0)] == [called, called]


def test_the_rule_of_the_guide_can_be_added_to_a_new_game(tmp_path: Path) -> None:
    """Each block goes below its first line, where the file has that, and else to the end of the file."""
    assert run("new", "orchard", str(tmp_path / "orchard")).code == 0
    text = (DOCS / "authoring.md").read_text("utf-8")
    blocks = re.findall(r"^```\w+\n# (\S+\.(?:py|yaml))\n(.*?\n)```$", text, re.M | re.S)
    for name, block in blocks:
        path = tmp_path / "orchard" / name
        before, line = path.read_text("utf-8"), block[: block.index("\n") + 1]
        path.write_text(before.replace(line, block, 1) if line in before else before + block, "utf-8")
    played = "import tilewright as tw; from pathlib import Path; from tilewright import testing; "
    played += (
        "testing.register(Path()); testing.pinned(tw.load('orchard', ['weather']), Path('tests/scenes'))"
    )
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{tmp_path / 'orchard'}"}
    subprocess.run([sys.executable, "-c", played], check=True, cwd=tmp_path / "orchard", env=env, timeout=300)
    assert len(blocks) == 6


def test_the_page_on_scoring_tiles_says_what_the_code_says() -> None:
    """Every name that modules may import is in it, and its example runs."""
    text = (DOCS / "territory.md").read_text("utf-8")
    assert text == runpy.run_path(str(DOCS / "api.py"))["territory"](), "run python docs/api.py"
    assert not [
        name for name in vars(authoring) if name.isidentifier() and name[0] != "_" and name not in text
    ]
    failed, tried = doctest.testfile(str(DOCS / "territory.md"), module_relative=False)
    assert tried > 8 and not failed


def test_every_hook_says_when_and_what(hooks: dict[str, Any]) -> None:
    """A sentence that ends, arguments with types, and an example of the same name with arguments of the hook."""
    found = 0
    for game, shown in hooks["SHOWN"].items():
        specs = [hooks["Specs"], *(tw.load(game).game.specs if game else ())] if game else [hooks["Specs"]]
        for group in specs[1:] if game else specs:
            for name, signature, doc in hooks["described"](group):
                asked = [one for one in signature.parameters if one != "self"]
                assert doc.endswith((".", "`.")), name
                found += 1
                if not shown[name]:
                    assert name == "scoring_tiles"  # a record does all that it does
                    continue
                example = hooks["example"](shown[name], name)
                [taken] = re.findall(rf"def {name}\((.*?)\) ->", example, re.DOTALL)
                assert [one.split(":")[0].strip() for one in taken.split(", ") if one.strip()] == asked, name
    assert found == sum(map(len, hooks["SHOWN"].values())) > 20


def test_the_module_of_the_hooks_page_is_heard_at_every_moment() -> None:
    """Rebirth with raids: its points are counted, its cells refused, its worths asked, its restriction known."""
    rules = tw.load("rebirth", [raids])
    reasons, refused = set(), 0
    for seed in range(3):
        match = Match(rules, 3, seed=seed)
        bots = [make(text, rules) for text in ("greedy", "greedy!no-water", "random")]
        match.bots = dict(zip(match.state.seats, bots))
        while not match.over:
            seat = match.state.to_act[0]
            kind = match.state.hand[seat][0] if match.state.hand[seat] else -1  # type: ignore[attr-defined]
            cells = range(len(rules.data.kind))
            refused += len(rules.calls("forbid_cells")[0](match.state, seat, kind, cells))
            match.play(match.choose(seat))
        reasons |= {line.reason for line in match.state.score_lines()}
        labels = [label for label, _ in rules.appraise(match.state.view(0), 0)]
        assert labels.count(raids.WATCH) == 1
    assert {raids.WATER, raids.RAID, raids.WATCH} <= reasons and refused


def test_the_one_hook_of_the_tithe_pays() -> None:
    """The poor have two gold more in the first round, when all are."""
    plain, more = (tw.load("isleofskye", modules).new(3, seed=5) for modules in ([], [tithe]))
    assert [b - a for a, b in zip(plain.gold, more.gold)] == [2, 2, 2]  # type: ignore[attr-defined]
