"""The coach of a first game: one sentence when a kind of decision, of points or of cost occurs for the first time.

The sentences are those of `learn.yaml` (`coach`), of the game and its modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ..rules import lessons
from .preview import world

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..rules.actions import Action
    from ..rules.ruleset import Rules
    from ..rules.state import ScoreLine
    from ..text.introduction import Told
    from ..text.lesson_file import CoachTexts
    from .chair import Chair

MOST = 150
"""Letters at a time, so that it is two lines of a small terminal."""


def texts(rules: Rules) -> CoachTexts:
    """The sentences for these rules; those of modules come before those of their game."""
    from ..text.lesson_file import CoachTexts

    found = CoachTexts()
    for file in lessons.files(rules).values():
        coach = file.coach
        found = CoachTexts(
            steps=found.steps | coach.steps,
            scores=found.scores | coach.scores,
            costs=found.costs | coach.costs,
        )
    return found


def of_decision(chair: Chair) -> tuple[str, Told] | None:
    """Return the key and the sentence of the kind of decision that this seat must take; None if there is none.

    What can be done beside the step, such as selling, makes no other kind of it.
    """
    step = world(chair.view, 0).step if chair.acts else None
    if step is None:
        return None
    steps, offers = texts(chair.view.rules).steps, chair.choosing.offers
    kinds = tuple(step.actions)
    verbs = {str(one.action).split()[0] for one in offers if isinstance(one.action, kinds)}
    keys = [f"{step.name} {verb}" for verb in verbs if len(verbs) == 1]
    return next(((key, steps[key]) for key in (*keys, step.name) if key in steps), None)


@attrs.define(eq=False, repr=False)
class Coach:
    """What one seat has been told in a match."""

    _told: dict[str, int] = attrs.field(factory=dict)
    """Key to the number of the seat's decisions before the one at which the sentence was said."""
    _costs: set[str] = attrs.field(factory=set)
    """The reasons of which a move of this seat has made the costs at the end larger."""
    _later: dict[str, Told] = attrs.field(factory=dict)
    """Sentences for which there was no room yet."""
    _said: list[Told] = attrs.field(factory=list)
    """What was said at the last decision."""
    _thumbs: dict[str, int] = attrs.field(factory=dict)
    """Key to the number of the seat's decisions before the one at which a hint ended with the sentence."""

    def say(self, chair: Chair) -> str:
        """Return what is new to the seat now, in one or two sentences; "" if nothing is.

        The decision at hand comes first, then what costs points at the end, then what has scored. While others decide,
        it is what was said before.
        """
        if chair.acts:
            self._said, now = [], _decided(chair)
            for key, text in (self._due(chair) | self._later).items():
                if self._told.get(key, now) < now:
                    continue
                if self._said and len(_spoken(chair, [*self._said, text])) > MOST:
                    self._later[key] = text
                else:
                    self._said.append(text)
                    self._told[key] = now
                    self._later.pop(key, None)
        return _spoken(chair, self._said)

    def thumb(self, chair: Chair) -> str:
        """Return the sentence on the decision at hand, with which a hint ends; "" if an earlier one has been told it.

        Nor is it said where the coach has said it already. At one decision it stays the same, however often one asks.
        """
        decision = of_decision(chair)
        if decision is None or f"step {decision[0]}" in self._told:
            return ""
        now = _decided(chair)
        return _spoken(chair, [decision[1]]) if self._thumbs.setdefault(decision[0], now) == now else ""

    def _due(self, chair: Chair) -> dict[str, Told]:
        coach = texts(chair.view.rules)
        found: dict[str, Told] = {}
        decision = of_decision(chair)
        if decision is not None:
            found[f"step {decision[0]}"] = decision[1]
        found |= {f"cost {key}": coach.costs[key] for key in sorted(self._costs) if key in coach.costs}
        scored = [line.reason for one in chair.missed() for line in one.lines if line.seat == chair.seat]
        return found | {f"score {key}": coach.scores[key] for key in scored if key in coach.scores}

    def warning(self, chair: Chair, lines: Iterable[ScoreLine]) -> str:
        """Return what a move costs only at the end, if the seat has not learnt it yet; "" otherwise."""
        rules, coach = chair.view.rules, texts(chair.view.rules)
        new = [key for key in _costly(chair, lines) if key in coach.costs and key not in self._costs]
        return lessons.said(rules, coach.costs[new[0]], chair.lang) if new else ""

    def played(self, chair: Chair, action: Action) -> None:
        """Note what a move of this seat, which is about to be played, costs at the end."""
        self._costs |= _costly(chair, chair.foresee(action).at_end)


def _costly(chair: Chair, lines: Iterable[ScoreLine]) -> set[str]:
    return {line.reason for line in lines if line.seat == chair.seat and line.amount < 0}


def _decided(chair: Chair) -> int:
    """Return how many decisions the seat has taken."""
    return sum(one.seat == chair.seat for one in chair.table.match.played)


def _spoken(chair: Chair, told: Iterable[Told]) -> str:
    return " ".join(lessons.said(chair.view.rules, text, chair.lang) for text in told)
