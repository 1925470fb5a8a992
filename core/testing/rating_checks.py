"""Checks of judgements: the numbers that bots ask for are those that people are shown, and come from the view alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose, isfinite

from ..base.chance import Stream
from ..base.errors import TilewrightError
from ..bots import tried
from ..rules.views import View
from ..rules.weights import Weights
from .field_walk import alike, snapshot
from .random_games import Moment, Skipped, Subject, moments

NEAR = 1e-9
"""Sums of the same numbers may be rounded in another way."""


def judgements(subject: Subject) -> None:
    """worths, totals and features say what choices and appraise say, whatever the weights; nothing hidden counts."""
    game = subject.rules.game
    for level, bot in game.levels(subject.rules).items():
        try:
            tried(bot, subject.rules)
        except TilewrightError as error:
            raise subject.broken(f"the level {level} cannot be played by {bot}: {error}") from error
    if game.choices is None and game.appraise is None and game.features is None:
        raise Skipped("the game says nothing of what moves and positions are worth")
    names: dict[int, set[str]] = {}
    for moment in filter(Moment.costly, moments(subject)):
        state, rules = moment.state, moment.state.rules
        weights = rules.weights if moment.stream.below(2) else _drawn(rules.weights, moment.stream)
        before = snapshot(state)
        views = [state.view(seat).weighed(weights) for seat in range(len(state.seats))]
        for view in views:
            _moves(moment, view)
            _features(moment, view, names.setdefault(len(views), set()))
        _positions(moment, views)
        moment.need(snapshot(state) == before, "worths, totals or features changes the state")


def _drawn(usual: Weights, stream: Stream) -> Weights:
    """Return weights drawn within their bounds, now and then exactly at one."""
    steps = 8
    return usual.changed(
        {
            one.name: min(one.high, one.low + (one.high - one.low) * stream.below(steps + 1) / steps)
            for one in usual.declared()
        }
    )


def _moves(moment: Moment, view: View) -> None:
    rules, legal = view.rules, view.legal()
    if rules.game.choices is None or not len(legal):
        return
    assert view.seat is not None
    name = view.seats[view.seat]
    found = list(rules.worths(view, legal))
    moment.need(all(map(isfinite, found)), f"worths gives {name} a move that is not worth a finite number")
    said = [choice.worth for choice in rules.choices(view)]
    where = _differing(found, said)
    if where is not None:
        move = legal[where] if where < len(legal) else "a move that is not legal"
        moment.need(False, f"worths says {_at(found, where)} of {move}, but choices says {_at(said, where)}")
    other = view.like(moment.world(view), view.seat)
    moment.need(
        found == list(rules.worths(other, other.legal())),
        f"worths rates the moves of {name} using hidden things",
    )


def _positions(moment: Moment, views: Sequence[View]) -> None:
    rules = moment.state.rules
    if rules.game.appraise is None:
        return
    found = list(rules.totals(views))
    said = [sum(points for _, points in rules.appraise(view, seat)) for seat, view in enumerate(views)]
    seat = _differing(found, said)
    if seat is not None:
        whose = f"totals says {_at(found, seat)} of the position of seat {seat}"
        moment.need(False, f"{whose}, but the lines of appraise add up to {_at(said, seat)}")


def _features(moment: Moment, view: View, names: set[str]) -> None:
    """Check the features of a position, and that their names are among those of the first one, which are noted."""
    rules = view.rules
    assert view.seat is not None
    name, found = view.seats[view.seat], rules.features(view)
    for feature, by_seat in found.items():
        fits = len(by_seat) == len(view.seats) and all(map(isfinite, by_seat))
        moment.need(fits, f"feature '{feature}' is {by_seat}, not a finite number for each seat")
    if rules.game.features is not None or rules.calls("add_features"):
        names |= {*found} if moment.decision == 0 and not names else set()
        new = sorted({*found} - names)
        moment.need(not new, f"there is a feature '{new[0] if new else ''}' that the set-up does not have")
    other = rules.features(view.like(moment.world(view), view.seat))
    moment.need(alike(found, other), f"features tells {name} of hidden things")


def _differing(found: Sequence[float], said: Sequence[float]) -> int | None:
    """Return the first place where two lists of numbers differ; None if they are the same."""
    for n in range(max(len(found), len(said))):
        if n >= min(len(found), len(said)) or not isclose(found[n], said[n], rel_tol=NEAR, abs_tol=NEAR):
            return n
    return None


def _at(numbers: Sequence[float], n: int) -> str:
    return f"{numbers[n]:g}" if n < len(numbers) else "nothing"
