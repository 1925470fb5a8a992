"""Many games at once, over several processes: the same results for any number of workers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

import attrs

from .. import bots
from ..base import files, limits, plugin_errors
from ..base.chance import Stream, key_of, mix
from ..base.errors import PluginError, TilewrightError
from ..play import lifecycle
from ..play.guests import audit, seated
from ..play.match import bot_key, forfeited, names_of
from ..play.recorded_game import Played, drawn, lines_of, result
from ..record import format as records
from ..record.writer import written
from ..rules.actions import Action
from ..rules.assembly import load
from ..rules.events import Log
from ..rules.ruleset import Rules
from ..rules.schedule import Sealed
from ..rules.state import State
from ..rules.teams import sides_of
from ..rules.views import View
from . import workers as spread

ENDLESS = "the game met its limit of"
"""The beginning of the error message of a game without an end."""


WHOLE = ("scores", "winners", "turns", "decisions", "digest")
"""The keys that every row of a game has, apart from its seed."""


@attrs.frozen(kw_only=True)
class SimulationPlan:
    """The games to play: everything that a worker process needs, without any state."""

    game: str
    modules: tuple[str, ...] = ()
    options: Mapping[str, object] = attrs.field(factory=dict)
    edition: str | None = None
    data: str | None = None
    bots: tuple[str, ...] = ("random", "random")
    """By seat."""
    seed: int = 0
    games: int = 1
    start: Mapping[str, Any] | None = None
    """A packed position to start from."""
    out: str | None = None
    """A folder for records of all games; without it only failed games are recorded, in `failed`."""
    failed: str = "."

    @classmethod
    def of(cls, rules: Rules) -> SimulationPlan:
        """Return a plan for games under these rules."""
        return cls(
            game=rules.game.name,
            modules=tuple(module.name for module in rules.modules),
            options={**rules.option_values, **rules.overridden},
            edition=rules.edition,
            data=rules.data_folder,
        )

    def rules(self) -> Rules:
        return load(self.game, self.modules, self.options, self.edition, self.data)


def dealt_anew(state: State, seed: int) -> State:
    """Draw the streams and the order of piles again under the seed, in place; what seats hold stays the same."""
    state.streams = {name: (key_of(seed, name), 0) for name in state.streams}
    for place in state.rules.places_of(state):
        if place.zone.order == "pile":
            pieces = place.pieces(state)
            pieces.sort()
            Stream(seed, f"pile:{place.label(state.seats)}").shuffle(pieces)
    return state


def begun(rules: Rules, seats: Sequence[str], seed: int, position: Mapping[str, Any] | None) -> State:
    """Return the state in which a game begins: a packed position dealt anew, or the set-up if there is none."""
    return rules.new(seats, seed) if position is None else dealt_anew(rules.restore(position), seed)


class Watching(Protocol):
    """Watches a game as it is played; `meters.metrics.Watch` is one."""

    def deciding(self, state: State, seat: int) -> View:
        """Return the view that the seat chooses from."""

    def log(self) -> Log | None:
        """Return a log for the next action, if its events are to be seen."""

    def decided(self, state: State, action: Action, log: Log | None) -> None:
        """See the state after the action."""


def play_out(
    rules: Rules,
    state: State,
    players: Sequence[Any],
    seed: int,
    limit: int | None = None,
    watch: Watching | None = None,
) -> int:
    """Play the game to its end in place and return the number of decisions. TilewrightError at the turn limit.

    What shipped bots choose comes from the legal list; the choices of guests are checked.
    """
    decisions = 0
    chooses = [seated(player).choose for player in players]
    keys = [bot_key(seed, name) for name in state.seats]
    most = limit if limit is not None else rules.game.turn_limit
    lifecycle.begin(players, state.seats)
    while not state.over:
        if decisions >= most:
            raise TilewrightError(f"{ENDLESS} {most} decisions")
        seat = state.to_act[0]
        view = state.view(seat) if watch is None else watch.deciding(state, seat)
        action = chooses[seat](view, Stream.of(mix(keys[seat], decisions)))
        if watch is None:
            state.apply(action)
        else:
            log = watch.log()
            state.apply(action, log)
            watch.decided(state, action, log)
        decisions += 1
    audit(state)
    lifecycle.end(players, result(state))
    return decisions


def play_recorded(
    rules: Rules,
    seats: Sequence[str],
    players: Sequence[Any],
    texts: Sequence[str],
    seed: int,
    path: Path,
    start: State | None = None,
    told: Callable[[State, Action, Log | None], None] | None = None,
) -> tuple[State, int, Exception | SystemExit | None]:
    """Play a game of these bots (`texts` name them) and write its record, in place of any that is there.

    `told` is called after each decision.

    Its lines are kept in memory and written at the end of the game, so there is one wait for the disk. A program that
    is killed leaves whole records only; the same seed is the same game. Returns the last state, the number of
    decisions, and the error if the game failed: the record ends there. UsageError if it cannot be written.
    """
    log = Log()
    state = start if start is not None else rules.new(seats, seed, log)
    begun = start.to_dict() if start is not None else None
    head = records.header(rules, state.seats, seed, dict(zip(state.seats, texts, strict=True)), begun)
    watch = _Recording(players, [head, *(drawn(0, one, state) for one in log.outcomes)], told)
    failed: Exception | SystemExit | None = None
    try:
        play_out(rules, state, players, seed, watch=watch)
    except (Exception, SystemExit) as error:
        failed = error
    files.folder(path.parent)
    files.replace(path, "".join(map(written, watch.lines)), private=True)
    return state, watch.decisions, failed


class _Recording:
    """Watches a game and keeps the lines of its record. Only its end has a hash, which covers all turns before."""

    def __init__(
        self,
        players: Sequence[Any],
        lines: list[dict[str, Any]],
        told: Callable[[State, Action, Log | None], None] | None = None,
    ) -> None:
        self.lines = lines
        self._told = told
        self._programs = [one for one in map(lifecycle.inner, players) if hasattr(one, "forfeits")]
        self.decisions = 0
        self._lost = 0

    def deciding(self, state: State, seat: int) -> View:
        self._sealed, self._turn = isinstance(state.step, Sealed), state.turns
        return state.view(seat)

    def log(self) -> Log:
        return Log()

    def decided(self, state: State, action: Action, log: Log | None) -> None:
        assert log is not None
        self.decisions += 1
        if self._told is not None:
            self._told(state, action, log)
        ended = state.turns != self._turn or state.over
        played = Played(self.decisions, action.seat, action, log, (), self._turn, ended, self._sealed)
        self.lines += lines_of(played, state, hashed=state.over)
        if self._programs:
            lost = lifecycle.forfeits(self._programs)
            self.lines += [
                {"n": self.decisions, "note": forfeited(state.seats[one.seat], one)}
                for one in lost[self._lost :]
            ]
            self._lost = len(lost)


def one(plan: SimulationPlan, rules: Rules, players: Sequence[Any], seed: int) -> dict[str, Any]:
    """Play one game; return its row as `row_of` does, with `error` and `record` if it failed, and with `recorded`,
    the digest of its record, if that is kept."""
    try:
        return _one(plan, rules, players, seed)
    except PluginError as error:  # the set-up has failed: there is nothing to record
        none: dict[str, Any] = {"scores": [], "winners": [], "turns": 0, "decisions": 0, "digest": ""}
        return {"seed": seed, **none, "error": str(error)}


def _one(plan: SimulationPlan, rules: Rules, players: Sequence[Any], seed: int) -> dict[str, Any]:
    names = names_of(len(plan.bots))
    if plan.out is not None:
        return _recorded(plan, rules, players, seed, Path(plan.out) / name_of(plan.game, seed))
    state = begun(rules, names, seed, plan.start)
    try:
        decisions = play_out(rules, state, players, seed)
    except (Exception, SystemExit) as error:
        failed = Path(plan.failed) / f"{plan.game}-{seed}-failed.jsonl"
        row = _recorded(plan, rules, players, seed, failed)
        row.setdefault("error", plugin_errors.describe(error, rules.plugins))
        return row
    return row_of(state, seed, decisions, players)


def row_of(state: State, seed: int, decisions: int, players: Sequence[Any]) -> dict[str, Any]:
    """Return `{seed, scores, winners, turns, decisions, digest}`, and `forfeits` if a program lost the game.

    In a game of teams `shares` are the parts of the victory by seat.
    Seats that forfeited do not win, whatever their scores, and neither do their partners; if all did, the last one to
    do so wins.
    """
    done, sides = result(state), sides_of(state)
    lost = lifecycle.forfeits(players)
    row: dict[str, Any] = {
        "seed": seed,
        "scores": done["scores"],
        **({"standing": done["standing"]} if "standing" in done else {}),
        "winners": done["winners"],
        **({"shares": sides.shares(done["winners"])} if sides.teams else {}),
        "turns": done["turns"],
        "decisions": decisions,
        "digest": state.digest(),
    }
    if lost:
        row["forfeits"] = [attrs.asdict(one, filter=lambda field, _: field.name != "order") for one in lost]
        ranking = lifecycle.placed_last(done["ranking"], [one.seat for one in lost], sides)
        row["winners"] = ranking[0] if state.over else []
        if sides.teams:
            row["shares"] = sides.shares(row["winners"])
    return row


def shares(row: Mapping[str, Any]) -> Sequence[float]:
    """Return by seat the part of the victory in a row's game; partners have the same."""
    winners = row["winners"]
    found: Sequence[float] = row.get("shares") or [
        (seat in winners) / max(1, len(winners)) for seat in range(len(row["scores"]))
    ]
    return found


def standing(row: Mapping[str, Any]) -> Sequence[int]:
    """Return who was ahead at the end of a row's game: what the game says of it, or the scores."""
    found: Sequence[int] = row.get("standing", row["scores"])
    return found


def _recorded(
    plan: SimulationPlan, rules: Rules, players: Sequence[Any], seed: int, path: Path
) -> dict[str, Any]:
    names = names_of(len(plan.bots))
    start = dealt_anew(rules.restore(plan.start), seed) if plan.start is not None else None
    state, decisions, error = play_recorded(rules, names, players, plan.bots, seed, path, start)
    row = row_of(state, seed, decisions, players)
    if plan.out is not None:
        row["recorded"] = digest_of(path)
    if error is not None:
        row |= {"error": plugin_errors.describe(error, rules.plugins), "record": str(path)}
    return row


def name_of(game: str, seed: int) -> str:
    """Return the name of a game's record in a folder of records."""
    return f"{game}-{seed}.jsonl"


def digest_of(path: Path) -> str:
    """Return 16 hex digits of the record in this file. UsageError if it cannot be read."""
    return sha256(files.content(path, most=limits.RECORD)).hexdigest()[:16]


def _made(plan: SimulationPlan) -> tuple[Rules, list[Any]]:
    rules = plan.rules()
    return rules, [bots.make(text, rules) for text in plan.bots]


def rows(plan: SimulationPlan, first: int, count: int) -> list[dict[str, Any]]:
    """Play so many games of the plan from this number on, in any process; return their rows."""
    rules, players = spread.once(plan, _made)
    return [one(plan, rules, players, plan.seed + number) for number in range(first, first + count)]


def run(plan: SimulationPlan, workers: int = 1) -> Generator[dict[str, Any]]:
    """Yield the rows of all games, in seed order."""
    with spread.local(partial(rows, plan), workers) as playing:
        yield from playing.rows(0, plan.games)
