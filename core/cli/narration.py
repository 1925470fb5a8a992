"""Narrates a match: decisions with their events and points as a seat may know them, score sheets, rankings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..table.texts import label as label
from .terminal import GLUE

if TYPE_CHECKING:
    from ..actions import Action
    from ..events import Event
    from ..match import Match, Played
    from ..rules import Rules
    from ..state import ScoreLine
    from .terminal import Terminal

MANY = 4
"""The most score lines or events that are printed on one line."""


def signed(amount: float) -> str:
    """Return a number with its sign and at most one decimal: +3, -1, +2.5."""
    text = f"{amount:+.1f}"
    return text.removesuffix(".0")


def points(rules: Rules, line: ScoreLine, lang: str) -> str:
    """Return a score line in words: `+8 large settlement Loch Tay`."""
    return f"{signed(line.amount)} {label(rules, line.reason, lang)} {_source(rules, line, lang)}".rstrip()


def _source(rules: Rules, line: ScoreLine, lang: str) -> str:
    """Return the tile, card or region that gave the points; without the full stop if its name is a sentence."""
    return rules.words.name(line.source, lang).rstrip(".") if line.source else ""


def by_seat(rules: Rules, lines: Iterable[ScoreLine], seats: Sequence[str], mover: int, lang: str) -> str:
    """Return the points of one decision, the mover's first: `+3 food group 2,4; bruno +5 large settlement Loch Tay`."""
    found = []
    for line in sorted(lines, key=lambda line: line.seat != mover):
        whose = "" if line.seat == mover else f"{seats[line.seat]} "
        found.append(whose + points(rules, line, lang))
    return "; ".join(found)


@attrs.define
class Narrator:
    """Prints a match's decisions for one viewer (None: the spectator). Others' sealed ones wait for the reveal."""

    match: Match
    viewer: int | None
    lang: str = "en"
    held: list[Played] = attrs.field(factory=list)

    def ready(self, played: Played) -> Iterator[Played]:
        """Yield the decisions that may be shown now that this one has been taken."""
        if self._waits(played):
            self.held = [*self._standing(), played]
            return
        if played.log.barrier:
            yield from self._standing()
            self.held = []
        yield played

    def _waits(self, played: Played) -> bool:
        """Return whether the viewer learns of the decision only when it is revealed."""
        return played.sealed and not played.log.barrier and played.seat != self.viewer

    def _standing(self) -> list[Played]:
        """Return the decisions that wait: one that was taken back before the reveal stays hidden for ever."""
        if not self.held:
            return []
        standing = {id(decision) for decision in self.match.played}
        return [held for held in self.held if id(held) in standing]

    def narrate(self, played: Played, terminal: Terminal) -> None:
        """Print the decision with its points and what else happened; while it is sealed, only that there is one."""
        for shown in self.ready(played):
            self.show(shown, terminal)
        if self._waits(played):
            terminal.say(f"{played.number:>3}. {self.match.state.seats[played.seat]} decides in secret")

    def show(self, played: Played, terminal: Terminal) -> None:
        """Print `12. bruno: place energy 3,4  +3 energy group`, and below it what else happened."""
        rules, seats = self.match.rules, self.match.state.seats
        events = [rules.say_event(event, seats, self.viewer, self.lang) for event in news(played)]
        mover = f"{seats[played.seat]} "
        if all(event.startswith(mover) for event in events):  # the line above begins with the name
            events = [event.removeprefix(mover) for event in events]
        number = f"{played.number:>3}. "
        head = f"{seats[played.seat]}: {played.action.told_to(self.viewer)}"
        if len(played.lines) <= MANY:
            gained = by_seat(rules, played.lines, seats, played.seat, self.lang)
            terminal.wrapped(f"{head}  {gained}" if gained else head, number, " " * 9)
        else:
            terminal.say(number + head)
        if len(events) <= MANY:
            if events:
                terminal.wrapped("; ".join(events), " " * 5)
        else:
            for event in events:
                terminal.wrapped(event, " " * 5, " " * 7)
        if len(played.lines) > MANY:
            for seat, name in enumerate(seats):
                own = [points(rules, line, self.lang) for line in played.lines if line.seat == seat]
                if own:
                    terminal.wrapped(f"{name}: {'; '.join(own)}", " " * 5, " " * 7)

    def visible(self, played: Iterable[Played]) -> list[Played]:
        """Return those of the decisions, given from the match's beginning on, that the viewer may see."""
        fresh = Narrator(self.match, self.viewer, self.lang)
        return [shown for one in played for shown in fresh.ready(one)]


def news(played: Played) -> list[Event]:
    """Return the events, without the first one if it only repeats the move."""
    found = played.log.events
    return found[1:] if found and repeats(found[0], played.action) else found


def repeats(event: Event, action: Action) -> bool:
    """Return whether the event says only what the move's own notation says."""
    fields = {str(getattr(action, field.name)) for field in attrs.fields(type(action))}
    return not event.secret_key and {str(value) for value in event.args.values()} <= fields


def as_json(rules: Rules, played: Played, seats: Sequence[str], scores: Sequence[int]) -> dict[str, Any]:
    """Return one decision as `replay --json` prints it, as the spectator sees it."""
    return {
        "schema": 1,
        "n": played.number,
        "turn": played.turn,
        "seat": played.seat,
        "player": seats[played.seat],
        "move": played.action.told_to(None),
        "events": [rules.say_event(event, seats, None) for event in played.log.events],
        "points": [
            {
                "seat": line.seat,
                "amount": line.amount,
                "reason": line.reason,
                "source": line.source,
                "rule": line.rule,
            }
            for line in played.lines
        ],
        "scores": list(scores),
    }


# -- scores --------------------------------------------------------------------------------------------------------


def sheet(
    rules: Rules, lines: Sequence[ScoreLine], seats: Sequence[str], scores: Sequence[int], lang: str
) -> list[str]:
    """Return the lines of a table of the points by reason and player, with their sums."""
    reasons = list(dict.fromkeys(line.reason for line in lines))
    order = [reason.key for reason in rules.reasons]
    reasons.sort(key=order.index)
    rows = [
        (label(rules, key, lang), [_sum(lines, key, seat) for seat in range(len(seats))]) for key in reasons
    ]
    wide = max([len(name) for name, _ in rows] + [5])
    across = [max(len(name), 4) for name in seats]
    head = " " * (wide + 2) + "  ".join(name.rjust(w) for name, w in zip(seats, across, strict=True))
    body = [
        f"{name.ljust(wide)}  "
        + "  ".join(str(n or "-").rjust(w) for n, w in zip(amounts, across, strict=True))
        for name, amounts in rows
    ]
    total = f"{'total'.ljust(wide)}  " + "  ".join(
        str(n).rjust(w) for n, w in zip(scores, across, strict=True)
    )
    return [head, *body, "-" * len(head), total]


def _sum(lines: Iterable[ScoreLine], reason: str, seat: int) -> int:
    return sum(line.amount for line in lines if line.reason == reason and line.seat == seat)


def sources(rules: Rules, lines: Sequence[ScoreLine], seat: int, lang: str) -> list[tuple[str, str]]:
    """Return for each reason of one player the reason with its sum, and everything that gave points for it."""
    found = []
    for reason in dict.fromkeys(line.reason for line in lines if line.seat == seat):
        own = [line for line in lines if line.seat == seat and line.reason == reason]
        parts = [f"{signed(line.amount)}{GLUE}{_source(rules, line, lang)}".strip() for line in own]
        total = sum(line.amount for line in own)
        found.append((f"{label(rules, reason, lang)} {total}", "; ".join(parts)))
    return found


def ranking(places: Sequence[Sequence[int]], scores: Sequence[int], seats: Sequence[str]) -> list[str]:
    """Return lines such as `1. anna 97`; after a tie places are skipped (1, 1, 3)."""
    found, place = [], 1
    for group in places:
        found += [f"{place}. {seats[seat]}  {scores[seat]}" for seat in group]
        place += len(group)
    return found


def victory(winners: Sequence[int], seats: Sequence[str]) -> str:
    """Return a sentence that names the winners."""
    named = [seats[seat] for seat in winners]
    if len(named) == 1:
        return f"{named[0]} wins."
    return f"{', '.join(named[:-1])} and {named[-1]} share the victory."


def players(seats: Sequence[str], bots: Mapping[str, str]) -> str:
    """Return the players with their bots: `anna, bruno (greedy)`."""
    return ", ".join(f"{name} ({bots[name]})" if name in bots else name for name in seats)
