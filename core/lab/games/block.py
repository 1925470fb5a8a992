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
from hashlib import blake2b
from operator import eq
from pathlib import Path
from typing import Any, NamedTuple

import attrs

from ... import bots
from ...base import plugin_errors
from ...base.errors import TilewrightError
from ...meters.metrics import Course, Meter, Watch
from ...meters.registry import meters_of
from ...play.lifecycle import Bot
from ...play.match import names_of
from ...rules.actions import Action
from ...rules.game import content
from ...rules.state import State
from ...simulation.games import dealt_anew, play_out, play_recorded, row_of
from ...simulation.workers import once
from .duels import SKILL, ahead
from .variants import Variant

ALL_ORDERS = 3
"""With up to this many players every order of the bots is played; with more, each bot sits in every seat once."""
DIGITS = 6
"""Decimals that measured values keep in files."""


@attrs.frozen(kw_only=True)
class BlockSide:
    """One ruleset as it is played: the variant and the metrics to measure."""

    variant: Variant
    metrics: tuple[str, ...] | None = None
    """Names; None for every metric that is measured by default."""
    shift: int = 0
    """Added to the seed, for games that must not share the luck of the others."""
    casts: tuple[tuple[str, ...], ...] = ()
    """Casts of its own; empty for those of the work. Its games are not compared with the base's."""
    texts: tuple[Mapping[str, str], ...] = ()
    """By bot of a cast, the bot that plays for it on this side, if it is another one: for each training of players,
    among which the blocks are dealt. Empty if all play for themselves."""
    content: str = ""
    """The kind of content that is dealt by design; "" if chance deals everything."""
    holders: bool = False
    """True if rows say who has which item of that content in the end."""
    sets: tuple[tuple[str, ...], ...] = ()
    """The items of that content that are in play: block N has those of N modulo their number."""


@attrs.frozen(kw_only=True)
class BlockWork:
    """All that a process needs to play blocks."""

    sides: tuple[BlockSide, ...]
    """The first is the base."""
    casts: tuple[tuple[str, ...], ...]
    rotate: bool = False
    """True if casts of equal bots change seats as well."""
    seed: int = 0
    start: Mapping[str, Any] | None = None
    """A packed position to start from; its hidden pieces are dealt again under each seed."""
    failed: str = "."
    """A folder for the records of games that fail."""
    turn: int = 1
    """Blocks in a row that players of the same training play."""

    def bots(self, side: BlockSide) -> list[dict[str, str]]:
        """Return by bot of the casts of this side the bot that plays for it, once for each training."""
        texts = sorted({text for cast in side.casts or self.casts for text in cast})
        return [{text: own.get(text, text) for text in texts} for own in side.texts or ({},)]

    def cast(self, side: BlockSide, block: int) -> tuple[str, ...]:
        """Return who plays this block on this side."""
        casts = side.casts or self.casts
        return casts[block % len(casts)]


class Trace(NamedTuple):
    """What of a game is compared with another one: what its seats decided, and how they stood after each turn."""

    actions: list[tuple[int, str]]
    """Seats, and digests of what they did: those of equal actions are equal."""
    turns: list[tuple[int, int, list[int]]]
    """As in `Course`."""

    @classmethod
    def of(cls, course: Course) -> Trace:
        return cls([(one.seat, told(one)) for one in course.actions], course.turns)


def told(action: Action) -> str:
    """Return a digest of an action with all its fields; of one whose fields cannot be told, of its notation."""
    text = repr(action)
    return blake2b((str(action) if " at 0x" in text else text).encode(), digest_size=8).hexdigest()


@attrs.frozen
class PlayedArm:
    """The games of one block under one ruleset, which need no other ruleset to be of use."""

    games: list[dict[str, Any]]
    traces: list[Trace]
    seconds: float

    @property
    def whole(self) -> bool:
        return not any("error" in game for game in self.games)


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


class BlockPlayer:
    """Plays the blocks of one `BlockWork` in this process: rules, bots and meters are made once."""

    def __init__(self, work: BlockWork) -> None:
        self.work = work
        self.rules = [side.variant.rules() for side in work.sides]
        self.texts = [work.bots(side) for side in work.sides]
        self.bots: list[list[dict[str, Bot]]] = [
            [{name: bots.make(text, rules) for name, text in texts.items()} for texts in trained]
            for trained, rules in zip(self.texts, self.rules, strict=True)
        ]
        self.meters: list[Sequence[Meter]] = [
            meters_of(rules, None if side.metrics is None else [one for one in side.metrics if one != SKILL])
            for rules, side in zip(self.rules, work.sides, strict=True)
        ]

    def row(self, block: int) -> dict[str, Any]:
        """Play the block; return its row: `{block, seed, cast, arms: {name: [game by rotation]}, worker, seconds}`."""
        return assembled(
            self.work, block, [self.arm(block, side) for side in range(len(self.work.sides))], here()
        )

    def arm(self, block: int, number: int) -> PlayedArm:
        """Play the games of the block under one ruleset."""
        began = time.perf_counter()
        work, side = self.work, self.work.sides[number]
        own, seed = work.cast(side, block), work.seed + block + side.shift
        games = [
            self._game(number, [own[one] for one in order], order, seed, block, n)
            for n, order in enumerate(orders(own, work.rotate))
        ]
        return PlayedArm(
            games=[row for row, _ in games],
            traces=[Trace.of(course) for _, course in games],
            seconds=time.perf_counter() - began,
        )

    def _game(
        self, side: int, cast: Sequence[str], order: Sequence[int], seed: int, block: int, number: int
    ) -> tuple[dict[str, Any], Course]:
        rules = self.rules[side]
        names = names_of(len(cast))
        seated = tuple(names[one] for one in order)
        state = self._begun(side, seated, seed, block) or rules.new(seated, seed)
        training = block // self.work.turn % len(self.bots[side])
        players = [self.bots[side][training][text] for text in cast]
        who = {"players": list(state.seats), "bots": list(cast)}
        try:
            watch = Watch(self.meters[side], state)
            play_out(rules, state, players, seed, watch=watch)
            values = {name: plain(value) for name, value in watch.values(state).items()}
        except (Exception, SystemExit) as error:
            path = Path(self.work.failed) / f"block-{block}-arm-{side}-game-{number}.jsonl"
            texts = [self.texts[side][training][text] for text in cast]
            said = plugin_errors.describe(error, rules.plugins)
            position = self._begun(side, seated, seed, block)
            try:  # once more, with a record, up to the point where it fails again
                state, count, again = play_recorded(rules, state.seats, players, texts, seed, path, position)
            except (TilewrightError, OSError) as unwritten:
                return who | {"seed": seed, "error": f"{said} (no record: {unwritten})"}, Course()
            if again is not None:
                said = plugin_errors.describe(again, rules.plugins)
            failed = row_of(state, seed, count, players) | {"error": said, "record": str(path)}
            return who | failed, Course()
        row = row_of(state, seed, len(watch.course.actions), players) | self._held(side, state)
        if SKILL in (self.work.sides[side].metrics or ()):
            better = self.work.casts[block % len(self.work.casts)][1]
            values[SKILL] = plain(ahead(who | row, better))
        return who | row | {"first": watch.course.first, "values": values}, watch.course

    def _held(self, side: int, state: State) -> dict[str, list[list[str]]]:
        """Return by seat the items in play that it has of its own, for a study of content whose items are held."""
        one = self.work.sides[side]
        held = content(self.rules[side], one.content).held if one.holders else None
        return {"held": [sorted(own) for own in held(state)]} if held is not None else {}

    def _begun(self, side: int, seated: tuple[str, ...], seed: int, block: int) -> State | None:
        """Return the position in which a game begins; None if seed and players decide it."""
        rules, one = self.rules[side], self.work.sides[side]
        if self.work.start is not None:
            return dealt_anew(rules.restore(self.work.start), seed)
        if not one.sets:
            return None
        state = rules.new(seated, seed)
        content(rules, one.content).deal(state, one.sets[block % len(one.sets)])
        return state


def parted(base: Trace, other: Trace) -> tuple[int | None, int | None]:
    """Return the turn in which decisions or scores of two games began to differ, and the seat of the other game that
    was the first to decide otherwise; None if they never did, and if no seat did.

    A game that only goes on longer, or ends sooner, has no such seat.
    """
    alike = min(len(base.actions), len(other.actions))
    first = next((n for n, same in enumerate(map(eq, base.actions, other.actions)) if not same), alike)
    seat = other.actions[first][0] if first < alike else None
    for mine, theirs in zip(base.turns, other.turns, strict=False):
        if mine != theirs or mine[1] > first:
            return mine[0], seat
    if len(base.turns) == len(other.turns):
        return None, seat
    longer = max(base.turns, other.turns, key=len)
    return longer[min(len(base.turns), len(other.turns))][0], seat


def assembled(work: BlockWork, block: int, arms: Sequence[PlayedArm], worker: str) -> dict[str, Any]:
    """Return the row of a block from the games of all its arms, whenever they were played."""
    row: dict[str, list[dict[str, Any]]] = {}
    for number, (side, arm) in enumerate(zip(work.sides, arms, strict=True)):
        games = [dict(game) for game in arm.games]
        if number and not side.casts:
            for game, base, other in zip(games, arms[0].traces, arm.traces, strict=True):
                game["parted"], game["reacted"] = parted(base, other)
        row[side.variant.name] = games
    return {
        "block": block,
        "seed": work.seed + block,
        "cast": list(work.casts[block % len(work.casts)]),
        "arms": row,
        "worker": worker,
        "seconds": sum(arm.seconds for arm in arms),
    }


def here() -> str:
    """Return a name for what plays: machine, process, thread."""
    return f"{socket.gethostname()}:{os.getpid()}:{threading.get_ident()}"


def plain(value: Any) -> Any:
    """Return a measured value as it is written to files."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if value is None or isinstance(value, int):
        return value
    return [round(one, DIGITS) if isinstance(one, float) else one for one in value]


Span = tuple[str, BlockWork, int, int]
"""Key of a setting, its work, the first block and how many."""


def span_rows(spans: Sequence[Span], first: int, count: int) -> list[dict[str, Any]]:
    """Play some of the blocks in these spans, counted over all of them, in any process; return their rows."""
    found = []
    for setting, work, begin, many in spans:
        for block in range(begin + max(0, first), begin + min(many, first + count)):
            row = once(work, BlockPlayer).row(block)
            kept = {key: row[key] for key in ("block", "seed", "arms")}
            found.append({"setting": setting, **kept})
        first -= many
    return found


def rows(work: BlockWork, first: int, count: int) -> list[dict[str, Any]]:
    """Play some blocks in a worker process and return their rows."""
    player = once(work, BlockPlayer)
    return [player.row(block) for block in range(first, first + count)]


def arms(
    work: BlockWork, sides: Sequence[int], first: int, count: int
) -> list[tuple[str, dict[int, PlayedArm]]]:
    """Play some blocks under some of the rulesets; return who has played each, and its arms by number."""
    player = once(work, BlockPlayer)
    return [
        (here(), {side: player.arm(block, side) for side in sides}) for block in range(first, first + count)
    ]
