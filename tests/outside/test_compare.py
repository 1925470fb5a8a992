"""Two implementations of a game side by side: the same is the same, and every planted difference is found early."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core.outside.difference_search import (
    Breach,
    Deviation,
    DeviationPlan,
    DeviationResult,
    compare,
)
from tilewright.core.outside.fixed_draws import FixedDraws, number
from tilewright.core.outside.implementations import EngineReferee, GameStart, Move, Referee, StatedPosition
from tilewright.core.outside.report import explained, write_record
from tilewright.core.outside.rules_program import ProgramReferee, RulesRequest
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.rules.actions import Legal, listed
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Phase, clockwise

from ..cases import soaked
from ..toys import nim
from ..toys.nim import Nim, Take, TakeStep
from ..toys.paper import plugin

STRANGERS = Path(__file__).with_name("strangers")
SRC = Path(__file__).resolve().parents[2] / "src"
NIM = tw.load(nim.PLUGIN)
GAMES: list[tuple[str, list[str], int]] = [
    ("rebirth", [], 2),
    ("rebirth", [], 4),
    ("glenmore", [], 3),
    ("isleofskye", ["druids", "tunnel", "bonus", "outskirts"], 2),
]


@pytest.fixture
def sides(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[ProgramReferee]]:
    """Programs that are ended after the test; `python -m tilewright` is the one that is tested."""
    monkeypatch.setenv("PYTHONPATH", str(SRC))
    started: list[ProgramReferee] = []
    yield started
    for one in started:
        one.close()


def program(sides: list[ProgramReferee], rules: Rules, *command: str) -> ProgramReferee:
    sides.append(ProgramReferee(command, RulesRequest.of(rules), "theirs", seconds=20))
    return sides[-1]


def stranger(sides: list[ProgramReferee], *wrong: str, rules: Rules = NIM) -> ProgramReferee:
    """Somebody else's nim, wrong in these ways."""
    return program(sides, rules, sys.executable, str(STRANGERS / "nim.py"), *wrong)


def plan(players: int = 2, games: int = 1, **more: Any) -> DeviationPlan:
    return DeviationPlan(
        seats=("anna", "bruno", "cleo", "dora")[:players], games=games, **{"seed": 1, **more}
    )


def found(result: DeviationResult) -> Deviation:
    assert result.finding is not None
    return result.finding


def fields(finding: Deviation) -> list[str]:
    return [one.field for one in finding.differences]


# -- the same ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "modules", "players"), GAMES[1:])
def test_a_ruleset_is_the_same_as_itself(game: str, modules: list[str], players: int) -> None:
    rules = tw.load(game, modules)
    result = compare(EngineReferee(rules), EngineReferee(rules), plan(players, depth=2))
    assert result.finding is None
    assert result.games == 1 and result.decisions > 50 and result.counted > 100


@pytest.mark.parametrize(("game", "modules", "players"), [GAMES[0], *soaked(GAMES[-1])])
def test_our_engine_in_a_process_is_the_same(
    game: str, modules: list[str], players: int, sides: list[ProgramReferee]
) -> None:
    rules = tw.load(game, modules)
    words = ["engine", game, *(["--with", ",".join(modules)] if modules else [])]
    theirs = program(sides, rules, sys.executable, "-m", "tilewright", *words)
    result = compare(EngineReferee(rules), theirs, plan(players, depth=1))
    assert result.finding is None and result.decisions > 50 and result.counted > 20


def oracle(sides: list[ProgramReferee], rules: Rules, *more: str) -> ProgramReferee:
    script = str(STRANGERS / "oracle.py")
    return program(sides, rules, sys.executable, *more, script, rules.game.name)


OTHER: dict[str, dict[str, object]] = {
    "rebirth": {"several_neighbours": "one", "cathedral_choice": "optional", "neutral": "third_player"},
    "glenmore": {"movement_after_refill": True, "ness_time": "any_time", "last_member": "always"},
    "isleofskye": {"coins": "limited", "rotation": "none", "tie_gold": "all"},
}


@pytest.mark.parametrize("players", [2, *soaked(3)])
@pytest.mark.parametrize("game", ["rebirth", "glenmore", "isleofskye"])
def test_the_oracles_agree_with_us_decision_by_decision(
    game: str, players: int, sides: list[ProgramReferee]
) -> None:
    """The second implementations of tests/oracle/ behind the protocol: the use that it is meant for."""
    plain = tw.load(game)
    other = tw.load(game, options={k: v for k, v in OTHER[game].items() if allowed(plain, k, v)})
    rules = other if players == 2 else plain
    result = compare(EngineReferee(rules), oracle(sides, rules), plan(players, seed=2))
    assert result.finding is None and result.decisions > 50


def allowed(rules: Rules, name: str, value: object) -> bool:
    return any(one.name == name and (one.ranged or value in one.values) for one in rules.declared)


@pytest.mark.parametrize(
    ("game", "depths", "players"), [("rebirth", 2, 2), ("glenmore", 3, 2), ("isleofskye", 2, 2)]
)
def test_counts_are_those_of_a_second_implementation(
    game: str, depths: int, players: int, sides: list[ProgramReferee]
) -> None:
    """Numbers of sequences by first decision, from brute force over the oracle; none is copied from our output."""
    rules = tw.load(game)
    ours, theirs = EngineReferee(rules), oracle(sides, rules)
    start = GameStart(plan(players).seats, 5)
    ours.new(start)
    theirs.new(start)
    for depth in range(1, depths + 1):
        assert ours.count(depth) == theirs.count(depth)


def test_strangers_who_know_nothing_of_us(sides: list[ProgramReferee]) -> None:
    assert compare(EngineReferee(NIM), stranger(sides), plan(3, 20, depth=3)).finding is None
    assert compare(stranger(sides), stranger(sides), plan(2, 5, depth=3)).finding is None


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_a_stranger_in_another_language(sides: list[ProgramReferee]) -> None:
    node = program(sides, NIM, "node", str(STRANGERS / "nim.mjs"))
    assert not node.counting and not node.hashing
    result = compare(EngineReferee(NIM), node, plan(3, 20, depth=3))
    assert result.finding is None and result.games == 20 and result.counted == 0


# -- planted differences -----------------------------------------------------------------------------------------------


class Fewer(TakeStep):
    """Three may not be taken from a heap of six."""

    def legal(self, state: Nim, seat: int) -> Legal:
        whole = super().legal(state, seat)
        return listed([one for one in whole if isinstance(one, Take) and (state.heap, one.count) != (6, 3)])


class More(TakeStep):
    """Four may be taken from a heap of six."""

    def legal(self, state: Nim, seat: int) -> Legal:
        whole = super().legal(state, seat)
        return listed([*whole, *([Take(seat, 4)] if state.heap == 6 else [])])


def with_step(step: type[TakeStep]) -> EngineReferee:
    def phases(rules: Rules) -> Sequence[Phase]:
        return [Phase("turn", clockwise(rounds=True), [step()], turns=True)]

    return EngineReferee(tw.load(plugin(attrs.evolve(nim.GAME, phases=phases))))


def test_one_legal_action_less_or_more_is_found_at_its_decision() -> None:
    """From a heap of 7, the heap of 6 is reached by one decision, take 1."""
    for step, only_a, only_b in ((Fewer, ("take 3",), ()), (More, (), ("take 4",))):
        sides = EngineReferee(NIM), with_step(step)
        finding = found(compare(*sides, plan(games=30)))
        assert finding.moves == (Move(0, "take 1"),)
        [told] = finding.differences
        assert (told.field, told.seat, told.a, told.b) == ("legal", 1, only_a, only_b)
    report = explained(*sides, finding).as_json()
    [action] = report["differences"][0]["only_b"]
    assert action["rules"] == ["NM-TAKE-1"] and "4 cannot be taken" in action["refused"]


def test_counting_finds_it_in_a_single_game() -> None:
    """Seed 10 counts at the start; random games from other seeds would have to meet the heap of 6."""
    finding = found(compare(EngineReferee(NIM), with_step(Fewer), plan(seed=10, depth=2)))
    assert finding.moves == (Move(0, "take 1"),) and finding.counted


def test_counts_descend_to_a_difference_some_decisions_ahead(sides: list[ProgramReferee]) -> None:
    """With a heap of 20, a heap of 13 is three decisions away; only then the fourth is different."""
    rules = tw.load(nim.PLUGIN, options={"heap": 20})
    theirs = stranger(sides, "fewer=13", rules=rules)
    finding = found(compare(EngineReferee(rules), theirs, plan(seed=10, depth=5)))
    assert finding.counted and len(finding.moves) >= 3
    assert sum(int(move.action[-1]) for move in finding.moves) == 7
    assert [(one.field, one.a, one.b) for one in finding.differences] == [("legal", ("take 3",), ())]


def test_the_shortest_of_many_games_is_reported(sides: list[ProgramReferee]) -> None:
    """The heap of 2 that differs is at least two decisions from 7 (3 and 2); most games take more."""
    long = tw.load(nim.PLUGIN, options={"heap": 20})
    theirs = stranger(sides, "more=2", rules=long)

    def length(**more: int) -> int:
        finding = compare(EngineReferee(long), theirs, plan(**more)).finding
        return 99 if finding is None else len(finding.moves)

    alone = [length(seed=seed) for seed in range(1, 12)]
    assert len(set(alone)) > 2
    assert [length(games=n) for n in range(1, 12)] == list(accumulate(alone, min))
    finding = found(compare(EngineReferee(NIM), stranger(sides, "more=2"), plan(games=40)))
    assert len(finding.moves) == 2 and sum(int(move.action[-1]) for move in finding.moves) == 5
    assert [(one.field, one.a, one.b) for one in finding.differences] == [("legal", (), ("take 3",))]


def test_an_option_that_matters_only_at_the_end_is_found_there() -> None:
    ours, other = EngineReferee(tw.load("rebirth")), EngineReferee(tw.load("rebirth", options={"castle": 6}))
    finding = found(compare(ours, other, plan(games=2)))
    assert fields(finding)[:1] == ["scores"]
    assert ours.new(finding.start, finding.moves).over
    assert not ours.new(finding.start, finding.moves[:-1]).over
    gained = explained(ours, other, finding).gained
    assert all("+5 castle" in line and "(RB-END-3)" in line for line in gained["a"]) and gained["a"]
    assert all("+6 castle" in line for line in gained["b"]) and len(gained["a"]) == len(gained["b"])


def test_scores_off_by_one_at_the_end(sides: list[ProgramReferee]) -> None:
    finding = found(compare(EngineReferee(NIM), stranger(sides, "lastly=2"), plan(games=40)))
    assert len(finding.moves) == 3, "7 is 3 and 3 and 1: no game is shorter"
    [told] = finding.differences
    assert told.field == "scores" and max(told.b) == max(told.a) + 1 == 2


def test_a_difference_of_spelling_is_one_and_is_called_so(sides: list[ProgramReferee]) -> None:
    for word in ("Take ", "take: "):
        theirs = stranger(sides, f"word={word}")
        finding = found(compare(EngineReferee(NIM), theirs, plan()))
        [told] = finding.differences
        assert finding.moves == () and (told.field, told.a, told.b) == ("legal", (), ())
        assert told.spelled == tuple((f"take {n}", f"{word}{n}") for n in (1, 2, 3))
        assert any("the same set of actions, but 3 are spelled otherwise" in line
                   for line in explained(EngineReferee(NIM), theirs, finding).lines())  # fmt: skip


def test_draws_that_do_not_follow_the_rule_are_seen_at_the_set_up(sides: list[ProgramReferee]) -> None:
    rules = tw.load("rebirth")
    lazy = (
        "import sys, runpy; sys.path.insert(0, sys.argv[1]); sys.argv[1:] = sys.argv[2:]\n"
        "import oracle\n"
        "take = oracle.Chance.take\n"
        "def first(self, source, pool):\n"
        "    take(self, source, pool := sorted(pool)); self.given[-1] = (source, pool[0]); return pool[0]\n"
        "oracle.Chance.take = first\n"
        "oracle.main('rebirth')"
    )
    theirs = program(sides, rules, sys.executable, "-c", lazy, str(STRANGERS))
    finding = found(compare(EngineReferee(rules), theirs, plan()))
    assert finding.moves == () and fields(finding)[0] == "draws"


# -- programs that break the protocol ----------------------------------------------------------------------------------


def broken(
    sides: list[ProgramReferee], *wrong: str, games: int = 3, seconds: float = 20, **more: Any
) -> Breach:
    theirs = stranger(sides, *wrong)
    theirs.seconds = seconds  # from now on: Python has started
    with pytest.raises(Breach) as caught:
        compare(EngineReferee(NIM), theirs, plan(games=games, **more))
    assert caught.value.exit_code == 3 and caught.value.title == "theirs"
    return caught.value


def test_a_crash_is_named_with_the_decision(sides: list[ProgramReferee]) -> None:
    fault = broken(sides, "crash=1")
    assert (
        fault.word == "ended" and len(fault.moves) == 2 and fault.start is not None and fault.start.seed == 1
    )
    assert "theirs, after 'take" in str(fault) and "decision 2 of the game with seed 1" in str(fault)


def test_a_silence_is_not_waited_for(sides: list[ProgramReferee]) -> None:
    assert broken(sides, "silent=1", seconds=0.5).word == "silent"


def test_a_hash_must_stand_for_one_position_and_be_the_same_again(sides: list[ProgramReferee]) -> None:
    assert "lead it to another position (in hash)" in str(broken(sides, "hash=clock"))
    assert "gives the hash '0' to two positions that differ" in str(broken(sides, "hash=constant"))


@pytest.mark.parametrize(("depth", "said"), [(1, "counts a move other than once"), (2, "but")])
def test_a_count_must_agree_with_the_lists(depth: int, said: str, sides: list[ProgramReferee]) -> None:
    assert said in str(broken(sides, "count=1", seed=10, depth=depth))


def test_our_own_code_that_fails_is_blamed() -> None:
    class Failing(TakeStep):
        def play(self, state: Nim, action: Any, log: Any) -> bool:
            if state.heap == 4:
                raise ZeroDivisionError("oh")
            return super().play(state, action, log)

    with pytest.raises(Breach, match="ZeroDivisionError: oh"):
        compare(EngineReferee(NIM), with_step(Failing), plan(games=20))


# -- what is written down ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "modules", "players"), GAMES)
def test_the_record_of_a_finding_replays(
    game: str, modules: list[str], players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The draws are those of the comparison: the replayed position is the one that was compared.

    The disk is waited for once, and once for the file's name.
    """
    ours = EngineReferee(tw.load(game, modules))
    start, moves = GameStart(plan(players).seats, 3), []
    here = ours.new(start)
    for _ in range(30):
        seat = here.to_act[-1]
        moves.append(Move(seat, here.legal[seat][len(here.legal[seat]) // 2]))
        here = ours.play(moves[-1])
    path = tmp_path / "difference.jsonl"
    syncs = list[int]()
    monkeypatch.setattr(os, "fsync", syncs.append)
    write_record(ours, Deviation(start, tuple(moves), ()), path)
    assert len(syncs) == 2
    match = replay(format.read(path))
    assert match.decisions == 30
    assert {seat: tuple(map(str, match.state.legal(seat))) for seat in match.state.to_act} == here.legal
    assert tuple(match.state.scores) == here.scores


# -- fixed draws -------------------------------------------------------------------------------------------------------


def test_the_rule_of_fixed_draws() -> None:
    """The numbers of docs/protocol.md, made with `printf 1:deck:0 | sha256sum | cut -c1-8`."""
    assert number(1, "deck", 0) == 0x115F404E
    assert number(1, "deck", 1) == 0x32E24E80
    assert number(7, "supply.anna", 12) == 0x8528EB45
    draws = FixedDraws(1)
    # In order: a a b c; 0x115F404E is 291455054, and % 4 is 2. Then a a c; 0x32E24E80 is 853692032, and % 3 is 2.
    assert draws.take("deck", ["c", "a", "b", "a"]) == "b"
    branch = draws.copy()
    assert draws.take("deck", ["c", "a", "a"]) == branch.take("deck", ["a", "c", "a"]) == "c"


def test_the_page_draws_as_we_do() -> None:
    """The few lines of the page, run as they stand there."""
    page = (STRANGERS.parents[2] / "docs" / "protocol.md").read_text("utf-8")
    [code] = [one for one in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "def take" in one]
    draws = FixedDraws(7)
    names: dict[str, Any] = {"asked": {}, "seed": "7", "sha256": sha256}
    exec(code, names)
    for source in ("deck", "die", "deck", "supply.żółw", "deck"):
        assert names["take"](source, PIECES) == draws.take(source, PIECES)


PIECES = ["b", "B", "a", "ä", "a#10", "a#9", "b"]


def test_every_outcome_of_the_games_goes_by_the_rule() -> None:
    """Whatever a seed's own order of hidden pieces is, the outcomes depend on the rule alone."""

    class Reversed(EngineReferee):
        """Hidden piles lie the other way round."""

        def new(self, start: GameStart, moves: Sequence[Move] = ()) -> StatedPosition:
            found = super().new(start)
            for place in self.rules.places_of(self.state):
                if place.zone.order == "pile":
                    place.pieces(self.state).reverse()
            for move in moves:
                found = self.play(move)
            return attrs.evolve(found, hash="")

        def play(self, move: Move) -> StatedPosition:
            return attrs.evolve(super().play(move), hash="")

    for game, modules, players in GAMES:
        rules = tw.load(game, modules)
        twin: Referee = Reversed(rules)
        twin.hashing = ""
        result = compare(EngineReferee(rules), twin, plan(players))
        assert result.finding is None and result.decisions > 30
