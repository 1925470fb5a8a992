"""Bots that look at one move alone: the highest rated (`greedy`), or the one that brings most at once (`novice`).

`by_trial` rates moves for games that have no rules of thumb for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..base.chance import Stream
from ..base.errors import UsageError
from ..rules.actions import Action, Legal
from ..rules.game import Choice
from ..rules.ruleset import Rules
from ..rules.schedule import played
from ..rules.state import State
from ..rules.views import View


class Greedy:
    """Plays the best choice by `rules.choices`; ties are broken by the bot's stream."""

    def __init__(self, rules: Rules) -> None:
        if rules.game.choices is None:
            raise UsageError(
                f"{rules.game.title} says nothing of what a move is worth, so greedy cannot play it"
            )
        self.rules = rules

    def choose(self, view: View, stream: Stream) -> Action:
        """Return an action of the highest worth."""
        legal = view.legal()
        return legal[best(self.rules.worths(view, legal), stream)]

    def worths(self, view: View, legal: Legal, stream: Stream) -> Sequence[float]:
        """Return what the game says that these actions are worth."""
        return self.rules.worths(view, legal)


def best(worths: Sequence[float], stream: Stream, slack: float = 1e-9) -> int:
    """Return the index of a highest worth, or of one that is lower by `slack` at most; the stream picks among these."""
    least = max(worths) - slack
    found = [n for n, worth in enumerate(worths) if worth >= least]
    return stream.pick(found)


class Novice:
    """Plays the move that raises its score the most at once, in every game; ties are broken by the bot's stream.

    It is a novice's rule of thumb, and the yardstick for the level easy.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def choose(self, view: View, stream: Stream) -> Action:
        """Return an action of the highest gain."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        return legal[best(self.worths(view, legal, stream), stream)]

    def worths(self, view: View, legal: Legal, stream: Stream) -> list[float]:
        """Return the gains of these actions."""
        return gains(view, legal, stream)


def gains(view: View, legal: Legal, stream: Stream) -> list[float]:
    """Return the points that each action brings its seat at once, in one world that the seat could be in.

    What follows in the turn without a further decision of the seat belongs to the action. Where the game says what its
    end would bring now (`Game.ended`), these points count as well: people see both.
    """
    seat = view.seat
    assert seat is not None
    world = view.determinize(stream)
    before = _points(world, seat)
    return [float(_points(played(world, action, seat), seat) - before) for action in legal]


def _points(state: State, seat: int) -> int:
    """Return the seat's points if the game ended now, or what the game counts in their place (`Game.standing`)."""
    return state.concluded().standing()[seat]


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
