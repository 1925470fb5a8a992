"""The past of a match, and its points by source and by round."""

from __future__ import annotations

import re
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.play.match import Match
from tilewright.core.table.point_course import course, end_texts

from ..toys import auction, meadow
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


@pytest.mark.parametrize(("plugin", "modules"), PLUGINS)
def test_the_end_is_said_from_figures_that_add_up(plugin: Any, modules: list[str]) -> None:
    match = random_match(plugin, modules)
    match.play_bots()
    found, rules, points = course(match), match.rules, match.state.standing()
    told = end_texts(match, found, 1, "en")
    assert len(found.turns) == len({one.turn for one in match.played}) and found.turns[-1] == tuple(points)
    if not rules.counted():
        assert [sum(part.points[seat] for part in found.parts(rules, "en")) for seat in (0, 1)] == points
    winners, gap = match.state.winners, abs(points[0] - points[1])
    names = [NAMES[seat] for seat in winners]
    assert all(name in told.result for name in names)
    if len(winners) == 1 and gap:
        assert str(gap) in told.result and "No tie-break was needed" in told.about
        assert ("You are in place 2 of 2" in told.about) == (winners == (0,))
    by_name = {part.name: part.points for part in found.parts(rules, "en")}
    for seat, text in told.decided:
        for name, own, other in re.findall(r"(?:in|and) ([^()]+) \((-?\d+) to (-?\d+)\)", text):
            assert by_name[name] == ((int(own), int(other)) if seat == 0 else (int(other), int(own)))


def test_the_end_says_what_was_done_about_a_tie() -> None:
    texts = []
    for plugin in ("glenmore", meadow.PLUGIN):
        match = random_match(plugin, [])
        match.play_bots()
        match.state.scores = [30, 30]
        texts.append((match.state.winners, end_texts(match, course(match), None, "en")))
        for lang in ("de", "pl"):
            assert "30" in end_texts(match, course(match), None, lang).about
    (one, broken), (both, shared) = texts
    assert len(one) == 1 and broken.result == f"{NAMES[one[0]]} wins."
    assert f"anna and bruno: 30 each; the tie-break decides for {NAMES[one[0]]}." in broken.about
    assert "Ties go by the most goods left on tiles." in broken.about
    assert both == (0, 1) and "share" in shared.result and "the tie-break does not part them" in shared.about
    assert "Ties go by" not in shared.about, "the game does not say by what"
