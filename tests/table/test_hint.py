"""Hints: the move that does best when the game is played on a little, and why, from what the seat knows."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.bots.advisor import PLANS, Adviser
from tilewright.core.bots.rollouts import dealt
from tilewright.core.play.match import Match
from tilewright.core.rules.views import View
from tilewright.core.table import cursor_info, hint, move_text
from tilewright.core.table.comparison import PointGap
from tilewright.core.table.hint import Advice, advise
from tilewright.core.table.table import Table

from ..toys import nim, river
from .games import decisions, table


@pytest.mark.parametrize("game", ["rebirth", "glenmore"])
def test_an_advice_follows_from_what_the_seat_knows_and_adds_up(game: str) -> None:
    for n, chair in enumerate(islice(decisions(table(game, seed=3)), 8)):
        if n % 4 or len(chair.view.legal()) == 1:
            continue
        found = advise(chair.view)
        [action], [rival] = found.plan, found.rival
        assert action in chair.view.legal() and rival in chair.view.legal() and action != rival
        assert sum(points for points, _ in found.gap.sources.values()) == pytest.approx(found.gap.points)
        other = chair.view.determinize(Stream(n, "other"))
        assert advise(other.view(chair.seat)) == found


def test_the_work_is_bounded() -> None:
    """With hardly any work allowed, the best two are still compared a few times."""
    view = next(decisions(table("rebirth", seed=3))).view
    assert advise(view, 1_000_000).simulations == hint.MEASURED
    assert advise(view, 1).simulations == hint.LEAST


def said(points: float, error: float, lang: str = "en") -> str:
    """The hint at a table where the best move is ahead by so many points."""
    chair = next(decisions(table("rebirth", seed=3, lang=lang)))
    action, rival = islice(chair.view.legal(), 2)
    gap = PointGap(points, error, {"castle": (points + 2, 0.1), "others": (-2.0, 0.1)})
    chair._remembered("advice", lambda: Advice((action,), (rival,), 8, gap))
    return str(cursor_info.hint(chair)[1])


def test_the_sentence_says_how_far_ahead_it_is_and_how_sure_that_is() -> None:
    clear = said(6.1, 1.8)
    assert "about 6 points better than with place" in clear
    assert ", give or take 2: castle +8, more for the best opponent -2." in clear
    assert "give or take" not in said(6.1, 0.2)
    assert "About as good: place" in said(6.1, 6.2) and "About as good: place" in said(0.4, 0.0)
    assert "um etwa 6 Punkte besser" in said(6.1, 1.8, "de") and "plus oder minus 2" in said(6.1, 1.8, "de")


def test_what_the_move_brings_ends_as_it_does_everywhere() -> None:
    """A move of many events is told in part: `...`, and not a lonely full stop."""
    for chair in decisions(table("isleofskye", people=3)):
        for offer in chair.choosing.offers[:1]:
            seen = chair.foresee(offer.action).lines and not chair.table.sealed
            if seen and chair.said(offer.action).endswith("; ..."):
                chair.advice(Advice((offer.action,), (), 8))
                text = str(cursor_info.hint(chair)[1])
                assert "; ... " in text and "; . " not in text
                return
    raise AssertionError("there was no such move")


def test_of_two_moves_that_are_as_good_it_says_what_speaks_for_each() -> None:
    small = {"castle": (0.3, 0.1), "port": (2.4, 9.0), "others": (-0.4, 0.1)}
    large = {"castle": (3.2, 1.0), "port": (2.4, 9.0), "others": (-2.0, 0.5), "mission": (-1.1, 0.1)}
    told = []
    for sources in (small, large):
        chair = next(decisions(table("rebirth", seed=3)))
        action, rival = islice(chair.view.legal(), 2)
        chair._remembered("advice", lambda: Advice((action,), (rival,), 8, PointGap(0.3, 2.0, sources)))  # noqa: B023
        told.append(str(cursor_info.hint(chair)[1]))
    assert "About as good" in told[0] and "favour" not in told[0]
    one, two = (move_text.move(chair, move) for move in islice(chair.view.legal(), 2))
    own = f"In favour of {one}: castle +3."
    other = f"About as good: {two}. In favour of {two}: less for the best opponent +2."
    assert f"{own} {other} Rule of thumb: " in told[1]


def test_the_rule_of_thumb_ends_the_hint_at_one_decision_a_match() -> None:
    """However often it is asked there; and at none where the coach has said it."""
    for coach in (False, True):
        told = []
        for chair in decisions(table("rebirth", seed=3), most=4):
            chair.coach = coach
            action = chair.view.legal()[0]
            chair.advice(Advice((action,), (), 8))
            said = chair.coached
            told += [cursor_info.hint(chair)[1].thumb for _ in range(2)]
            assert not coach or len(told) > 2 or "neighbours" in said
        assert told[0] == told[1] and bool(told[0]) is not coach and not any(told[2:])


@pytest.mark.parametrize("plugin", [river.PLUGIN, nim.PLUGIN], ids=["river", "nim"])
def test_games_that_do_not_rate_moves_have_hints_too(plugin: object) -> None:
    chair = next(decisions(Table(Match(tw.load(plugin), ["anna", "bruno"], seed=2))))
    action, said = cursor_info.hint(chair)
    assert action in chair.view.legal() and said


def prices(*moves: str) -> View:
    """What anna sees in Isle of Skye once she has sealed these prices."""
    match = Match(tw.load("isleofskye"), ["anna", "bot", "tom"], seed=11)
    for move in moves:
        match.play(next(action for action in match.state.legal(0) if str(action) == move))
    return match.state.view(0)


@cache
def planned() -> Advice:
    """The advice for her first price."""
    return advise(prices())


def test_hints_for_secret_prices_go_through_with_one_plan() -> None:
    """Whatever step of it is taken first; each step alone would bring nothing."""
    plan = [str(action) for action in planned().plan]
    assert len(plan) == 3
    for order in (plan, plan[::-1]):
        for taken in range(1, len(plan)):
            found = advise(prices(*order[:taken]))
            assert {str(action) for action in found.plan} == set(order[taken:]), order[:taken]
    there, back = (advise(prices(*two)) for two in (plan[:2], plan[1::-1]))
    assert there == back


def test_a_step_of_secret_prices_is_worth_what_the_best_plan_with_it_is_worth() -> None:
    """Its order makes no difference, so all steps of one plan are worth the same."""
    view = prices()
    judge = Adviser(view.rules, 3).judge(view, Stream(1, "judge"))
    most, *others = judge.judge(view.legal(), range(3))
    for one in others:
        if most.behind(one)[0] > 0:
            most = one
    plan = most.plan
    first, *rest = judge.judge(plan, range(3))
    assert len(plan) == 3 and first.behind(most)[0] == 0 and all(one.behind(first)[0] == 0 for one in rest)
    assert {frozenset(one.plan) for one in (first, *rest)} == {frozenset(plan)}


def test_a_plan_that_was_begun_is_not_given_up_for_one_that_looks_as_good() -> None:
    view = prices()
    best = planned().plan
    judge = Adviser(view.rules, 3).judge(view, Stream(1, "judge"))
    other = next(plan for plan, _ in judge.likeliest((), PLANS) if not set(plan) & set(best))
    begun = {dealt(view, Stream(0, "now")).digest(): other}
    found = advise(prices(str(other[0])), plans=begun)
    assert set(found.plan) == set(other[1:]) and not set(found.rival) & set(other)


def test_one_who_leaves_the_plan_is_told_another() -> None:
    view = prices()
    plan = planned().plan
    other = next(action for action in view.legal() if action not in plan)
    found = advise(prices(str(other)))
    assert other not in found.plan and found.action in prices(str(other)).legal()


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
