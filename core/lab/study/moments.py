"""The moment at which a game under a variant parts from the base's with the same luck, as two positions."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import attrs

from ...draw.model import Diagram, Show, Where
from ...draw.svg import draw_svg
from ...rules.actions import Action
from ...rules.events import Log
from ...rules.ruleset import Rules
from ...rules.state import State
from ...rules.views import View
from ..texts import text
from .where import cell_of

Drawing: TypeAlias = "str | Callable[[], str]"
"""A picture as SVG, or what draws it: pages alone show pictures, and drawing a game takes longer than playing it."""
WATCH = "watch"
"""The folder of a run (`--out`) with the records of games to watch."""


def svg(picture: Drawing) -> str:
    """Return the picture, which is drawn when it is asked for."""
    return picture if isinstance(picture, str) else picture()


@attrs.frozen(kw_only=True)
class MomentSide:
    """What happens at the moment under one ruleset."""

    variant: str
    said: str
    """A sentence: who decides what, or what the move brings."""
    record: str = ""
    """The record of the game, in the folder of the run; "" without one."""
    command: str = ""
    """The command that shows the record from here."""
    review: str = ""
    """The command that judges the decisions of the player whose move it is."""
    _picture: Drawing = attrs.field(default="", eq=False, metadata={"reported": False})

    @property
    def picture(self) -> str:
        """The boards that matter after the move, as SVG."""
        return svg(self._picture)


@attrs.frozen(kw_only=True)
class Moment:
    """Where two games with the same luck part."""

    kind: Literal["decision", "points"]
    """`decision`: a player decides otherwise, for the first time; `points`: nobody ever does, but a move brings other
    points for the first time."""
    decision: int
    """The number of the decision in both games, from 1."""
    turn: int
    base: MomentSide
    variant: MomentSide


@attrs.define(eq=False)
class Steps:
    """A game as it is played: its decisions, and the lines of points after each."""

    rules: Rules
    state: State
    bots: Sequence[str]
    record: Path | None = None
    """Where its record is, if it has one."""
    begun: State = attrs.field(init=False)
    """The position in which it begins."""
    actions: list[Action] = attrs.field(factory=list, init=False)
    lines: list[int] = attrs.field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self.begun = self.state.clone()

    def deciding(self, state: State, seat: int) -> View:
        return state.view(seat)

    def log(self) -> Log | None:
        return None

    def decided(self, state: State, action: Action, log: Log | None) -> None:
        """Keep the decision; so a game that is played out can be watched."""
        self.actions.append(action)
        self.lines.append(len(state.ledger))

    def points(self, number: int) -> list[tuple[int, int, str]]:
        """Return seat, amount and reason of the points that decision `number` has brought, from 0."""
        first = self.lines[number - 1] if number else len(self.begun.ledger)
        return [
            (seat, amount, self.rules.reasons[reason].key)
            for seat, amount, reason, *_ in self.state.ledger[first : self.lines[number]]
        ]

    def picture(self, lang: str) -> Drawing:
        """Return what draws the position now; "" if the game draws none."""
        if self.rules.game.show is None:
            return ""
        show = self.rules.show(self.state.view(None), lang)
        return cache(lambda: draw_svg(show))

    def position(self, count: int) -> State:
        """Return the position after so many decisions."""
        state = self.begun.clone()
        for action in self.actions[:count]:
            state.apply(action)
        return state


def parting(base: Steps, other: Steps) -> tuple[Literal["decision", "points"], int] | None:
    """Return at which decision, from 0, the games part; None if they never do."""
    most = min(len(base.actions), len(other.actions))
    for n in range(most):
        if base.actions[n] != other.actions[n]:
            return "decision", n
    if len(base.actions) != len(other.actions):
        return "decision", most
    return next((("points", n) for n in range(most) if base.points(n) != other.points(n)), None)


def moment(base: Steps, other: Steps, names: tuple[str, str], lang: str) -> Moment | None:
    """Return where the game under the variant parts from that under the base; `names` are those of the rulesets."""
    found = parting(base, other)
    if found is None:
        return None
    kind, n = found
    return Moment(
        kind=kind,
        decision=n + 1,
        turn=base.position(n).turns + 1,
        base=_side(base, other, kind, n, names[0], lang),
        variant=_side(other, base, kind, n, names[1], lang),
    )


def _side(steps: Steps, rival: Steps, kind: str, n: int, name: str, lang: str) -> MomentSide:
    state, over, record = steps.position(n + 1), n >= len(steps.actions), steps.record
    seat = None if over else steps.actions[n].seat
    said = text("moment.over", variant=name) if over else _said(steps, rival, kind, n, name)
    picture: Drawing = ""
    if steps.rules.game.show is not None:
        show, action = steps.rules.show(state.view(None), lang), None if over else steps.actions[n]
        picture = cache(lambda: _picture(show, action))
    if record is None:
        return MomentSide(variant=name, said=said, picture=picture)
    player = state.seats[seat] if seat is not None else ""
    review = ["tilewright", "review", str(record), *(["--player", player] if player else [])]
    return MomentSide(
        variant=name,
        said=said,
        record=f"{WATCH}/{record.name}",
        command=shlex.join(
            ["tilewright", "replay", str(record), "--at", str(min(n + 1, len(steps.actions)))]
        ),
        review=shlex.join(review),
        picture=picture,
    )


def _said(steps: Steps, rival: Steps, kind: str, n: int, name: str) -> str:
    action, seats = steps.actions[n], steps.begun.seats
    lines = Counter(steps.points(n))
    if kind == "points":
        lines -= Counter(rival.points(n))
    points = ", ".join(
        f"{seats[seat]} {amount:+d} ({reason.replace('_', ' ')})".replace("-", "\u2212")
        for seat, amount, reason in lines.elements()
    )
    words = {"variant": name, "player": seats[action.seat], "move": str(action)}
    if kind == "points":
        key = "moment.points" if points else "moment.no_points"
        return text(key, **words, points=points)
    bot = steps.bots[action.seat]
    return text("moment.decision", **words, bot=bot, points=points or text("moment.nothing"))


def _picture(show: Show, action: Action | None) -> str:
    """Return the boards on which the move is made, as a picture with a mark where it was."""
    if action is None:
        return draw_svg(attrs.evolve(show, panels=(), offers=()), notes=False)
    kept = _kept(show.boards, lambda one: one.seat == action.seat and not one.in_line)
    at = cell_of(action)
    kept = [attrs.evolve(one, small=False) for one in kept]
    here: dict[Where, str] = {}
    for n, board in enumerate(kept):
        if at is not None and not here and any(spot.at == at for spot in board.spots):
            here[n, at] = "\u25cf"
    less = attrs.evolve(show, title="", boards=kept, panels=(), offers=())
    return draw_svg(less, marks=here, notes=False)


def _kept(boards: Sequence[Diagram], mine: Callable[[Diagram], bool]) -> list[Diagram]:
    """Return the boards of the player, else those of all players, else every board."""
    own = [one for one in boards if mine(one)]
    shared = [one for one in boards if one.seat is None and not one.in_line and not one.kind]
    return own or shared or [*boards]
