"""`levels`: who plays them, and where they stand among people in records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.bots import levels
from tilewright.core.bots.levels import LEVELS
from tilewright.core.cli.shared import common
from tilewright.core.play.match import Match

from ...cases import cases
from ..shell import GAME, run

RULES = tw.load(GAME)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve games of anna against two levels, and one of bruno; bots play for both."""
    path = tmp_path_factory.mktemp("records")
    for n in range(13):
        who, level = ("bruno", "easy") if n == 12 else ("anna", LEVELS[n % 2])
        text = levels.settled(level, RULES)
        made = {who: bots.make("greedy~4", RULES), "bot": bots.make("random", RULES)}
        match = Match(
            RULES, list(made), seed=n, bots=made, bot_names={"bot": text}, record=path / f"{n}.jsonl"
        )
        while not match.over:
            match.play(match.choose(match.state.to_act[0]))
        match.close()
    (path / "empty.jsonl").write_text("", "utf-8")
    return path


@pytest.mark.parametrize("words", [(GAME,), ("isleofskye", "--with", "druids")])
def test_which_bots_play_them(words: tuple[str, ...]) -> None:
    game, *more = words
    rules = tw.load(game, more[1:])
    told = json.loads(run("levels", *words, "--json").out)
    assert told["schema"] == 1 and told["modules"] == more[1:] and "people" not in told
    assert {one["level"]: one["bot"] for one in told["levels"]} == levels.of(rules)
    printed = run("levels", *words).out.splitlines()
    assert printed[1].split()[:4] == ["level", "bot", "2", "players"] and len(printed) == 2 + len(LEVELS)
    for line, one in zip(printed[2:], told["levels"], strict=True):
        heats = [f"{heat:g}" for heat in one["temperatures"].values()]
        assert line.split()[-len(heats) :] == heats and line.split()[0] == one["level"]
        assert (one["bot"].partition("~")[2] or "0").split("/") == heats[: one["bot"].count("/") + 1]


def test_where_they_stand_among_people(folder: Path) -> None:
    ran = run("levels", GAME, "--from", folder)
    told = json.loads(run("levels", GAME, "--from", folder, "--json").out)
    assert told["people"] == ["anna"] and told["other_bots"] == 0
    assert [one["error"] for one in told["broken"]] == [
        "the file is empty"
    ] and "empty.jsonl cannot be" in ran.err
    assert [one["games"] for one in told["levels"]][:3] == [7, 6, 0], (
        "bruno's game counts where people met easy"
    )
    first, second, third, *_ = told["levels"]
    assert first["won"] > 4 and second["won"] > 4 and third["won_interval"] is None
    assert first["share"] > second["share"] > third["share"] > 0.2
    lines = [line.split() for line in ran.out.splitlines()]
    row = next(line for line in lines if line[:1] == ["easy"] and "%" in line)
    assert row[:4] == ["easy", "7", f"{100 * first['won'] / 7:.0f}", "%"]
    said = " ".join(ran.out.split())
    assert "1 person with 3 games or more, the weakest first: anna. The median plays like" in said
    assert (
        f"about {first['missing_games']} games of people against easy" in said and first["missing_games"] > 2
    )
    assert max(map(len, ran.out.splitlines())) <= 80


def test_shares_that_are_wanted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = json.loads(run("levels", GAME, "--from", folder, "--json").out)["levels"]
    shares = [one["wanted"] for one in usual]
    assert shares == sorted(shares, reverse=True) and shares[0] > 0.7
    wanted = ("--share", "hard=20, easy=55", "--json")
    told = json.loads(run("levels", GAME, "--from", folder, *wanted).out)["levels"]
    assert [one["wanted"] for one in told] == [0.55, shares[1], 0.2, *shares[3:]]
    monkeypatch.setattr(common, "home", lambda: folder)
    assert json.loads(run("levels", GAME, *wanted).out)["levels"] == told, "without a folder, the saved games"
    assert told[0]["share"] == usual[0]["share"] and told[1] == usual[1]


def test_nobody_has_played_enough(folder: Path) -> None:
    ran = run("levels", "glenmore", "--from", folder)
    assert ran.code == 0 and "Too early to say how strong levels are beside people: nobody has 3" in ran.out
    told = json.loads(run("levels", "glenmore", "--from", folder, "--json").out)
    assert told["people"] == [] and told["median"] is None and "share" not in told["levels"][0]


@pytest.mark.parametrize(("words", "said"), cases(__file__, "what_is_refused"))
def test_what_is_refused(folder: Path, words: list[str], said: str) -> None:
    ran = run("levels", GAME, *(str(folder) if word == "DIR" else word for word in words))
    assert ran.code == 2 and said in ran.err and not ran.out, ran
