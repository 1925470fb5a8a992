"""Shared records: what one seat, or the spectator, may have of a record, and a replay from that.

A shared record has no seed, no streams and no hashes. It begins from a position that the seat could be in, drawn from
what it knows alone, and holds what the seat has seen: its own draws and public ones, its own decisions, those of others
as they were announced, and sealed ones from their reveal on. Steps that others took back while sealed are never in it,
nor those that were sealed when everyone went back: no other seat has seen them.
"""

from __future__ import annotations

import re
from array import array
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

import attrs

from ..base import plugin_errors
from ..base.chance import Stream
from ..base.errors import InvalidFile, TilewrightError
from ..record import changes
from ..record import format as records
from ..record.format import Record, RecordLine
from ..record.seat_lines import KEYS as SEAT
from ..rules import tile_sets
from ..rules.events import Log
from ..rules.ruleset import Rules
from ..rules.state import State
from . import seat_changes
from .match import Match
from .recorded_game import Played, result
from .replay import end_of, replay

TRIES = 200
"""Worlds that are tried for a decision that the present one does not allow."""
KEPT = (
    "tilewright", "engine", "game", "ruleset", "modules", "edition", "options", "overrides", "data_digest",
    "option_hash", "schema", "packages", "seats", "help",
)  # fmt: skip
"""Keys of the header that a shared record has as well; folders and seeds are the owner's."""


def shared(
    record: Record, seat: int | None, rules: Rules | None = None, *, playtest: bool = False
) -> list[dict[str, Any]]:
    """Return the lines of the record that this seat (None: the spectator) may have, the header first.

    Two records that differ only in what the seat cannot know give equal lines. `rules` are needed only for a game that
    is not installed. With `playtest` the seat's own times, refusals and answers are among them.
    """
    start = replay(record, to=0, rules=rules).state
    head = {key: record.header[key] for key in KEPT if key in record.header}
    head["data"] = None
    head["modules"] = {
        f"./{tile_sets.short(name)}" if tile_sets.is_set(name) else name: version
        for name, version in record.head.modules.items()
    }
    head["bots"] = {name: pathless(text) for name, text in record.head.bots.items()}
    head["shared"] = {"as": _name(record, seat)}
    if playtest and record.head.playtest:
        head["playtest"] = True
    head["start"] = _world(start, seat, 0).to_dict()
    return [head, *_numbered(_Sifted(seat, record, playtest).lines())]


def _name(record: Record, seat: int | None) -> str | None:
    return None if seat is None else record.head.seats[seat]


def pathless(text: str) -> str:
    """Return a bot's text without folders; of a program only its name, since its arguments are its owner's."""
    if text.startswith("exec:"):
        text = f"exec:{text.removeprefix('exec:').split()[0]}"
    end = re.search(r"(~[\d./]+)?(![^/\\]*)?$", text)  # temperatures have such a sign as well
    assert end is not None
    named = ":".join(re.split(r"[/\\]", part)[-1] for part in text[: end.start()].split(":"))
    return named + end[0]


def _world(state: State, seat: int | None, number: int) -> State:
    """Return a position that the seat could be in; it follows from what the seat knows and the number."""
    world = state.view(seat).determinize(Stream(number, "shared"))
    # Who else remembers a piece is not the seat's business.
    world.seen = [(place, piece, 1 << seat) for place, piece, _ in world.seen if seat is not None]
    return world


class _Sifted:
    """Sifts a record's lines for one seat; decisions have no numbers yet."""

    def __init__(self, seat: int | None, record: Record, playtest: bool) -> None:
        self.seat = seat
        self.playtest = playtest
        self.name = _name(record, seat)
        self.record = record
        self.found: list[dict[str, Any]] = []
        self.sealed: list[tuple[int, list[dict[str, Any]]]] = []
        """Since the last reveal: the seat and the lines of each sealed decision, or of the seat's own retraction."""
        self.number = 0
        """How many decisions the record has counted so far."""
        self.rests: dict[int, dict[str, Any] | None] = {0: None}
        """Number of a decision after which nothing is sealed to the last move found by then: `back` goes there."""

    def lines(self) -> list[dict[str, Any]]:
        here = self.found
        """Where the lines of the present decision go."""
        own = False
        for line in self.record.lines:
            content = line.content
            if "move" in content:
                here, own = self._decision(content), content["seat"] == self.seat
            elif content.keys() & records.REMARKS:
                if self.playtest and "took" in content and own:
                    here.append({**content, "n": None})
                elif self.playtest and self.seat is not None and content.get("seat") == self.seat:
                    self.found.append({**content, "n": None} if "n" in content else dict(content))
            elif "draw" in content:
                here.append(self._draw(content))
            elif "reveal" in content:
                here = self._reveal(here)
            elif "turn" in content:
                here.append({"n": None, "turn": content["turn"]})
            elif "undo" in content:
                self._undo(int(content["undo"]))
            elif "back" in content:
                self._back(line)
            elif content.keys() & SEAT:
                bot = {"bot": pathless(content["bot"])} if "bot" in content else {}
                self.found.append({**content, **bot, "n": None})
            elif "redo" in content or "result" in content:
                self.found.append(dict(content))
                if "redo" in content:
                    self.number += 1
                    self.rests[self.number] = self.found[-1]
        self._flush([entry for entry in self.sealed if entry[0] == self.seat])
        return self.found

    def _decision(self, content: Mapping[str, Any]) -> list[dict[str, Any]]:
        seat = int(content["seat"])
        said = content["move"] if seat == self.seat else content.get("told", content["move"])
        move = {"n": None, "seat": seat, "move": said}
        self.number = int(content["n"])
        if not content.get("sealed"):
            self.found.append(move)
            self.rests[self.number] = move
            return self.found
        lines = [{**move, "sealed": True}]
        self.sealed.append((seat, lines))
        return lines

    def _draw(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """Return a draw; one that another seat saw keeps its place, but not its value."""
        found = {key: content[key] for key in ("n", "draw", "value", "to") if key in content}
        if content.get("to", self.name) != self.name:
            del found["value"]
        return found

    def _undo(self, seat: int) -> None:
        mine = [n for n, (owner, lines) in enumerate(self.sealed) if owner == seat and "move" in lines[0]]
        self.number += 1 if mine else -1
        if not mine:
            self.found.append({"undo": seat})
        elif seat == self.seat:
            self.sealed.append((seat, [{"undo": seat}]))
        else:
            del self.sealed[mine[-1]]

    def _back(self, line: RecordLine) -> None:
        """Go back for everyone: the seat never knows what others have sealed, but knows what it has sealed itself."""
        self.number = int(line.content["back"])
        if self.number not in self.rests:
            said = f"there is no decision {self.number} to go back to"
            raise InvalidFile([self.record.problem(line.number, said, "back")])
        self._flush([entry for entry in self.sealed if entry[0] == self.seat])
        self.found.append({"back": self.rests[self.number]})

    def _reveal(self, last: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Add the sealed decisions in an order that says nothing: the seat's own, then those of others by seat."""
        keeps = 1 + any("took" in line for line in last[1:2])
        tail = last[keeps:]
        del last[keeps:]
        self._flush(sorted(self.sealed, key=lambda entry: (entry[0] != self.seat, entry[0])))
        self.rests[self.number] = next((line for line in reversed(self.found) if "move" in line), None)
        self.found += [*tail, {"n": None, "reveal": True}]
        return self.found

    def _flush(self, entries: Sequence[tuple[int, list[dict[str, Any]]]]) -> None:
        for _, lines in entries:
            self.found += lines
        self.sealed = []


def _numbered(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines with decisions counted anew: the old numbers show how often others took sealed steps back."""
    found, number, sealed = [], 0, False
    numbers: dict[int, int] = {}
    """The line of a decision, by `id`, to its new number."""
    standing: list[int] = []
    for line in lines:
        if "move" in line or "redo" in line:
            number += 1
            sealed = bool(line.get("sealed"))
            numbers[id(line)] = number
            standing.append(number)
        elif "back" in line:
            to = numbers[id(line["back"])] if line["back"] is not None else 0
            if not standing or standing[-1] <= to:
                continue  # nothing but secret steps of others was taken back
            standing = [one for one in standing if one <= to]
            number, sealed = to, False
            line = {"back": to}
        elif "undo" in line:
            number += 1 if sealed else -1
            del standing[-1:]
        elif "reveal" in line:
            sealed = False
        found.append({**line, "n": number} if "n" in line else line)
    return found


# -- replaying ---------------------------------------------------------------------------------------------------


@attrs.frozen
class Retold:
    """A shared record, replayed as far as it goes. In the match, what `seat` cannot know is made up."""

    match: Match
    seat: int | None
    rest: Sequence[RecordLine]
    """The lines from the first decision on that could not be replayed; empty if all were."""
    result: Mapping[str, Any] | None
    """The recorded result, if the match is over."""


def seat_of(record: Record) -> int | None:
    """Return the seat that the shared record is for; None for the spectator."""
    name = record.head.shared["as"] if record.head.shared is not None else None
    return None if name is None else record.head.seats.index(name)


def retell(
    record: Record,
    *,
    rules: Rules | None = None,
    to: int | None = None,
    on_decision: Callable[[Match, Played], None] | None = None,
) -> Retold:
    """Replay a shared record, up to decision `to`, in a world in which the seat would have seen the same.

    If a decision is not possible in that world, others that the seat could be in are tried. It ends before a decision
    for which none is found, and before an end of the match that shows what the seat has not seen before.
    """
    used = rules if rules is not None else changes.rules_of(record)
    seat = seat_of(record)
    head, start = record.head, changes.begun(record, used)
    match = Match(used, head.seats, start=start, bot_names=head.bots, help_level=head.help)
    rest: Sequence[RecordLine] = ()
    reached = {0: match.state}
    """Each position by the number of its decision. `Match.back` cannot make them anew: worlds change on the way."""
    goes_back = any("back" in line.content for line in record.lines)
    starts = _decisions(record.lines)
    ended = _ended(record.lines[starts[-2] :]) if len(starts) > 1 else None
    groups = pairwise(starts)
    if to is not None:
        found = (record.lines[at:end] for at, end in pairwise(starts))
        lines = ((group[0].content, [line.content for line in group[1:]]) for group in found)
        last = end_of(lines, to, match.state)
        groups = pairwise(starts if last < 0 else starts[: last + 1])
    for at, end in groups:
        group = record.lines[at:end]
        try:
            number = group[0].content.get("back")
            played = _retold(match, seat, group) if number is None else _returned(match, int(number), reached)
            if goes_back:
                reached[match.decisions] = match.state
        except Exception as error:
            # The rules expect no position that no game reaches, and the file may hold one.
            said = f"the start position cannot be played on: {plugin_errors.describe(error, used.plugins)}"
            raise InvalidFile([record.problem(group[0].number, said)]) from error
        if played is None:
            rest = record.lines[at:]
            break
        if isinstance(played, Played) and on_decision is not None:
            on_decision(match, played)
    return Retold(match, seat, rest, ended)


def _decisions(lines: Sequence[RecordLine]) -> Sequence[int]:
    """Return the number of each line that decides or takes back, and that of the end."""
    starts = (n for n, line in enumerate(lines) if line.content.keys() & records.DECIDING)
    return array("Q", chain(starts, [len(lines)]))


def _returned(match: Match, number: int, reached: Mapping[int, State]) -> bool | None:
    """Go back to where the match stood after this decision; None if there is no such decision."""
    numbers = [0, *(played.number for played in match.played)]
    if number not in numbers:
        return None
    match.return_to(numbers.index(number), number, reached[number], Log())
    return True


def _ended(group: Sequence[RecordLine]) -> Mapping[str, Any] | None:
    """Return the result that this decision has brought; None if the match goes on."""
    return next((line.content["result"] for line in group if "result" in line.content), None)


def _retold(match: Match, seat: int | None, group: Sequence[RecordLine]) -> Played | bool | None:
    """Play or take back what the lines say; None if that is not possible in any world that was tried."""
    content = group[0].content
    try:
        if "undo" in content:
            match.undo(int(content["undo"]))
            return True
        if "redo" in content:
            return match.redo()
        if content.keys() & SEAT:
            return bool(seat_changes.carried_out(match, content))
    except (TilewrightError, IndexError):
        return None
    told = [
        (str(line.content["draw"]), line.content.get("value")) for line in group if "draw" in line.content
    ]
    turns = next((line.content["turn"] for line in group if "turn" in line.content), None)
    real = match.state
    for number in range(TRIES):
        try:
            action = match.rules.read(str(content["move"]), match.state, int(content["seat"]))
            after, log = match.state.clone(), _Told(told)
            after.play(action, log)
        except (TilewrightError, IndexError):
            match.state = _world(real, seat, number)
            continue
        if log.fits() and (turns is None or after.turns == turns):
            if after.over and not _certain(match, after, seat, _ended(group)):
                break
            return match.carry_out(action, _Told(told))
        match.state = _world(real, seat, number)
    match.state = real
    return None


class _Told(Log):
    """Draws what a shared record says; where it only says that there was a draw, chance decides."""

    def __init__(self, told: Sequence[tuple[str, str | None]]) -> None:
        super().__init__()
        self.told = told
        self.waiting: dict[str, deque[str | None]] = {}
        for source, value in told:
            self.waiting.setdefault(source, deque()).append(value)

    def scripted(self, source: str, among: Callable[[], Sequence[str]]) -> str | None:
        waiting = self.waiting.get(source)
        return waiting.popleft() if waiting else None

    def fits(self) -> bool:
        """Return True if the draws are those of the shared record, and no others."""
        drawn = [(one.source, one.value) for one in self.outcomes]
        return len(drawn) == len(self.told) and all(
            source == got[0] and value in (None, got[1])
            for (source, value), got in zip(self.told, drawn, strict=True)
        )


def _certain(match: Match, after: State, seat: int | None, end: Mapping[str, Any] | None) -> bool:
    """Return True if the end of the match shows the seat nothing that is made up."""
    before = match.state
    opened = [place for place in before.rules.places_of(before) if not place.seen_by(seat, before)]
    return result(after, match.left) == end and not any(
        place.seen_by(seat, after) and (place.pieces(before) or place.pieces(after)) for place in opened
    )
