"""Plays the blocks of a work, and takes the arms that were played before from a store: a question about a base plays
only what is new.

An arm, the games of one ruleset, needs no other one: when two games part is read off their traces. Its key says all
that decides its games except the seed. So another study finds them under any name, beside any other ruleset, in any
number of blocks, and from any first seed.
"""

from __future__ import annotations

import math
import platform
import sys
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Self

from ... import bots
from ...base.version import __version__
from ...meters.pace import own_pace
from ...rules.ruleset import Rules
from ..texts import text
from . import code_digests
from .arm_store import StoredArm, trimmed
from .block import BlockWork, PlayedArm, arms, assembled, here, orders
from .duels import SKILL
from .engine import Engine
from .lines import digest


def key(work: BlockWork, number: int, rules: Rules) -> str:
    """Return a digest of all that decides the games of an arm, except their seed; "" if no digest can.

    A program, or a class in a file, may depend on anything, and code that changes under a process on when it was read.
    """
    side = work.sides[number]
    casts, trained, metrics = side.casts or work.casts, work.bots(side), side.metrics or ()
    texts = {one for own in trained for one in own.values()}
    if any(map(bots.uninstalled, texts)) or code_digests.changed(rules, texts):
        return ""
    made = {one: code_digests.of_bot(one, [rules]) for one in texts}
    # The files of trained players lie in the folder of each run.
    named = {one: one.replace(bots.learned_from(one) or "\0", "FILE") for one in texts}
    turn = work.turn if len(trained) > 1 else 1
    lengths = [len(casts), turn * len(trained), max(len(side.sets), 1), len(work.casts)]
    period = math.lcm(*(lengths if SKILL in metrics else lengths[:-1]))
    said = {
        "made with": [
            __version__,
            sys.version,
            platform.machine(),
            code_digests.ours(),
            code_digests.shipped(),
        ],
        "installed": code_digests.installed(),
        "rules": code_digests.of_rules(rules),
        "pace": own_pace(rules),
        "casts": [casts, work.casts if SKILL in metrics else ()],
        "bots": [[[name, named[one], made[one]] for name, one in own.items()] for own in trained],
        "turn": turn,
        "rotate": work.rotate,
        "metrics": metrics,
        "start": work.start,
        "content": [side.content, side.holders, side.sets],
        # With it a seed says which cast, players and set play its block.
        "place": (work.seed + side.shift) % period,
    }
    return digest(said)


def seatings(work: BlockWork, number: int, seed: int) -> list[list[str]]:
    """Return by game of an arm the bots by seat of the block with this seed."""
    side = work.sides[number]
    cast = work.cast(side, seed - work.seed - side.shift)
    return [[cast[one] for one in order] for order in orders(cast, work.rotate)]


class Blocks:
    """The blocks of a work. What is played is kept once they are closed."""

    def __init__(
        self,
        work: BlockWork,
        rules: Sequence[Rules],
        start: Callable[[], Engine],
        kept: Path | None = None,
        note: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Find what the store in the folder `kept` has of each arm; `rules` are those of the first arms.

        `start` gives the engine, once something is to be played. `note` is told which files of the store are spoilt.
        """
        kept = None if kept is not None and code_digests.changed() else kept
        self.work, self._start, self._kept, self._note = work, start, kept, note
        self.seen: Counter[str] = Counter()
        """By arm, the blocks that were taken from the store."""
        self.days: set[str] = set()
        """The days on which they were played."""
        self._stored: list[StoredArm | None] = []
        self._twins: list[int] = []
        """By arm, the first one that plays the same games."""
        known: dict[tuple[str, int], int] = {}
        for number, side in enumerate(work.sides):
            own = rules[number] if number < len(rules) else None
            found = key(work, number, own or side.variant.rules()) if kept is not None else ""
            self._twins.append(known.setdefault((found or str(number), side.shift), number))
            metrics, seated = frozenset(side.metrics or ()), partial(seatings, work, number)
            arm = StoredArm(kept / found, seated, metrics, note) if kept is not None and found else None
            self._stored.append(arm)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Keep what is new, and no more than there is room for."""
        for arm in self._stored:
            if arm is not None:
                arm.flush()
        if self._kept is not None and any(arm is not None and arm.wrote for arm in self._stored):
            trimmed(self._kept)

    def of(self, work: BlockWork, rules: Sequence[Rules]) -> Blocks:
        """Return the blocks of another work, on the same engine and counted together."""
        made = Blocks(work, rules, self._start, self._kept, self._note)
        made.seen, made.days = self.seen, self.days
        return made

    def _seed(self, number: int, block: int) -> int:
        return self.work.seed + self.work.sides[number].shift + block

    def _lacking(self, block: int) -> tuple[int, ...]:
        """Return the arms of this block that are to be played."""
        return tuple(
            number
            for number, arm in enumerate(self._stored)
            if self._twins[number] == number and (arm is None or self._seed(number, block) not in arm)
        )

    def left(self, first: int, end: int) -> float:
        """Return which share of these blocks is to be played."""
        arms = sum(len(self._lacking(block)) for block in range(first, end))
        return arms / max(end - first, 1) / len(self._stored)

    def rows(
        self, first: int, end: int, progress: Callable[[int], None] = lambda count: None
    ) -> Generator[dict[str, Any]]:
        """Yield the rows of these blocks in order, as `Engine.rows` does."""
        while first < end:
            lacking, stop = self._lacking(first), first + 1
            while stop < end and self._lacking(stop) == lacking:
                stop += 1
            with closing(self._played(lacking, first, stop, progress)) as coming:
                for block, (worker, own) in enumerate(coming, first):
                    yield self._row(block, worker, own)
            first = stop

    def _played(
        self, lacking: Sequence[int], first: int, stop: int, progress: Callable[[int], None]
    ) -> Generator[tuple[str, dict[int, PlayedArm]]]:
        if lacking:
            yield from self._start().playing(partial(arms, self.work, lacking)).rows(first, stop, progress)
            return
        for _ in range(first, stop):
            yield here(), {}
            progress(1)

    def _row(self, block: int, worker: str, own: dict[int, PlayedArm]) -> dict[str, Any]:
        """Return the row of a block of which these arms were just played."""
        new, lost = [*own], list[int]()
        for number, first in enumerate(self._twins):
            arm = self._stored[number]
            if first != number and first in own and own[first].whole:
                own[number] = own[first]
            elif number in own:
                continue
            elif arm is not None and (found := arm.get(self._seed(number, block))) is not None:
                own[number], day = found
                self.seen[self.work.sides[number].variant.name] += 1
                self.days.add(day)
            else:  # its file was spoilt, or the games of its twin have failed
                lost.append(number)
        if lost:
            with closing(self._played(lost, block, block + 1, lambda count: None)) as coming:
                [(worker, more)] = coming
            own |= more
        for number in (*new, *lost):
            if (arm := self._stored[number]) is not None:
                arm.put(self._seed(number, block), own[number])
        return assembled(self.work, block, [own[number] for number in range(len(self._twins))], worker)

    @property
    def reused(self) -> str:
        """Return in words what was taken from the store; "" if nothing was."""
        if not self.seen:
            return ""
        [first, *_], last = sorted(self.days), max(self.days)
        base = self.work.sides[0].variant.name
        return text(
            "reused",
            blocks=f"{self.seen.total():,}",
            rulesets="the base" if [*self.seen] == [base] else f"{len(self.seen)} rulesets",
            days=f"on {first}" if first == last else f"from {first} to {last}",
        )
