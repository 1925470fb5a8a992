"""What the record of one match says of people: how it went, and of a playtest times, refusals and answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import attrs

from ...base import files, limits, plugin_errors
from ...base.errors import TilewrightError, UsageError
from ...play.match import Match
from ...play.recorded_game import Played
from ...play.redaction import retell
from ...play.replay import replay
from ...record import changes
from ...record import format as records
from ...record.format import Header, Record
from ...record.result import MatchResult, checked
from ...rules.ruleset import Rules


@attrs.frozen
class TimedDecision:
    """A decision that stands, and how long a person took for it."""

    seconds: float
    played: Played
    player: str
    file: str
    choices: int | None = None
    """How many moves there were; None if the record does not tell."""

    @property
    def after(self) -> int:
        """How many decisions had been taken before it."""
        return self.played.number - 1


@attrs.frozen
class RefusedMove:
    """A move that was refused."""

    rules: tuple[str, ...]
    player: str
    file: str
    after: int


@attrs.frozen
class Remark:
    """What a person answered or noted."""

    text: str
    player: str
    file: str


@attrs.frozen
class ReadMatch:
    """One match."""

    file: str
    head: Header
    rules: Rules
    result: MatchResult | None
    """None if people did not play to the end: somebody resigned, or a bot has decided for somebody."""
    rounds: int
    """The round in which it ended or stands, from 1."""
    decisions: int
    """Those that stand."""
    timed: tuple[TimedDecision, ...]
    refused: tuple[RefusedMove, ...]
    answers: Mapping[str, list[Remark]]
    """By question, the last one of each person."""
    notes: tuple[Remark, ...]

    @property
    def minutes(self) -> float | None:
        """How long people have decided in all; None if their times are not in the record."""
        return sum(one.seconds for one in self.timed) / 60 if self.timed else None


@attrs.frozen
class Unread:
    """A file that is not counted, and why."""

    file: str
    error: str


def read(
    places: Iterable[Path], begun: Callable[[Path], None] = lambda file: None
) -> tuple[list[ReadMatch], list[Unread]]:
    """Return the matches in these files and folders, and the files that hold none, are broken or hold one again.

    If a record goes on where another one ends, such as one that was sent twice, the longer one is counted. `begun` is
    called with each file before it is read. UsageError for a place that does not exist.
    """
    found: dict[str, list[ReadMatch]] = {}
    unread: list[Unread] = []
    for file in _files(places):
        begun(file)
        try:
            record = records.read(file)
            match, alike = match_of(record), found.setdefault(json.dumps(record.header), [])
            at = next((n for n, one in enumerate(alike) if _goes_on(one.file, match.file)), None)
        except Exception as error:  # of the rules, too, which may be a stranger's and expect no such position
            said = str(error) if isinstance(error, TilewrightError) else plugin_errors.said(error)
            unread.append(Unread(str(file), said))
            continue
        if at is None:
            alike.append(match)
            continue
        if len(_raw(match.file)) > len(_raw(alike[at].file)):
            alike[at], match = match, alike[at]
        unread.append(Unread(match.file, f"the same match is in {alike[at].file}"))
    return [one for some in found.values() for one in some], unread


def _goes_on(one: str, other: str) -> bool:
    """Return whether one of these records begins with the other: lines are only ever added to a record."""
    short, long = sorted((_raw(one), _raw(other)), key=len)
    return long.startswith(short[: short.rfind(b"\n") + 1])


def _raw(file: str) -> bytes:
    return files.content(file, most=limits.RECORD)


def _files(places: Iterable[Path]) -> Iterator[Path]:
    """Yield the files, and those of the folders with all that lies below, in the order of their names."""
    for place in places:
        if place.is_dir():
            below = (Path(one.path) for one in files.walk(place, limits.SCENES) if one.is_file())
            yield from sorted(one for one in below if not one.name.startswith("."))
        elif place.exists():
            yield place
        else:
            raise UsageError(f"there is no file or folder {place}")


def match_of(record: Record) -> ReadMatch:
    """Return what the record says. Its errors are those of `replay`, or of `retell` for a copy for one player."""
    rules, seats, file = changes.rules_of(record), record.head.seats, record.path
    took, last = list[float | None](), -1
    refused, notes, answers = list[RefusedMove](), list[Remark](), dict[tuple[str, int], Remark]()
    for line in record.lines:
        content = line.content
        if content.keys() & {"move", "redo"}:
            took.append(None)
            last = content.get("n", -1)
        elif "took" in content and content["n"] == last:
            took[-1] = content["took"]
        elif "refused" in content:
            refused.append(RefusedMove(tuple(content["refused"]), seats[content["seat"]], file, content["n"]))
        elif "question" in content:
            remark = Remark(content["answer"], seats[content["seat"]], file)
            answers[content["question"], content["seat"]] = remark
        elif "note" in content:
            notes.append(Remark(content["note"], "", file))
    spent, rounds, waiting = dict[int, tuple[Played, float]](), 1, iter(took)

    def decided(match: Match, played: Played) -> None:
        nonlocal rounds
        seconds = next(waiting, None)
        if seconds is not None:
            spent[id(played)] = played, seconds
        if not match.over:
            rounds = max(rounds, rules.game.round_of(match.state.view(None)) + 1)

    if record.shared:
        told = retell(record, rules=rules, on_decision=decided)
        match, end = told.match, told.result
    else:
        match = replay(record, rules=rules, on_decision=decided)
        end = match.result if match.over and not match.left.given_up else None
    if match.left.decided or match.left.resigned:
        end = None
    by_question: dict[str, list[Remark]] = {}
    for (question, _), remark in answers.items():
        by_question.setdefault(question, []).append(remark)
    stand = [spent[id(one)] for one in match.played if id(one) in spent]
    known = (
        {id(one): len(state.legal(one.seat)) for state, one in match.past()}
        if stand and not record.shared
        else {}
    )
    timed = [TimedDecision(seconds, one, seats[one.seat], file, known.get(id(one))) for one, seconds in stand]
    return ReadMatch(
        file,
        record.head,
        rules,
        checked(end, len(seats)) if end is not None else None,
        rounds,
        len(match.played),
        tuple(timed),
        tuple(refused),
        by_question,
        tuple(notes),
    )
