"""`luck` and `ladder --skill-trace` on the command line: output, the same for any number of workers; mistakes."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.lab.games.frozen_streams import BOTS
from tilewright.core.lab.stats.variance import MEASURES, TOGETHER
from tilewright.core.simulation.games import SimulationPlan
from tilewright.core.simulation.ladder import Ladder
from tilewright.core.simulation.skill_trace import TraceStep, budgets, mean_advantage, skill_trace, steps

from ...cases import cases
from ..shell import GAME, run
from ..test_mistakes import CHEATS

WORDS = ["luck", GAME, "--bots", "random", "--blocks", "4", "--replays", "2", "--seed", "3"]
KEYS = cases(__file__, "keys")


def test_json() -> None:
    told = json.loads(run(*WORDS, "--start", "points+2", "--json").out)
    assert list(told) == [*KEYS, "luck", "shares", "start", "seats"] and told["schema"] == 1
    assert (told["seed"], told["players"], told["blocks"], told["failed"]) == (3, 2, 4, 0)
    assert (
        told["luck"]["seeds"] == 4
        and told["luck"]["games"] == 8
        and sum(told["luck"]["shares"]) == pytest.approx(1)
    )
    streams = ["missions", "start", *(f"supply.{n}" for n in range(4)), BOTS, TOGETHER]
    assert [(one["measure"], one["stream"]) for one in told["shares"]] == [
        (measure, stream) for measure in MEASURES for stream in streams
    ]
    # The third and fourth supply belong to nobody.
    idle = [one for one in told["shares"] if one["stream"] in ("supply.2", "supply.3")]
    assert all(one["first"] in (0, None) or abs(one["first"]) < 1e-9 for one in idle)
    lead, win = told["start"]
    assert lead["name"] == "points" and lead["amount"] == 2 and lead["gain"] == 2 and win["measure"] == "win"


def test_the_summary_for_people() -> None:
    ran = run(*WORDS, "--players", "3")
    assert ran.code == 0 and ran.err == ""
    assert "4 seeds from 3, random, random, random" in ran.out
    for said in cases(__file__, "summary"):
        assert said in ran.out
    assert re.search(r"^streams that changed nothing in these seeds: supply.3$", ran.out, re.MULTILINE)
    shares = ran.out.partition("shares of the variance")[2]
    assert "not told from noise" in shares and not re.search(r"-\d|\[0,", shares), (
        "neither negative nor noise"
    )
    assert "nan" not in ran.out


def test_seats_alone(tmp_path: Path) -> None:
    """Each seed is played once, and seats are counted from the one that begins, as `first_win` of `compare` does."""
    words = ["luck", GAME, "--bots", "random", "--blocks", "9", "--seed", "3", "--seats", "--margin", "0.99"]
    told = json.loads(run(*words, "--json").out)
    assert (told["luck"], told["shares"], told["start"], told["replays"]) == (None, [], [], 1)
    other = ["compare", GAME, "--b", "castle=8", "--bots", "random", "--blocks", "9", "--seed", "3"]
    run(*other, "--metrics", "first_win", "--primary", "first_win", "--out", tmp_path)
    rows = [json.loads(line) for line in (tmp_path / "blocks.jsonl").read_text("utf-8").splitlines()]
    games = [row["arms"]["A"][0] for row in rows]
    begins = sum(game["values"]["first_win"] for game in games) / 9
    first = sum((0 in game["winners"]) / len(game["winners"]) for game in games) / 9
    assert begins != first, "the start player was drawn"
    seats = told["seats"]
    assert seats["gap"]["seats"] == pytest.approx([begins, 1 - begins])
    assert seats["margin"] == 0.99 and seats["verdict"] == "equivalent" and seats["needed"] is None
    said = " ".join(run(*words).out.split())
    assert "equivalent: the seats are equal within 99.0 pp" in said and "entropy" not in said
    assert "So it is not known whether any seat is ahead; 50.0 % would be even." in said.replace(
        "\u202f", " "
    )
    assert said.endswith("Ask them too (--bots learned), and the bots that play like you.")


@pytest.mark.parametrize(("bots", "asked"), [("learned", False), ("hard", False), ("greedy", True)])
def test_bots_that_have_not_learned_the_game_are_not_the_last_word(bots: str, asked: bool) -> None:
    said = run("luck", GAME, "--bots", bots, "--blocks", "2", "--seed", "3", "--seats").out
    assert ("These bots have not learned the game" in said) == asked


def test_without_seats_nothing_is_said_of_learning() -> None:
    whole = run("luck", GAME, "--bots", "random", "--blocks", "2", "--replays", "2", "--seed", "3").out
    assert "These bots have not learned" not in whole


def test_a_bot_that_always_wins_makes_no_seat_better() -> None:
    ran = run(
        "luck", GAME, "--bots", "random,greedy", "--blocks", "4", "--seed", "3", "--seats", "--margin", "0.01"
    )
    assert re.search(r"^seat 1 +50.0 %.*\nseat 2 +50.0 %", ran.out, re.MULTILINE)
    assert re.search(
        r"^not resolved .*\n? *about [\d ]+ blocks would", ran.out.replace("\n  ", " "), re.MULTILINE
    )


def test_a_seed_that_stands_out_can_be_played_again(home: Path) -> None:
    """Of seeds 5 to 8 the third is one; its command plays the very game, under the options that were set."""
    words = f"luck {GAME} --bots random --blocks 4 --replays 2 --seed 5 --set castle=6".split()
    [one] = json.loads(run(*words, "--json").out)["luck"]["outliers"]
    assert one["seed"] == 7 and one["lead"] == 21 and one["distance"] > 3.5
    command = shlex.split(one["command"])
    played = f"tilewright play {GAME} -p player1:random -p player2:random --seed 7 --set castle=6"
    assert command == played.split()
    assert run(*command[1:]).code == 0
    assert "seeds that stand out: 1\n  7: seat 1 leads by +21.0" in run(*words).out


@pytest.mark.parametrize(("words", "said"), cases(__file__, "mistakes"))
def test_mistakes(words: list[str], said: str) -> None:
    ran = run("luck", GAME, *words, "--seed", "1")
    assert ran.code == 2 and said in ran.err and "Traceback" not in ran.err


def test_blocks_that_fail_are_told(home: Path) -> None:
    (home / "mine.py").write_text(CHEATS, "utf-8")
    ran = run("luck", GAME, "--bots", f"{home}/mine.py:Cheat", "--blocks", "2", "--seed", "1", "--json")
    assert ran.code == 1 and "block 0 with seed 1 failed" in ran.err
    told = json.loads(ran.out)
    assert told["failed"] == 2 and told["luck"] is None and told["shares"] == []


def test_compare_tells_seats_and_seeds_of_each_ruleset(tmp_path: Path) -> None:
    """As the games that were kept say: every seed in both seatings, under both rulesets."""
    words = ["compare", GAME, "--b", "castle=8", "--bots", "greedy,random", "--blocks", "5", "--seed", "1"]
    ran = run(*words, "--metrics", "score,margin", "--out", tmp_path / "out", "--json")
    rows = [json.loads(line) for line in (tmp_path / "out" / "blocks.jsonl").read_text("utf-8").splitlines()]
    told = json.loads(ran.out)["luck"]
    assert [(one["variant"], one["seeds"], one["games"]) for one in told] == [("A", 5, 10), ("B", 5, 10)]
    for one in told:
        games = [row["arms"][one["variant"]] for row in rows]
        first = sum((0 in game["winners"]) / len(game["winners"]) for seed in games for game in seed) / 10
        assert one["shares"] == pytest.approx([first, 1 - first])
        leads = [sum(game["scores"][0] - game["scores"][1] for game in seed) / 2 for seed in games]
        assert one["span"] == pytest.approx(max(leads) - min(leads))
        same = sum(seed[0]["winners"] == seed[1]["winners"] for seed in games)
        assert one["entropy"] == pytest.approx(1 - same / 5)


# -- skill trace -----------------------------------------------------------------------------------------------------


def test_budgets_are_halved() -> None:
    assert budgets("search:40") == ["search:5", "search:10", "search:20", "search:40"]
    assert budgets("search:45:1!one-step") == [f"search:{n}:1!one-step" for n in (5, 11, 22, 45)]
    for text in ("greedy", "search:x", "search:9", "./mine.py:Bot"):
        with pytest.raises(UsageError, match="--skill-trace"):
            budgets(text)


def stepping(*wins: float, players: int = 2) -> list[TraceStep]:
    """A beginning, then doublings, ten games each."""
    return [TraceStep("strong", "weak", n > 0, 10, won, players) for n, won in enumerate((5, *wins))]


def test_the_trace_in_one_number() -> None:
    """Two doublings with 9 and 7 of ten: advantages 0.8 and 0.4, the line promises 0 next, the mean is 0.6."""
    assert [step.advantage for step in stepping(9, 7)] == pytest.approx([0, 0.8, 0.4])
    assert mean_advantage(stepping(9, 7)) == pytest.approx(0.6)
    assert skill_trace(stepping(9, 7)) == pytest.approx(0.6)
    # A line through 0.2 and 0.4 promises 0.6: of the rest, 0.4, the mean of 0.3.
    assert skill_trace(stepping(6, 7)) == pytest.approx(0.6 + 0.4 * 0.3)
    assert (
        skill_trace(stepping(10)) == 1 and skill_trace(stepping(2)) == 0 and skill_trace(stepping()) is None
    )
    assert mean_advantage(stepping(2)) == pytest.approx(-0.6) and mean_advantage(stepping()) is None


def test_among_more_seats_an_equal_bot_wins_less() -> None:
    [_, step] = stepping(2.5, players=4)
    assert step.advantage == pytest.approx(0)
    [_, step] = stepping(10, players=4)
    assert step.advantage == 1


def test_wins_of_the_stronger_one_are_counted() -> None:
    """It sat first and won, sat second and lost, sat third and shared the victory."""
    planned = Ladder(
        plan=SimulationPlan(game=GAME), bots=("a", "b"), players=3, seeds=1, only=(("b", "a", "a"),)
    )
    assert planned.seatings == [(0, 0, ("b", "a", "a")), (0, 0, ("a", "a", "b")), (0, 0, ("a", "b", "a"))]
    rows = [
        {"block": 0, "bots": ["b", "a", "a"], "scores": [3, 1, 1], "winners": [0]},
        {"block": 0, "bots": ["a", "b", "a"], "scores": [3, 1, 1], "winners": [0]},
        {"block": 0, "bots": ["a", "a", "b"], "scores": [1, 3, 3], "winners": [1, 2]},
    ]
    [step] = steps(planned, rows)
    assert (step.strong, step.weak, step.games, step.wins, step.doubling) == ("b", "a", 3, 1.5, False)
    assert steps(planned, []) == []


def test_skill_trace_on_the_command_line() -> None:
    words = ["ladder", GAME, "--skill-trace", "search:10:1", "-n", "2", "--seed", "1"]
    told = json.loads(run(*words, "--json").out)
    assert [(one["strong"], one["weak"], one["doubling"]) for one in told["steps"]] == [
        ("search:5:1", "greedy", False),
        ("search:10:1", "search:5:1", True),
    ]
    assert all(one["games"] == 2 for one in told["steps"]) and told["games"] == 4 and "bots" not in told
    assert 0 <= told["skill_trace"] <= 1 and -1 <= told["mean_advantage"] <= 1


@pytest.mark.parametrize("words", [[], ["--bots", "greedy,random", "--skill-trace", "search:10"]])
def test_bots_or_a_trace(words: list[str]) -> None:
    ran = run("ladder", GAME, *words, "--seed", "1")
    assert ran.code == 2 and "--skill-trace BOT:N" in ran.err
