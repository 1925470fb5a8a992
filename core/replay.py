"""Replays a record, verifies it, and resumes it after an interruption."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import record as records
from .errors import Diverged, InvalidFile, TilewrightError, Unreadable, UsageError
from .events import Log
from .match import Bot, Match, Played, drawn, result
from .record import Record
from .rules import Rules
from .writing import Writer, finished_bytes


def replay(
    record: Record,
    *,
    verify: bool = False,
    to: int | None = None,
    on_decision: Callable[[Match, Played], None] | None = None,
    rules: Rules | None = None,
) -> Match:
    """The match that the record holds, up to decision `to`. Raises Diverged with the line of the first difference.

    Outcomes come from the record; with `verify` they are drawn again from the seed and compared. The
    result is compared, and so are the hashes at turns' ends if the schema is the same. `on_decision` is called after
    each decision.
    """
    if record.shared:
        raise UsageError(
            f"{record.path} is what {record.shared} may know of the game; it cannot be resumed or verified. To see "
            f"it: tilewright replay {record.path}"
        )
    used = rules if rules is not None else records.rules_of(record)
    head = record.header
    seats = tuple(map(str, head["seats"]))
    start = None
    if head.get("start") is not None:
        try:
            start = used.restore(head["start"])
        except (KeyError, ValueError, TypeError) as error:
            raise InvalidFile([record.problem(1, f"the start position cannot be read: {error!r}")]) from error
    # Outcomes belong to the move before them; its number can occur again, after an undo.
    draws: dict[int, list[tuple[int, str, str]]] = {}
    last = 0
    for line in record.lines:
        if "move" in line.content:
            last = line.number
        elif "draw" in line.content:
            entry = (line.number, str(line.content["draw"]), str(line.content["value"]))
            draws.setdefault(last, []).append(entry)
    try:
        script = None if verify else _script(draws.get(0))
        match = Match(used, seats, seed=int(head["seed"]), start=start, script=script)
    except Diverged as error:
        raise Diverged(f"{record.path}: during set-up: {error}") from error
    match._bot_names = record.bots
    _compare(record, draws.get(0, []), match._set_up, 1, whole=last > 0)
    same_schema = head.get("schema") == used.schema
    for line in record.lines:
        content = line.content
        if to is not None and match.decisions >= to and _goes_on(match, content):
            break
        try:
            if "move" in content:
                _replay_move(match, record, line, draws, verify, on_decision, last)
            elif "undo" in content:
                match.undo(int(content["undo"]))
            elif "redo" in content:
                match.redo()
            elif "hash" in content and same_schema and content["hash"] != match.state.digest():
                raise Diverged(
                    "the state after this turn differs from the recorded one (a move or hash was changed)"
                )
            elif "result" in content and content["result"] != result(match.state):
                raise Diverged(f"the result is {result(match.state)}, the record has {content['result']}")
        except (Diverged, UsageError, Unreadable) as error:
            said = str(error)
            place = "" if said.startswith(f"{record.path}:") else f"{record.path}:{line.number}: "
            raise Diverged(f"{place}{said}") from error
        except TilewrightError as error:
            raise Diverged(f"{record.path}:{line.number}: the recorded move is not legal: {error}") from error
    return match


def _goes_on(match: Match, content: Mapping[str, Any]) -> bool:
    """True if the line counts as a decision: a move, a redo, or a sealed step that is taken back."""
    if "undo" in content:
        return bool(match.state.sealed[int(content["undo"])])
    return "move" in content or "redo" in content


def _replay_move(
    match: Match,
    record: Record,
    line: records.Line,
    draws: Mapping[int, list[tuple[int, str, str]]],
    verify: bool,
    on_decision: Callable[[Match, Played], None] | None,
    last: int,
) -> None:
    number, seat = int(line.content["n"]), int(line.content["seat"])
    if number != match.decisions + 1:
        raise Diverged(
            f"found decision {number} where {match.decisions + 1} was expected; a line is missing or was added"
        )
    if not 0 <= seat < len(match.state.seats):
        raise Diverged(f"there is no seat {seat}")
    expected = draws.get(line.number, [])
    action = match.rules.read(str(line.content["move"]), match.state, seat)
    played = match._play(action, Log(None if verify else _script(expected)))
    match.script = Log()
    _compare(record, expected, played.log, line.number, whole=line.number < last)
    if on_decision is not None:
        on_decision(match, played)


def _script(entries: Sequence[tuple[int, str, str]] | None) -> dict[str, list[str]]:
    script: dict[str, list[str]] = {}
    for _, source, value in entries or ():
        script.setdefault(source, []).append(value)
    return script


def _compare(
    record: Record, expected: Sequence[tuple[int, str, str]], log: Log, line: int, *, whole: bool
) -> None:
    """Raise Diverged if recorded outcomes differ from the log's; unless `whole`, the record may lack the last ones."""
    drawn = [(o.source, o.value) for o in log.outcomes]
    for (number, source, value), got in zip(expected, drawn, strict=False):
        if (source, value) != got:
            raise Diverged(
                f"{record.path}:{number}: the record draws {value} from {source}, the replay {got[1]} from {got[0]}"
            )
    if len(expected) > len(drawn):
        number, source, value = expected[len(drawn)]
        raise Diverged(
            f"{record.path}:{number}: the record draws {value} from {source}, the replay draws nothing"
        )
    if whole and len(expected) < len(drawn):
        source, value = drawn[len(expected)]
        raise Diverged(
            f"{record.path}:{line}: the replay draws {value} from {source}, which is missing from the record"
        )


def resume(
    path: str | Path,
    bots: Callable[[str, Rules], Bot],
    rules: Rules | None = None,
    players: Mapping[str, str] | None = None,
) -> tuple[Match, Record]:
    """The recorded match, ready to continue in the same file; a torn last line is cut off first (`Record.unfinished`).

    Missing lines of the last decision are written again. `bots` makes a bot from its text and the rules: give
    `bots.installed` if the texts are the record's own. `players` (player to bot) replaces the bots of the header.
    `rules` are needed only for a game that is not installed.
    """
    record = records.read(path)
    match = replay(record, rules=rules)
    if players is not None:
        match._bot_names = dict(players)
    match.bots = {player: bots(text, match.rules) for player, text in match._bot_names.items()}
    missing = _missing(match, record)
    if missing or not match.over:
        match._writer = Writer(path, append_at=finished_bytes(path))
        match._writer.write(*missing)
    if match.over:
        match.close()
    return match, record


def _missing(match: Match, record: Record) -> list[dict[str, Any]]:
    """The lines of the last decision, or of the set-up, that were not written before the interruption."""
    deciding = [n for n, line in enumerate(record.lines) if line.content.keys() & {"move", "undo", "redo"}]
    if not deciding:
        whole = [drawn(0, outcome, match.state) for outcome in match._set_up.outcomes]
        return whole[len(record.lines) :]
    last = deciding[-1]
    if "move" not in record.lines[last].content:
        return []
    whole = match._lines(match.played[-1], match.state)
    return whole[len(record.lines) - last :]
