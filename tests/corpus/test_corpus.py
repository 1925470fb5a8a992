"""What was written at 49ee0e57 is read today: records, scenes, packages, studies, a learned file, a server's folder.

README.md beside this file says what lies here. Everything is read by commands and by promised names.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright import testing
from tilewright.authoring import Course

from ..cli.shell import Ran, run
from .reports import missing, report
from .serving import served

HERE = Path(__file__).resolve().parent
RECORDS, PACKAGES, STUDIES = (HERE / name for name in ("records", "packages", "studies"))
FINISHED, HALF, SHARED, OUTSIDE = (
    sorted((RECORDS / name).glob("*.jsonl")) for name in ("finished", "half", "shared", "outside")
)
EXPORTED = sorted((HERE / "scenes").glob("*.yaml"))
DIGESTS = runpy.run_path(str(HERE.parents[1] / "benchmarks" / "digests.py"))


def done(*words: str | Path) -> Ran:
    """Run a command that must end well."""
    ran = run(*words)
    assert ran.code == 0, ran
    return ran


def stem(path: Path) -> str:
    return path.stem


# -- whole games ---------------------------------------------------------------------------------------------------


def table(games: int) -> dict[str, str]:
    """Ruleset to digest, as `benchmarks/digests.py --games` printed them."""
    lines = (HERE / f"digests-{games}.txt").read_text("utf-8").splitlines()
    return {ruleset: digest for digest, _, ruleset in (line.partition("  ") for line in lines)}


def test_every_ruleset_has_its_digests() -> None:
    assert list(table(12)) == list(table(500)) == list(DIGESTS["RULESETS"])


@pytest.mark.parametrize("games", [12, pytest.param(500, marks=pytest.mark.soak)])
@pytest.mark.parametrize("ruleset", DIGESTS["RULESETS"])
def test_the_same_games_are_played(ruleset: str, games: int) -> None:
    assert DIGESTS["digest"](ruleset, games) == table(games)[ruleset]


# -- records and scenes --------------------------------------------------------------------------------------------


def test_there_is_a_record_of_every_ruleset() -> None:
    """Of each a finished one, one that is half-played, and a copy for somebody; besides one that is torn."""
    assert len(FINISHED) == len(HALF) - 1 == len(SHARED) - 1 == len(EXPORTED) == len(DIGESTS["RULESETS"])


@pytest.mark.parametrize("path", FINISHED, ids=stem)
def test_a_finished_game_is_verified(path: Path) -> None:
    assert re.search(
        r": verified, \d+ decisions in \d+ turns, finished$", done("replay", path, "--verify").out
    )


@pytest.mark.parametrize("path", HALF, ids=stem)
def test_a_game_goes_on_from_where_it_stood(path: Path, tmp_path: Path) -> None:
    """Nothing of the old file changes but an unfinished line, and the whole is a game that can be verified."""
    begun, copy = path.read_bytes(), Path(shutil.copy(path, tmp_path))
    people = json.loads(begun.splitlines()[0])["seats"]
    done(
        "resume",
        copy,
        "--plain",
        "--pace",
        "0",
        *(word for name in people for word in ("-p", f"{name}:random")),
    )
    after = copy.read_bytes()
    assert after.startswith(begun[: begun.rindex(b"\n") + 1]) and b'"result"' in after.splitlines()[-1]
    assert ", finished" in done("replay", copy, "--verify").out


def test_secret_steps_stand_in_the_order_of_their_numbers() -> None:
    for seat in ("anna", "bruno"):
        shown = done("replay", RECORDS / "finished" / "isleofskye.jsonl", "--all", "--as", seat).out
        numbers = [int(n) for n in re.findall(r"^ *(\d+)\. [^ ]+: ", shown, re.M)]
        assert len(numbers) > 50 and numbers == sorted(numbers)


@pytest.mark.parametrize("path", SHARED, ids=stem)
def test_a_shared_copy_is_made_again_and_replays(path: Path) -> None:
    name, _, seat = path.stem.rpartition("-")
    kind = "half" if name.endswith("-half") else "finished"
    again = done("record", "show", RECORDS / kind / f"{name.removesuffix('-half')}.jsonl", "--as", seat).out
    assert _shared(again) == _shared(path.read_text("utf-8"))
    shown = done("replay", path, "--plain").out
    assert "1. " in shown and all(f"{n}. " in shown for n in (1, 10, 20))


def _shared(text: str) -> list[Any]:
    """The lines of a copy; another version of tilewright may have written them."""
    return [{k: v for k, v in json.loads(line).items() if k != "engine"} for line in text.splitlines()]


@pytest.mark.parametrize("path", EXPORTED, ids=stem)
def test_an_exported_scene_is_the_position_of_its_record(path: Path) -> None:
    name, _, number = path.stem.partition("@")
    written = path.read_text("utf-8")
    assert done("scene", "export", RECORDS / "finished" / f"{name}.jsonl", "--at", number).out == written
    done("scene", "run", path)


@pytest.mark.parametrize("name", ["glenmore", "isleofskye", "rebirth"])
def test_a_game_begins_from_a_scene(name: str, tmp_path: Path) -> None:
    [scene] = (HERE / "scenes").glob(f"{name}@*.yaml")
    save = tmp_path / "game.jsonl"
    seats = json.loads((RECORDS / "finished" / f"{name}.jsonl").read_text("utf-8").splitlines()[0])["seats"]
    bots = [word for seat in seats for word in ("-p", f"{seat}:random")]
    done("play", name, "--from", scene, *bots, "--seed", "1", "--plain", "--pace", "0", "--save", save)
    assert ", finished" in done("replay", save, "--verify").out


# -- packages of others --------------------------------------------------------------------------------------------


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The packages are found as if they were installed, for this test alone."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    before, names = set(sys.modules), [folder.name for folder in PACKAGES.iterdir() if folder.is_dir()]
    for name in names:
        testing.register(PACKAGES / name)
    yield
    for module in set(sys.modules) - before:
        if module.split(".")[0] in names:
            del sys.modules[module]


CHECKS = ("saving", "legality", "scores", "words", "records")
RULESETS_OF_OTHERS = {"orchard": "weather", "isleofskye": "moor", "rebirth": "blight", "glenmore": "brae"}


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("game", RULESETS_OF_OTHERS)
def test_a_package_of_others_passes_the_kit(game: str) -> None:
    module = RULESETS_OF_OTHERS[game]
    rules = tw.load(game, [module])
    testing.conforms(rules, CHECKS, games=1, seats=[2], every=80)
    scenes = PACKAGES / (module if game != "orchard" else game) / "tests" / "scenes"
    if scenes.is_dir():
        done("scene", "run", scenes)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("path", OUTSIDE, ids=stem)
def test_a_bot_of_others_plays_the_same_game_of_others(path: Path, tmp_path: Path) -> None:
    head = json.loads(path.read_text("utf-8").splitlines()[0])
    assert list(head["modules"]) == [RULESETS_OF_OTHERS[path.stem]]
    done("replay", path, "--verify")
    if sys.version_info >= (3, 12):  # sums of floats are compensated, and what bots choose is no promise
        return
    bots = [word for name, bot in head["bots"].items() for word in ("-p", f"{name}:{bot}")]
    with_module = ["--with", ",".join(head["modules"]), "--seed", str(head["seed"])]
    done("play", path.stem, *with_module, *bots, "--plain", "--pace", "0", "--save", tmp_path / "again.jsonl")
    assert _moves(tmp_path / "again.jsonl") == _moves(path)


@pytest.mark.usefixtures("installed")
def test_a_metric_of_others_measures() -> None:
    """It is listed, and its meters see what happens in a game."""
    assert "gauge_letters: letters of a move." in done("metrics", "orchard", "gauge*").out
    rules = tw.load("orchard")
    state, meters = rules.new(2, 1), testing.found("metric")["gauge"].load()(rules)
    watchers, letters = [meter.watch(state) for meter in meters], []
    while not state.over:
        action = state.legal(state.to_act[0])[0]
        state.apply(action)
        letters.append(len(str(action)))
        for watcher in watchers:
            watcher.decided(state, action, None)
    seen = dict(pair for watcher in watchers for pair in watcher.result(state, Course()).items())
    sheets = [len(state.score_lines(seat)) for seat in (0, 1)]
    assert seen == {"gauge_lines": sheets, "gauge_letters": sum(letters) / len(letters)} and min(sheets) > 0


def _moves(path: Path) -> list[Any]:
    """The lines of a record after its header; later versions write the scores at the ends of turns as well."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()[1:]]
    return [
        {key: value for key, value in line.items() if "turn" not in line or key != "scores"} for line in lines
    ]


# -- studies, a learned file, a server's folder --------------------------------------------------------------------


@pytest.mark.parametrize("command", ["compare", "content", "design"])
def test_the_report_of_a_study_is_made_again(command: str, tmp_path: Path) -> None:
    """The folder of a finished study: no game is played, and the numbers are those of then."""
    folder = Path(shutil.copytree(STUDIES / command, tmp_path / command))
    (folder / "report.json").unlink()
    _study(command, folder)
    assert not list(missing(report(STUDIES / command), report(folder)))


def test_a_study_is_continued(tmp_path: Path) -> None:
    """The folder of one that was interrupted within its second block: the blocks that come are those of then."""
    folder = Path(shutil.copytree(STUDIES / "content", tmp_path / "begun"))
    blocks = (folder / "blocks.jsonl").read_bytes()
    first = blocks.index(b"\n") + 1
    (folder / "blocks.jsonl").write_bytes(blocks[: first + 50])
    (folder / "report.json").unlink()
    _study("content", folder)
    assert not list(missing(report(STUDIES / "content"), report(folder)))


def _study(command: str, folder: Path) -> None:
    plan = STUDIES / f"{command}.yaml"
    blocks = (STUDIES / command / "blocks.jsonl").read_bytes()
    done(command, *([] if command == "design" else ["--plan"]), plan, "--out", folder)
    # Later versions add a digest to each line that they write.
    assert re.sub(rb',"sha256":"\w+"', b"", (folder / "blocks.jsonl").read_bytes()) == blocks
    assert (folder / "report.html").stat().st_size > 10_000


def test_what_was_learned_plays_the_same_game(tmp_path: Path) -> None:
    learned, game = HERE / "learned" / "rebirth.yaml", HERE / "learned" / "game.jsonl"
    assert "2 players" in done("bot", "read", learned).out
    again = tmp_path / "again.jsonl"
    bots = ("-p", f"anna:learned:{learned}", "-p", "bruno:random")
    done("play", "rebirth", *bots, "--seed", "11", "--plain", "--pace", "0", "--save", again)
    assert _moves(again) == _moves(game)
    assert ", finished" in done("replay", game, "--verify").out


@pytest.mark.skipif(os.name == "nt", reason="Windows ends no process by Ctrl-C from another one")
def test_a_servers_folder_is_served_as_before(tmp_path: Path) -> None:
    """Every address of `web.json` opens, in a process of its own; paths of records are moved to this folder."""
    home = Path(shutil.copytree(HERE / "served", tmp_path / "tilewright"))
    kept = (home / "web.json").read_text("utf-8").replace("/srv/tilewright", home.as_posix())
    (home / "web.json").write_text(kept, "utf-8")
    content = json.loads(kept)
    tokens = [token for one in content["matches"] for token in (*one["people"].values(), one["watching"])]
    opened = [f"/h/{content['lobby']}", *(f"/t/{token}" for token in tokens)]
    with served(tmp_path, content["lobby"]) as asked:
        assert [asked(path)[0] for path in opened] == [200] * 9
        assert asked(f"/t/{'A' * 22}")[0] == 404
