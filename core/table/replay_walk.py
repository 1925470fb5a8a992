"""A walk through a recorded match: its positions and decisions as a player, the spectator or the referee sees them.

Every face that replays a match draws a `Walk`, and leaves to it which steps there are, where each of them ends, and
what is known of a position. A record that is damaged, or goes differently than the rules, is walked as far as it goes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import attrs

from ..draw.derived import shown
from ..play.match import Match
from ..play.redaction import seat_of
from ..record import changes
from ..record import format as records
from ..rules.views import Opened, View
from ..text.seat_names import REFEREE, SPECTATOR, alike
from . import narration
from .chair import Chair
from .changes import changed
from .face_texts import Texts
from .narration import DecisionText, Narrator, one_line
from .record_positions import RecordPositions, settled_lines
from .result_text import ResultText
from .table import Table

if TYPE_CHECKING:
    from ..draw.model import Show, Where
    from ..play.recorded_game import Played

Eyes = int | Literal["referee"] | None
"""Whose eyes see the match: a seat's; the referee's, who sees each zone as its owner does and each decision as the
player who takes it; None: the spectator's."""
SHOWS = 8
"""Drawings that are kept."""
Unit = Literal["decision", "turn", "round", "match"]
MOVES: Mapping[str, tuple[Unit, int]] = {
    "first": ("match", -1),
    "round_back": ("round", -1),
    "turn_back": ("turn", -1),
    "back": ("decision", -1),
    "next": ("decision", 1),
    "turn": ("turn", 1),
    "round": ("round", 1),
    "last": ("match", 1),
}
"""The ways to walk, by the names that commands, keys and buttons have for them."""


@attrs.frozen
class LogEntry:
    """A line of the log: a decision, and the position from which on it is known."""

    known: int
    index: int
    """The position that the decision made."""
    told: DecisionText


@attrs.define(eq=False, slots=False)
class Walk(RecordPositions):
    """A record with its positions, and how far its reader has walked (`at`). Faces use `show`, never a state."""

    lang: str = "en"
    eyes: Eyes = None
    said: Texts = attrs.field(init=False)
    _shows: dict[tuple[int, Eyes, int | None], Show] = attrs.field(init=False, factory=dict)
    _memo: tuple[Eyes, list[LogEntry]] | None = attrs.field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self.said = Texts(self.lang)
        self.eyes = self._own()

    @classmethod
    def open(cls, path: str | Path, lang: str = "en", *, settled: bool = False) -> Walk:
        """The walk through this record, at its beginning.

        If `settled`, it ends before secret steps that wait for their reveal: how many there are may tell what they are.
        Errors are those of `record.read` and `replay` if not even the beginning can be shown.
        """
        record, damage = records.sound(path)
        if settled:
            record = attrs.evolve(record, lines=record.lines[: settled_lines(record.lines)])
        return cls(record, changes.rules_of(record), str(damage) if damage is not None else "", lang=lang)

    # -- what there is -------------------------------------------------------------------------------------------

    @cached_property
    def rest(self) -> tuple[str, ...]:
        """The moves of a shared record that follow; they depend on what its reader cannot know."""
        spoken, moves = self.rules.spoken(self.lang), [one.content for one in self.unplayed]
        return tuple(
            f"{move['n']}. {self.seats[move['seat']]}: {spoken.say(move['move'])}"
            for move in moves
            if "move" in move
        )

    @property
    def following(self) -> tuple[str, ...]:
        """The moves of a shared record that follow this position: none before the last one."""
        return self.rest if self.at == self.last else ()

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.match.state.seats)

    @property
    def last(self) -> int:
        """The last position."""
        return len(self.steps)

    @property
    def over(self) -> bool:
        """True if the match is over at this position."""
        return self.at == self.last and self.match.over

    def step(self, at: int | None = None) -> Played | None:
        """The decision that made the position; None at the beginning."""
        n = self.at if at is None else at
        return self.steps[n - 1] if n else None

    @property
    def number(self) -> int:
        """The record's number of the decision that made this position, 0 at the beginning: `RECORD@N` means it."""
        step = self.step()
        return step.number if step is not None else 0

    @property
    def final_number(self) -> int:
        return self.steps[-1].number if self.steps else 0

    def turn(self, at: int | None = None) -> int:
        """The number of the turn that the position's decision was played in, from 1."""
        step = self.step(at)
        return (step.turn if step is not None else self.first.turns) + 1

    def rounds(self, at: int | None = None) -> list[tuple[int, tuple[int, ...]]]:
        """For each round so far its number and the points of each seat at its end, or now."""
        n = self.at if at is None else at
        ends = {self.round(one): self.scores(one) for one in range(1, n + 1)}
        return sorted(ends.items())

    def chart(self, at: int | None = None) -> tuple[str, tuple[int, ...], tuple[tuple[int, ...], ...]] | None:
        """Return title, rounds and points of a chart by round; None before there are two rounds to compare."""
        ends = self.rounds(at)
        if len(ends) < 2:
            return None
        numbers, points = zip(*ends, strict=True)
        return self.rules.counted(self.lang) or self.said("walk.rounds"), numbers, points

    # -- walking -------------------------------------------------------------------------------------------------

    def move(self, name: str) -> str:
        """Walk one of MOVES. Return why the walk stays where it is, "" if it moves or already is where it leads."""
        unit, by = MOVES[name]
        if self.go(unit, by) or unit == "match":
            return ""
        return self.said("walk.last" if by > 0 else "walk.first")

    def go(self, unit: Unit, by: int = 1) -> bool:
        """Walk to the next end of a decision, turn or round (`by` 1), or to the one before (-1). False at the end."""
        stops = self.stops(unit)
        index = bisect_right(stops, self.at)
        if by < 0:
            index -= 1 if stops[index - 1] < self.at else 2
        if not 0 <= index < len(stops):
            return False
        self.at = stops[index]
        return True

    def stops(self, unit: Unit) -> list[int]:
        """Return the positions at which a walk by this unit stops."""
        every = range(self.last + 1)
        if unit == "decision":
            return [*every]
        if unit == "match":
            return sorted({0, self.last})
        label = self.turn if unit == "turn" else self.round
        inner = [n for n in every[1:-1] if label(n) != label(n + 1)]
        return sorted({0, *inner, self.last})

    def to(self, number: int) -> None:
        """Walk to where the record has this decision, or to the end if it has fewer."""
        self.at = bisect_right([step.number for step in self.steps], number)

    # -- eyes ----------------------------------------------------------------------------------------------------

    def _own(self) -> Eyes:
        """The eyes that a walk begins with: of the copy's reader, of the only person, or of the spectator."""
        if self.shared:
            return seat_of(self.record)
        people = [seat for seat, name in enumerate(self.seats) if name not in self.record.head.bots]
        return people[0] if len(people) == 1 and len(self.seats) > 1 else None

    @property
    def every_eyes(self) -> tuple[Eyes, ...]:
        """The eyes with which the walk can be seen: all, or those of a copy's reader alone."""
        return (self.eyes,) if self.shared else (*range(len(self.seats)), None, REFEREE)

    def called(self, eyes: Eyes) -> str:
        """The name of a seat, or the word for the spectator or the referee."""
        if isinstance(eyes, int):
            return self.seats[eyes]
        return self.said(f"walk.{eyes or SPECTATOR}")

    def names(self) -> list[str]:
        """Return the names of all eyes."""
        return [self.called(eyes) for eyes in self.every_eyes]

    def look_on(self, by: int) -> None:
        """Look with the next eyes, or with those before (-1)."""
        every = self.every_eyes
        self.eyes = every[(every.index(self.eyes) + by) % len(every)]

    def eyes_of(self, name: str) -> Eyes:
        """The eyes with this name. KeyError if the walk has none such."""
        # A seat of an old record may have a name that is another's word.
        for eyes in reversed(self.every_eyes):
            words = {self.called(eyes)} if isinstance(eyes, int) else {self.called(eyes), eyes or SPECTATOR}
            if alike(name) in map(alike, words):
                return eyes
        raise KeyError(name)

    def _seat(self, at: int) -> int | None:
        """The seat that decides at the position; at the end the one that has decided last."""
        if self.steps:
            return self.steps[min(at, self.last - 1)].seat
        return next(iter(self.first.to_act), None)

    def view(self, at: int, seat: int | None = None) -> View:
        """Return what the eyes see of the position; the referee's at the side of `seat`."""
        if self.eyes == REFEREE:
            return Opened(self.state(at), seat)
        return View(self.state(at), self.eyes)

    # -- what is seen --------------------------------------------------------------------------------------------

    @property
    def show(self) -> Show:
        """The position as the eyes see it, to be drawn."""
        return self._show(self.at, self._seat(self.at))

    def _show(self, at: int, seat: int | None) -> Show:
        key = (at, self.eyes, seat if self.eyes == REFEREE else None)
        if key not in self._shows:
            while len(self._shows) >= SHOWS:
                del self._shows[next(iter(self._shows))]
            self._shows[key] = shown(self.view(at, seat), self.lang)
        return self._shows[key]

    def changed(self) -> frozenset[Where]:
        """The spots that the last decision has changed, as the eyes see them."""
        if self.at == 0:
            return frozenset()
        return changed(self._show(self.at - 1, self._seat(self.at)), self.show)

    def boards(self) -> list[int]:
        """Return the boards that the last decision has changed, else those of the decision at hand, else the first."""
        boards = self.show.boards
        touched = {board for board, _ in self.changed()}
        return sorted(touched) or [n for n, one in enumerate(boards) if one.now] or [*range(len(boards))][:1]

    def event(self) -> str:
        """Return what the eyes know of the decision that made the position, in one line; "" at the beginning."""
        step = self.step()
        if step is None:
            return ""
        entries = [entry for entry in self.log() if entry.index == self.at]
        if not entries:
            return self.said("walk.secret", who=self.seats[step.seat])
        return one_line(entries[0].told)

    def headline(self) -> str:
        """Return the position in words: `decision 12 of 68 · turn 6 · round 3 · seen by anna`."""
        return self.said(
            "walk.where",
            n=self.number,
            last=self.final_number,
            turn=self.turn(),
            round=self.round(),
            who=self.called(self.eyes),
        )

    def next_up(self) -> str:
        """Return who decides at the position, or who has won; what stops the walk, or is in doubt, at its end."""
        said, remark = self.said, self.match.remark if self.at == self.last else ""
        doubt = f" ({remark})" if remark else ""
        if self.over:
            return ResultText.of(self.match, self.lang).sentence() + doubt
        if self.at == self.last and self.trouble:
            return said("walk.trouble", why=self.trouble)
        if self.at == self.last and self.rest:
            return said("walk.rest", who=self.record.shared, n=len(self.rest))
        acting = ", ".join(self.seats[seat] for seat in self.state(self.at).to_act)
        return said("walk.end" if self.at == self.last else "walk.acts", who=acting) + doubt

    @property
    def secret(self) -> bool:
        """True if the eyes may not know yet what the last decision was."""
        return self.at > 0 and not any(entry.index == self.at for entry in self.log())

    def log(self) -> list[LogEntry]:
        """Return what the eyes may know of the decisions up to this position, in the order of their numbers."""
        entries = self._entries()
        known = entries[: bisect_right([entry.known for entry in entries], self.at)]
        return sorted(known, key=lambda entry: entry.index)

    def _entries(self) -> list[LogEntry]:
        if self._memo is None or self._memo[0] != self.eyes:
            self._memo = self.eyes, [*self._tell()]
        return self._memo[1]

    def _tell(self) -> Iterator[LogEntry]:
        places = {id(step): n for n, step in enumerate(self.steps, 1)}
        viewer = self.eyes if isinstance(self.eyes, int) else None
        teller = Narrator(self.match, viewer, self.lang)
        for n, step in enumerate(self.steps, 1):
            if self.eyes == REFEREE:
                yield LogEntry(n, n, Narrator(self.match, step.seat, self.lang).told(step))
            else:
                yield from (LogEntry(n, places[id(one)], teller.told(one)) for one in teller.ready(step))

    # -- going on from here --------------------------------------------------------------------------------------

    def chair(self) -> Chair | None:
        """The seat of the eyes at this position, to ask and to try moves; the decider's for the referee.

        None for the spectator, and at the end. Nothing that is done at the chair changes the walk.
        """
        if self.over or self.eyes is None:
            return None
        seat = self._seat(self.at) if self.eyes == REFEREE else self.eyes
        # Once the match is over, trying moves gives no player an advantage.
        ended = any("result" in one.content for one in self.record.lines)
        level = "full" if ended else self.match.help_level
        match = Match(self.rules, start=self.state(self.at), seed=self.match.seed, help_level=level)
        return Table(match, self.lang).chair(seat)

    def no_play(self) -> str:
        """Return why play cannot go on from this position; "" if it can."""
        why = self.said("walk.is_copy") if self.shared else self.said("walk.is_over") if self.over else ""
        return self.said("walk.no_play", why=why) if why else ""

    def no_what_if(self) -> str:
        """Return why the eyes cannot try moves at this position; "" if they can."""
        if self.over:
            return self.said("walk.no_play", why=self.said("walk.is_over"))
        chair = self.chair()
        return self.said("walk.whose") if chair is None else chair.unhelped

    def standing(self) -> narration.ScoreSheet:
        """The points at this position, by reason and player."""
        state = self.state(self.at)
        lines, ahead = state.score_lines(), state.standing()
        return narration.ScoreSheet(self.rules, lines, self.seats, state.scores, self.lang, standing=ahead)
