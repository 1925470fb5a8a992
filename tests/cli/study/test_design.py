"""`design` from the command line: what is printed and written, a kill, what is missing."""

from __future__ import annotations

import csv
import importlib.util
import json
import re
import signal
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml

from tilewright import testing
from tilewright.core.cli.study.design import _example_plan
from tilewright.core.lab.design.plan import SearchPlan, planned
from tilewright.core.lab.study.request import merged
from tilewright.core.lab.study.requests import DesignRequest

from ...cases import cases
from ..shell import forked, run, start
from .test_csv import agree

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "design.md").read_text("utf-8")
PLANS = [*re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]
PLANS += [path.read_text("utf-8") for path in sorted((ROOT / "examples" / "design").glob("*.yaml"))]
SMALL: str = cases(__file__, "small")
FILES = {"plan.json", "request.yaml", "blocks.jsonl", "asks.jsonl", "report.html", "report.json"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a whole run."""
    home = tmp_path_factory.mktemp("whole")
    (home / "plan.yaml").write_text(SMALL, "utf-8")
    ran = run("design", home / "plan.yaml", "--out", home / "out", "--csv", home / "table.csv")
    assert ran.code == 0, ran
    (home / "terminal.txt").write_text(ran.out, "utf-8")
    assert "30 blocks, and as many at random" in ran.err and "written: " in ran.err
    return home


def test_what_is_written_and_printed(whole: Path) -> None:
    assert {path.name for path in (whole / "out").iterdir()} == FILES
    found: dict[str, Any] = json.loads((whole / "out" / "report.json").read_text())
    assert found["schema"] == 1 and found["answer"] == "confirmed"
    assert found["fresh"] == [5, 17] and found["random"]["blocks"] <= 30
    said = (whole / "terminal.txt").read_text("utf-8")
    first = ", ".join(f"{name}={value}" for name, value in found["chosen"]["setting"].items())
    assert f"{first} meets both targets." in " ".join(said.split())
    assert "one step away" in said and "Random search with as many blocks" in said
    assert "tilewright play rebirth" in said and found["plan_hash"] in said
    page = (whole / "out" / "report.html").read_text("utf-8")
    assert page.startswith("<!doctype html>") and f"<b>{first} meets both targets.</b>" in page
    assert "<script" not in page and page.index("meets both") < page.index('id="plan"')


def test_targets_as_a_table(whole: Path) -> None:
    rows = [*csv.DictReader(StringIO((whole / "table.csv").read_text("utf-8")))]
    report = json.loads((whole / "out" / "report.json").read_text())
    targets = [(one, target) for one in report["confirmed"] for target in one["targets"]]
    agree(rows, [{**target, "all_hold": one["holds"]} for one, target in targets])
    assert [row["setting.castle"] for row in rows] == [one["setting"]["castle"] for one, _ in targets]


def test_blocks_of_a_search_are_played_again(whole: Path) -> None:
    """Those of its rounds, of the confirmation and of the steps."""
    ran = run("design", whole / "out", "--verify", "12:3", "--workers", "1")
    assert ran.code == 0 and ran.out == "0 of 12 blocks played again differ\n", ran


def test_a_killed_run_ends_with_the_same_bytes(whole: Path, home: Path) -> None:
    """Killed with no warning, then gone on with by two processes."""
    (home / "plan.yaml").write_text(SMALL, "utf-8")
    running = start(home, "design", "plan.yaml", "--out", "out")
    blocks = home / "out" / "blocks.jsonl"
    begun = time.monotonic()
    while not blocks.exists() or blocks.read_bytes().count(b"\n") < 20:
        assert running.poll() is None and time.monotonic() - begun < 120
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    ran = run("design", home / "plan.yaml", "--out", home / "out", "--workers", "2")
    assert ran.code == 0 and "continuing after the" in ran.err, ran
    for name in ("blocks.jsonl", "asks.jsonl"):
        assert (home / "out" / name).read_bytes() == (whole / "out" / name).read_bytes()
    one, two = (json.loads((folder / "out" / "report.json").read_text()) for folder in (home, whole))
    assert one | {"command": ""} == two | {"command": ""}


@pytest.mark.parametrize(
    ("sent", "blocks", "json_too"), [(signal.SIGINT, 20, False), (signal.SIGTERM, 75, True)]
)
def test_interrupted_it_says_what_it_has_found_and_how_to_go_on(
    sent: signal.Signals, blocks: int, json_too: bool, home: Path
) -> None:
    """In the search and in the confirmation, whose first blocks come after those of both searches."""
    (home / "plan.yaml").write_text(SMALL.replace("confirm: 12", "confirm: 5000"), "utf-8")
    running = start(home, "design", "plan.yaml", "--out", "out", *(["--json"] if json_too else []))
    file = home / "out" / "blocks.jsonl"
    begun = time.monotonic()
    while not file.exists() or file.read_bytes().count(b"\n") < blocks:
        assert running.poll() is None and time.monotonic() - begun < 120
        time.sleep(0.01)
    running.send_signal(sent)
    out, err = running.communicate(timeout=120)
    count = file.read_bytes().count(b"\n")
    assert running.returncode == 130 and f"interrupted after {count} of " in err, err
    assert " blocks; to continue: tilewright design plan.yaml --out out" in err
    if not json_too:
        assert "which are not confirmed:" in " ".join(out.split()) and "castle=" in out, out
        return
    [told] = [json.loads(line) for line in out.splitlines()]
    assert told["interrupted"] is True and told["blocks"] == count and told["best"], told
    assert {one["blocks"] for one in told["best"]} <= {2, 5} and told["stage"] == "confirmation"


def test_an_example_is_a_plan(home: Path) -> None:
    ran = run("design", "--example", "rebirth")
    assert ran.code == 0, ran
    (home / "plan.yaml").write_text(ran.out, "utf-8")
    assert searching(home / "plan.yaml").space.size > 100


def example(words: list[str]) -> int:
    """Print the plan for a game in the examples, which only this process knows then."""
    [game] = words
    testing.register(ROOT / "examples" / game)
    print(_example_plan(game))
    return 0


def test_the_example_of_a_cooperative_game_asks_how_often_it_is_won(home: Path) -> None:
    ran = forked(home, "ford", main=example)
    assert ran.code == 0 and "won between 40 and 60 %" in ran.out, ran
    assert "seat_gap" not in ran.out and "beats" not in ran.out


def searching(path: Path) -> SearchPlan:
    """The search of a plan file."""
    asked, document = merged(DesignRequest(), path)
    return planned(asked, document, lambda: 0)


@pytest.mark.parametrize("text", PLANS, ids=lambda text: str(yaml.safe_load(text)["game"]))
def test_plans_that_are_shown_can_be_asked(text: str, tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(text, "utf-8")
    assert searching(tmp_path / "plan.yaml").seed == 1


def test_every_option_is_told() -> None:
    flags = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", run("design", "--help").out))
    assert len(flags) > 12
    assert not sorted(flag for flag in flags - {"--debug", "--help", "--no-json"} if f"`{flag}" not in PAGE)


def test_without_optuna_it_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "optuna" else find(name))
    ran = run("design", "plan.yaml")
    assert ran.code == 2 and 'design needs optuna:\n  pip install "tilewright[design]"\n' in ran.err
