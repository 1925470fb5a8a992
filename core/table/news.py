"""News of a match: what has happened since a person's last decision, in as many lines as a face has for it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import attrs

from ..draw.styled_lines import wrap
from .face_texts import Texts
from .narration import Narrator, by_seat, sums

if TYPE_CHECKING:
    from ..play.recorded_game import Played


@attrs.frozen
class News:
    """What a seat has not seen yet."""

    first: tuple[str, ...] = ()
    """What is never left out: the points that players got without being on turn, such as those of a round."""
    turns: tuple[tuple[str, str], ...] = ()
    """What happened in each turn, the seat's own first, and the points that it brought."""

    @property
    def texts(self) -> list[str]:
        """All of it, one text for each turn."""
        return [*self.first, *(text + points for text, points in self.turns)]

    def rows(self, most: int, width: int, said: Texts, key: str) -> list[str]:
        """At most so many rows: the first texts, then as many of the last turns as possible, each with its points.

        If that is not all, the last row says how many rows are left out, and the key or word that shows them.
        """
        whole = [wrap(text, width) for text in self.texts]
        left = sum(map(len, whole)) - most
        if left <= 0:
            return [row for rows in whole for row in rows]
        count = len(self.first)
        order = [*range(count), *range(len(whole) - 1, count - 1, -1)][: max(1, most)]
        spare, given = most - len(order), dict.fromkeys(order, 1)
        for n in order:
            more = min(len(whole[n]) - 1, spare)
            given[n], spare = 1 + more, spare - more
        found: list[str] = []
        for n in sorted(given):
            hint = f" ({said('table.news.more', n=left, key=key)})" if n == max(given) else ""
            text, points = (self.first[n], "") if n < count else self.turns[n - count]
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


def tell(teller: Narrator, played: Iterable[Played]) -> News:
    """Tell decisions in order that the viewer may see: points of a round first, then a line for each turn."""
    rules, seats, played = teller.match.rules, teller.match.state.seats, list(played)
    shared = [line for one in played if scores(one) for line in one.lines]
    points = sums(rules, shared, seats, teller.lang)
    first = (Texts(teller.lang)("table.scored", points=points),) if shared else ()
    turns = []
    every = [list(of) for _, of in groupby(played, key=lambda one: (one.seat, one.turn))]
    for turn in sorted(every, key=lambda of: of[0].seat != teller.viewer):
        seat = turn[0].seat
        own = [line for one in turn if not scores(one) for line in one.lines]
        points = by_seat(rules, own, seats, seat, teller.lang)
        text = f"{seats[seat]}: {'; '.join(_deeds(teller, turn))}"
        turns.append((text, f" ({points})" if points else ""))
        turns += [(one.note, "") for one in turn if one.note]
    return News(first, tuple(turns))


def scores(played: Played) -> bool:
    """True if the decision has brought points to a player who did not take it, as the scoring of a round does."""
    return any(line.seat != played.seat for line in played.lines)


def _deeds(teller: Narrator, turn: Sequence[Played]) -> list[str]:
    """What the player did in the turn, and what it did to the viewer. A reveal tells what was secret before."""
    rules, seats = teller.match.rules, teller.match.state.seats
    me = f"{seats[teller.viewer]} " if teller.viewer is not None else "\n"
    what: list[str] = []
    secret: list[str] = []
    for one in turn:
        who = f"{seats[one.seat]} "
        said = [rules.say_event(event, seats, teller.viewer, teller.lang) for event in one.log.events]
        named = [text.removeprefix(who) for text in said if text.startswith(who)]
        if one.sealed and one.log.barrier and named:
            what = [text for text in what if text not in secret]
        texts = named or [*teller.told(one).events] or [teller.told(one).move]
        secret += texts if one.sealed and not one.log.barrier else []
        what += texts + [text for text in said if named and me != who and text.startswith(me)]
    return what
