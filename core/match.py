"""A match: one state, whoever plays it, its record, undo and redo, scripts of chance. Everything drives this."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import attrs

from . import record as records
from .actions import Action
from .chance import Stream, key_of, mix
from .errors import Diverged, InvalidFile, TilewrightError, Unreadable, UsageError
from .events import Log, Outcome
from .record import Record, Writer
from .rules import Rules
from .schedule import Sealed
from .state import ScoreLine, State
from .views import View


class Bot(Protocol):
    """Whoever chooses actions from a view, with a stream of chance of its own."""

    def choose(self, view: View, stream: Stream) -> Action:
        """One of `view.legal()`, which is not empty."""


@attrs.frozen
class Played:
    """One decision and all that came of it."""

    number: int
    seat: int
    action: Action
    log: Log
    lines: tuple[ScoreLine, ...]
    """The points that anybody gained or lost in it."""
    turn: int
    """The number of the turn it was played in, from 0."""
    turn_ended: bool
    sealed: bool


def bot_key(seed: int, player: str) -> int:
    """The key that a player's bot has in a match; its stream for decision n has the key `mix(key, n)`.

    So a bot draws the same after a resume, whatever it or others drew before.
    """
    return key_of(seed, f"bot:{player}")


class Match:
    """Plays one match. `bots` maps players' names to bots; the others are asked by whoever drives the match."""

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[str] | int = 2,
        *,
        seed: int = 0,
        bots: Mapping[str, Bot] | None = None,
        bot_names: Mapping[str, str] | None = None,
        record: str | Path | None = None,
        script: Mapping[str, list[str]] | None = None,
        start: State | None = None,
    ) -> None:
        """`script` feeds outcomes of chance (`supply.anna`: [food, ...]); `start` begins from a position."""
        self.rules = rules
        self.seed = seed
        self.bots = dict(bots or {})
        self.script = Log(script)
        self.state = start.clone() if start is not None else rules.new(seats, seed, self.script)
        unknown = set(self.bots) - set(self.state.seats)
        if unknown:
            raise UsageError(f"a bot is given for {', '.join(sorted(unknown))}, who does not play")
        self.played: list[Played] = []
        self._past: list[tuple[State, Played]] = []
        self._undone: list[Played] = []
        self.decisions = 0
        self._writer: Writer | None = None
        self._start = start.to_dict() if start is not None else None
        self._bot_names = dict(bot_names or {})
        self._set_up = self.script
        if record is not None:
            self._writer = Writer(record)
            head = records.header(rules, self.state.seats, seed, self._bot_names, self._start)
            self._writer.write(head, *(drawn(0, o, self.state) for o in self._set_up.outcomes))

    # -- playing -------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.state.over

    def read(self, text: str, seat: int | None = None) -> list[Action]:
        """The actions that a typed line stands for, for the seat to act (or the one given)."""
        who = seat if seat is not None else self.state.to_act[0] if self.state.to_act else 0
        return self.rules.read_line(text, self.state, who)

    def play(self, action: Action | str, seat: int | None = None) -> Played:
        """The action is checked, played, recorded and flushed. Raises Illegal or Unreadable; nothing is lost then."""
        if isinstance(action, str):
            actions = self.read(action, seat)
            if len(actions) > 1:
                raise Unreadable(f"'{action}' holds {len(actions)} moves; play them one by one")
            action = actions[0]
        return self._play(action, Log(self.script.left()))

    def preview(self, action: Action) -> tuple[State, Log]:
        """What the action would lead to, on a clone: chance shows in it, so show players only what they may see."""
        copy = self.state.clone()
        log = Log(self.script.left())
        copy.play(action, log)
        log.barrier = log.revealed or learnt(self.state, copy)
        return copy, log

    def _play(self, action: Action, log: Log) -> Played:
        before = self.state
        after = before.clone()
        after.play(action, log)
        log.barrier = log.revealed or learnt(before, after)
        sealed = isinstance(before.step, Sealed)
        played = Played(
            self.decisions + 1,
            action.seat,
            action,
            log,
            tuple(self.rules.score_line(line, after) for line in after.ledger[len(before.ledger) :]),
            before.turns,
            after.turns != before.turns or after.over,
            sealed,
        )
        if self._writer is not None:
            self._writer.write(*self._lines(played, after))
        self.state = after
        self.decisions += 1
        self.script = Log(log.left())
        self.played.append(played)
        self._undone.clear()
        if self._past and self._past[-1][1].seat != action.seat:
            self._past.clear()
        if log.barrier or sealed:
            self._past.clear()
        else:
            self._past.append((before, played))
        return played

    def _lines(self, played: Played, after: State) -> list[dict[str, Any]]:
        n = played.number
        move: dict[str, Any] = {"n": n, "seat": played.seat, "move": str(played.action)}
        if played.action.secret:
            move["told"] = played.action.told_to(None)
        if played.sealed:
            move["sealed"] = True
        lines = [move]
        lines += [drawn(n, o, after) for o in played.log.outcomes]
        if played.sealed and not any(after.sealed):
            lines.append({"n": n, "reveal": True})
        if played.turn_ended:
            lines.append({"n": n, "turn": after.turns, "hash": after.digest()})
        if after.over:
            lines.append({"result": result(after)})
        return lines

    def play_bots(self, told: Callable[[Played], None] | None = None) -> None:
        """Bots play until a seat without a bot must decide or the match is over; `told` hears of each decision."""
        while not self.over:
            seat = next((s for s in self.state.to_act if self.state.seats[s] in self.bots), None)
            if seat is None:
                return
            if self.decisions >= self.rules.game.turn_limit:
                raise TilewrightError(f"the match has reached its limit of {self.rules.game.turn_limit} decisions")
            played = self.play(self.choose(seat))
            if told is not None:
                told(played)

    def choose(self, seat: int, bot: Bot | None = None) -> Action:
        """What the seat's bot (or the bot given) would do now."""
        name = self.state.seats[seat]
        chooser = bot if bot is not None else self.bots[name]
        return chooser.choose(self.state.view(seat), Stream.of(mix(bot_key(self.seed, name), self.decisions)))

    # -- taking back ---------------------------------------------------------------------------------------------

    def can_undo(self, seat: int | None = None) -> bool:
        """Whether `undo` would take something back."""
        if isinstance(self.state.step, Sealed) and seat is not None and self.state.sealed[seat]:
            return True
        return bool(self._past) and (seat is None or self._past[-1][1].seat == seat)

    def undo(self, seat: int | None = None) -> Played | None:
        """The last decision is taken back, never behind new knowledge or another seat's decision.

        In a sealed decision the seat's own last sealed step is taken back (None is returned then).
        """
        if isinstance(self.state.step, Sealed) and seat is not None and self.state.sealed[seat]:
            after = self.state.clone()
            after.retract(seat)
            self._write({"undo": seat})
            self.state = after
            self.decisions += 1
            del self.played[max(n for n, played in enumerate(self.played) if played.seat == seat)]
            return None
        if not self.can_undo(seat):
            raise UsageError(
                "there is nothing to take back: undo reaches to the start of your turn, and never behind a draw, "
                "a reveal or another player's decision"
            )
        before, played = self._past[-1]
        self._write({"undo": played.seat})
        self._past.pop()
        self.state = before
        self.decisions -= 1
        self.played.pop()
        self._undone.append(played)
        return played

    def redo(self) -> Played:
        """The last decision taken back is played again."""
        if not self._undone:
            raise UsageError("there is nothing to play again")
        waiting = list(self._undone)
        played = self._play(waiting[-1].action, Log(self.script.left()))
        self._undone = waiting[:-1]
        return played

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._writer is not None:
            self._writer.write(line)

    def close(self) -> None:
        """The record's file is closed; the match cannot be recorded further."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    @property
    def path(self) -> Path | None:
        """The record's file."""
        return self._writer.path if self._writer is not None else None


def learnt(before: State, after: State) -> bool:
    """Whether somebody knows more after a move than before, itself apart: undo must not reach behind it.

    True when a stream gave a value, a piece left or reached a place that not all see, or such a place was opened, or a
    sealed decision was revealed.
    """
    if before.streams != after.streams or (any(before.sealed) and not any(after.sealed)):
        return True
    hidden = [place for place in before.rules.places_of(before) if place.zone.sees != "all"]
    opened = after.over and any(place.zone.shown for place in hidden)
    return opened or any(place.pieces(before) != place.pieces(after) for place in hidden)


def drawn(number: int, outcome: Outcome, state: State) -> dict[str, Any]:
    """The record's line for an outcome of chance; `to` names the only player who saw it."""
    line: dict[str, Any] = {"n": number, "draw": outcome.source, "value": outcome.value}
    if outcome.to >= 0:
        line["to"] = state.seats[outcome.to]
    return line


def result(state: State) -> dict[str, Any]:
    """The result of a finished match, as records and `simulate --json` hold it."""
    return {
        "scores": list(state.scores),
        "ranking": [list(place) for place in state.ranking()],
        "winners": list(state.winners),
        "turns": state.turns,
    }


# -- replaying ---------------------------------------------------------------------------------------------------


def replay(
    record: Record,
    *,
    verify: bool = False,
    to: int | None = None,
    told: Callable[[Match, Played], None] | None = None,
    rules: Rules | None = None,
) -> Match:
    """The match that the record holds, up to decision `to`. Raises Diverged with the line where it goes another way.

    Recorded outcomes are fed; with `verify` chance is drawn again from the seed and compared, and so are the
    hashes at turns' ends and the result.
    """
    used = rules if rules is not None else records.rules_of(record)
    head = record.header
    seats = tuple(map(str, head["seats"]))
    start = None
    if head.get("start") is not None:
        try:
            start = used.restore(head["start"])
        except (KeyError, ValueError, TypeError) as error:
            raise InvalidFile([record.problem(1, f"the start position cannot be read: {error!r}")]) from error
    draws: dict[int, list[tuple[int, str, str]]] = {}
    for line in record.lines:
        if "draw" in line.content:
            entry = (line.number, str(line.content["draw"]), str(line.content["value"]))
            draws.setdefault(int(line.content["n"]), []).append(entry)
    try:
        script = None if verify else _script(draws.get(0))
        match = Match(used, seats, seed=int(head["seed"]), start=start, script=script)
    except Diverged as error:
        raise Diverged(f"{record.path}: in the set-up: {error}") from error
    match._bot_names = {str(k): str(v) for k, v in (head.get("bots") or {}).items()}
    last = max((int(line.content["n"]) for line in record.lines if "move" in line.content), default=0)
    _compare(record, draws.get(0, []), match._set_up, 1, whole=last > 0)
    same_schema = head.get("schema") == used.schema
    for line in record.lines:
        content = line.content
        if to is not None and match.decisions >= to and ("undo" not in content or isinstance(match.state.step, Sealed)):
            break
        try:
            if "move" in content:
                _replay_move(match, record, line, draws, verify, told, last)
            elif "undo" in content:
                match.undo(int(content["undo"]))
            elif "redo" in content:
                match.redo()
            elif "hash" in content and same_schema and content["hash"] != match.state.digest():
                raise Diverged("the state after this turn is not the one recorded (a move or hash was changed)")
            elif "result" in content and content["result"] != result(match.state):
                raise Diverged(f"the result is {result(match.state)}, recorded is {content['result']}")
        except (Diverged, UsageError, Unreadable) as error:
            raise Diverged(f"{record.path}:{line.number}: {error}") from error
        except TilewrightError as error:
            raise Diverged(f"{record.path}:{line.number}: the recorded move is not legal: {error}") from error
    return match


def _replay_move(
    match: Match,
    record: Record,
    line: records.Line,
    draws: Mapping[int, list[tuple[int, str, str]]],
    verify: bool,
    told: Callable[[Match, Played], None] | None,
    last: int,
) -> None:
    number, seat = int(line.content["n"]), int(line.content["seat"])
    if number != match.decisions + 1:
        raise Diverged(f"decision {number} stands where {match.decisions + 1} is due; a line is missing or was added")
    if not 0 <= seat < len(match.state.seats):
        raise Diverged(f"there is no seat {seat}")
    expected = draws.get(number, [])
    action = match.rules.read(str(line.content["move"]), match.state, seat)
    played = match._play(action, Log(None if verify else _script(expected)))
    match.script = Log()
    _compare(record, expected, played.log, line.number, whole=number < last)
    if told is not None:
        told(match, played)


def _script(entries: Sequence[tuple[int, str, str]] | None) -> dict[str, list[str]]:
    script: dict[str, list[str]] = {}
    for _, source, value in entries or ():
        script.setdefault(source, []).append(value)
    return script


def _compare(
    record: Record, expected: Sequence[tuple[int, str, str]], log: Log, line: int, *, whole: bool
) -> None:
    """Raises Diverged where recorded outcomes and those here differ. Only the last decision need not be whole."""
    drawn = [(o.source, o.value) for o in log.outcomes]
    for (number, source, value), got in zip(expected, drawn, strict=False):
        if (source, value) != got:
            raise Diverged(f"{record.path}:{number}: recorded {source} gives {value}, here {got[0]} gives {got[1]}")
    if len(expected) > len(drawn):
        number, source, value = expected[len(drawn)]
        raise Diverged(f"{record.path}:{number}: recorded {source} gives {value}, here nothing is drawn")
    if whole and len(expected) < len(drawn):
        source, value = drawn[len(expected)]
        raise Diverged(f"{record.path}:{line}: here {source} gives {value}, and the record does not say so")


def resume(
    path: str | Path, bots: Callable[[str, Rules], Bot], rules: Rules | None = None
) -> tuple[Match, Record]:
    """The recorded match, ready to go on in the same file; a torn last line is cut off first (see Record.unfinished).

    What the file lacks of the last decision's lines is written again. `bots` makes a bot from its text and the rules;
    `rules` need only be given for a game that is not installed.
    """
    record = records.read(path)
    match = replay(record, rules=rules)
    match.bots = {player: bots(text, match.rules) for player, text in match._bot_names.items()}
    missing = _missing(match, record)
    if missing or not match.over:
        match._writer = Writer(path, append_at=records.finished_bytes(path))
        match._writer.write(*missing)
    if match.over:
        match.close()
    return match, record


def _missing(match: Match, record: Record) -> list[dict[str, Any]]:
    """The lines of the last decision, or of the set-up, that were not written before the end."""
    deciding = [n for n, line in enumerate(record.lines) if line.content.keys() & {"move", "undo", "redo"}]
    if not deciding:
        whole = [drawn(0, outcome, match.state) for outcome in match._set_up.outcomes]
        return whole[len(record.lines) :]
    last = deciding[-1]
    if "move" not in record.lines[last].content:
        return []
    whole = match._lines(match.played[-1], match.state)
    return whole[len(record.lines) - last :]

