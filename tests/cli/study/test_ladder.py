"""`ladder`: ratings with intervals, the same for any number of workers, and clear messages for mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..shell import GAME, run
from ..test_mistakes import CHEATS

KEYS = ["schema", "game", "options", "option_hash", "seed", "players", "games", "seconds", "bots", "results"]
FIGURES = ["bot", "games", "wins", "win_share", "win_interval", "mean_score"]
FIGURES += ["rating", "rating_interval", "ms_per_decision"]


def test_json() -> None:
    words = [
        "ladder",
        GAME,
        "--bots",
        "greedy,random,greedy!no-contest,no-tile=food",
        "-n",
        "3",
        "--seed",
        "5",
    ]
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


def test_the_same_results_for_any_number_of_workers() -> None:
    words = ["ladder", GAME, "--bots", "greedy,random", "-n", "4", "--seed", "5", "--json"]
    one, two = (json.loads(run(*words, "--workers", n).out) for n in ("1", "2"))
    for told in (one, two):
        del told["seconds"]
        for bot in told["bots"]:
            del bot["ms_per_decision"]
    assert one == two


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
        [mine] = (n for n, line in enumerate(lines) if line.endswith("mine.py:First!no-tile=food"))
        assert str(home) not in lines[mine] and " to " in lines[mine + 1]  # its figures are below
        assert any(line.startswith("...mmm") and line.endswith("m.py:First") for line in lines)


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("greedy", "two bots or more"),
        ("greedy,greedy", "greedy is named twice"),
        ("greedy,radnom", "did you mean 'random'"),
        ("greedy,search:none", "is not a number of iterations"),
        ("greedy,greedy!no-contes", "did you mean 'no-contest'"),
        ("greedy,greedy!no-tile=fod", "did you mean 'food'"),
    ],
)
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
    ran = run(
        "simulate",
        GAME,
        "-n",
        "1",
        "--seed",
        "1",
        "--bots",
        "greedy!no-tile=food,no-contest,random",
        "--json",
    )
    assert ran.code == 0, ran
    assert [seat["bot"] for seat in json.loads(ran.out)["seats"]] == [
        "greedy!no-tile=food,no-contest",
        "random",
    ]


def test_restrictions_are_listed() -> None:
    told = json.loads(run("games", "--json").out)
    for game in told["games"]:
        forms = [one["restriction"] for one in game["restrictions"]]
        assert {"one-step", "no-contest", "no-tile=KIND"} <= set(forms)
        assert all(one["doc"] for one in game["restrictions"])
    assert "!no-contest" in run("games", GAME).out
