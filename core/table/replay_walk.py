"""A walk through a recorded match: its positions and decisions as a player, the spectator or the referee sees them.

Position n is what n decisions have made; position 0 is the beginning. Decisions that were taken back are left out. A
record that is damaged, or goes differently than the rules, is walked as far as it goes, and says where it ends.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import attrs

from ..base.errors import TilewrightError
from ..play.match import Match
from ..play.redaction import retell, seat_of
from ..play.replay import replay
from ..record import format as records
from ..rules.views import Opened, View
from . import narration
from .chair import Chair, shown
from .changes import changed
from .face_texts import Texts
from .narration import DecisionText, Narrator, one_line
from .table import Table

if TYPE_CHECKING:
    from ..draw.model import Show, Where
    from ..play.recorded_game import Played
    from ..record.format import Record
    from ..rules.ruleset import Rules
    from ..rules.state import State

REFEREE: Final = "referee"
SPECTATOR: Final = "spectator"
Eyes = int | Literal["referee"] | None
"""Whose eyes see the match: a seat's; the referee's, who sees each zone as its owner does and each decision as the
player who takes it; None: the spectator's."""
KEPT = 2_000
"""Positions that are kept, some 10 kB each; for others the record is played once more."""
SHOWS = 8
"""Drawings that are kept."""
Unit = Literal["decision", "turn", "round"]


@attrs.frozen
class LogEntry:
    """A line of the log: a decision, and the position from which on it is known."""

    known: int
    index: int
    """The position that the decision made."""
    told: DecisionText


def _settled(lines: Sequence[records.RecordLine]) -> int:
    """How many of these lines come before the secret steps that wait for their reveal at the end."""
    waiting = None
    for n, line in enumerate(lines):
        if line.content.keys() & {"reveal", "back"}:
            waiting = None
        elif line.content.get("sealed") and waiting is None:
            waiting = n
    return len(lines) if waiting is None else waiting


@attrs.define(eq=False, slots=False)
class Walk:
    """A record, and how far its reader has walked (`at`)."""

    record: Record
    rules: Rules
    lang: str = "en"
    trouble: str = ""
    """Why the record goes no further, in a sentence that names the line; "" if it is walked to its end."""
    at: int = 0
    eyes: Eyes = None
    match: Match = attrs.field(init=False)
    """The match at the last position that can be reached."""
    rest: tuple[str, ...] = attrs.field(init=False, default=())
    """The moves of a shared record that follow; they depend on what its reader cannot know."""
    _first: State = attrs.field(init=False)
    _kept: dict[int, State] = attrs.field(init=False, factory=dict)
    _scores: dict[int, tuple[int, ...]] = attrs.field(init=False, factory=dict)
    _rounds: dict[int, int] = attrs.field(init=False, factory=dict)
    _shows: dict[tuple[int, Eyes, int | None], Show] = attrs.field(init=False, factory=dict)
    _memo: tuple[Eyes, list[LogEntry]] | None = attrs.field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        if self.shared:
            self.match = retell(self.record, rules=self.rules, to=0).match
        else:
            self.match = replay(self.record, rules=self.rules, to=0)
        self._first = self.match.state
        self.match = self._pass(0)
        self.eyes = self._own()

    @classmethod
    def open(cls, path: str | Path, lang: str = "en", *, settled: bool = False) -> Walk:
        """The walk through this record, at its beginning.

        If `settled`, it ends before secret steps that wait for their reveal: how many there are may tell what they are.
        Errors are those of `record.read` and `replay` if not even the beginning can be shown.
        """
        record, damage = records.sound(path)
        if settled:
            record = attrs.evolve(record, lines=record.lines[: _settled(record.lines)])
        return cls(record, records.rules_of(record), lang, str(damage) if damage is not None else "")

    # -- replaying -----------------------------------------------------------------------------------------------

    def _pass(self, number: int) -> Match:
        """Play the record, and keep the positions around the one that decision `number` made."""
        lowest = max(0, number - KEPT // 2)
        self._kept.clear()
        reached = self.match

        def keep(match: Match, played: Played) -> None:
            nonlocal reached
            reached = match
            state, n = match.state, played.number
            self._scores[n] = tuple(state.standing())
            self._rounds[n] = self.rules.game.round_of(state)
            if lowest <= n < lowest + KEPT:
                self._kept[n] = state

        try:
            if not self.shared:
                return replay(self.record, rules=self.rules, on_decision=keep)
            told = retell(self.record, rules=self.rules, on_decision=keep)
        except TilewrightError as error:
            # It comes before the damage that reading has found, which lies behind everything that was read.
            self.trouble = str(error)
            return reached
        self.rest = tuple(self._listed(told.rest))
        return told.match

    def _listed(self, rest: Sequence[records.RecordLine]) -> Iterator[str]:
        for line in rest:
            content = line.content
            if "move" in content:
                move = self.rules.spoken(self.lang).say(content["move"])
                yield f"{content['n']}. {self.seats[content['seat']]}: {move}"

    def state(self, at: int) -> State:
        """The position; it must not be changed. Faces use `show`."""
        if at == 0:
            return self._first
        number = self.steps[at - 1].number
        if number not in self._kept:
            self._pass(number)
        return self._kept[number]

    # -- what there is -------------------------------------------------------------------------------------------

    @property
    def shared(self) -> bool:
        """The record is what one seat, or the spectator, may know of the match."""
        return self.record.head.shared is not None

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.match.state.seats)

    @cached_property
    def steps(self) -> tuple[Played, ...]:
        """The decisions: the first one leads from position 0 to position 1."""
        return tuple(self.match.played)

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

    def scores(self, at: int | None = None) -> tuple[int, ...]:
        """The points of each seat at the position, or what says in their place who is ahead."""
        step = self.step(at)
        return self._scores[step.number] if step is not None else tuple(self._first.standing())

    def turn(self, at: int | None = None) -> int:
        """The number of the turn that the position's decision was played in, from 1."""
        step = self.step(at)
        return (step.turn if step is not None else self._first.turns) + 1

    def round(self, at: int | None = None) -> int:
        """The number of the round that the position's decision was played in, from 1."""
        n = self.at if at is None else at
        return self._round_after(max(0, n - 1)) + 1

    def _round_after(self, at: int) -> int:
        step = self.step(at)
        return self._rounds[step.number] if step is not None else self.rules.game.round_of(self._first)

    def rounds(self, at: int | None = None) -> list[tuple[int, tuple[int, ...]]]:
        """For each round so far its number and the points of each seat at its end, or now."""
        n = self.at if at is None else at
        ends = {self.round(one): self.scores(one) for one in range(1, n + 1)}
        return sorted(ends.items())

    # -- walking -------------------------------------------------------------------------------------------------

    def go(self, unit: Unit, by: int = 1) -> bool:
        """Walk to the next end of a decision, turn or round (`by` 1), or to the one before (-1). False at the end."""
        stops = self._stops(unit)
        index = bisect_right(stops, self.at)
        if by < 0:
            index -= 1 if stops[index - 1] < self.at else 2
        if not 0 <= index < len(stops):
            return False
        self.at = stops[index]
        return True

    def _stops(self, unit: Unit) -> list[int]:
        every = range(self.last + 1)
        if unit == "decision":
            return [*every]
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
        """Whose eyes the walk can be seen with: all of them, or those of a copy's reader alone."""
        return (self.eyes,) if self.shared else (*range(len(self.seats)), None, REFEREE)

    def called(self, eyes: Eyes) -> str:
        """The name of a seat, or the word for the spectator or the referee."""
        if isinstance(eyes, int):
            return self.seats[eyes]
        return Texts(self.lang)(f"walk.{eyes or SPECTATOR}")

    def eyes_of(self, name: str) -> Eyes:
        """The eyes with this name. KeyError if the walk has none such."""
        for eyes in self.every_eyes:
            words = {self.called(eyes)} if isinstance(eyes, int) else {self.called(eyes), eyes or SPECTATOR}
            if name.casefold() in {word.casefold() for word in words}:
                return eyes
        raise KeyError(name)

    def _seat(self, at: int) -> int | None:
        """The seat that decides at the position; at the end the one that has decided last."""
        if self.steps:
            return self.steps[min(at, self.last - 1)].seat
        return next(iter(self._first.to_act), None)

    def view(self, at: int, seat: int | None = None) -> View:
        """What the eyes see of the position; the referee's at the side of `seat`."""
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

    def said(self) -> str:
        """What the eyes know of the decision that made the position, in one line; "" at the beginning."""
        step = self.step()
        if step is None:
            return ""
        entries = [entry for entry in self.log() if entry.index == self.at]
        if not entries:
            return Texts(self.lang)("walk.secret", who=self.seats[step.seat])
        return one_line(entries[0].told)

    def headline(self) -> str:
        """Where the walk stands: `decision 12 of 68 · turn 6 · round 3 · seen by anna`."""
        return Texts(self.lang)(
            "walk.where",
            n=self.number,
            last=self.final_number,
            turn=self.turn(),
            round=self.round(),
            who=self.called(self.eyes),
        )

    def next_up(self) -> str:
        """Who decides at the position, or who has won; what stops the walk, at its end."""
        said = Texts(self.lang)
        if self.over:
            return narration.victory(self.match.state.winners, self.seats, self.lang)
        if self.at == self.last and self.trouble:
            return said("walk.trouble", why=self.trouble)
        if self.at == self.last and self.rest:
            return said("walk.rest", who=self.record.shared, n=len(self.rest))
        acting = ", ".join(self.seats[seat] for seat in self.state(self.at).to_act)
        return said("walk.end" if self.at == self.last else "walk.acts", who=acting)

    @property
    def secret(self) -> bool:
        """True if the eyes may not know yet what the last decision was."""
        return self.at > 0 and not any(entry.index == self.at for entry in self.log())

    def log(self) -> list[LogEntry]:
        """What the eyes may know of the decisions up to this position, in the order in which they learnt it."""
        entries = self._entries()
        return entries[: bisect_right([entry.known for entry in entries], self.at)]

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

        None for the spectator, and at the end. What the chair is asked changes nothing here.
        """
        if self.over or self.eyes is None:
            return None
        seat = self._seat(self.at) if self.eyes == REFEREE else self.eyes
        # Once the match is over, nobody gains anything by trying moves.
        ended = any("result" in one.content for one in self.record.lines)
        level = "full" if ended else self.match.help_level
        match = Match(self.rules, start=self.state(self.at), seed=self.match.seed, help_level=level)
        return Table(match, self.lang).chair(seat)

    def not_playable(self) -> str:
        """Why nobody can play on from this position; "" if that is possible."""
        said = Texts(self.lang)
        if self.shared:
            return said("walk.is_copy")
        return said("walk.is_over") if self.over else ""

    def standing(self) -> narration.ScoreSheet:
        """The points at this position, by reason and player."""
        state = self.state(self.at)
        return narration.sheet(
            self.rules, state.score_lines(), self.seats, state.scores, self.lang, standing=state.standing()
        )
