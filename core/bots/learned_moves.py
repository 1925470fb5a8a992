"""The thinking of a learned bot: it rates moves with weights of its own, and looks where the best of them lead.

Before it decides, it plays the moves that look best on, to the end of the turn say, in worlds that its seat could be
in, each as it would play itself, and values what comes out. (Truncated rollouts: Tesauro and Galperin 1996, for
backgammon.) All moves meet the same worlds, so that luck cancels out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import attrs

from ..base.chance import Stream, mix
from ..rules.actions import Action, Legal
from ..rules.ruleset import Rules
from ..rules.schedule import opening, passage
from ..rules.state import State
from ..rules.teams import sides_of
from ..rules.views import View, state_behind
from .features import LearnedValue, Valuation
from .greedy import best
from .rollouts import dealt

Until = Literal["move", "turn", "reply", "round", "end"]
MOST = 400
"""The most decisions that are played on, except to the end of the game."""
VALUED = 2
"""A position takes about so many times as long to value as to rate its moves."""
WIDEST = 1000.0
VICTORY = 20.0
"""A victory counts as much as this lead in points, where simulations reach the end of the game."""


@attrs.frozen(kw_only=True)
class Lookahead:
    """The depth and breadth to which a bot looks ahead. With one candidate it does not, with none it makes any move."""

    candidates: int = 1
    """The number of moves that are compared: those of the highest worth, or any if the game does not rate moves."""
    margin: float = WIDEST
    """Moves that are worth less than the best one by more points than this are not candidates."""
    until: Until = "turn"
    """Where they are valued: after the move and those that follow without a choice; when the seat's turn is over; when
    it has to decide again after the replies of the others; when the round is over; at the end of the game."""
    worlds: int = 1
    """In how many worlds each is tried."""
    trust: float = 0.0
    """How much the worth of the move itself counts beside the value of the position."""
    opening: bool = True
    """True if it looks only at the beginning of a turn."""


NOT = Lookahead()
LAST = Lookahead(candidates=6, margin=3.0, until="end")
"""In its last turn, where all that is left can be counted."""


@attrs.frozen(kw_only=True)
class Lesson:
    """All that decides how a learned bot plays a ruleset with one number of players."""

    weights: Mapping[str, float] = attrs.field(factory=dict)
    """By name; those that are not named have their defaults."""
    value: LearnedValue | None = None
    look: Lookahead = NOT


DEFAULTS, RANDOM = Lesson(), Lesson(look=Lookahead(candidates=0))
"""Who plays as the usual bot of a game does, and who makes any move."""


class Mind:
    """Chooses by a lesson. It keeps nothing between decisions but counts of them and of its work."""

    def __init__(
        self,
        rules: Rules,
        lesson: Lesson,
        trained: Mapping[str, object] | None = None,
        *,
        plays_out: bool = True,
    ) -> None:
        """With `plays_out` it plays on to the end of the game in its last turn, if the game rates moves."""
        self.rules, self.look = rules, lesson.look
        self.weights = rules.weights.changed(lesson.weights)
        self.valuation = Valuation(rules, lesson.value, trained) if lesson.value is not None else None
        self.rated = rules.game.choices is not None and lesson.look.candidates > 0
        self.plays_out = plays_out and self.rated
        self.work = 0
        """Number of positions rated so far, and valued (`VALUED`): a measure of work that no machine changes. The last
        turn, which all lessons play on to the end, has none beside its first rating."""
        self.decisions = 0

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the action of the highest value; ties are broken by the stream."""
        legal = view.legal()
        self.decisions += 1
        if len(legal) == 1:
            return legal[0]
        view = view.weighed(self.weights)
        self.work += 1
        look = self.looking(view)
        if look.candidates < 2:
            return legal[self.usual(view, legal, stream)]
        before = self.work
        chosen, values = self.considered(view, legal, stream, look)
        if look is LAST:
            self.work = before
        return legal[chosen[best(values, stream)]]

    def worths(self, view: View, legal: Legal, stream: Stream) -> Sequence[float]:
        """Return the worths by which `choose` decides, in points, for each of the view's legal actions.

        Moves that it does not look into are behind the last of those that it does, by what they are worth less.
        """
        view = view.weighed(self.weights)
        usual = self.rules.worths(view, legal) if self.rated else [0.0] * len(legal)
        look = self.looking(view)
        if len(legal) == 1 or look.candidates < 2:
            return usual
        chosen, values = self.considered(view, legal, stream, look)
        last, least = min(values), min(usual[n] for n in chosen)
        found = [last + min(0.0, worth - least) for worth in usual]
        for n, value in zip(chosen, values, strict=True):
            found[n] = value
        return found

    def looking(self, view: View) -> Lookahead:
        """Return how it looks ahead before this decision."""
        look = self.look
        if self.plays_out and self.rules.game.last_turn(view):
            return LAST
        return NOT if look.opening and not opening(state_behind(view)) else look

    def usual(self, view: View, legal: Legal, stream: Stream) -> int:
        """Return the index of the action that it takes without looking ahead."""
        if not self.rated:
            return stream.below(len(legal))
        return best(self.rules.worths(view, legal), stream)

    def considered(
        self, view: View, legal: Legal, stream: Stream, look: Lookahead
    ) -> tuple[list[int], list[float]]:
        """Return the indexes of the candidates, and the value of each, in points."""
        worths: Sequence[float]
        if self.rated:
            worths = self.rules.worths(view, legal)
            chosen = sorted(range(len(legal)), key=lambda n: -worths[n])[: look.candidates]
            least = worths[chosen[0]] - look.margin
            chosen = [n for n in chosen if worths[n] >= least]
            if len(chosen) == 1:
                return chosen, [worths[chosen[0]]]
        else:
            worths, chosen = [0.0] * len(legal), list(range(len(legal)))
            if len(chosen) > look.candidates:
                stream.shuffle(chosen)
                chosen = chosen[: look.candidates]
        top = max(worths[n] for n in chosen)
        values = [look.trust * (worths[n] - top) for n in chosen]
        key, unknown = stream.bits(), view.unknown()
        for number in range(look.worlds):
            world = dealt(view, Stream.of(mix(key, 2 * number)), unknown)
            for at, n in enumerate(chosen):
                state = world.clone()
                state.apply(legal[n])
                self.play_on(view, state, world, look.until, Stream.of(mix(key, 2 * number + 1)))
                values[at] += self.worth(view, state) / look.worlds
        return chosen, values

    def play_on(self, view: View, state: State, root: State, until: Until, stream: Stream) -> None:
        """Play the position on, as far as `until` says, from `root`."""
        seat = view.seat
        assert seat is not None
        began, number = passage(root), self.rules.game.round_of(root)
        most = self.rules.game.turn_limit if until == "end" else MOST
        for _ in range(most):
            if state.over:
                return
            waiting = state.to_act
            acting = seat if seat in waiting else waiting[0]
            if until == "turn":
                if passage(state) != began:
                    return
            elif until == "reply":
                if acting == seat and passage(state) != began:
                    return
            elif until == "round" and self.rules.game.round_of(state) != number:
                return
            other = view.like(state, acting)
            legal = other.legal()
            if len(legal) == 1:
                state.apply(legal[0])
                continue
            if until == "move":
                return
            self.work += 1
            state.apply(legal[self.usual(other, legal, stream)])

    def worth(self, view: View, state: State) -> float:
        """Return the seat's lead, in points, that this position promises."""
        seat = view.seat
        assert seat is not None
        sides = sides_of(state)
        if state.over:
            return sides.ahead(state.standing(), seat) + VICTORY * sides.shares(state.winners)[seat]
        self.work += VALUED
        if self.valuation is not None:
            return sides.ahead(self.valuation.of(view.like(state, seat)), seat)
        if self.rules.game.appraise is None:
            return sides.ahead(state.standing(), seat)
        return sides.ahead(self.rules.totals([view.like(state, n) for n in range(len(state.seats))]), seat)
