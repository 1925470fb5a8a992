"""Plugins that fail: the message names them, their hook and the decision, repeats it, and the rest works."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import bots

from ..packages import site as site
from ..shell import GAME, moves_on, run

TWO = ("-p", "anna:random", "-p", "bruno:random", "--seed", "3")
NAMED = r"plugin late, hook tile_placed \(late.py:\d+\): ZeroDivisionError"


def test_in_mid_game_the_message_names_plugin_hook_decision_and_command(site: Path) -> None:
    ran = run("play", "harvest", *TWO, "--with", "late", "--save", site / "game.jsonl")
    assert ran.code == 1 and "Traceback" not in ran.err, ran
    assert re.search(rf"the game failed at decision \d+: {NAMED}", ran.err), ran
    [command] = re.findall("to repeat it: (.*)", ran.err)
    again = run(*(word for word in shlex.split(command)[1:] if word != "--debug"))
    assert again.code == 1 and re.search(rf"failed at decision \d+: {NAMED}", again.err), again


def test_a_person_who_meets_it_is_told_as_well(site: Path) -> None:
    rules = tw.load("harvest")
    bot = bots.make("random", rules)
    moves = moves_on(tw.Match(rules, ["bot", "anna"], seed=3, bots={"bot": bot}))
    ran = run(
        "play", "harvest", "-p", "bot:random", "-p", "anna", "--with", "late", "--seed", "3", typed=moves
    )
    assert ran.code == 1 and re.search(NAMED, ran.err) and "Traceback" not in ran.err, ran
    assert "to repeat it: " in ran.err


def test_what_fails_between_moves_is_told_as_well(site: Path) -> None:
    ran = run("play", "harvest", "-p", "anna", "-p", "bot:random", "--with", "blind", "--seed", "3")
    assert ran.code == 1 and "Traceback" not in ran.err, ran
    said = r"failed after decision \d+: plugin blind, hook extend_show \(blind.py:\d+\): ZeroDivisionError: "
    assert re.search(said, ran.err) and "tilewright resume " in ran.err, ran


@pytest.mark.parametrize("workers", ["1", "2"])
def test_simulated_games_that_fail_name_it(site: Path, workers: str) -> None:
    ran = run("simulate", "harvest", "-n", "2", "--with", "late", "--seed", "1", "--workers", workers)
    assert ran.code == 1 and len(re.findall(f"decisions: {NAMED}", ran.err)) == 2, ran
    assert ran.err.count("to repeat it: tilewright resume --debug ") == 2


def test_the_others_are_listed_and_work(site: Path) -> None:
    told = json.loads(run("games", "--json").out)
    assert {"harvest", GAME} <= {game["name"] for game in told["games"]}
    [harvest] = [game for game in told["games"] if game["name"] == "harvest"]
    assert [module["name"] for module in harvest["modules"]] == ["blind", "late", "loud", "storm"]
    [broken] = [one for one in told["broken"] if "hasty" in one["plugin"]]
    assert broken["plugin"] == "module harvest.hasty (tilewright-harvest 1.0)"
    assert broken["error"].endswith("ZeroDivisionError: division by zero (hasty.py:19)")
    ran = run("play", "harvest", *TWO, "--with", "hasty")
    assert ran.code == 3 and "module harvest.hasty (tilewright-harvest 1.0): Zero" in ran.err, ran
    assert run("play", "harvest", *TWO, "--with", "storm", "--save", site / "game.jsonl").code == 0


def test_a_game_without_pictures_of_its_tiles_lists_them(site: Path) -> None:
    assert "pieces in play" in run("show", "harvest", "tiles").out
    for option in ("--svg", "--png"):
        ran = run("show", "harvest", "tiles", option, site / "tiles")
        assert (ran.code, ran.out, (site / "tiles").exists()) == (2, "", False)
        assert ran.err == f"Harvest has no picture of its tiles; leave {option} out for a list\n"
