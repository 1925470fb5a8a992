"""A hint: the move that does best when the game is played on a little, and why it is better than the next best.

The moves that the bot for hints rates highest (`bots/advising.py`) are judged in the same simulations. The best two go
on alone, and are compared in simulations that had no say in that. The work is bounded by a number of moves rated, so
that a hint is quick, and the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from ..bots.advising import Adviser
from ..bots.judge import Judge, Judged
from ..chance import Stream
from .lacking import SMALL, reasons
from .telling import signed
from .texts import Texts

if TYPE_CHECKING:
    from ..actions import Action
    from ..rules import Rules
    from ..views import View

SCOUTS = 4
"""Simulations of each move in which the best two are found."""
MEASURED = 8
"""Simulations in which these are compared."""
TRUST = 3.0
"""The bot's own rating of a move counts as much as so many simulations."""
WORK = 6_000
"""Moves that are rated in simulations: half of them to find the best two, and half to compare these."""


@attrs.frozen
class Advice:
    """The move that looks best, compared with the next best one."""

    action: Action
    lines: tuple[tuple[str, float], ...] = ()
    """What the game says that the move is worth to the seat, as labels and points."""
    rival: Action | None = None
    """The next best move; None if there is no other."""
    simulations: int = 0
    """In so many it was compared."""
    ahead: float = 0.0
    """Points of lead by which the move does better."""
    gains: Mapping[str, float] = attrs.field(factory=dict)
    """The sources of these points, as `Judged.lacks` has them."""

    def why(self, rules: Rules, rival: str, lang: str) -> str:
        """Return a sentence that compares the move with the next best one, which is called `rival`."""
        said = Texts(lang)
        if self.rival is None:
            return said("table.hint.only")
        if self.ahead < SMALL:
            return said("table.hint.even", other=rival)
        parts, points = reasons(rules, self.gains, lang), signed(round(self.ahead, 1), lang).lstrip("+")
        return said("table.hint.ahead", other=rival, points=points, parts=parts)


def advise(view: View, work: int = WORK) -> Advice:
    """Return the advice for a seat that must decide now. The same view gets the same advice."""
    rules = view.rules
    adviser, stream = Adviser(rules, len(view.seats)), Stream(0, "hint")
    ranked = adviser.ranked(view, stream)[: 1 + adviser.rivals]
    worth = dict(ranked)
    found = list(worth)
    judged: list[Judged] = []
    if len(found) > 1:
        judge = adviser.judge(view, stream)
        scouted = _best(_worked(judge, found, range(SCOUTS), work // 2), worth)
        found = [one.action for one in scouted[:2]]
        judged = _best(_worked(judge, found, range(SCOUTS, SCOUTS + MEASURED), work), worth)
        found = [one.action for one in judged]
    lines: tuple[tuple[str, float], ...] = ()
    if rules.game.choices is not None:
        lines = next(tuple(choice.lines) for choice in rules.choices(view) if choice.action == found[0])
    if not judged:
        return Advice(found[0], lines)
    best, rival = judged
    return Advice(best.action, lines, rival.action, len(best.leads), rival.behind(best)[0], rival.lacks(best))


def _worked(judge: Judge, actions: Sequence[Action], numbers: Iterable[int], work: int) -> list[Judged]:
    """Return how the actions do in as many of these simulations as the work allows, in one at least."""
    found: list[Judged] = []
    for found in judge.judging(actions, numbers):  # noqa: B007
        if judge.moves >= work:
            break
    return found


def _best(judged: Sequence[Judged], worth: Mapping[Action, float]) -> list[Judged]:
    """Return the actions, best first: by their leads and, as long as these are few, by the bot's own rating."""
    count = len(judged[0].leads)
    top = max(worth.values())

    def value(one: Judged) -> float:
        return (count * one.points + TRUST * (worth[one.action] - top)) / (count + TRUST)

    return sorted(judged, key=lambda one: -value(one))
