"""Guests: bots that do not come with tilewright. They play in worlds of their own and cannot touch the match.

A shipped bot gets a view of the match's own state. A guest gets a view of a world drawn for this one decision from what
its seat knows (`View.determinize`), which looks exactly the same to it: whatever it changes there is changed nowhere
else, and what it digs up there is not what lies in the match. Its stream is hashed from the one that a shipped bot
would get, so that neither other numbers nor the seed can be computed from it.

This guards against mistakes and against curiosity. In the end, code that runs in our own process can do whatever it
likes; a program that is not trusted runs in a process of its own (`exec:PROGRAM`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import isnan
from typing import Any

from ..base.chance import Stream, key_of
from ..base.errors import PluginError, TilewrightError
from ..base.plugin_errors import running
from ..rules.actions import Action, Illegal, Legal, Reason, Refusal
from ..rules.state import State
from ..rules.views import View, state_behind
from .lifecycle import Bot, ours


class Guest:
    """A bot without access to the match."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the bot's choice. Illegal, with the rules that it breaks, if the seat may not do that now."""
        with self._apart(view, stream) as (own, chance):
            chosen: Any = self.bot.choose(own, chance)
        # An action of a class of its own could equal any other, and be played in another way.
        if type(chosen) not in view.rules.kinds:
            name = type(self.bot).__name__
            raise TilewrightError(f"bot {name} chooses {chosen!r}, which is not one of view.legal()")
        refused = refusal(view, chosen)
        if refused is not None:
            raise Illegal(refused, view.rules.say_refusal(refused, view.seats))
        return chosen  # type: ignore[no-any-return]

    @contextmanager
    def _apart(self, view: View, stream: Stream) -> Iterator[tuple[View, Stream]]:
        """Give the view and the stream of its own that the bot gets in place of these."""
        seat = view.seat
        assert seat is not None
        world = view.determinize(Stream.of(key_of(stream.key, f"guest:{stream.count}:world")))
        try:
            with running(f"bot {type(self.bot).__name__}", (Exception,)):
                yield view.like(world, seat), hashed(stream)
        except PluginError as error:
            if error.__cause__ is None or isinstance(error.__cause__, Exception):
                raise
            # It leaves (SystemExit, say), which is a failure of this game like any other error of a bot.
            raise RuntimeError(str(error)) from error


class WeighingGuest(Guest):
    """A guest that gives the worths by which it chooses."""

    def worths(self, view: View, legal: Legal, stream: Stream) -> list[float]:
        """Return the bot's worth of each of these legal actions. TilewrightError unless they are numbers."""
        with self._apart(view, stream) as (own, chance):
            said: Any = self.bot.worths(own, own.legal(), chance)  # type: ignore[attr-defined]
            found = [float(worth) for worth in said]
        if len(found) != len(legal) or any(isnan(worth) for worth in found):
            name = type(self.bot).__name__
            raise TilewrightError(
                f"bot {name} must say of {len(legal)} moves what each is worth, not {found[:5]}"
            )
        return found


def hashed(stream: Stream) -> Stream:
    """Return the stream that a guest gets in place of this one; this one cannot be computed from it."""
    return Stream.of(key_of(stream.key, f"guest:{stream.count}:bot"))


def refusal(view: View, action: Action) -> Refusal | None:
    """Return the rules that this action would break, None if the view's seat may take it.

    An action of another seat is refused: in a sealed decision it could be legal for that seat.
    """
    state = state_behind(view)
    if action.seat != view.seat:
        return Refusal(action, (Reason("not_your_turn", state.rules.game.turn_rule),))
    return state.check(action)


def seated(bot: Bot) -> Bot:
    """Return the bot as it takes part in a game: a shipped one as it is, every other one as a guest."""
    if ours(bot):
        return bot
    return WeighingGuest(bot) if callable(getattr(bot, "worths", None)) else Guest(bot)


def audit(state: State) -> None:
    """TilewrightError unless each seat's points are the sum of its lines in the ledger."""
    sums = [0] * len(state.seats)
    for seat, amount, *_ in state.ledger:
        sums[seat] += amount
    if sums != state.scores:
        raise TilewrightError(
            f"the scores are {state.scores}, but the lines of the ledger add up to {sums}: "
            "code outside the rules has changed them"
        )
