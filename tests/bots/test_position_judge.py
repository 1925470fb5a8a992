"""A game without points says who is ahead: bots follow it, metrics measure it, records keep it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core import testing
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile
from tilewright.core.bots import make
from tilewright.core.bots.rollouts import PositionJudge
from tilewright.core.meters.metrics import Watch
from tilewright.core.meters.registry import meters_of, metrics_of
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.rules.game import Game
from tilewright.core.rules.schedule import conclude
from tilewright.core.simulation import player_history
from tilewright.core.simulation.games import play_out, row_of, standing
from tilewright.core.table.replay_walk import Walk
from tilewright.core.table.review import Review
from tilewright.core.table.saved_games import look

from ..cases import cases
from ..toys import brink, nim

RULES = tw.load(brink.PLUGIN)
NAMES = ("anna", "bruno", "clara")


def played(path: Path | None = None, plugin: object = brink.PLUGIN, seed: int = 3) -> Match:
    rules = tw.load(plugin)
    players = {name: make("random", rules) for name in NAMES}
    match = Match(rules, NAMES, seed=seed, bots=players, record=path)
    match.play_bots()
    match.close()
    return match


def test_the_toy_is_a_ruleset_like_any_other() -> None:
    testing.conforms(RULES, games=2, every=4)


def test_without_one_points_say_who_is_ahead() -> None:
    state = played(plugin=nim.PLUGIN).state
    assert list(state.standing()) == state.scores == list(state.view(0).standing())
    assert any(state.scores) and state.rules.counted() == ""


def test_it_is_told_in_every_language() -> None:
    assert [RULES.counted(lang) for lang in ("en", "de", "pl")] == ["lives", "Leben", "życia"]


def test_the_ranking_is_the_games_own() -> None:
    """Lives do not tell apart those who have fallen; the rule does (BK-END-1)."""
    state = played().state
    assert sorted(state.standing())[:2] == [0, 0] and state.scores == [0, 0, 0]
    assert state.ranking() == [state.winners, *((seat,) for seat in reversed(state.fallen))]  # type: ignore[attr-defined]


def test_a_game_that_says_no_ranking_is_ranked_by_its_standing() -> None:
    usual = attrs.fields(Game).ranking.default
    state = played(plugin=brink.bent(ranking=usual)).state
    first, *others = state.ranking()
    assert (
        first == state.winners
        and len(first) == 1
        and [*map(sorted, others)] == [sorted({0, 1, 2} - {*first})]
    )


@pytest.mark.parametrize("ended", [None, lambda state: None], ids=["now", "at the end"])
@pytest.mark.parametrize("seed", range(5))
def test_a_novice_takes_what_puts_it_ahead_at_once(seed: int, ended: Any) -> None:
    rules = tw.load(brink.bent(ended=ended))
    state = rules.new(NAMES, seed)
    bot = make("novice", rules)
    assert str(bot.choose(state.view(0), Stream(seed, "novice"))) == "rest"


def test_search_values_positions_by_it() -> None:
    state = RULES.new(NAMES, 1)
    judge = PositionJudge(RULES, state.view(0), state)
    assert judge.worth(state) == [3.0, 3.0, 3.0]
    state.play(brink.Rest(0))
    ahead, *others = judge.of(state)
    assert ahead > 0.5 > max(others)


def test_what_the_end_asks_is_answered_by_it() -> None:
    """`Game.ended`: each seat takes what puts it ahead."""

    def last(state: brink.Brink) -> None:
        conclude(state, "round")

    state = tw.load(brink.bent(ended=last)).new(2, 1)
    ended = state.clone()
    last(ended)  # type: ignore[arg-type]
    assert all(ended.rested) and ended.over  # type: ignore[attr-defined]


def test_a_review_measures_its_margin_by_it() -> None:
    match = played(plugin=brink.bent(standing=lambda state: [1000 * lives for lives in state.lives]))
    assert Review(match, 0).margin == max(match.state.standing()) / 100 >= 10


def watched(seed: int, *names: str) -> tuple[brink.Brink, Mapping[str, Any]]:
    """The end of a random game of two, and what was measured of it."""
    state = RULES.new(2, seed)
    watch, stream = Watch(meters_of(RULES, names or None), state), Stream(seed, "moves")
    while not state.over:
        watch.deciding(state, seat := state.to_act[0])
        state.apply(action := stream.pick(state.legal(seat)))
        watch.decided(state, action)
    assert isinstance(state, brink.Brink)
    return state, watch.values(state)


def test_metrics_measure_it() -> None:
    state, values = watched(1)
    metrics = metrics_of(RULES)
    [winner] = state.winners
    assert values["standing"] == state.lives
    assert values["margin"] == values["score_range"] == state.lives[winner] > 0
    assert metrics["standing"].title == metrics["margin"].unit == metrics["first_lead"].unit == "lives"
    assert "score" not in metrics and "standing" not in metrics_of(tw.load(nim.PLUGIN))


def test_a_game_with_points_as_well_measures_both() -> None:
    metrics = metrics_of(tw.load(nim.bent(standing=lambda state: state.scores)))
    assert metrics["score"].unit == "points" and metrics["standing"].by == "seat"


def test_the_lead_changes_with_it() -> None:
    """Points never change here, lives do."""
    found = [watched(seed, "lead_changes", "leader_gap")[1] for seed in range(6)]
    assert any(one["lead_changes"] for one in found)
    assert all(any(one["leader_gap"]) for one in found)


def test_a_row_of_simulate_has_it() -> None:
    for rules, key in ((RULES, "standing"), (tw.load(nim.PLUGIN), "scores")):
        state = rules.new(2, 1)
        decisions = play_out(rules, state, [make("random", rules)] * 2, 1)
        row = row_of(state, 1, decisions, [])
        assert row[key] == standing(row) == list(state.standing())
        assert ("standing" in row) == (key == "standing")


def test_a_record_keeps_it_and_replays(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    match = played(path)
    found = format.read(path)
    assert found.lines[-1].content["result"]["standing"] == list(match.state.standing())
    assert replay(found, verify=True, rules=RULES).state == match.state
    played(other := tmp_path / "nim.jsonl", nim.PLUGIN)
    assert "standing" not in other.read_text()


def test_the_history_tells_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    match = played(path)
    save = look(path)
    assert save.result is not None and not save.problem
    assert save.result.ahead == tuple(match.state.standing())
    [winner] = match.state.winners
    assert player_history.PlayedGame(save, winner).score == match.state.standing()[winner] > 0


@pytest.mark.parametrize(("change", "said"), cases(__file__, "a_result_that_no_match_has_is_a_sentence"))
def test_a_result_that_no_match_has_is_a_sentence(
    change: Mapping[str, Any], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    played(path)
    *lines, last = path.read_text("utf-8").splitlines(keepends=True)
    bad = {"result": json.loads(last)["result"] | change}
    path.write_text("".join(lines) + json.dumps(bad) + "\n", "utf-8")
    assert said in look(path).problem
    with pytest.raises(InvalidFile, match=f":{len(lines) + 1}:1: {said}"):
        format.read(path)


def test_the_walk_through_a_record_has_it_at_every_position(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    match = played(path)
    rules = tw.load(brink.PLUGIN)
    walk = Walk(format.read(path), rules, lang="de")
    assert walk.scores(0) == (3, 3, 3)
    assert walk.scores(walk.last) == tuple(match.state.standing())
    walk.to(walk.last)
    assert walk.standing().sums == [("Leben", tuple(match.state.standing()))]
