"""Players adapted to a rule: who plays which arm, equal training, what is kept and checked, and what may be claimed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import attrs
import numpy as np
import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.errors import UsageError
from tilewright.core.bots import learned_file
from tilewright.core.bots.learned_moves import Lookahead
from tilewright.core.cli.study.compare import without
from tilewright.core.lab.games import block, code_digests
from tilewright.core.lab.study import relearning
from tilewright.core.lab.study.adaptation import mixed, seeds
from tilewright.core.lab.study.planning import made_of
from tilewright.core.lab.study.relearning import claim
from tilewright.core.lab.study.request import once
from tilewright.core.lab.study.requests import ComparisonRequest
from tilewright.core.training import adapt, pace
from tilewright.core.training.budget import Budget
from tilewright.core.training.journal import Journal

from ..cases import cases
from ..cli.shell import run
from .adapting import ASKED, CHANGE, GAME, TINY, plan, school, taught, written


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which trained players are kept in this test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "tilewright" / "learned"


# -- who plays -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(3))
def test_each_arm_is_played_by_its_players(number: int, tmp_path: Path) -> None:
    """Blocks are dealt between two trainings of each ruleset: block 2 is played by those of block 0."""
    made = plan(tmp_path, trainings=2)
    one, two = Lookahead(), Lookahead(candidates=2)
    three, four = Lookahead(candidates=3), Lookahead(candidates=4)
    written(made, {"A (1 of 2)": one, "B (1 of 2)": two, "A (2 of 2)": three, "B (2 of 2)": four})
    assert made.adaptation is not None
    a, b = (f"learned:{made.adaptation.files[name][number % 2]}" for name in "AB")
    printed, changed = tw.load(GAME), tw.load(GAME, options={"castle": 0})
    who = {
        "A": (printed, {"learned": a}),
        "B shock": (changed, {"learned": f"{a}:unaware"}),
        "B adapted": (changed, {"learned": b}),
        "B duel": (changed, {"adapted": b, "printed": f"{a}:unaware"}),
        "B control": (printed, {"adapted": f"{b}:unaware", "printed": a}),
    }
    [row] = block.rows(made.work(str(tmp_path)), number, 1)
    assert {name: len(games) for name, games in row["arms"].items()} == {
        "A": 1, "B shock": 1, "B adapted": 1, "B duel": 2, "B control": 2,
    }  # fmt: skip
    for name, games in row["arms"].items():
        rules, texts = who[name]
        for game in games:
            seated = {
                player: bots.make(texts[bot], rules)
                for player, bot in zip(game["players"], game["bots"], strict=True)
            }
            match = tw.Match(rules, [*seated], seed=row["seed"], bots=seated)
            match.play_bots()
            assert match.state.digest() == game["digest"], name
    for name in ("B duel", "B control"):
        seats = {(player, bot) for game in row["arms"][name] for player, bot in enumerate(game["bots"])}
        assert seats == {(seat, bot) for seat in (0, 1) for bot in ("adapted", "printed")}
    assert row["arms"]["B shock"][0]["digest"] != row["arms"]["B adapted"][0]["digest"]


def test_others_of_a_cast_stay_as_they_are(tmp_path: Path) -> None:
    made = plan(tmp_path, bots="learned!one-step,greedy")
    assert made.casts == (("learned!one-step", "greedy"),)
    [texts] = made.texts("B shock")
    assert [*texts] == ["learned!one-step"]
    assert texts["learned!one-step"].endswith(".yaml:unaware!one-step")


def test_errors_and_restrictions_hold_in_duels_too(tmp_path: Path) -> None:
    """Two casts, so two duels in turn: of players that err and lack a move, and of those that are free."""
    made = plan(tmp_path, bots="learned~1!one-step,greedy;learned,greedy")
    written(made, {"A": Lookahead(), "B": Lookahead(candidates=2)})
    assert made.adaptation is not None
    a, b = (f"learned:{made.adaptation.files[name][0]}" for name in "AB")
    rules = tw.load(GAME, options={"castle": 0})
    rows = block.rows(made.work(str(tmp_path)), 0, 2)
    for row, more in zip(rows, ("~1!one-step", ""), strict=True):
        texts = {f"adapted{more}": f"{b}{more}", f"printed{more}": f"{a}:unaware{more}"}
        assert len(row["arms"]["B duel"]) == 2
        for game in row["arms"]["B duel"]:
            assert {*game["bots"]} == {*texts}
            seated = {
                player: bots.make(texts[bot], rules)
                for player, bot in zip(game["players"], game["bots"], strict=True)
            }
            match = tw.Match(rules, [*seated], seed=row["seed"], bots=seated)
            match.play_bots()
            assert match.state.digest() == game["digest"]
    duels = made.stated()["duels"]
    assert duels["B duel"] == [["adapted~1!one-step", "printed~1!one-step"], ["adapted", "printed"]]
    for cast in duels["B duel"]:
        lost = [{"bots": cast, "winners": [1]}]
        assert relearning.shares([{"arms": {"duel": lost}}], "duel") == pytest.approx(0)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_equally_good_players_are_even_at_any_number_of_seats(players: int) -> None:
    """If every seat wins as often, the share of the adapted is 0.5, block by block."""
    casts = mixed((("learned",) * players,))
    for cast in casts:
        games = [{"bots": cast, "winners": [seat]} for seat in range(players)]
        assert relearning.shares([{"arms": {"duel": games}}], "duel") == pytest.approx(0.5)
    held = sum(cast.count("adapted") / players for cast in casts) / len(casts)
    assert held == pytest.approx(0.5)
    pair = ["adapted", "printed"]
    lost = [{"bots": pair, "winners": [1]}, {"bots": pair, "winners": [0, 1]}]
    assert relearning.shares([{"arms": {"duel": lost}}], "duel") == pytest.approx(0.25)
    assert np.isnan(relearning.shares([{"arms": {"duel": [{"error": "no"}]}}], "duel")).all()


# -- what is claimed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("duel", "control", "edge", "each", "said"),
    cases(__file__, "nothing_is_claimed_that_the_control_does_not_allow"),
)
def test_nothing_is_claimed_that_the_control_does_not_allow(
    duel: tuple[float, float, float],
    control: tuple[float, float, float],
    edge: tuple[float, float, float],
    each: list[tuple[float, float]],
    said: str,
) -> None:
    one, other, apart = (
        relearning.VictoryShare(share=share, low=low, high=high, games=2)
        for share, low, high in (duel, control, edge)
    )
    alone = [relearning.TrainingShare(duel=duel, control=control) for duel, control in each]
    assert claim(one, other, apart, alone) == said


def test_blocks_of_all_casts_come_to_each_training(tmp_path: Path) -> None:
    """Two casts, and two duels of three players in turn: a training plays two blocks in a row."""
    made = plan(tmp_path, trainings=2, players=3, bots="learned;learned,learned,greedy")
    assert [made.training(block) for block in range(8)] == [0, 0, 1, 1, 0, 0, 1, 1]
    assert made.work("").turn == 2


# -- training --------------------------------------------------------------------------------------------------------


def test_equal_training_is_kept_and_found_again(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("compare", GAME, "--b", CHANGE, "--adapt-budget", TINY, "--blocks", "2", "--seed", "7")
    usual = [*words, "--metrics", "score", "--primary", "score", "--trainings", "2"]
    ran = run(*usual, "--out", tmp_path / "one", "--json")
    assert ran.code == 0, ran
    told = json.loads(ran.out)
    files = sorted((tmp_path / "one" / "trained").iterdir())
    learned = [learned_file.read(file) for file in files]
    assert len(learned) == 4 and len({one.ruleset.hash for one in learned}) == 2
    assert {(one.players["2"].seed, one.players["2"].budget) for one in learned} == {
        (seed, TINY) for seed in seeds(7, 2)
    }
    [found] = told["relearned"]
    assert found["claim"] == "alike"  # so few games teach nobody anything
    assert found["control"]["games"] == found["duel"]["games"] == 4
    assert told["plan"]["trained"] == {
        name: [one["file"].removesuffix(".yaml") for one in told["pupils"] if one["ruleset"] == name]
        for name in "AB"
    }
    assert "--trainings 2" in told["command"] and "the control" not in ran.err

    again = run(*usual, "--out", tmp_path / "one", "--json")
    assert "all players are trained" in again.err and "continuing after the 2 blocks" in again.err
    assert json.loads(again.out)["relearned"] == told["relearned"]
    monkeypatch.chdir(tmp_path)
    other = run(*usual, "--out", "two")
    assert "all players are trained" in other.err, "they are fetched from the cache"
    assert (tmp_path / "two" / "blocks.jsonl").read_bytes() == (
        tmp_path / "one" / "blocks.jsonl"
    ).read_bytes()
    assert "What players have to relearn" in other.out and "tells the two apart" in " ".join(
        other.out.split()
    )
    page = (tmp_path / "two" / "report.html").read_text("utf-8")
    assert "learned:two/trained/" in page and str(tmp_path) not in page, "a report can be given away"
    assert not list(kept.glob("*.jsonl")), "the journals are done with"

    changed = [word.replace(TINY, "0x0,0x0,1,4") for word in usual]
    refused = run(*changed, "--out", tmp_path / "one")
    assert refused.code == 2 and 'adapt was "0x0,0x0,1,2", now "0x0,0x0,1,4"' in refused.err


@pytest.mark.parametrize("how", ["other rules", "other budget", "damaged", "cut off", "bad weight"])
def test_what_was_kept_is_checked_before_it_is_used(how: str, tmp_path: Path, kept: Path) -> None:
    made = plan(kept)
    written(made, {"A": Lookahead(), "B": Lookahead()})
    assert made.adaptation is not None and not adapt.missing(made, school(kept, []))
    a, b = (Path(made.adaptation.files[name][0]) for name in "AB")
    right = a.read_text("utf-8")
    wrong = {
        "other rules": b.read_text("utf-8"),
        "other budget": right.replace(TINY, "0x0,0x0,1,9"),
        "damaged": right[: len(right) // 2],
        "cut off": right[: right.index("    results:")],
        "bad weight": right.replace("    budget:", "    weights: {castle: 1000000.0}\n    budget:"),
    }[how]
    a.write_text(wrong, "utf-8")
    told: list[str] = []
    missing = adapt.missing(made, school(kept, told))
    assert wrong != right and [lot.name for lot in missing] == ["A"]
    assert told[0].startswith(f"{a} is not used: ")


def test_a_killed_training_goes_on(tmp_path: Path, kept: Path) -> None:
    budget = "0x0,0x0,1,4"
    made = plan(tmp_path, budget)
    told: list[str] = []
    stopped = school(kept, told, stop=6)
    with pytest.raises(KeyboardInterrupt):
        adapt.teach(made, adapt.missing(made, stopped), stopped)
    assert len(list(kept.glob("*.jsonl"))) == 1
    first = len(told)
    then = taught(made, kept)
    assert made.adaptation is not None
    elsewhere = plan(tmp_path / "other", budget)
    whole = taught(elsewhere, tmp_path / "kept")
    assert sum(line.endswith(" played") for line in then) < sum(line.endswith(" played") for line in whole)
    assert elsewhere.adaptation is not None and first
    for name in "AB":
        one, other = (Path(each.adaptation.files[name][0]) for each in (made, elsewhere) if each.adaptation)
        assert one.name == other.name and one.read_bytes() == other.read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="the system has no such locks")
def test_who_trains_the_same_at_the_same_time_is_told_to_wait(tmp_path: Path, kept: Path) -> None:
    """Wherever the two write their runs: what is trained is kept in one place."""
    made = plan(tmp_path / "one")
    lot = next(adapt._lots(made))
    kept.mkdir(parents=True)
    what = {"file": lot.file.stem, "tilewright": tw.__version__}
    journal = Journal(kept / lot.file.with_suffix(".jsonl").name, what, print)
    words = ("compare", GAME, "--b", CHANGE, "--adapt-budget", TINY, "--blocks", "2", "--seed", "7")
    usual = [
        *words,
        "--metrics",
        "score",
        "--primary",
        "score",
        "--out",
        str(tmp_path / "two"),
        "--trainings",
        "1",
    ]
    refused = run(*usual)
    said = " ".join(refused.err.split())
    assert refused.code == 2 and "is training the same players for A" in said, refused
    assert "wait until it is done and repeat this command" in said and "Traceback" not in said
    journal.close()
    assert run(*usual).code == 0


def test_the_name_of_a_file_depends_on_what_decides_the_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tw.load(GAME)
    names = {
        adapt.digest(rules, 2, TINY, 7),
        adapt.digest(rules, 3, TINY, 7),
        adapt.digest(rules, 2, "0x0,0x0,1,4", 7),
        adapt.digest(rules, 2, TINY, 8),
        adapt.digest(tw.load(GAME, options={"castle": 0}), 2, TINY, 7),
    }
    monkeypatch.setattr(code_digests, "ours", lambda: "other code")
    assert len(names | {adapt.digest(rules, 2, TINY, 7)}) == 6


def test_minutes_come_to_one_budget(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "ENOUGH", 0.1)
    made = made_of(attrs.evolve(ASKED, adapt_budget=None, adapt=0.1), 7)
    first = adapt.budget(made, 0.1, school(kept, []))
    assert first.checks and Budget.read(str(first)) == first
    monkeypatch.setattr(adapt, "measured", lambda *given: pytest.fail("the pace is known"))
    assert adapt.budget(made, 0.1, school(kept, [])) == first


# -- refused ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--b", CHANGE, "--sequential", "--adapt"), "--adapt plays each with two kinds of players"),
        (("--adapt", "--b", "game=glenmore"), "players of rebirth cannot play glenmore of variant B"),
        (("--b", CHANGE, "--adapt", "--trainings", "0"), "greater than or equal to 1"),
        (("--b", CHANGE, "--trainings", "3"), "nobody is trained without --adapt MINUTES"),
        (("--b", CHANGE, "--adapt", "--blocks", "3"), "6 trainings of each ruleset need at least 6 blocks"),
        (("--b", CHANGE, "--adapt", "--bots", "greedy"), "no bot in the cast greedy learns"),
        (("--b", CHANGE, "--adapt=1", "--bots", "learned:x.yaml,learned"), "write learned instead of"),
        (("--b", "", "--adapt", "1"), "there is nothing to learn anew"),
        (("--b", CHANGE, "--adapt", "0"), "--adapt 0: write the minutes of training"),
        (("--b", CHANGE, "--adapt-budget", "much"), "--adapt-budget much: write GENERATIONSxGAMES"),
        (("--b", CHANGE, "--adapt", "--adapt-budget", TINY), f"--adapt 5 and --adapt-budget {TINY} both say"),
        (("--b", CHANGE, "--adapt", "long"), "the minutes of --adapt are a number, such as 5"),
        (("--b", CHANGE, "--adapt=long"), "'long' is not a number of minutes; write one such as 5"),
        (("--variant", f"x:{CHANGE}", "--variant", "x shock:port=2", "--adapt-budget", TINY), "taken"),
    ],
)
def test_what_makes_no_sense_is_refused(words: tuple[str, ...], said: str, kept: Path) -> None:
    ran = run("compare", GAME, *words, "--seed", "1")
    assert ran.code == 2 and said in " ".join(ran.err.split()), ran
    assert not list(kept.glob("*.yaml"))


def test_a_budget_takes_the_place_of_minutes_where_a_run_is_repeated() -> None:
    words = ["compare", GAME, "--adapt", "--b", CHANGE, "--adapt", "2.5", "--blocks", "5", "--adapt=3"]
    assert without(words) == ["compare", GAME, "--b", CHANGE, "--blocks", "5"]
    budget, minutes = ComparisonRequest(adapt_budget=TINY), ComparisonRequest(adapt=5)
    both = attrs.evolve(budget, adapt=5)
    once(budget, both)  # the minutes are those of a plan file
    for said in (both, minutes, ComparisonRequest()):
        with pytest.raises(UsageError, match="both say how long"):
            once(said, both)


def test_a_factorial_run_asks_the_learned_game(tmp_path: Path) -> None:
    made = plan(tmp_path, b=None, factorial=[CHANGE, "port=2"])
    assert made.factors is not None and len(made.names) == 7
    assert {*made.factors} == {"A", *(name for name in made.names if name.endswith(" adapted"))}
