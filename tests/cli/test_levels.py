"""Levels wherever bots are named: reports and records say the level and the bot that played it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.bots import levels

from ..cases import cases
from .shell import GAME, run

EASY, NORMAL = (f"{name}={levels.of(tw.load(GAME))[name]}" for name in ("easy", "normal"))


def test_simulate_and_its_records(home: Path) -> None:
    words = f"simulate {GAME} -n 1 --bots easy,normal!no-contest --seed 1 --out {home}/out".split()
    told = json.loads(run(*words, "--json").out)
    assert [seat["bot"] for seat in told["seats"]] == [EASY, f"{NORMAL}!no-contest"]
    [record] = (home / "out").glob("*.jsonl")
    header = json.loads(record.read_text("utf-8").splitlines()[0])
    assert header["bots"] == {"player1": EASY, "player2": f"{NORMAL}!no-contest"}
    assert "1 game, seed 1" in run(*words).out


def test_ladder() -> None:
    told = json.loads(
        run("ladder", GAME, "--bots", "easy,normal,greedy", "-n", "2", "--seed", "1", "--json").out
    )
    assert [one["bot"] for one in told["bots"]] == [EASY, NORMAL, "greedy"]


def test_tables_call_a_level_by_its_name_and_say_once_what_plays_it() -> None:
    bots = "easy,easy!no-contest,normal=greedy"
    for command in ("ladder", "simulate"):
        words = (command, GAME, "--players", "3", "--bots", bots, "-n", "1", "--seed", "1")
        out = " ".join(run(*words).out.split())
        played = EASY.partition("=")[2]
        assert f"levels: easy is {played}, normal is greedy" in out and EASY not in out, out
        assert "easy!no-contest " in out
    both = run("simulate", GAME, "--bots", "easy=greedy,easy=random", "-n", "1", "--seed", "1").out
    assert "easy=greedy" in both and "easy=random" in both and "levels:" not in both


def test_names_of_bots_are_understood_in_any_case() -> None:
    words = f"simulate {GAME} -n 1 --seed 1 --bots greedy!no-contest,Easy!one-step,GREEDY --json".split()
    seats = json.loads(run(*words).out)["seats"]
    assert [seat["bot"] for seat in seats] == ["greedy!no-contest", f"{EASY}!one-step", "greedy"]
    ran = run("play", GAME, "-p", "anna:Greedy", "-p", "bruno:Normal", "--seed", "1")
    assert ran.code == 0 and "anna (greedy), bruno (normal)" in ran.out, ran


def test_compare(home: Path) -> None:
    pytest.importorskip("scipy")
    ran = run(
        *("compare", GAME, "--b", "castle=8", "--bots", "easy,random", "--blocks", "2", "--seed", "1"),
        *("--out", home / "found", "--yes"),
    )
    assert ran.code == 0, ran
    plan = next((home / "found").glob("plan*"))
    assert EASY in plan.read_text("utf-8")


def test_luck() -> None:
    pytest.importorskip("scipy")
    ran = run("luck", GAME, "--bots", "easy", "--blocks", "2", "--seed", "1", "--json")
    assert json.loads(ran.out)["bots"] == [EASY, EASY]


@pytest.mark.parametrize(("word", "said"), cases(__file__, "a_player_that_is_none"))
def test_a_player_that_is_none(word: str, said: str) -> None:
    ran = run("play", GAME, "-p", word, "-p", "bruno")
    assert ran.code == 2 and said in ran.err and not ran.out, ran
