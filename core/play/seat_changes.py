"""People who leave a match: bots that take their seats over, resignations, and matches that nobody goes on with.

None of this is a decision: it has no number, is in no state, and is never taken back; going back leaves it as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..base.errors import UsageError
from ..rules.teams import sides_of
from .lifecycle import placed_last

if TYPE_CHECKING:
    from ..rules.state import State
    from .match import Match


@attrs.frozen
class SeatChange:
    """A change of who decides for a seat."""

    after: int
    """The number of the decision after which it happened; 0 is the beginning."""
    seat: int
    bot: str
    """The bot that decides from now on; "" if a person does, or nobody any more."""
    resigned: bool = False
    by: tuple[int, ...] = ()
    """The seats that wanted it; none if it was the host."""
    at: str = ""
    """The time, as `2026-11-30T18:00:00Z`; "" if it is not known."""

    @property
    def line(self) -> dict[str, Any]:
        """The line of the record that says it."""
        time = {"at": self.at} if self.at else {}
        if self.resigned:
            return {"n": self.after, "resigned": self.seat} | ({"bot": self.bot} if self.bot else {}) | time
        by = {"by": list(self.by)} if self.by else {}
        return {"n": self.after, "seat": self.seat, "bot": self.bot} | by | time


@attrs.frozen
class GivenUp:
    """A match that has ended by itself, because nobody has played."""

    after: int
    days: int
    at: str = ""

    @property
    def line(self) -> dict[str, Any]:
        """The line of the record that says it."""
        time = {"at": self.at} if self.at else {}
        return {"n": self.after, "given_up": "idle", "days": self.days} | time


@attrs.define
class SeatChanges:
    """What has happened to the seats of one match, in order."""

    written: frozenset[int]
    """The seats that are bots' from the beginning."""
    every: list[SeatChange] = attrs.field(factory=list)
    decided: set[int] = attrs.field(factory=set)
    """The seats of people for which a bot has decided something, even if that was taken back."""
    given_up: GivenUp | None = None
    ended: bool = False
    """True if nothing is played any more although the rules do not say so: a side is left alone, or all have gone."""

    @property
    def resigned(self) -> tuple[int, ...]:
        """The seats that have resigned, the first one first."""
        return tuple(one.seat for one in self.every if one.resigned)

    @property
    def bots(self) -> dict[int, str]:
        """By seat the bot that has taken it over and decides now."""
        last = {one.seat: one.bot for one in self.every}
        return {seat: bot for seat, bot in last.items() if bot}

    def lost(self, state: State) -> tuple[int, ...]:
        """Return the seats that have resigned and whose partners have as well, the first one first.

        A side has resigned when all its people have.
        """
        gone, sides = self.resigned, sides_of(state)
        return tuple(seat for seat in gone if {*sides.side(seat)} <= {*gone} | self.written)

    def decides(self, state: State, seat: int) -> bool:
        """Return True if the match ends when this seat resigns now: at most one side has not resigned then."""
        after = attrs.evolve(self, every=[*self.every, SeatChange(0, seat, "", resigned=True)])
        sides = sides_of(state)
        return len(sides.groups) - len({sides.of[one] for one in after.lost(state)}) < 2

    def result(self, state: State) -> dict[str, Any]:
        """Return what a result says of those who have left; the seats that resigned are placed last."""
        found: dict[str, Any] = {}
        if lost := self.lost(state):
            ranking = placed_last(state.ranking(), lost, sides_of(state))
            found |= {"ranking": ranking, "winners": sorted(ranking[0])}
        if self.resigned:
            found["resigned"] = list(self.resigned)
        if self.decided:
            found["bots"] = sorted(self.decided)
        return found


# -- what can be done ------------------------------------------------------------------------------------------------


def taken_over(match: Match, seat: int, bot: str, by: Sequence[int], at: str) -> SeatChange:
    """Return that this bot takes over the seat, or with "" that its person is back. UsageError if that cannot be."""
    who, now = match.state.seats[seat], match.left.bots.get(seat, "")
    _goes_on(match, "bot")
    if seat in match.left.resigned:
        raise UsageError(f"bot: {who} has resigned, and the seat stays as it is")
    if bot == now:
        raise UsageError(f"bot: {now} plays for {who} already" if bot else f"bot: {who} decides already")
    return SeatChange(match.decisions, seat, bot, by=tuple(by), at=at)


def resignation(match: Match, seat: int, bot: str, at: str) -> SeatChange:
    """Return that this seat resigns; `bot` plays on for it exactly if the match goes on. UsageError otherwise."""
    who = match.state.seats[seat]
    _goes_on(match, "resigned")
    if seat in match.left.resigned:
        raise UsageError(f"resigned: {who} has resigned already")
    if bool(bot) == match.left.decides(match.state, seat):
        raise UsageError(
            f"bot: the match ends when {who} resigns" if bot else f"bot: missing; it plays for {who}"
        )
    return SeatChange(match.decisions, seat, bot, resigned=True, at=at)


def surrender(match: Match, days: int, at: str) -> GivenUp:
    """Return that the match ends because nobody has played for so many days. UsageError if it is over."""
    _goes_on(match, "given_up")
    return GivenUp(match.decisions, days, at)


def _goes_on(match: Match, key: str) -> None:
    if match.over:
        raise UsageError(f"{key}: the match is over")


def carried_out(match: Match, content: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Do again what this line of a record says; return the lines that the match writes for it. UsageError if it
    cannot be."""
    at = content.get("at", "")
    if content["n"] != match.decisions:
        raise UsageError(
            f"n: expected {match.decisions}, the number of the last decision, got {content['n']}"
        )
    if "given_up" in content:
        match.give_up(content["days"], at=at)
    elif "resigned" in content:
        match.resign(content["resigned"], content.get("bot", ""), at=at)
    else:
        match.hand_over(content["seat"], content["bot"], by=content.get("by", ()), at=at)
    return match.change_lines()
