"""Measures how much each stream of chance decides: one is drawn again, the others are held (pick and freeze).

Each block has two bundles of luck, A and B, and for each stream a game with A's luck except for this stream, which is
B's. This game shares only the stream with B's game, and everything except the stream with A's. `stats/variance.py`
analyses them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from ... import bots
from ...base import plugin_errors
from ...base.chance import key_of
from ...meters.metrics import Watch
from ...play.lifecycle import Bot
from ...play.match import names_of
from ...rules.handicap import StartResource
from ...simulation import games
from ...simulation.workers import once
from ..stats.seed_share import Bundle, bundle
from .block import orders

BOTS = "bots"
"""The name for the streams of all bots, in addition to those of the rules."""
REPLAYS = 4


@attrs.frozen(kw_only=True)
class StreamWork:
    """All that a process needs to play blocks."""

    plan: games.SimulationPlan
    """The rules, the bots of the cast, and the seed of the first block."""
    blocks: int
    replays: int = REPLAYS
    """Games for each seed and seating, each with different luck of the bots; at least 2 with `streams`."""
    streams: bool = True
    """False if only seats are asked: no stream is drawn again."""
    start: StartResource | None = None
    """Something extra that one seat begins with, in additional games."""


class StreamPlayer:
    """Plays blocks in this process: rules and bots are made once."""

    def __init__(self, work: StreamWork) -> None:
        self.work = work
        self.rules = work.plan.rules()
        self.bots: dict[str, Bot] = {
            text: bots.make(text, self.rules) for text in sorted(set(work.plan.bots))
        }

    def row(self, block: int) -> dict[str, Any]:
        """Return `{block, seed, played, other, swapped, raised}`, or `{block, seed, error}` if a game fails.

        `played` are the games of the seed, seating by seating; `other` is B's game, `swapped` has one for each
        stream, `raised` one for each seat that begins with more. These three are played in one seating, the next one
        in each block, and compared with the first game of `played` in this seating, whose number is `reference`.
        """
        work, seed = self.work, self.work.plan.seed + block
        try:
            return {"block": block, "seed": seed, **self._games(block, seed)}
        except (Exception, SystemExit) as error:
            said = plugin_errors.describe(error, self.rules.plugins)
            return {"block": block, "seed": seed, "cast": list(work.plan.bots), "error": said}

    def _games(self, block: int, seed: int) -> dict[str, Any]:
        work, rules = self.work, self.rules
        # Bundle 0 is A, 1 is B; of the others only the bots' luck is used.
        bundles = [seed, *(key_of(seed, f"luck:{n}") for n in range(1, work.replays))]
        seatings = orders(work.plan.bots)
        played = [self._game(order, seed, {}, own) for order in seatings for own in bundles]
        at = block % len(seatings)
        order = seatings[at]
        frozen: dict[str, Any] = {"swapped": {}}
        if work.streams:
            b = bundles[1]
            swapped = {name: self._game(order, seed, {name: b}, seed) for name in rules.streams}
            swapped[BOTS] = played[at * work.replays + 1]
            frozen = {
                "other": self._game(order, seed, dict.fromkeys(rules.streams, b), b),
                "swapped": swapped,
            }
        raised = []
        if work.start is not None:
            seats = range(len(order))
            raised = [
                self._game(order, seed, {}, seed, partial(work.start.give, seat=seat)) for seat in seats
            ]
        return {
            "cast": list(work.plan.bots),
            "played": played,
            "reference": at * work.replays,
            **frozen,
            "raised": raised,
        }

    def _game(
        self,
        order: Sequence[int],
        seed: int,
        apart: Mapping[str, int],
        luck: int,
        give: Callable[[Any], None] | None = None,
    ) -> dict[str, Any]:
        """Play a game with this seed, some streams of other seeds, and the bots' luck of another seed.

        `first` in its row is the seat that begins, as in Course.
        """
        cast, names = self.work.plan.bots, names_of(len(order))
        seated = tuple(names[one] for one in order)
        texts = [cast[one] for one in order]
        state = self.rules.new(seated, seed, apart=apart)
        if give is not None:
            give(state)
        players = [self.bots[text] for text in texts]
        watch = Watch([], state)
        decisions = games.play_out(self.rules, state, players, luck, watch=watch)
        row = games.row_of(state, seed, decisions, players)
        return row | {"players": list(seated), "bots": texts, "first": watch.course.first}


def rows(work: StreamWork, first: int, count: int) -> list[dict[str, Any]]:
    """Play some blocks in any process and return their rows."""
    player = once(work, StreamPlayer)
    return [player.row(block) for block in range(first, first + count)]


def bundles(played: Sequence[Mapping[str, Any]]) -> list[Bundle]:
    """Return the games of each seed."""
    return [bundle(row["seed"], row["cast"], row["played"]) for row in played]
