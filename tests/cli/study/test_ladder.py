"""`ladder`: ratings with intervals, the same for any number of workers, and clear messages for mistakes."""

from __future__ import annotations

import json
from math import log10
from pathlib import Path

import pytest

from ...cases import cases
from ..shell import GAME, run
from ..test_mistakes import CHEATS

KEYS = ["schema", "game", "options", "option_hash", "seed", "players", "games", "seconds"]
KEYS += ["bots", "pairs", "fit", "results"]
FIGURES = ["bot", "games", "wins", "win_share", "win_interval", "mean_score"]
FIGURES += ["rating", "rating_interval", "rating_mark", "ms_per_decision"]


def test_json() -> None:
    words = f"ladder {GAME} --bots greedy,random,greedy!no-contest,no-tile=food -n 3 --seed 5".split()
    ran = run(*words, "--json")
    assert ran.code == 0, ran
    told = json.loads(ran.out)
    assert list(told) == KEYS and [list(one) for one in told["bots"]] == [FIGURES] * 3
    assert [one["bot"] for one in told["bots"]] == ["greedy", "random", "greedy!no-contest,no-tile=food"]
    assert told["games"] == len(told["results"]) == 3 * 2 * 2  # three pairs, two rotations, two seeds
    assert sum(one["wins"] for one in told["bots"]) == pytest.approx(12)
    assert told["bots"][0]["rating"] == 0 > told["bots"][1]["rating"]
    assert {row["seed"] for row in told["results"]} == {5, 6}
    assert [row["bots"] for row in told["results"][:2]] == [["greedy", "random"], ["random", "greedy"]]


@pytest.mark.parametrize("games", ["2", "20"])
def test_a_rating_without_a_bound_says_so(games: str) -> None:
    """greedy wins every game, so that it may be stronger by any amount; its lower end is that of its share of wins."""
    words = ["ladder", GAME, "--bots", "random,greedy", "-n", games, "--players", "2", "--seed", "1"]
    first, won = json.loads(run(*words, "--json").out)["bots"]
    assert (first["rating_interval"], first["rating_mark"]) == ([None, None], "reference")
    assert won["win_share"] == 1 and won["rating_mark"] == "not bounded above"
    low, high = won["rating_interval"]
    share = won["win_interval"][0]
    assert high is None and low < won["rating"] and low <= 400 * log10(share / (1 - share)) + 1
    text = run(*words).out
    assert f"{low:.0f} to open" in text and "open: not bounded" in text and "reference" in text


CIRCLE: str = cases(__file__, "circle")


def test_pairs_that_ratings_do_not_describe_are_named(home: Path) -> None:
    """Each bot plays badly against one of the others, so that they beat each other in a circle."""
    (home / "mine.py").write_text(CIRCLE)
    bots = ",".join(f"{home}/mine.py:{name}" for name in ("One", "Two", "Three"))
    words = ["ladder", GAME, "--bots", bots, "-n", "4", "--players", "2", "--seed", "1"]
    told = json.loads(run(*words, "--json").out)
    assert [one["rating"] for one in told["bots"]] == [0, 0, 0]
    found = [(one["games"], one["wins"], one["share"], one["by_ratings"]) for one in told["pairs"]]
    assert found == [(4, 4, 1, 0.5), (4, 0, 0, 0.5), (4, 4, 1, 0.5)]
    fit = told["fit"]
    assert (fit["statistic"], fit["degrees"]) == (12, 1) and fit["p"] < 0.05
    assert "do not describe who beats whom" in fit["sentence"]
    text = run(*words).out
    assert fit["sentence"].split(":")[0] in " ".join(text.split()) and "by ratings" in text


def test_the_summary_for_people() -> None:
    ran = run("ladder", GAME, "--bots", "random,greedy", "-n", "4", "--seed", "1", "--players", "3")
    assert ran.code == 0 and ran.err == ""
    lines = ran.out.splitlines()
    assert "12 games of 3 players" in lines[0] and "seeds 1 to 2" in lines[0]
    assert lines[3].startswith("greedy") and lines[4].startswith("random")  # the best first
    assert "random is the reference (0)" in lines[-1]


def test_long_names_fit_the_terminal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = home / "a folder of bots with a name"
    folder.mkdir()
    choose = "def choose(self, view, stream): return view.legal()[0]"
    text = f"class First:\n    def __init__(self, rules): ...\n    {choose}\n"
    for name in ("mine.py", f"{'m' * 80}.py"):
        (folder / name).write_text(text)
    monkeypatch.chdir(folder)
    bots = f"random,./mine.py:First!no-tile=food,./{'m' * 80}.py:First"
    for words in (("ladder", GAME, "--bots", bots, "-n", "1"), ("simulate", GAME, "-n", "1", "--bots", bots)):
        lines = run(*words, "--seed", "1").out.splitlines()
        assert max(map(len, lines)) <= 80, lines
        mine = next(n for n, line in enumerate(lines) if line.endswith("mine.py:First!no-tile=food"))
        assert str(home) not in lines[mine] and " to " in lines[mine + 1]  # its figures are below
        assert any(line.startswith("...mmm") and line.endswith("m.py:First") for line in lines)


@pytest.mark.parametrize(("bots", "said"), cases(__file__, "bad_bots_are_refused"))
def test_bad_bots_are_refused(bots: str, said: str) -> None:
    ran = run("ladder", GAME, "--bots", bots, "-n", "2")
    assert ran.code == 2 and said in ran.err and "Traceback" not in ran.err
    assert "repeats it" not in ran.err  # nothing has been played


def test_too_many_players_are_refused() -> None:
    ran = run("ladder", GAME, "--bots", "greedy,random", "-n", "2", "--seed", "1", "--players", "9")
    assert ran.code == 2 and "2 to 4 players" in ran.err


def test_games_that_fail_are_told(home: Path) -> None:
    (home / "mine.py").write_text(CHEATS, "utf-8")
    ran = run("ladder", GAME, "--bots", f"{home}/mine.py:Cheat,random", "-n", "2", "--seed", "1", "--json")
    assert ran.code == 1 and "failed after" in ran.err
    told = json.loads(ran.out)
    assert all("error" in row for row in told["results"]) and told["bots"] == []


def test_simulate_takes_restrictions() -> None:
    bots = "greedy!no-tile=food,no-contest,random"
    ran = run("simulate", GAME, "-n", "1", "--seed", "1", "--bots", bots, "--json")
    assert ran.code == 0, ran
    seats = json.loads(ran.out)["seats"]
    assert [seat["bot"] for seat in seats] == ["greedy!no-tile=food,no-contest", "random"]


def test_restrictions_are_listed() -> None:
    told = json.loads(run("games", "--json").out)
    # Other tests register games of outsiders, which need no such restrictions.
    own = [game for game in told["games"] if game["name"] in ("glenmore", "isleofskye", "rebirth")]
    assert len(own) == 3
    for game in own:
        forms = [one["restriction"] for one in game["restrictions"]]
        assert {"one-step", "no-contest", "no-tile=KIND"} <= set(forms)
        assert all(one["doc"] for one in game["restrictions"])
    assert "!no-contest" in run("games", GAME).out
