"""What a program does wrong costs it the game, and nothing else: the others play on, and the next game begins anew."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.errors import PluginError, UsageError
from tilewright.core.bots import program
from tilewright.core.lab.games import block
from tilewright.core.lab.games.variants import Variant
from tilewright.core.play import replay
from tilewright.core.play.lifecycle import placed_last
from tilewright.core.play.match import Match
from tilewright.core.record import format
from tilewright.core.rules.teams import sides
from tilewright.core.simulation import games as simulate
from tilewright.core.simulation import ladder

from ..cases import cases
from .programs import LOOP

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the programs of these tests need a Unix system")
GAME = "rebirth"
SPEAKS = LOOP + cases(__file__, "speaks")


@pytest.fixture
def planted(tmp_path: Path) -> Any:
    """Return the text of a bot that does this at its third decision."""

    def text(fault: str, name: str = "planted", settings: str = ":seconds=0.5", more: str = "") -> str:
        path = tmp_path / f"{name}.py"
        path.write_text(SPEAKS.replace("FAULT", f"def fault(m):\n    {fault or 'pass'}\n{more}"))
        return f"exec:python3 -IS {shlex.quote(str(path))}{settings}"

    return text


FAULTS = cases(__file__, "faults")


def plan(*texts: str, **more: Any) -> simulate.SimulationPlan:
    return attrs.evolve(simulate.SimulationPlan.of(tw.load(GAME)), bots=texts, **more)


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_costs_the_game_and_nothing_else(kind: str, planted: Any) -> None:
    fault, said = FAULTS[kind]
    settings = ":seconds=20:memory=64" if kind == "memory" else ":seconds=0.5"
    rows = list(simulate.run(plan(planted(fault, settings=settings), "random", games=2, seed=5)))
    for row in rows:
        [lost] = row["forfeits"]
        assert (lost["seat"], lost["decision"], lost["kind"]) == (0, 3, kind)
        assert said in lost["why"]
        assert row["winners"] == [1] and "error" not in row and row["decisions"] > 20


def test_workers_change_nothing(planted: Any) -> None:
    """The random bot goes on after a forfeit: what it plays follows from the seed alone."""
    text = planted("sys.exit(4)", settings=":at=9")
    one, two = (list(simulate.run(plan(text, text, games=2, seed=1), workers)) for workers in (1, 2))
    assert one == two
    assert all(len(row["forfeits"]) == 2 for row in one)


def test_the_last_to_forfeit_wins_if_all_do(planted: Any) -> None:
    soon, late = planted("sys.exit(1)", "soon", ":at=2"), planted("sys.exit(1)", "late", ":at=9")
    [row] = simulate.run(plan(soon, late, soon, seed=1))
    assert [lost["seat"] for lost in row["forfeits"]][-1] == 1
    assert row["winners"] == [1]


ALONE = sides(None, 3, losable=True)


def test_places_after_a_forfeit() -> None:
    assert placed_last([[0, 2], [1]], [], ALONE) == [[0, 2], [1]]
    assert placed_last([[0, 2], [1]], [2], ALONE) == [[0], [1], [2]]
    assert placed_last([[0, 2], [1]], [2, 0], ALONE) == [[1], [0], [2]]


def test_a_ladder_ranks_who_forfeits_last(planted: Any) -> None:
    text = planted("sys.exit(1)")
    asked = ladder.Ladder(plan=plan(seed=3), bots=("random", text), players=2, seeds=1)
    rows = ladder.play(asked, 2)
    assert all(row["bots"][row["winners"][0]] == "random" and row["forfeits"] for row in rows)
    assert {one.bot: one.wins for one in ladder.performances(asked, rows)} == {"random": 2, text: 0}
    third = {"scores": [9, 8, 7], "bots": ["a", "b", "c"], "winners": [1], "forfeits": [{"seat": 0}]}
    assert ladder.ranked(third) == [["b"], ["c"], ["a"]]


def test_a_comparison_carries_forfeits(planted: Any) -> None:
    side = block.BlockSide(variant=Variant(name="A", game=GAME), metrics=())
    row = block.BlockPlayer(block.BlockWork(sides=(side,), casts=((planted("sys.exit(1)"), "random"),))).row(
        0
    )
    games = row["arms"]["A"]
    assert [[lost["seat"] for lost in game["forfeits"]] for game in games] == [[0], [1]]
    assert [game["winners"] for game in games] == [[1], [0]]


def test_a_record_says_who_forfeited_and_replays(planted: Any, tmp_path: Path) -> None:
    [row] = simulate.run(plan(planted("sys.exit(1)"), "random", seed=2, out=str(tmp_path)))
    saved = format.read(tmp_path / f"{GAME}-2.jsonl")
    notes = [line.content for line in saved.lines if "note" in line.content]
    assert [note["note"].partition(":")[0] for note in notes] == ["player1 forfeits"]
    assert replay.replay(saved, verify=True).state.digest() == row["digest"]


def test_a_program_that_plays_both_seats_is_two_processes(planted: Any) -> None:
    rules = tw.load(GAME)
    one = bots.make(planted("", settings=":at=0"), rules)
    state = rules.new(2, 1)
    simulate.play_out(rules, state, [one, one], 1)
    assert isinstance(one, program.Program)
    pids = {seat: stranger.channel._process.pid for seat, stranger in one._strangers.items()}
    assert len(set(pids.values())) == 2
    one.close()


def test_restrictions_narrow_what_is_legal(planted: Any, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    more = f"def log(m): m['type'] == 'choose' and open({str(seen)!r}, 'a').write(json.dumps(m['legal']) + '\\n')"
    rules = tw.load(GAME)
    for ban in ("", "!no-contest"):
        bot = bots.make(planted("", settings=":at=0", more=more) + ban, rules)
        simulate.play_out(rules, rules.new(2, 1), [bot, bots.make("greedy", rules)], 1)
    whole, narrow = seen.read_text().splitlines()[:30], seen.read_text().splitlines()[-30:]
    assert sum(map(len, map(json.loads, narrow))) < sum(map(len, map(json.loads, whole)))


@pytest.mark.parametrize(
    ("settings", "said"), cases(__file__, "a_wrong_setting_is_refused_with_what_is_announced")
)
def test_a_wrong_setting_is_refused_with_what_is_announced(settings: str, said: str, planted: Any) -> None:
    with pytest.raises(UsageError) as caught:
        bots.make(planted("", settings=settings), tw.load(GAME))
    assert said in str(caught.value)


def test_settings_reach_the_program(planted: Any, tmp_path: Path) -> None:
    told = tmp_path / "told"
    more = f"def log(m): m['type'] == 'options' and open({str(told)!r}, 'w').write(json.dumps(m['values']))"
    bots.make(planted("", settings=":at=7:quiet=true:mode=bad", more=more), tw.load(GAME))
    assert json.loads(told.read_text()) == {"at": 7, "mode": "bad", "quiet": True, "word": ""}


@pytest.mark.parametrize(("text", "said"), cases(__file__, "a_program_that_is_not_there"))
def test_a_program_that_is_not_there(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").write_text("")
    with pytest.raises(UsageError) as caught:
        bots.make(text, tw.load(GAME))
    assert said in str(caught.value)


HELLOS = cases(__file__, "hellos")


@pytest.mark.parametrize("name", HELLOS)
def test_a_wrong_hello_is_said(name: str, planted: Any) -> None:
    fields, said = HELLOS[name]
    more = f"def log(m):\n    say('hello', id=m['id'], {fields})"
    with pytest.raises(PluginError) as caught:
        bots.make(planted("", more=more), tw.load(GAME))
    assert said in str(caught.value)


def test_lists_of_bots_are_split_at_their_commas() -> None:
    text = "exec:python3 a.py:depth=3!no-contest,one-step,exec:./b,greedy"
    assert bots.several(text) == ["exec:python3 a.py:depth=3!no-contest,one-step", "exec:./b", "greedy"]


def test_a_match_tells_the_program_what_happens_in_order(planted: Any, tmp_path: Path) -> None:
    told = tmp_path / "told"
    more = f"def log(m): open({str(told)!r}, 'a').write(m['type'] + '\\n')"
    rules = tw.load(GAME)
    bot = bots.make(planted("", settings=":at=0", more=more), rules)
    assert isinstance(bot, program.Program)
    match = Match(rules, ["anna", "bruno"], seed=1, bots={"anna": bot, "bruno": bots.make("random", rules)})
    match.play_bots()
    match.close()
    words = told.read_text().split()
    assert words[:3] == ["hello", "options", "game"] and words[-1] == "over"
    assert set(words[3:-1]) == {"choose"}
