"""A block: one seed, one cast of bots, every rotation of its seats, played under each ruleset.

Only blocks are independent of each other, so measured values are averaged inside them first.
"""

from __future__ import annotations

import itertools
import os
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import attrs

from .. import blame, bots
from ..actions import Action
from ..bots import program
from ..chance import Stream, mix
from ..errors import TilewrightError
from ..guests import audit, seated
from ..match import Bot, Match, bot_key
from ..meters import meters_of
from ..metrics import Meter, Watch
from ..rules import Rules
from ..simulate import ENDLESS, dealt_anew, names_of, row_of
from ..state import State
from .variants import Variant

ALL_ORDERS = 3
"""With up to this many players every order of the bots is played; with more, each bot sits in every seat once."""
DIGITS = 6
"""Decimals that measured values keep in files."""


@attrs.frozen(kw_only=True)
class Side:
    """One ruleset as it is played: the variant and the metrics to measure."""

    variant: Variant
    metrics: tuple[str, ...] | None = None
    """Names; None for every metric that is measured by default."""
    shift: int = 0
    """Added to the seed, for games that must not share the luck of the others."""
    casts: tuple[tuple[str, ...], ...] = ()
    """Casts of its own; empty for those of the work. Its games are not compared with the base's."""
    texts: Mapping[str, str] = attrs.field(factory=dict)
    """By bot of a cast, the bot that plays for it on this side, if it is another one."""


@attrs.frozen(kw_only=True)
class Work:
    """All that a process needs to play blocks."""

    sides: tuple[Side, ...]
    """The first is the base."""
    casts: tuple[tuple[str, ...], ...]
    rotate: bool = False
    """True if casts of equal bots change seats as well."""
    seed: int = 0
    start: Mapping[str, Any] | None = None
    """A packed position to start from; its hidden pieces are dealt again under each seed."""
    failed: str = "."
    """A folder for the records of games that fail."""

    def bots(self, side: Side) -> dict[str, str]:
        """By bot of the casts of this side, the bot that plays for it."""
        texts = sorted({text for cast in side.casts or self.casts for text in cast})
        return {text: side.texts.get(text, text) for text in texts}


def orders(cast: Sequence[str], rotate: bool = False) -> list[tuple[int, ...]]:
    """Return the seatings of a block's games: for each game the numbers of the cast by seat.

    All permutations up to three players, else the cyclic Latin square. Seatings that put the same bots in the same
    seats are played once, unless `rotate`.
    """
    count = len(cast)
    if count <= ALL_ORDERS:
        found = list(itertools.permutations(range(count)))
    else:
        found = [tuple((seat + n) % count for seat in range(count)) for n in range(count)]
    if rotate:
        return found
    kept: dict[tuple[str, ...], tuple[int, ...]] = {}
    for order in found:
        kept.setdefault(tuple(cast[one] for one in order), order)
    return list(kept.values())


class Trace(NamedTuple):
    """The course of a game, for comparing it with another of the same luck."""

    actions: list[Action]
    turns: list[tuple[int, int, list[int]]]
    """At the end of each turn: its number, the actions so far, the scores."""


class Player:
    """Plays the blocks of one `Work` in this process: rules, bots and meters are made once."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.rules = [side.variant.rules() for side in work.sides]
        self.texts = [work.bots(side) for side in work.sides]
        self.bots: list[dict[str, Bot]] = [
            {name: bots.make(text, rules) for name, text in texts.items()}
            for texts, rules in zip(self.texts, self.rules, strict=True)
        ]
        self.meters: list[Sequence[Meter]] = [
            meters_of(rules, side.metrics) for rules, side in zip(self.rules, work.sides, strict=True)
        ]

    def row(self, block: int) -> dict[str, Any]:
        """Play the block; return its row: `{block, seed, cast, arms: {name: [game by rotation]}, worker, seconds}`."""
        began = time.perf_counter()
        work = self.work
        cast = work.casts[block % len(work.casts)]
        seed = work.seed + block
        arms: dict[str, list[dict[str, Any]]] = {}
        base: list[Trace] = []
        for number, side in enumerate(work.sides):
            played = []
            own = side.casts[block % len(side.casts)] if side.casts else cast
            for n, order in enumerate(orders(own, work.rotate)):
                row, trace = self._game(
                    number, [own[one] for one in order], order, seed + side.shift, block, n
                )
                if number == 0:
                    base.append(trace)
                elif not side.casts:
                    row["parted"] = parted(base[n], trace)
                    row["reacted"] = reacted(base[n], trace)
                played.append(row)
            arms[side.variant.name] = played
        return {
            "block": block,
            "seed": seed,
            "cast": list(cast),
            "arms": arms,
            "worker": f"{socket.gethostname()}:{os.getpid()}:{threading.get_ident()}",
            "seconds": time.perf_counter() - began,
        }

    def _game(
        self, side: int, cast: Sequence[str], order: Sequence[int], seed: int, block: int, number: int
    ) -> tuple[dict[str, Any], Trace]:
        rules, start = self.rules[side], self.work.start
        names = names_of(len(cast))
        seated = tuple(names[one] for one in order)
        state = rules.new(seated, seed) if start is None else dealt_anew(rules.restore(start), seed)
        players = [self.bots[side][text] for text in cast]
        who = {"players": list(state.seats), "bots": list(cast)}
        try:
            watch = Watch(self.meters[side], state)
            trace = play_watched(rules, state, players, seed, watch)
            values = {name: plain(value) for name, value in watch.values(state).items()}
        except (Exception, SystemExit) as error:
            path = Path(self.work.failed) / f"block-{block}-arm-{side}-game-{number}.jsonl"
            texts = [self.texts[side][text] for text in cast]
            return who | self._failed(rules, state.seats, players, texts, seed, path, error), Trace([], [])
        return who | row_of(state, seed, len(trace.actions), players) | {"values": values}, trace

    def _failed(
        self,
        rules: Rules,
        names: tuple[str, ...],
        players: Sequence[Bot],
        cast: Sequence[str],
        seed: int,
        path: Path,
        error: BaseException,
    ) -> dict[str, Any]:
        """Play the game once more with a record, up to the point where it fails again."""
        said = blame.describe(error, rules.plugins)
        start = self.work.start
        position = dealt_anew(rules.restore(start), seed) if start is not None else None
        try:
            path.unlink(missing_ok=True)
            match = Match(
                rules,
                names,
                seed=seed,
                bots=dict(zip(names, players, strict=True)),
                bot_names=dict(zip(names, cast, strict=True)),
                record=path,
                start=position,
            )
        except (TilewrightError, OSError) as unwritten:
            return {"seed": seed, "error": f"{said} (no record: {unwritten})"}
        program.begin(players)
        try:
            match.play_bots()
        except (Exception, SystemExit) as again:
            said = blame.describe(again, rules.plugins)
        finally:
            match.close()
        return row_of(match.state, seed, match.decisions, players) | {"error": said, "record": str(path)}


def play_watched(rules: Rules, state: State, players: Sequence[Bot], seed: int, watch: Watch) -> Trace:
    """Play the game to its end in place. TilewrightError at the turn limit."""
    chooses = [seated(player).choose for player in players]
    keys = [bot_key(seed, name) for name in state.seats]
    trace = Trace([], [])
    actions, turn, most = trace.actions, state.turns, rules.game.turn_limit
    program.begin(players)
    while not state.over:
        if len(actions) >= most:
            raise TilewrightError(f"{ENDLESS} {most} decisions")
        seat = state.to_act[0]
        action = chooses[seat](watch.deciding(state, seat), Stream.of(mix(keys[seat], len(actions))))
        log = watch.log()
        state.apply(action, log)
        actions.append(action)
        watch.decided(state, action, log)
        if state.turns != turn or state.over:
            trace.turns.append((turn, len(actions), state.scores.copy()))
            turn = state.turns
    audit(state)
    program.over(players, state)
    return trace


def parted(base: Trace, other: Trace) -> int | None:
    """Return the turn in which decisions or scores of two games began to differ; None if they never did."""
    before = 0
    for mine, theirs in zip(base.turns, other.turns, strict=False):
        turn, end, _ = mine
        if mine != theirs or base.actions[before:end] != other.actions[before:end]:
            return turn
        before = end
    if len(base.turns) == len(other.turns):
        return None
    longer = max(base.turns, other.turns, key=len)
    return longer[min(len(base.turns), len(other.turns))][0]


def reacted(base: Trace, other: Trace) -> int | None:
    """Return the seat that was the first to decide otherwise than in the base; None if nobody did.

    A game that only goes on longer, or ends sooner, has no such seat.
    """
    pairs = zip(base.actions, other.actions, strict=False)
    return next((theirs.seat for mine, theirs in pairs if mine != theirs), None)


def plain(value: Any) -> Any:
    """Return a measured value as it is written to files."""
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, float):
        return round(value, DIGITS)
    return [plain(one) for one in value]


_HERE = threading.local()


def ready(work: Work) -> Player:
    """Return the player of this work in this thread, made at the first call."""
    # Made once for each thread and work, which is pure: the same work gives the same rules. Bots and meters may
    # keep things between games, so two threads of a cluster's worker never share them.
    if getattr(_HERE, "work", None) != work:
        _HERE.player = Player(work)
        _HERE.work = work
    player: Player = _HERE.player
    return player


def rows(work: Work, first: int, count: int) -> list[dict[str, Any]]:
    """Play some blocks in a worker process and return their rows."""
    player = ready(work)
    return [player.row(block) for block in range(first, first + count)]
