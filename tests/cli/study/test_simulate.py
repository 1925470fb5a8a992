"""`simulate`: one object, the same results for any number of workers, failures kept and repeatable."""

from __future__ import annotations

import json
import re
import shlex
from itertools import product
from math import comb
from pathlib import Path

import pytest

from tilewright.core.cli.study.simulate import _summary
from tilewright.core.rules.teams import sides
from tilewright.core.simulation.wilson import by_block, wilson

from ...cases import cases
from ..shell import GAME, run
from ..test_mistakes import CHEATS

KEYS = [
    *("schema", "game", "options", "option_hash", "seed", "games", "seconds", "games_per_second"),
    *("seats", "results"),
]


def test_json_has_exactly_the_promised_keys() -> None:
    ran = run("simulate", GAME, "-n", "3", "--players", "3", "--seed", "5", "--json")
    assert ran.code == 0, ran
    told = json.loads(ran.out)
    assert list(told) == KEYS
    assert (
        told["schema"] == 1
        and told["game"] == GAME
        and told["seed"] == 5
        and told["games"] == 3
        and len(told["seats"]) == 3
    )
    for n, row in enumerate(told["results"]):
        assert list(row) == ["seed", "scores", "winners", "turns", "decisions", "digest"]
        assert row["seed"] == 5 + n and len(row["scores"]) == 3
        assert row["turns"] == row["decisions"] == 102


def test_records_of_every_game(home: Path) -> None:
    ran = run("simulate", GAME, "-n", "2", "--seed", "5", "--out", home / "out", "--json")
    plain = run("simulate", GAME, "-n", "2", "--seed", "5", "--json")
    assert json.loads(ran.out)["results"] == json.loads(plain.out)["results"]
    for n in (5, 6):
        assert run("replay", home / "out" / f"{GAME}-{n}.jsonl", "--verify").code == 0


def test_what_a_killed_run_has_left_unfinished_is_gone_after_the_next(home: Path) -> None:
    (home / "out").mkdir()
    (home / "out" / f".{GAME}-5.jsonl.0123abcd.new").write_text("{")
    assert run("simulate", GAME, "-n", "1", "--seed", "5", "--out", home / "out").code == 0
    assert sorted(one.name for one in (home / "out").iterdir()) == [f"{GAME}-5.jsonl", "run"]


@pytest.mark.parametrize("kind", ["Late", "Cheat"])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_failed_games_are_kept(home: Path, kind: str, workers: str) -> None:
    (home / "mine.py").write_text(CHEATS, "utf-8")
    bots = f"{home}/mine.py:{kind},random"
    ran = run("simulate", GAME, "-n", "3", "--seed", "1", "--bots", bots, "--json", "--workers", workers)
    assert ran.code == 1
    rows = json.loads(ran.out)["results"]
    assert [row["seed"] for row in rows] == [1, 2, 3]
    for row in rows:
        assert row["error"] and Path(row["record"]).is_file()
        assert f"tilewright resume --debug {row['record']} -p player1:{home}/mine.py:{kind}\n" in ran.err
    assert run("resume", rows[0]["record"]).code == 3
    [command, *_] = re.findall("to repeat it: tilewright (.*)", ran.err)
    again = run(*shlex.split(command))
    assert again.code == 1 and re.search("failed at decision|was refused", again.err), again


def test_from_a_position(played: Path, home: Path) -> None:
    ran = run("simulate", GAME, "-n", "2", "--seed", "1", "--from", f"{played}@20", "--json")
    assert ran.code == 0, ran
    told = json.loads(ran.out)
    assert [seat["name"] for seat in told["seats"]] == ["anna", "bruno"]
    assert {row["decisions"] for row in told["results"]} == {48}
    # What seats hold stays; the piles are drawn anew under each seed.
    assert told["results"][0]["digest"] != told["results"][1]["digest"]
    scene = home / "scene.yaml"
    scene.write_text(run("scene", "export", played, "--at", "20").out, "utf-8")
    same = json.loads(run("simulate", GAME, "-n", "2", "--seed", "1", "--from", scene, "--json").out)
    assert same["results"] == told["results"]
    more = json.loads(
        run("simulate", GAME, "-n", "2", "--seed", "1", "--from", scene, "--set", "castle=50", "--json").out
    )
    assert more["options"]["castle"] == 50 and more["option_hash"] != told["option_hash"]
    assert [sum(row["scores"]) for row in more["results"]] > [sum(row["scores"]) for row in told["results"]]


def test_the_summary_for_people() -> None:
    ran = run("simulate", GAME, "-n", "4", "--seed", "1", "--bots", "greedy,random")
    assert ran.code == 0
    assert "games per second" in ran.out and "95 % interval" in ran.out and "mean score" in ran.out
    assert ran.err == ""


@pytest.mark.parametrize(("shared", "said"), cases(__file__, "shared_victories"))
def test_shared_victories(shared: int, said: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"turns": 3, "decisions": 4, "scores": [5, 5]}
    rows = [row | {"winners": [0, 1]}] * shared + [row | {"winners": [0]}]
    seats = [{"name": name, "bot": "random"} for name in ("anna", "bruno")]
    report = {"game": GAME, "seed": 1, "option_hash": "0", "games_per_second": 1.0, "seconds": 1.0}
    _summary(report | {"results": rows, "seats": seats}, 1, sides(None, 2, losable=False))
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == said if said else "shared" not in last


def test_wilson() -> None:
    """Known values (Newcombe 1998, table I, method 4); and the chance that it holds, summed over all results."""
    assert wilson(0, 20) == pytest.approx((0.0, 0.2005), abs=6e-5)
    assert wilson(15, 148) == pytest.approx((0.0598, 0.1644), abs=6e-5)
    for games, percent in product((1, 2, 3, 5, 10), range(1, 100, 3)):
        p = percent / 100
        chances = [comb(games, won) * p**won * (1 - p) ** (games - won) for won in range(games + 1)]
        held = [
            chance
            for won, chance in enumerate(chances)
            if wilson(won, games)[0] <= p <= wilson(won, games)[1]
        ]
        assert sum(held) > 0.945, (games, p)


def newcombe(share: float, games: float) -> tuple[float, float]:
    """Newcombe 1998, method 4, as printed there."""
    z = 1.959964
    ends = []
    for sign in (-1, 1):
        root = z * z + sign * 2 - 1 / games + 4 * share * (games * (1 - share) - sign)
        ends.append((2 * games * share + z * z + sign * (1 + z * root**0.5)) / (2 * (games + z * z)))
    return ends[0], ends[1]


def test_wins_of_games_with_the_same_luck() -> None:
    """Three games of a block that end alike say as much as one; games that balance each other, as so many games."""
    assert by_block([(3.0, 3)] * 16 + [(0.0, 3)] * 24) == pytest.approx(newcombe(0.4, 40), abs=1e-6)
    assert by_block([(1.0, 2)] * 40) == pytest.approx(newcombe(0.5, 80), abs=1e-6)
    assert by_block([(2.0, 3)]) == pytest.approx((newcombe(2 / 3, 1)[0], 1), abs=1e-6)
