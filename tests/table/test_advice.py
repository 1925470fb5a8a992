"""Hints: the move that does best when the game is played on a little, and why, from what the seat knows."""

from __future__ import annotations

from itertools import islice

import pytest

import tilewright as tw
from tilewright.core.bots.advising import Adviser
from tilewright.core.chance import Stream
from tilewright.core.match import Match
from tilewright.core.table import advice, pointed
from tilewright.core.table.advice import Advice, advise
from tilewright.core.table.table import Table

from ..toys import nim, river
from .games import decisions, table


@pytest.mark.parametrize("game", ["rebirth", "glenmore"])
def test_an_advice_follows_from_what_the_seat_knows_and_adds_up(game: str) -> None:
    for n, chair in enumerate(islice(decisions(table(game, seed=3)), 8)):
        if n % 4 or len(chair.view.legal()) == 1:
            continue
        found = advise(chair.view)
        assert found.action in chair.view.legal() and found.rival in chair.view.legal()
        assert found.action != found.rival
        assert sum(found.gains.values()) == pytest.approx(found.ahead)
        other = chair.view.determinize(Stream(n, "other"))
        assert advise(other.view(chair.seat)) == found


def test_the_work_is_bounded() -> None:
    """With hardly any work allowed, the best two are still compared once."""
    view = next(decisions(table("rebirth", seed=3))).view
    assert advise(view, 1_000_000).simulations == advice.MEASURED
    assert advise(view, 1).simulations == 1


def test_the_sentence_says_how_far_ahead_it_is() -> None:
    rules = tw.load("rebirth")
    state = rules.new(2, 1)
    action, rival = islice(state.legal(state.to_act[0]), 2)
    clear = Advice(action, (), rival, 8, 3.04, {"castle": 4.0, "others": -0.96})
    assert "3 points ahead of B (castle +4, best opponent +1" in clear.why(rules, "B", "en")
    assert "3 Punkte" in clear.why(rules, "B", "de")
    assert "about as good" in Advice(action, (), rival, 8, 0.4, {"castle": 0.4}).why(rules, "B", "en")
    assert "no other move" in Advice(action).why(rules, "", "en")


@pytest.mark.parametrize("plugin", [river.PLUGIN, nim.PLUGIN], ids=["river", "nim"])
def test_games_that_do_not_rate_moves_have_hints_too(plugin: object) -> None:
    chair = next(decisions(Table(Match(tw.load(plugin), ["anna", "bruno"], seed=2))))
    action, said = pointed.hint(chair)
    assert action in chair.view.legal() and said


def test_the_bot_for_hints_says_worths() -> None:
    for plugin in ("rebirth", river.PLUGIN):
        rules = tw.load(plugin)
        state = rules.new(2, 1)
        view = state.view(state.to_act[0])
        ranked = Adviser(rules, 2).ranked(view, Stream(1, "x"))
        worths = [worth for _, worth in ranked]
        assert {action for action, _ in ranked} == set(view.legal()) and worths == sorted(
            worths, reverse=True
        )
