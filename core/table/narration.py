"""Narration of a match, as one seat may know it: decisions, turns, points, scores, results.

Everything here is text or plain data for a face to lay out; nothing is printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import attrs

from ..bots.levels import spoken
from ..draw.model import GLUE, Ink, Panel
from ..play.redaction import pathless
from ..rules import handicap
from .face_texts import Texts

if TYPE_CHECKING:
    from ..play.match import Match
    from ..play.recorded_game import Played
    from ..rules.actions import Action
    from ..rules.events import Event
    from ..rules.ruleset import Rules
    from ..rules.state import ScoreLine
    from .preview import EndNow

MANY = 4
"""The most score lines or events that are listed one by one on one line."""


def label(rules: Rules, key: str, lang: str) -> str:
    """A score reason or the label of a hint in words; the key itself if the game has no words for it."""
    return rules.say(key, {}, (), lang) if key in rules.words else key.replace("_", " ")


def signed(amount: float, lang: str = "en") -> str:
    """A number with its sign and at most one decimal: +3, -1, +2.5; in German +2,5."""
    text = f"{amount:+.1f}".removesuffix(".0")
    return text if lang == "en" else text.replace(".", ",")


def points(rules: Rules, line: ScoreLine, lang: str) -> str:
    """A score line in words: `+8 large settlement Loch Tay`, without a source that is called like the reason."""
    reason, where = label(rules, line.reason, lang), source(rules, line, lang)
    return f"{signed(line.amount)} {reason} {'' if where.lower() == reason.lower() else where}".rstrip()


def source(rules: Rules, line: ScoreLine, lang: str) -> str:
    """The tile, card or region that gave the points, or in brackets what they count; without a full stop.

    A message `from.REASON` says it in words of its own, with the argument `source`.
    """
    if line.because is not None:
        return f"({rules.words.told(line.because, lang)})"
    if f"from.{line.reason}" in rules.words:
        return rules.say(f"from.{line.reason}", {"source": line.source}, (), lang)
    return rules.words.name(line.source, lang).rstrip(".") if line.source else ""


def by_seat(
    rules: Rules, lines: Iterable[ScoreLine], seats: Sequence[str], mover: int, lang: str, comma: str = "; "
) -> str:
    """The points of one decision, the mover's first: `+3 food group 2,4; bruno +5 large settlement Loch Tay`.

    More than MANY lines are summed up.
    """
    lines = list(lines)
    if len(lines) > MANY:
        return sums(rules, lines, seats, lang)
    found = []
    for line in sorted(lines, key=lambda line: line.seat != mover):
        whose = "" if line.seat == mover else f"{seats[line.seat]} "
        found.append(whose + points(rules, line, lang))
    return comma.join(found)


def sums(rules: Rules, lines: Sequence[ScoreLine], seats: Sequence[str], lang: str) -> str:
    """The points of each seat in all, then where they are from: `anna +8, bo +3 (inns: anna +8, bo +3)`."""
    reasons = [f"{label(rules, one.reason, lang)} {source(rules, one, lang)}".rstrip() for one in lines]
    if len({*reasons}) > MANY:
        reasons = [label(rules, one.reason, lang) for one in lines]
    total: Counter[int] = Counter()
    by: dict[str, Counter[int]] = {}
    for line, reason in zip(lines, reasons, strict=True):
        total[line.seat] += line.amount
        by.setdefault(reason, Counter())[line.seat] += line.amount

    def each(of: Counter[int]) -> str:
        return ", ".join(f"{seats[seat]} {signed(of[seat], lang)}" for seat in sorted(of))

    if len(total) == 1:
        parts = [f"{signed(of.total(), lang)} {reason}" for reason, of in by.items()]
    else:
        parts = [f"{reason}: {each(of)}" for reason, of in by.items()]
    return f"{each(total)} ({'; '.join([*by] if len(by) == 1 else parts)})" if total else ""


def standing_by_seat(
    rules: Rules, changes: Sequence[int], seats: Sequence[str], mover: int, lang: str
) -> list[str]:
    """By how much a decision changes what says which side is ahead, the mover's first: `+1 lives`, `bruno -2 lives`.

    Nothing if points say who is ahead: they have lines.
    """
    counted = rules.counted(lang)
    changed = [side for side in rules.game.sides(len(seats)).groups if changes[side[0]] and counted]
    return [
        ("" if mover in side else f"{' + '.join(seats[seat] for seat in side)} ")
        + f"{signed(changes[side[0]], lang)} {counted}"
        for side in sorted(changed, key=lambda side: mover not in side)
    ]


@attrs.frozen
class DecisionText:
    """One decision in words, as one viewer may know it."""

    number: int
    seat: int
    who: str
    move: str
    """The move, with `?` for what is secret."""
    gained: str
    """The points of all seats, the mover's first; "" for none."""
    events: tuple[str, ...]
    """What else happened; without the mover's name if all of them are about the mover."""
    lines: tuple[ScoreLine, ...]
    turn: int
    deed: str = ""
    """All that the player has done, and brought about in the own turn, in one line."""
    then: str = ""
    """What happened by itself afterwards, such as the scoring of a round, in one line; "" for nothing."""


def one_line(told: DecisionText, most: int = MANY) -> str:
    """The decision in one line, with so many events at most: `anna: place food 2,4 (+3 food group)`."""
    more = "; ".join(filter(None, (told.gained, *told.events[:most])))
    return f"{told.who}: {told.move}" + (f" ({more})" if more else "")


@attrs.define
class Narrator:
    """Narrates a match to one viewer (None: the spectator). Sealed decisions of others wait for their reveal."""

    match: Match
    viewer: int | None
    lang: str = "en"
    held: list[Played] = attrs.field(factory=list)
    waits_for_own: bool = False
    """Its own sealed decisions wait as well."""

    def ready(self, played: Played) -> Iterator[Played]:
        """Yield the decisions that the viewer may know now that this one has been taken."""
        if self.waits(played):
            self.held = [*self._standing(), played]
            return
        if played.log.barrier:
            yield from self._standing()
            self.held = []
        yield played

    def waits(self, played: Played) -> bool:
        """True if the viewer learns of the decision only when it is revealed."""
        return played.sealed and not played.log.barrier and (self.waits_for_own or played.seat != self.viewer)

    def _standing(self) -> list[Played]:
        """The decisions that wait: one that was taken back before the reveal stays hidden for ever."""
        standing = {id(decision) for decision in self.match.played}
        return [held for held in self.held if id(held) in standing]

    def visible(self, played: Iterable[Played]) -> list[Played]:
        """Those of the decisions, given from the match's beginning on, that the viewer may see, by their numbers."""
        decisions = list(played)
        known = max((n for n, one in enumerate(decisions) if one.log.barrier), default=-1)
        return [one for n, one in enumerate(decisions) if n <= known or not self.waits(one)]

    def told(self, played: Played) -> DecisionText:
        """The decision in words."""
        rules, seats = self.match.rules, self.match.state.seats
        who = seats[played.seat]
        events = [rules.say_event(event, seats, self.viewer, self.lang) for event in news(played)]
        own, later = self._parts(played)
        after = events[len(events) - (len(played.log.events) - own) :] if own < len(played.log.events) else []
        gained = sums(rules, later, seats, self.lang)
        move = rules.say_move(played.action, self.viewer, self.lang)

        def made(events: Sequence[str], lines: Sequence[ScoreLine]) -> DecisionText:
            # Otherwise it would not be clear who did what.
            if all(event.startswith(f"{who} ") for event in events):
                events = [event.removeprefix(f"{who} ") for event in events]
            points = by_seat(rules, lines, seats, played.seat, self.lang)
            return DecisionText(
                played.number, played.seat, who, move, points, tuple(events), played.lines, played.turn
            )

        deed = made(events[: len(events) - len(after)], [line for line in played.lines if line not in later])
        then = "; ".join(filter(None, (gained, *after, *self._leaving(played.number))))
        return attrs.evolve(made(events, played.lines), deed=one_line(deed, len(events)), then=then)

    def _leaving(self, number: int) -> Iterator[str]:
        """Yield sentences on who left or came back after this decision; before the first one counts as after it."""
        said, match = Texts(self.lang), self.match
        for one in match.left.every:
            if one.after == number or (not one.after and number == 1):
                key = "resigned" if one.resigned and one.bot else "plays" if one.bot else "back"
                key = "gave_up" if one.resigned and not one.bot else key
                bot = pathless(spoken(one.bot))
                yield said(f"table.bot.{key}", who=match.state.seats[one.seat], bot=bot).rstrip(".")

    def _parts(self, played: Played) -> tuple[int, list[ScoreLine]]:
        """How many events the player has brought about, and the points that came afterwards by themselves."""
        log, for_all = played.log, {reason.key for reason in self.match.rules.reasons if reason.for_all}
        own, step = len(log.events) if log.own is None else log.own, min(log.step, log.own or log.step)
        # What follows by itself is not theirs, such as a market that is filled.
        while own > step and log.events[own - 1].args.get("seat") != played.seat:
            own -= 1
        later = [line for line in played.lines if line.turn != played.turn or line.reason in for_all]
        return own, later if log.own is not None else []


def news(played: Played) -> list[Event]:
    """The events, without the first one if it only repeats the move."""
    found = played.log.events
    return found[1:] if found and repeats(found[0], played.action) else found


def repeats(event: Event, action: Action) -> bool:
    """True if the event says only what the move's own notation says."""
    # A seat's number is no number of the move: `sell stone` by seat 1 does not say that it brings 1 coin.
    said = {str(value) for name, value in event.args.items() if (name, value) != ("seat", action.seat)}
    return bool(event.args) and not event.secret_key and said <= named(action)


def named(action: Action) -> set[str]:
    """The values of the action's notation."""
    return {str(getattr(action, field.name)) for field in attrs.fields(type(action)) if field.name != "seat"}


def as_json(rules: Rules, played: Played, seats: Sequence[str], scores: Sequence[int]) -> dict[str, Any]:
    """One decision as `replay --json` prints it, as the spectator sees it."""
    return {
        "schema": 1,
        "n": played.number,
        "turn": played.turn,
        "seat": played.seat,
        "player": seats[played.seat],
        "move": played.action.told_to(None),
        "events": [rules.say_event(event, seats, None) for event in played.log.events],
        "points": [
            {name: getattr(line, name) for name in ("seat", "amount", "reason", "source", "rule")}
            for line in played.lines
        ],
        "scores": list(scores),
    }


# -- scores --------------------------------------------------------------------------------------------------------


Rows = list[tuple[str, tuple[int | None, ...]]]
"""Words and the points of each seat; None for points that are hidden."""


@attrs.frozen
class ScoreSheet:
    """The points by reason and player, with their sums, and what the end of the game would add now."""

    rules: Rules
    gained: Sequence[ScoreLine]
    seats: Sequence[str]
    scores: Sequence[int | None]
    """None is a score that is hidden."""
    lang: str
    more: Sequence[str] = ()
    """What follows the names where there is room: the levels of bots."""
    secrecy: str = ""
    """Why points are hidden, in a few words."""
    standing: Sequence[int] = ()
    """Shown if points do not say who is ahead."""
    end: EndNow | None = None

    @property
    def rows(self) -> Rows:
        """The reasons with the points so far."""
        return self.points(self.gained, {(n, "") for n, score in enumerate(self.scores) if score is None})

    @property
    def note(self) -> str:
        """What a question mark stands for, if there is one."""
        return f"?: {self.secrecy or Texts(self.lang)('table.hidden')}" if None in self.scores else ""

    @property
    def sums(self) -> Rows:
        """The points in all, and what says who is ahead in their place."""
        counted = self.rules.counted(self.lang)
        points = [(Texts(self.lang)("table.total"), tuple(self.scores))] if self.gained or not counted else []
        together = "" if None in self.scores else Texts(self.lang)("table.partners")
        ahead = counted or (
            together if self.rules.game.sides(len(self.seats)).teams and self.standing else ""
        )
        return [*points, *([(ahead, tuple(self.standing))] if ahead else [])]

    def points(self, lines: Sequence[ScoreLine], hidden: Collection[tuple[int, str]]) -> Rows:
        """The reasons in the order in which the game declares them. `hidden` are seats and reasons; "": all."""
        keys = {line.reason for line in lines} | {key for _, key in hidden if key}
        return [
            (
                label(self.rules, key, self.lang),
                tuple(
                    None
                    if {(seat, key), (seat, "")} & {*hidden}
                    else sum(line.amount for line in lines if (line.seat, line.reason) == (seat, key))
                    for seat in range(len(self.seats))
                ),
            )
            for key in (reason.key for reason in self.rules.reasons)
            if key in keys
        ]


def figure(points: int | None) -> str:
    """Points as they are shown; a question mark if they are hidden."""
    return "?" if points is None else str(points)


def panel(sheet: ScoreSheet, title: str) -> Panel:
    """The score sheet as a panel."""
    said, end, notes = Texts(sheet.lang), sheet.end, [sheet.note, *handicap.told(sheet.rules, sheet.lang)]
    rows: list[tuple[Ink, ...]] = []

    def add(of: Rows, shown: Callable[[int | None], str], role: str = "") -> None:
        rows.extend((Ink(name, role), *(Ink(shown(one), role) for one in own)) for name, own in of)

    add(sheet.rows, figure)
    if end is None or not (end.lines or end.unsure):
        add(sheet.sums, figure, "strong")
    else:
        more = zip(sheet.scores, totals(end.lines, len(sheet.seats)), strict=True)
        whole = tuple(None if own is None else own + n for own, n in more)
        counted = sheet.rules.counted(sheet.lang)
        same = counted and whole == tuple(sheet.standing)  # it counts what the end brings
        add([] if same else sheet.sums, figure, "strong")
        add([(said("table.end_now"), ())], figure, "strong")
        add(sheet.points(end.lines, end.unsure), lambda n: f"{n:+}" if n else figure(n))
        add([(counted if same else said("table.total"), whole)], figure, "strong")
        what = ", ".join(name for name, _ in sheet.points((), end.unsure))
        notes.insert(0, said("table.end_unsure", what=what) if what else "")
    rows += [(Ink(note),) for note in notes if note]
    named = zip_longest(sheet.seats, sheet.more, fillvalue="")
    head = (Ink(""), *(Ink(name, f"seat {n}", more=level) for n, (name, level) in enumerate(named)))
    counted = sheet.rules.counted(sheet.lang) if title and not sheet.gained else ""
    return Panel(title=counted or title, rows=rows, head=head)


def totals(lines: Sequence[ScoreLine], seats: int) -> tuple[int, ...]:
    """Return by seat the sum of its lines."""
    return tuple(sum(line.amount for line in lines if line.seat == seat) for seat in range(seats))


def sources(rules: Rules, lines: Sequence[ScoreLine], seat: int, lang: str) -> list[tuple[str, str]]:
    """For each reason of one player the reason with its sum, and everything that gave points for it."""
    found = []
    for reason in dict.fromkeys(line.reason for line in lines if line.seat == seat):
        own = [line for line in lines if line.seat == seat and line.reason == reason]
        parts = [f"{signed(line.amount)}{GLUE}{source(rules, line, lang)}".strip() for line in own]
        total = sum(line.amount for line in own)
        found.append((f"{label(rules, reason, lang)} {total}", "; ".join(parts)))
    return found


def players(seats: Sequence[str], bots: Mapping[str, str]) -> str:
    """The players with their bots: `anna, bruno (greedy)`."""
    return ", ".join(f"{name} ({bots[name]})" if name in bots else name for name in seats)
