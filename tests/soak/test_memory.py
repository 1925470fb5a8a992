"""Memory stays flat: over many games, over many rulesets, and over a match with very many decisions that are undone.

What is counted is the number of objects that Python holds, which is exact; megabytes of the process follow from it.
`pytest -m soak tests/soak/test_memory.py -s` prints the figures.
"""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.play.match import Match
from tilewright.core.rules import assembly
from tilewright.core.rules.events import script_of
from tilewright.core.rules.ruleset import Rules
from tilewright.core.simulation.games import play_out
from tilewright.core.table.narration import Narrator
from tilewright.core.testing.soak import play
from tilewright.core.testing.soak_settings import SoakedGame
from tilewright.core.text.document import read_document

pytestmark = pytest.mark.soak
MODULES = ("bonus", "druids", "outskirts", "tunnel")
UNDOING = ("isleofskye", "glenmore")
"""Sealed decisions, and turns of many steps. In Rebirth chance follows each placement, and nothing is undone."""


def held() -> int:
    """The number of blocks of memory that live objects take, without the rulesets that a process keeps."""
    assembly.forget()
    gc.collect()
    return sys.getallocatedblocks()


def megabytes() -> float:
    """What the process has of the machine's memory; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
    except OSError:
        return 0.0


def grown(work: Callable[[int], object], warm: int, times: int) -> int:
    """By how many blocks memory grows over so many pieces of work, once the first few are done.

    Both halves of them are measured, and the lesser growth counts twice: what is left behind is left each time, while
    a thread of another test, or a table that Python makes larger, allocates once.
    """
    for n in range(warm):
        work(n)
    half, at_first, found = times // 2, megabytes(), []
    for first in (warm, warm + half):
        before = held()
        for n in range(first, first + half):
            work(n)
        found.append(held() - before)
    print(f"\n{times} times after {warm}: {found} blocks of {before}, {megabytes() - at_first:+.1f} MB")
    return 2 * min(found)


def simulated(rules: Rules, players: int, bot: str) -> Callable[[int], object]:
    table = [bots.make(bot, rules) for _ in range(players)]
    return lambda seed: play_out(rules, rules.new(players, seed), table, seed)


def recorded(rules: Rules, players: int, folder: Path) -> Callable[[int], object]:
    def one(seed: int) -> None:
        path = folder / "match.jsonl"
        match = Match(rules, players, seed=seed, record=path, bots={})
        chooser = Stream(seed, "memory")
        while not match.over:
            match.play(chooser.pick(match.state.legal(match.state.to_act[0])))
        match.close()
        path.unlink()

    return one


def back_and_forth(match: Match, decisions: int) -> None:
    """Play and take back, again and again: what can be taken back is, and half of it is played again."""
    chooser = Stream(1, "memory")
    done = 0
    while done < decisions and not match.over:
        seat = chooser.pick(match.state.to_act)
        match.play(chooser.pick(match.state.legal(seat)))
        done += 1
        if match.can_undo(seat):
            match.undo(seat)
            if match.undone:
                match.redo()
                match.undo()
                done += 1


def long_match(game: str, folder: Path) -> Match:
    """A match in a decision that can be taken back."""
    rules = tw.load(game)
    match = Match(rules, 2, seed=1, record=folder / "long.jsonl")
    chooser = Stream(2, "memory")
    while not match.can_undo():
        seat = match.state.to_act[0]
        match.play(chooser.pick(match.state.legal(seat)))
        if match.can_undo(seat):
            match.undo(seat)
            break
    return match


def test_a_game_leaves_nothing_behind(tmp_path: Path) -> None:
    """The same game again and again: what depends on the game alone may be kept, once."""
    simulate, record = simulated(tw.load("rebirth"), 2, "random"), recorded(tw.load("glenmore"), 3, tmp_path)
    assert grown(lambda n: simulate(7), 3, 60) < 30
    assert grown(lambda n: record(7), 3, 10) < 25


@pytest.mark.parametrize("game", UNDOING)
def test_decisions_that_are_undone_leave_nothing_behind(game: str, tmp_path: Path) -> None:
    match = long_match(game, tmp_path)
    assert grown(lambda n: back_and_forth(match, 25), 4, 6) < 50
    match.close()


def test_a_narrator_does_not_keep_what_was_taken_back(tmp_path: Path) -> None:
    """Sealed decisions wait for their reveal; one that is taken back is not shown then, and not kept until then."""
    match = Match(tw.load("isleofskye"), ["anna", "bruno"], seed=1)
    teller = Narrator(match, 0)
    chooser = Stream(1, "memory")
    kept = []
    for _ in range(60):
        assert not list(teller.ready(match.play(chooser.pick(match.state.legal(1)))))
        match.undo(1)
        kept.append(len(teller.held))
    assert max(kept) == 1


def test_a_scene_that_was_read_is_forgotten() -> None:
    """A process may read very many of them, each of another text."""
    lines = "".join(f"thing{n}: {{value: {n}, more: [{n}, {n}]}}\n" for n in range(20))
    assert grown(lambda n: read_document(f"scene: {n}\n{lines}"), 3, 20) < 100


def traced(work: Callable[[], object]) -> int:
    """The bytes that the work's result takes."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    result = work()
    gc.collect()
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    del result
    return size


def test_a_decision_does_not_keep_the_rest_of_the_script() -> None:
    """Outcomes fed to a match are used up; no decision holds those of all later ones."""
    rules = tw.load("rebirth")
    first = Match(rules, 2, seed=1)
    chooser, outcomes = Stream(1, "memory"), list(first.set_up.outcomes)
    while not first.over:
        outcomes += first.play(chooser.pick(first.state.legal(first.state.to_act[0]))).log.outcomes
    script = script_of(outcomes)

    def again(fed: dict[str, list[str]] | None) -> Match:
        match = Match(rules, 2, seed=1, script=fed)
        for played in first.played:
            match.play(played.action)
        return match

    assert again(script).state == first.state
    assert traced(lambda: again(script)) < 1.3 * traced(lambda: again(None))


MOST_BYTES = {"rebirth": 2_600, "isleofskye": 2_300, "glenmore": 1_300}


@pytest.mark.parametrize("game", MOST_BYTES)
def test_a_decision_that_stands_keeps_its_log_and_no_state(game: str) -> None:
    """A match grows by what its log can still tell: kilobytes a decision."""
    rules = tw.load(game)

    def whole() -> Match:
        match, chooser = Match(rules, 3, seed=1), Stream(1, "memory")
        while not match.over:
            match.play(chooser.pick(match.state.legal(chooser.pick(match.state.to_act))))
        return match

    decisions = len(whole().played)
    each = traced(whole) / decisions
    print(f"\n{game}: {each:.0f} bytes for each of {decisions} decisions")
    assert each < MOST_BYTES[game]


def test_twenty_thousand_games() -> None:
    assert grown(simulated(tw.load("rebirth"), 2, "random"), 500, 20_000) < 2_000


@pytest.mark.parametrize(
    ("game", "modules", "bot", "games"),
    [
        ("glenmore", (), "random", 4_000),
        ("isleofskye", MODULES, "random", 4_000),
        ("rebirth", (), "greedy", 1_000),
        ("isleofskye", MODULES, "greedy", 50),
        ("glenmore", (), "greedy", 200),
    ],
)
def test_thousands_of_games(game: str, modules: tuple[str, ...], bot: str, games: int) -> None:
    rules = tw.load(game, modules)
    # What fits where is kept for each demand of an open cell (core/land/faces.py): their number is finite.
    most = 2_000 if game != "isleofskye" else 60_000
    if bot == "greedy":
        most = 400_000  # its memory of layouts has a limit of its own
    assert grown(simulated(rules, 4, bot), games // 10, games) < most


@pytest.mark.parametrize("game", ["glenmore", "isleofskye", "rebirth"])
def test_thousands_of_games_in_all_settings(game: str) -> None:
    """Rulesets with drawn options: up to 128 are kept at a time, and no other is held by anything."""
    ground = SoakedGame.installed(game)
    kept: list[int] = []

    def block(n: int) -> None:
        assert not play(ground, 3, n * ground.block, n * ground.block + 2).failures
        kept.append(len(assembly._KEPT))

    first = 3 * assembly.MOST_KEPT
    most = 3_000 if game != "isleofskye" else 30_000  # what fits where, see above
    assert grown(block, first, 2 * assembly.MOST_KEPT) < most
    assert max(kept) <= assembly.MOST_KEPT
    alive = sum(isinstance(thing, Rules) for thing in gc.get_objects())
    assert alive < 8, f"{alive} rulesets are alive, and none is kept"


@pytest.mark.parametrize("game", UNDOING)
def test_a_match_of_a_hundred_thousand_decisions(game: str, tmp_path: Path) -> None:
    """Each is recorded, and each is taken back."""
    match = long_match(game, tmp_path)
    assert grown(lambda n: back_and_forth(match, 1_000), 2, 100) < 500
    assert match.path is not None and match.path.read_bytes().count(b"\n") > 200_000
    match.close()
