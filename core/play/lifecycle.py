"""Bots, the calls that mark their life (`begin`, `ended`, `close`), and how a program loses a game by a forfeit.

`Match` makes these calls, and so does `simulation.games.play_out`, the one loop for games without a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from itertools import count
from typing import Any, Protocol

import attrs

from ..base.chance import Stream
from ..base.plugin_errors import running
from ..rules.actions import Action
from ..rules.teams import Sides
from ..rules.views import View

OURS = "tilewright.core."


class Bot(Protocol):
    """A player that chooses actions from a view, with a stream of chance of its own."""

    def choose(self, view: View, stream: Stream) -> Action:
        """Return one of `view.legal()`, which is not empty."""


class Lifecycle(Protocol):
    """Methods that a bot may have besides `choose`, each of them or none.

    A bot that has several seats gets each call once. It gets what everyone knows, never the match.
    """

    def begin(self, seats: Sequence[str]) -> None:
        """Prepare for a new game of these players. It comes before the bot's first choice."""

    def ended(self, result: Mapping[str, Any]) -> None:
        """Take note of the result (`scores`, `ranking`, `winners`, `turns`) of a game that was played to its end."""

    def close(self) -> None:
        """Give back what the bot holds, such as processes. A bot that plays again later takes it anew."""


@attrs.frozen
class Forfeit:
    """The fault that cost a seat the game."""

    seat: int
    decision: int
    """Which one of the seat's decisions it was, from 1."""
    kind: str
    """The word of the fault: `silent`, `illegal`, ...; see docs/protocol.md."""
    why: str
    """The fault as a sentence."""
    stderr: str = attrs.field(repr=False)
    """The end of what the program wrote there."""
    order: int = attrs.field(factory=count().__next__, eq=False, repr=False)
    """Later forfeits have higher numbers."""


def begin(bots: Iterable[Any], seats: Sequence[str]) -> None:
    """Announce a new game of these players to the bots."""
    _call(bots, "begin", seats)


def end(bots: Iterable[Any], result: Mapping[str, Any]) -> None:
    """Announce the result of the game to the bots."""
    _call(bots, "ended", result)


def close(bots: Iterable[Any]) -> None:
    """Close the bots."""
    _call(bots, "close")


def _call(bots: Iterable[Any], name: str, *args: Any) -> None:
    for bot in _each(bots):
        method = getattr(bot, name, None)
        if callable(method):
            with running(f"bot {type(bot).__name__}", (Exception,) if ours(bot) else ()):
                method(*deepcopy(args))  # a guest may change what it gets


def forfeits(bots: Iterable[Any]) -> list[Forfeit]:
    """Return what was forfeited in the current game, first to last."""
    found = [lost for bot in _each(bots) if ours(bot) for lost in getattr(bot, "forfeits", ())]
    return sorted(found, key=lambda lost: lost.order)


def placed_last(ranking: Sequence[Sequence[int]], lost: Sequence[int], sides: Sides) -> list[list[int]]:
    """Return the ranking with the sides of seats that forfeited (in this order) behind all others, the last one first.

    Where all play together, nobody wins then.
    """
    behind = list(dict.fromkeys(sides.of[seat] for seat in reversed(lost)))
    kept = [[seat for seat in place if sides.of[seat] not in behind] for place in ranking]
    nobody = [] if sides.rivals and ranking[0] else [list[int]()]
    return nobody + [place for place in kept if place] + [[*sides.groups[side]] for side in behind]


def inner(bot: Any) -> Any:
    """Return the bot without the restrictions, errors and clocks around it."""
    # Only our own wrappers are opened: an attribute `bot` of a third-party bot may be anything.
    while ours(bot) and hasattr(bot, "bot"):
        bot = bot.bot
    return bot


def _each(bots: Iterable[Any]) -> Iterable[Any]:
    """Return the bots, each once, without what is around them."""
    return {id(bot): bot for bot in map(inner, bots)}.values()


def ours(bot: Any) -> bool:
    """Return whether a bot, or a wrapper of bots, comes with tilewright."""
    return type(bot).__module__.startswith(OURS)
