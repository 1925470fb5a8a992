"""The worth of moves, found by trying each in a position that the seat could be in."""

from __future__ import annotations

from ..base.chance import Stream
from ..rules.game import Choice
from ..rules.schedule import played
from ..rules.views import View


def by_trial(view: View) -> list[Choice]:
    """Rate each legal action by how it changes what the game's `appraise` says, line by line.

    With `Game(choices=by_trial, appraise=...)` a game needs no rules of thumb for its moves; those are quicker, and can
    see what a move prepares. What the seat cannot know is dealt in one way, the same for every action. `appraise` is
    also asked of positions that are over.
    """
    seat = view.seat
    assert seat is not None
    world = view.determinize(Stream.of(0))
    before = _lines(view.like(world, seat), seat)
    found = []
    for action in view.legal():
        then = _lines(view.like(played(world, action, seat), seat), seat)
        gains = [(label, then.get(label, 0.0) - before.get(label, 0.0)) for label in {**before, **then}]
        changed = tuple([(label, points) for label, points in gains if points])
        found.append(Choice(action, sum(points for _, points in changed), changed))
    return found


def _lines(view: View, seat: int) -> dict[str, float]:
    """Return what `appraise` says, by label; lines of one label are added."""
    found: dict[str, float] = {}
    for label, points in view.rules.appraise(view, seat):
        found[label] = found.get(label, 0.0) + points
    return found
