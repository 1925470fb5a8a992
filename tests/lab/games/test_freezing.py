"""Which stream decides: games that hang on one stream, on two together, on the bots; and what a start is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.lab.games import handicap
from tilewright.core.lab.games.frozen_streams import BOTS, StreamPlayer, StreamWork, bundles, rows
from tilewright.core.lab.stats.variance import TOGETHER, VarianceShare, shares
from tilewright.core.rules.handicap import StartResource, resources
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.zones import roll
from tilewright.core.simulation import games

from ...cases import cases
from ...toys import nim

DIGITS = [str(n) for n in range(10)]


def toy(points: Callable[[int, int], Sequence[int]]) -> Rules:
    """Nim with one on the heap, so that nothing is to be chosen, and points for two digits, one of each stream."""

    def set_up(state: Any, log: Any) -> None:
        state.heap = 1
        one, other = roll(state, "one", DIGITS), roll(state, "other", DIGITS)
        for seat, amount in enumerate(points(one, other)):
            state.gain(seat, amount, 0)

    return tw.load(nim.bent(set_up=set_up, streams=("one", "other")))


@pytest.fixture
def under(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[dict[str, Any]]]:
    """Plays blocks under rules that are no plugin."""

    def run(rules: Rules, blocks: int, **more: Any) -> list[dict[str, Any]]:
        monkeypatch.setattr(games.SimulationPlan, "rules", lambda self: rules)
        plan = games.SimulationPlan(
            game="nim", bots=more.pop("bots", ("random", "random")), seed=more.pop("seed", 5)
        )
        player = StreamPlayer(StreamWork(plan=plan, blocks=blocks, **more))
        return [player.row(block) for block in range(blocks)]

    return run


def by(found: Sequence[VarianceShare], measure: str) -> dict[str, VarianceShare]:
    return {one.stream: one for one in found if one.measure == measure}


def test_one_stream_that_decides_all(under: Callable[..., list[dict[str, Any]]]) -> None:
    """Whatever the blocks drew, its share is exactly 1, and that of the others exactly 0."""
    played = under(toy(lambda one, other: (10 * one, 0)), 12)
    whole = shares(played)
    for measure in ("margin", "winner_score", "lead"):
        found = by(whole, measure)
        assert list(found) == ["one", "other", BOTS, TOGETHER]
        assert found["one"].first == pytest.approx(1) == found["one"].total
        assert found["one"].low is None and found["one"].high is None  # twelve seeds do not bound others
        for name in ("other", BOTS):
            assert found[name].first == pytest.approx(0, abs=1e-9) == found[name].total
        assert found[TOGETHER].first == pytest.approx(0, abs=1e-9) and found[TOGETHER].total is None


def test_two_streams_that_add_up(under: Callable[..., list[dict[str, Any]]]) -> None:
    """Twice the one has four times the variance of the other: 0.8 and 0.2, nothing together."""
    played = under(toy(lambda one, other: (100 + 2 * one + other, 0)), 300, seed=9000)
    found = by(shares(played, resamples=400), "lead")
    assert found["one"].first == pytest.approx(0.8, abs=0.1) == found["one"].total
    assert found["other"].first == pytest.approx(0.2, abs=0.1) == found["other"].total
    assert found["one"].low is not None and found["one"].low <= 0.8 <= (found["one"].high or 0)
    assert found[TOGETHER].first == pytest.approx(0, abs=0.1)


def test_two_streams_that_only_work_together(under: Callable[..., list[dict[str, Any]]]) -> None:
    """Who leads hangs on whether both are odd or both even: neither says anything alone."""
    played = under(toy(lambda one, other: (10, 0) if (one + other) % 2 else (0, 10)), 300)
    whole = shares(played, resamples=200)
    for measure in ("lead", "win"):
        found = by(whole, measure)
        for name in ("one", "other"):
            assert found[name].first == pytest.approx(0, abs=0.15)
            assert found[name].total == pytest.approx(1, abs=0.15)
        assert found[TOGETHER].first == pytest.approx(1, abs=0.3)


def test_what_never_varies_has_no_shares(under: Callable[..., list[dict[str, Any]]]) -> None:
    found = shares(under(toy(lambda one, other: (7, 0)), 5))
    assert {one.first for one in found} == {one.total for one in found} == {None}
    assert shares([]) == []


def test_a_share_lies_between_nothing_and_all() -> None:
    """Few blocks of pure noise: estimates of Sobol's shares and their ends would lie below 0 and above 1."""
    draw = np.random.default_rng(3)

    def game() -> dict[str, Any]:
        scores = draw.integers(0, 50, 2).tolist()
        return {"scores": scores, "winners": [scores.index(max(scores))]}

    played = [
        {"reference": 0, "played": [game()], "other": game(), "swapped": {"bag": game(), "dice": game()}}
        for _ in range(8)
    ]
    ends = [end for one in shares(played) for end in (one.first, one.low, one.high, one.total, one.total_low)]
    known = [end for end in ends if end is not None]
    assert known and min(known) == 0 and max(known) == 1


def test_bots_that_decide_all(under: Callable[..., list[dict[str, Any]]]) -> None:
    """Of nim from a fixed heap only the players' own chance is left; a seed's games differ by it alone."""
    played = under(tw.load(nim.bent(streams=("idle",))), 20, replays=3)
    found = by(shares(played), "win")
    assert found[BOTS].first == pytest.approx(1) and found["idle"].total == pytest.approx(0, abs=1e-9)
    assert [len(one.wins) for one in bundles(played)] == [3] * 20
    assert any(0 < one.wins[:, 0].mean() < 1 for one in bundles(played))


def test_only_one_stream_is_drawn_anew(under: Callable[..., list[dict[str, Any]]]) -> None:
    """Both digits can be read off the scores; the game of B has neither of A's."""
    played = under(toy(lambda one, other: (100 * one + 10 * other, 0)), 40)
    for row in played:
        a, b = (
            divmod(game["scores"][0] // 10, 10) for game in (row["played"][row["reference"]], row["other"])
        )
        one, other = (divmod(row["swapped"][name]["scores"][0] // 10, 10) for name in ("one", "other"))
        assert one == (b[0], a[1]) and other == (a[0], b[1])
    firsts = [row["played"][0]["scores"][0] for row in played]
    assert len(set(firsts)) > 20, "blocks have luck of their own"
    assert all(len({game["scores"][0] for game in row["played"]}) == 1 for row in played)


def test_every_seating_is_played() -> None:
    plan = games.SimulationPlan(game="rebirth", bots=("random", "greedy"), seed=3)
    work = StreamWork(plan=plan, blocks=2, replays=2)
    [zero, first] = rows(work, 0, 2)
    assert [game["bots"] for game in zero["played"]] == [["random", "greedy"]] * 2 + [
        ["greedy", "random"]
    ] * 2
    assert zero["reference"] == 0 and first["reference"] == 2, (
        "the seating of the swapped games changes from block to block"
    )
    assert first["other"]["bots"] == ["greedy", "random"] == first["swapped"]["start"]["bots"]
    alone = next(games.run(games.SimulationPlan(game="rebirth", bots=("random", "greedy"), seed=3)))
    assert zero["played"][0]["digest"] == alone["digest"], "the first game is that of the seed"
    assert rows(work, 1, 1) == [first]


def test_a_game_that_fails_is_told_and_left_out(under: Callable[..., list[dict[str, Any]]]) -> None:
    def points(one: int, other: int) -> Sequence[int]:
        if one == 0:
            raise RuntimeError("the lot is lost")
        return one, 0

    played = under(toy(points), 12)
    failed = [row for row in played if "error" in row]
    assert 0 < len(failed) < 12 and "the lot is lost" in failed[0]["error"] and "played" not in failed[0]


# -- what a start is worth -------------------------------------------------------------------------------------------


def test_a_point_is_worth_a_point(under: Callable[..., list[dict[str, Any]]]) -> None:
    """To one of two players it is a whole point of lead, in every game, and the victory where they were equal."""
    rules = toy(lambda one, other: (4, 5) if one % 2 else (0, 9))
    start = handicap.read("points+1", rules, 2)
    played = under(rules, 10, start=start)
    lead, win = handicap.value(start, played)
    # Ten equal gains do not bound others.
    assert (lead.measure, lead.gain, lead.low, lead.high) == ("lead", 1, None, None)
    # 4 and 1 for the last of the heap against 5: a point more wins it, for either seat, which is half a victory.
    odd = sum(row["played"][0]["scores"][0] == 5 for row in played) / 10
    assert 0 < odd < 1 and win.gain == pytest.approx(odd / 2)


@pytest.mark.parametrize(("game", "modules", "name", "now"), cases(__file__, "nothing_else_changes"))
def test_nothing_else_changes(game: str, modules: Sequence[str], name: str, now: int) -> None:
    rules = tw.load(game, modules)
    state, plain = rules.new(3, 4), rules.new(3, 4)
    handicap.read(f"{name}+2", rules, 3).give(state, 1)
    found, before = resources(state), resources(plain)
    assert list(found[name].values()) == [now, now + 2, now]
    assert {key: value for key, value in found.items() if key != name} == {
        key: value for key, value in before.items() if key != name
    }
    one, other = state.to_dict(), plain.to_dict()
    differing = [key for key in one if one[key] != other[key]]
    assert differing == (["ledger", "scores"] if name == "points" else [name]), "streams and piles stay"


@pytest.mark.parametrize(("text", "said"), cases(__file__, "what_nobody_can_begin_with"))
def test_what_nobody_can_begin_with(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said.replace("+", r"\+")):
        handicap.read(text, tw.load("isleofskye"), 2)


def test_values_without_games() -> None:
    assert handicap.value(StartResource("gold", 1), []) == []
    assert np.isfinite(StartResource("gold", 1).amount)
