"""The past of a match, and its points by source and by round."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright as tw
from tilewright.core.play.match import Match
from tilewright.core.table.point_course import course

from ..toys import auction
from .matches import NAMES, PLUGINS, random_match


@pytest.mark.parametrize(("plugin", "modules"), PLUGINS)
def test_the_past_of_a_match_is_the_states_that_it_has_had(plugin: Any, modules: list[str]) -> None:
    match = random_match(plugin, modules)
    states = []
    while not match.over:
        states.append(match.state.clone())
        match.play(match.choose(match.state.to_act[0]))
    again = list(match.past())
    assert [state for state, _ in again] == states
    assert [played for _, played in again] == match.played


def test_the_past_of_a_match_from_a_position_begins_there() -> None:
    first = random_match("rebirth", [])
    for _ in range(9):
        first.play(first.choose(first.state.to_act[0]))
    match = Match(first.rules, seed=8, bots=first.bots, start=first.state)
    match.play_bots()
    (begun, _), *_, (last, played) = match.past()
    assert begun == first.state
    last.play(played.action)
    assert last == match.state


def test_the_past_of_a_match_has_the_chance_that_was_scripted() -> None:
    rules = tw.load("rebirth")
    script = {f"supply.{name}": ["energy"] * 5 for name in NAMES}
    match, states = Match(rules, NAMES, seed=3, script=script), []
    for _ in range(8):
        states.append(match.state.clone())
        match.play(str(match.state.legal(match.state.to_act[0])[0]))
    assert [state for state, _ in match.past()] == states
    assert states[-1] != random_match("rebirth", []).state


def test_what_was_taken_back_is_not_in_the_past() -> None:
    match = random_match(auction.PLUGIN, [])
    taken = match.play(match.choose(0))
    match.undo(0)
    match.play_bots()
    assert [played for _, played in match.past()] == match.played
    assert not any(played is taken for _, played in match.past())


@pytest.mark.parametrize(("plugin", "modules"), PLUGINS)
def test_points_by_source_and_by_round_add_up(plugin: Any, modules: list[str]) -> None:
    match = random_match(plugin, modules)
    round_of = match.rules.game.round_of
    ends: dict[int, tuple[int, ...]] = {}
    while not match.over:
        now = round_of(match.state)
        match.play(match.choose(match.state.to_act[0]))
        ends[now] = tuple(match.state.scores)
    found = course(match)
    assert found.scores == tuple(match.state.scores)
    assert dict(zip(found.numbers, found.rounds, strict=True)) == {n + 1: ends[n] for n in ends}
    for reason, points in zip(found.reasons, found.sources, strict=True):
        lines = [line for line in match.state.score_lines() if line.reason == reason]
        assert points == tuple(sum(line.amount for line in lines if line.seat == seat) for seat in range(2))


def test_the_course_of_a_match_that_has_not_begun_is_empty() -> None:
    found = course(random_match("rebirth", []))
    assert (found.numbers, found.rounds) == ((), ())
