"""News of a match: what has happened since a person's last decision, in as many lines as a face has for it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from operator import add
from typing import TYPE_CHECKING

import attrs

from ..draw.styled_lines import wrap
from .face_texts import Texts
from .narration import Narrator, by_seat, named, news, sums

if TYPE_CHECKING:
    from ..play.recorded_game import Played
    from ..rules.ruleset import Rules


@attrs.frozen
class Told:
    """What a player has done, in one turn or in several."""

    seat: int
    who: str
    deeds: tuple[str, ...]
    points: tuple[str, ...]
    """What it brought, in words."""
    gained: int
    """The player's own points in it."""
    numbers: tuple[int, ...]
    """The decisions, by `Played.number`."""

    @property
    def line(self) -> tuple[str, str]:
        """The text, and what is never left out: the points."""
        return f"{self.who}: {'; '.join(self.deeds)}", f" ({'; '.join(self.points)})" if self.points else ""


@attrs.frozen
class News:
    """What a seat has not seen yet."""

    first: tuple[str, ...] = ()
    """What is never left out: the points of a round, and those that players got without being on turn."""
    turns: tuple[Told, ...] = ()
    """What happened in each turn, the seat's own first."""

    @property
    def players(self) -> list[Told]:
        """What each player has done, in all turns together."""
        found: dict[int, Told] = {}
        for one in self.turns:
            before = found.get(one.seat, Told(one.seat, one.who, (), (), 0, ()))
            was = attrs.astuple(before, recurse=False)[2:]
            more = attrs.astuple(one, recurse=False)[2:]
            found[one.seat] = Told(one.seat, one.who, *map(add, was, more))
        return [*found.values()]

    @property
    def texts(self) -> list[str]:
        """All of it, one text for each player."""
        return [*self.first, *("".join(told.line) for told in self.players)]

    def rows(self, most: int, width: int, said: Texts, key: str) -> list[str]:
        """At most so many rows: the first texts, then as many of the last players' as possible, each with its points.

        If that is not all, the last row says how many rows are left out, and the key or word that shows them.
        """
        whole = [wrap(text, width) for text in self.texts]
        left = sum(map(len, whole)) - most
        if left <= 0:
            return [row for rows in whole for row in rows]
        count, players = len(self.first), self.players
        order = [*range(count), *range(len(whole) - 1, count - 1, -1)][: max(1, most)]
        spare, given = most - len(order), dict.fromkeys(order, 1)
        for n in order:
            more = min(len(whole[n]) - 1, spare)
            given[n], spare = 1 + more, spare - more
        found: list[str] = []
        for n in sorted(given):
            hint = f" ({said('table.news.more', n=left, key=key)})" if n == max(given) else ""
            text, points = (self.first[n], "") if n < count else players[n - count].line
            found += fitted(text, points, hint, width, given[n])
        return found


def fitted(text: str, points: str, hint: str, width: int, rows: int) -> list[str]:
    """The text with its points and the hint in so many rows; dots stand for the words that have no room."""
    if len(wrap(f"..{points}{hint}", width)) > rows:
        text, points = text + points, ""
    words = text.split(" ")

    def made(count: int) -> list[str]:
        dots = "" if count == len(words) else " .."
        return wrap(f"{' '.join(words[:count])}{dots}{points}{hint}", width)

    over = bisect_left(range(1, len(words) + 1), True, key=lambda count: len(made(count)) > rows)
    return made(over)[:rows]


def tell(teller: Narrator, played: Iterable[Played], more: tuple[str, ...] = ()) -> News:
    """Tell decisions in order that the viewer may see: points of a round first, then `more`, then each turn."""
    rules, seats, played = teller.match.rules, teller.match.state.seats, list(played)
    shared = [line for one in played if scores(rules, one) for line in one.lines]
    points = sums(rules, shared, seats, teller.lang)
    first = (Texts(teller.lang)("table.scored", points=points),) if shared else ()
    turns = []
    deeds = _deeds(teller, played)
    for seat, number in sorted(deeds, key=lambda turn: turn[0] != teller.viewer):
        turn = [one for one in played if (one.seat, one.turn) == (seat, number)]
        own = [line for one in turn if not scores(rules, one) for line in one.lines]
        points = by_seat(rules, own, seats, seat, teller.lang)
        texts = (*(deed.text for deed in deeds[seat, number]), *(one.note for one in turn if one.note))
        gained = sum(line.amount for line in own if line.seat == seat)
        numbers = tuple(one.number for one in turn)
        turns.append(Told(seat, seats[seat], texts, (points,) if points else (), gained, numbers))
    return News((*first, *more), tuple(turns))


def scores(rules: Rules, played: Played) -> bool:
    """True if the decision has brought points to another player, or points for which all are scored at once."""
    for_all = {reason.key for reason in rules.reasons if reason.for_all}
    return any(line.seat != played.seat or line.reason in for_all for line in played.lines)


def moves_in(teller: Narrator, told: Told) -> dict[str, bool]:
    """Return the moves of these turns in words; True for those that have brought points to their player alone."""
    rules = teller.match.rules
    return {
        rules.say_move(one.action, teller.viewer, teller.lang): bool(one.lines) and not scores(rules, one)
        for one in teller.match.played
        if one.number in told.numbers
    }


@attrs.frozen
class _Deed:
    text: str
    own: bool
    """True if it is about the player whose turn it is."""
    secret: frozenset[str] | None = None
    """For a secret move what it names: an event of the reveal that names all of that takes its place."""


def _deeds(teller: Narrator, played: Sequence[Played]) -> dict[tuple[int, int], list[_Deed]]:
    """What happened in each turn, by seat and number; a reveal is told in the turns of those whose choice it shows.

    A player is named again after something that is not about this player.
    """
    rules, seats = teller.match.rules, teller.match.state.seats
    reader = seats, teller.viewer, teller.lang
    found: dict[tuple[int, int], list[_Deed]] = {}
    waiting: dict[str, list[_Deed]] = {}
    for one in played:
        mine, turn = f"{seats[one.seat]} ", found.setdefault((one.seat, one.turn), [])
        waiting |= {mine: turn} if one.sealed else {}
        reveal = one.sealed and one.log.barrier
        events = [(rules.say_event(event, *reader), event) for event in one.log.events]
        if not any(text.startswith(mine) for text, _ in events) and len(events) == len(news(one)):
            secret = frozenset(named(one.action)) if one.sealed and not reveal else None
            turn.append(_Deed(teller.told(one).move, True, secret))
        for text, event in events:
            who, to = next((of for of in waiting.items() if reveal and text.startswith(of[0])), (mine, turn))
            told = {str(value) for value in event.args.values()}
            to[:] = [deed for deed in to if deed.secret is None or not deed.secret <= told]
            own = text.startswith(who)
            to.append(_Deed(text if to and not to[-1].own else text.removeprefix(who), own))
        waiting = {} if reveal else waiting
    return found
