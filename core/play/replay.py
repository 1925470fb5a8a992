"""Replays a record, verifies it, and resumes it after an interruption."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from json import dumps
from pathlib import Path
from typing import Any

import attrs

from ..base import plugin_errors
from ..base.errors import Diverged, InvalidFile, Problem, TilewrightError, Unreadable, UsageError
from ..record import changes
from ..record import format as records
from ..record.format import Record
from ..record.seat_lines import KEYS as SEAT
from ..record.writer import Sync, Writer
from ..rules.events import Log
from ..rules.packing import state_schema
from ..rules.ruleset import Rules
from ..rules.state import State
from . import seat_changes
from .lifecycle import Bot
from .match import Match
from .recorded_game import Played, drawn, lines_of

Entry = tuple[int, dict[str, Any]]
"""A line of the record: its number and its content."""


def replay(
    record: Record,
    *,
    verify: bool = False,
    to: int | None = None,
    on_decision: Callable[[Match, Played], None] | None = None,
    rules: Rules | None = None,
) -> Match:
    """Replay the record up to decision `to`; return the match. Diverged has the line of the first difference.

    Outcomes come from the record; with `verify` they are drawn again from the seed, and every line of the record is
    compared with the line that this match would write. A hash that differs counts if the schema is the same; what could
    not be compared is in the match's `compared`. `on_decision` is called after each decision that the record has so,
    also after one that is played again (redo).
    """
    seed = record.seed
    used = rules if rules is not None else changes.rules_of(record)
    check = _Check(record, verify, record.head.schema == state_schema(used))
    try:
        match = _replayed(record, used, seed, check, to, on_decision)
    except Diverged as error:
        raise Diverged(f"{error}{changes.since(record, used)}") from error
    match.compared = changes.compared(record, used, to, equal=check.equal)
    return match


def _replayed(
    record: Record,
    used: Rules,
    seed: int,
    check: _Check,
    to: int | None,
    on_decision: Callable[[Match, Played], None] | None,
) -> Match:
    head = record.head
    start = changes.begun(record, used)
    blocks = _blocks(record)
    (_, set_up), following = next(blocks), next(blocks, None)
    try:
        script = None if check.verify else _script(set_up)
        match = Match(
            used,
            head.seats,
            seed=seed,
            start=start,
            script=script,
            help_level=head.help,
            playtest=head.playtest,
        )
    except Diverged as error:
        raise Diverged(f"{record.path}: during set-up: {error}") from error
    match.bot_names = dict(head.bots)
    match.left.written = frozenset(map(head.seats.index, head.bots))
    expected = [drawn(0, outcome, match.state) for outcome in match.set_up.outcomes]
    check(1, set_up, expected, last=following is None)
    end = -1
    if to is not None:
        contents = ((content, [line for _, line in after]) for (_, content), after in _blocks(record))
        next(contents)
        end = end_of(contents, to, match.state)
    while following is not None and end:
        ((number, content), after), following = following, next(blocks, None)
        end -= 1
        try:
            expected = _redone(match, content, after, check.verify)
        except (Diverged, UsageError, Unreadable) as error:
            raise Diverged(f"{record.path}:{number}: {error}") from error
        except TilewrightError as error:
            raise Diverged(f"{record.path}:{number}: the recorded move is not legal: {error}") from error
        except Exception as error:
            if start is None:
                raise
            # The rules expect no position that no game reaches, and the record may begin from one.
            said = f"the start position cannot be played on: {plugin_errors.describe(error, used.plugins)}"
            raise InvalidFile([record.problem(number, said)]) from error
        check(number, [(number, content), *after], expected, last=following is None)
        if on_decision is not None and content.keys() & {"move", "redo"}:
            on_decision(match, match.played[-1])
    return match


def _blocks(record: Record) -> Iterator[tuple[Entry, list[Entry]]]:
    """Yield the decisions, each with the lines that follow from it; first the set-up, for which the header stands."""
    block: tuple[Entry, list[Entry]] = ((1, {}), [])
    for line in record.lines:
        entry = line.number, dict(line.content)
        if line.content.keys() & records.DECIDING:
            yield block
            block = (entry, [])
        elif not line.content.keys() & records.REMARKS:
            block[1].append(entry)
    yield block


def end_of(
    decisions: Iterable[tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]], to: int, start: State
) -> int:
    """Count the lines that lead to the position after `to` decisions: what was taken back later is not in it.

    It is -1 if that is all of them.
    """
    count, end = 0, 0 if to == 0 else -1
    sealed = Counter({seat: len(steps) for seat, steps in enumerate(start.sealed)})
    for n, (content, after) in enumerate(decisions, 1):
        if content.keys() & SEAT:
            continue
        if "back" in content:
            count = content["back"]
            sealed.clear()
            end = -1 if count < to else end
            continue
        undone = content.get("undo")
        # A step that is taken back before the reveal is a decision of its own.
        forward = undone is None or sealed[undone] > 0
        count += 1 if forward else -1
        if forward and count == to:
            end = n
        elif count < to:
            end = -1
        if undone is not None:
            sealed[undone] -= forward
        elif content.get("sealed"):
            sealed[content["seat"]] += 1
        if any("reveal" in line for line in after):
            sealed.clear()
    return end


def _redone(
    match: Match, content: Mapping[str, Any], after: Sequence[Entry], verify: bool
) -> list[dict[str, Any]]:
    """Carry the recorded decision out again; the lines that the match writes for it."""
    if "undo" in content:
        match.undo(content["undo"])
        return [dict(content)]
    if "back" in content:
        match.back(content["back"])
        return [dict(content)]
    if "redo" in content:
        played = match.redo()
        return [{"redo": played.seat}, *lines_of(played, match.state, match.left)[1:]]
    if content.keys() & SEAT:
        return seat_changes.carried_out(match, content)
    number, seat = content["n"], content["seat"]
    if number != match.decisions + 1:
        raise Diverged(
            f"found decision {number} where {match.decisions + 1} was expected; a line is missing or was added"
        )
    action = match.rules.read(content["move"], match.state, seat)
    played = match.carry_out(action, Log(None if verify else _script(after)))
    match.script = Log()
    # A later version may write the same move in other words.
    first, *others = lines_of(played, match.state, match.left)
    return [first | {"move": content["move"]}, *others]


def _script(lines: Sequence[Entry]) -> dict[str, list[str]]:
    """Return the outcomes among these lines, by their source."""
    script: dict[str, list[str]] = {}
    for _, content in lines:
        if "draw" in content:
            script.setdefault(content["draw"], []).append(content["value"])
    return script


@attrs.define
class _Check:
    """Compares the lines of a decision with those that the match would write."""

    record: Record
    verify: bool
    hashes: bool
    """True if a hash that differs shows another state: the fields of the state are the same."""
    equal: bool = True
    """False once a hash differs; where all are equal, so are the states, whatever their fields are called."""

    def __call__(
        self, line: int, given: Sequence[Entry], wanted: Sequence[Mapping[str, Any]], *, last: bool
    ) -> None:
        """Raise Diverged for the first difference. Lines of the last decision can be missing if a write was cut off.

        Without `verify`, only draws have to be there, and lines need not have every key.
        """
        waiting = list(given)
        for n, want in enumerate(wanted):
            if waiting and not any(waiting[0][1].keys() & one.keys() & KINDS for one in wanted[n:]):
                break
            if waiting and waiting[0][1].keys() & want.keys() & KINDS:
                self._same(*waiting.pop(0), want)
            elif not waiting and last and (not self.verify or self.record.unfinished):
                return
            elif self.verify or "draw" in want:
                at = waiting[0][0] if waiting else line
                raise Diverged(f"{self.record.path}:{at}: {_said(want)} is missing from the record")
        if waiting:
            at, extra = waiting[0]
            raise Diverged(f"{self.record.path}:{at}: {_said(extra)} does not occur in the replay")

    def _same(self, number: int, have: Mapping[str, Any], want: Mapping[str, Any]) -> None:
        keys = have.keys() | want.keys() if self.verify else have.keys()
        if "turn" in have:
            # Older records have no scores, and those of bots few hashes: `compared` says what there is.
            self.equal &= have.get("hash") in (None, want.get("hash"))
            keys = keys & have.keys() - (set() if self.hashes else {"hash"})
        if "result" in have and "scored" not in have["result"]:
            # Older records do not say of a solo game that it is played for points.
            want = {**want, "result": {k: v for k, v in want["result"].items() if k != "scored"}}
        ordered = sorted(keys, key=lambda key: (key == "hash", key))
        wrong = next((key for key in ordered if _text(have, key) != _text(want, key)), None)
        if wrong is None:
            return
        if wrong == "hash":
            said = "the state after this turn differs from the recorded one (a move or hash was changed, or the rules)"
        elif wrong in ("draw", "value"):
            drawn, other = (f"{line['value']} from {line['draw']}" for line in (have, want))
            said = f"the record draws {drawn}, the replay {other}"
        else:
            said = f"the record has {wrong} {_text(have, wrong)}, the replay {_text(want, wrong)}"
        raise Diverged(f"{self.record.path}:{number}: {said}")


KINDS = {"move", "draw", "turn", "reveal", "undo", "redo", "back", "result", *SEAT}
"""Keys that only one kind of line has."""


def _said(line: Mapping[str, Any]) -> str:
    """Return a line in words."""
    if "draw" in line:
        return f"the draw of {line['value']} from {line['draw']}"
    kind = next(key for key in line if key in KINDS)
    return {"turn": "a turn's end", "reveal": "a reveal"}.get(kind, f"a {kind}")


def _text(line: Mapping[str, Any], key: str) -> str:
    """Return a value as JSON, in which 1 is not true."""
    return dumps(line[key], sort_keys=True) if key in line else "none"


def resume(
    path: str | Path,
    bots: Callable[[str, Rules], Bot],
    rules: Rules | None = None,
    players: Mapping[str, str] | None = None,
    *,
    sync: Sync = "each",
) -> tuple[Match, Record]:
    """Make the recorded match ready to continue in the same file; a torn last line is cut off (`Record.unfinished`).

    Missing lines of the last decision are written again. `bots` makes a bot from its text and the rules: give
    `bots.installed` if the texts are the record's own. `players` (player to bot) replaces the bots of the header; those
    that have taken seats over later play on.
    `rules` are needed only for a game that is not installed; `sync` is that of `Writer`.
    """
    record = records.read(path)
    match = replay(record, rules=rules)
    deputies = {match.state.seats[seat]: text for seat, text in match.left.bots.items()}
    if players is not None:
        match.bot_names = deputies | dict(players)
    match.bots = seated(match.bot_names, match.rules, bots, {**record.head.bots, **deputies}, record)
    missing, tests = _missing(match, record), match.playtest
    if tests is not None:
        tests.follow(record)
    if missing or not match.over or tests is not None:  # people may still answer questions
        match.record_in(Writer(path, append_at=record.size, sync=sync), *missing)
    if match.over and tests is None:
        match.close()
    return match, record


def seated(
    texts: Mapping[str, str],
    rules: Rules,
    make: Callable[[str, Rules], Bot],
    written: Mapping[str, str],
    record: Record | str,
) -> dict[str, Bot]:
    """Make the bots of these players. InvalidFile if one that the record names (`written`) cannot be made."""
    found = {}
    for player, text in texts.items():
        try:
            found[player] = make(text, rules)
        except TilewrightError as error:
            if written.get(player) != text:
                raise
            path, line, where = _named(record, player)
            said = f"{error}; to name another: -p {player}:BOT"
            raise InvalidFile([Problem(path, line, 1, where, said)]) from error
    return found


def _named(record: Record | str, player: str) -> tuple[str, int, str]:
    """Return where the record names the player's bot: the file, the line and the key."""
    if isinstance(record, str):
        return record, 1, f"bots.{player}"
    seat = record.head.seats.index(player)
    changed = [one for one in record.lines if one.content.keys() & SEAT and "bot" in one.content]
    last = next((one for one in reversed(changed) if _seat(one.content) == seat), None)
    return (record.path, last.number, "bot") if last is not None else (record.path, 1, f"bots.{player}")


def _seat(content: Mapping[str, Any]) -> object:
    return content.get("seat", content.get("resigned"))


def _missing(match: Match, record: Record) -> list[dict[str, Any]]:
    """Return the lines of the last decision, or of the set-up, that were not written before the interruption."""
    (((_, content), after),) = deque(_blocks(record), maxlen=1)
    if not content:
        whole = [drawn(0, outcome, match.state) for outcome in match.set_up.outcomes]
        return whole[len(after) :]
    if content.keys() & SEAT:
        return match.change_lines()[1 + len(after) :]
    if "move" not in content:
        return []
    return lines_of(match.played[-1], match.state, match.left)[1 + len(after) :]
