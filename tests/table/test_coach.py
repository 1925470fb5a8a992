"""The coach of a first game: each sentence once, when it is new, within two lines, and only if he is asked."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.play.match import Match
from tilewright.core.rules import lessons
from tilewright.core.table import coach, switches
from tilewright.core.table.table import Table


@pytest.mark.parametrize(("game", "modules"), [("rebirth", ()), ("rebirth", ("ireland",))])
def test_every_sentence_is_said_once_when_it_is_new(game: str, modules: tuple[str, ...]) -> None:
    match = Match(tw.load(game, modules), ["anna", "bruno"], seed=5)
    table, told, scored = Table(match, "de", coach=True), dict[str, int](), set[str]()
    texts = coach.texts(match.rules)
    scores = {lessons.said(match.rules, text, "de"): key for key, text in texts.scores.items()}
    while not table.over and len(match.played) < 25:
        chair = table.chair(table.to_act[0])
        if chair.seat == 0:
            scored |= {line.reason for one in chair.missed() for line in one.lines if line.seat == 0}
            said = chair.coached
            assert len(said) <= max(coach.MOST, 200) and chair.coached == said
            for text, key in scores.items():
                if text in said:
                    assert key in scored
                    told[key] = told.get(key, 0) + 1
        chair.play(chair.choosing.offers[0].action)
    assert told and set(told.values()) == {1}


def test_the_coach_is_each_persons_own_and_warns_of_costs_at_the_end() -> None:
    match = Match(tw.load("glenmore"), ["anna", "bruno"], seed=3)
    table = Table(match, "en", one_keyboard=False)
    chair = table.chair(table.to_act[0])
    assert chair.coached == ""
    switches.switch(chair, "coach on")
    assert chair.coach and not table.chair(1 - (chair.seat or 0)).coach
    assert switches.settings(chair)[3] != switches.settings(table.chair(1 - (chair.seat or 0)))[3]
    action = next(
        offer.action
        for offer in chair.choosing.offers
        if any(line.amount < 0 and line.seat == chair.seat for line in chair.foresee(offer.action).at_end)
    )
    costs = coach.texts(match.rules).costs
    warned = [text for text in costs.values() if lessons.said(match.rules, text, "en") in chair.said(action)]
    assert bool(warned) == bool(costs)
    switches.switch(chair, "coach off")
    assert chair.coached == "" and not any(
        lessons.said(match.rules, text, "en") in chair.said(action) for text in costs.values()
    )


def test_others_who_decide_meanwhile_do_not_silence_the_coach() -> None:
    table = Table(Match(tw.load("isleofskye"), ["anna", "bruno"], seed=5), coach=True)
    anna, bruno = table.chair(0), table.chair(1)
    said = anna.coached
    bruno.play(bruno.choosing.offers[0].action)
    assert said and anna.acts and anna.coached == said
