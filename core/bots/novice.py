"""A novice's rule of thumb: take the most points that can be seen now. It is the yardstick for the level easy."""

from __future__ import annotations

from ..base.chance import Stream
from ..rules.actions import Action, Legal
from ..rules.ruleset import Rules
from ..rules.schedule import played
from ..rules.state import State
from ..rules.views import View
from .greedy import best


class Novice:
    """Plays the move that raises its score the most at once, in every game; ties are broken by the bot's stream."""

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
