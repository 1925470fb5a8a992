"""What an item is to the one who has it: how far the holder is ahead of the others, or what the winner makes of it.

Items that seats have of their own (cards, missions fulfilled) have holders. Where an item is for all seats alike and
brings points under its own name, it is the winner whose points from it are compared with those of the others. Both are
means over blocks. They describe who has what, and do not prove that the item is the cause: whoever is ahead may also
get it more easily.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import attrs
import numpy as np

from ...simulation.games import shares, standing
from ..games.tabulate import Game, Row, whole
from ..stats import intervals
from ..stats.block_table import NAN

LEAST = 10
"""Fewest blocks in which somebody has an item, for an interval."""


@attrs.frozen(kw_only=True)
class Holding:
    """One item, and the seats that have it."""

    item: str
    who: Literal["holder", "winner"]
    """Whose lead it is."""
    ahead: float = NAN
    """Of a holder, its points less the mean of the others; of the winner, its points from this item less theirs."""
    low: float = NAN
    high: float = NAN
    """The interval; those of all items hold together."""
    wins: float = NAN
    """The share of the victory that holders have, where an even one would be 1 / players; NaN for the winner."""
    blocks: int = 0
    """With a seat that has it."""
    games: int = 0


def holdings(
    rows: Sequence[Row], items: Sequence[str], alpha: float, inside: Mapping[tuple[int, str], Sequence[str]]
) -> list[Holding]:
    """Return what is known of each item, the furthest ahead first; [] if items are neither held nor told by source.

    `inside` are the items in play by block and arm.
    """
    played = [
        (n, name, game)
        for n, row in enumerate(rows)
        for name, games in row["arms"].items()
        if whole(games)
        for game in games
    ]
    who: Literal["holder", "winner"] = "holder" if any("held" in game for *_, game in played) else "winner"
    found = []
    for item in items:
        leads: dict[int, list[float]] = {}
        wins: list[float] = []
        for n, name, game in played:
            if item in inside[int(rows[n]["block"]), name]:
                mine = [*(_of_holders(game, item) if who == "holder" else _of_winners(game, item))]
                if mine:
                    leads.setdefault(n, []).extend(lead for lead, _ in mine)
                    wins += [share for _, share in mine]
        if leads:
            found.append(_holding(item, who, leads, wins, alpha / len(items)))
    return sorted(found, key=lambda one: -one.ahead)


def _of_holders(game: Game, item: str) -> Iterator[tuple[float, float]]:
    """Yield by holder its lead over the mean of those who do not have the item, and its share of the victory."""
    points = standing(game)
    holders = [seat for seat, own in enumerate(game.get("held", ())) if item in own]
    others = [points[seat] for seat in range(len(points)) if seat not in holders]
    for seat in holders if others else ():
        yield points[seat] - sum(others) / len(others), shares(game)[seat]


def _of_winners(game: Game, item: str) -> Iterator[tuple[float, float]]:
    """Yield the points of the winners from the item less those of the others; nothing if all have won."""
    points = game["values"].get(f"source.{item}")
    won = set(game["winners"])
    if points is None or None in points or len(won) in (0, len(points)):
        return
    mine = [points[seat] for seat in sorted(won)]
    others = [value for seat, value in enumerate(points) if seat not in won]
    yield sum(mine) / len(mine) - sum(others) / len(others), NAN


def _holding(
    item: str,
    who: Literal["holder", "winner"],
    leads: Mapping[int, list[float]],
    wins: list[float],
    alpha: float,
) -> Holding:
    blocks = np.array([sum(own) / len(own) for own in leads.values()])
    low, high = NAN, NAN
    if len(blocks) >= LEAST:
        ends = intervals.student(blocks[:, None], 1 - alpha)
        low, high = (float(end[0]) for end in ends)
    return Holding(
        item=item,
        who=who,
        ahead=float(blocks.mean()),
        low=low,
        high=high,
        wins=float(np.mean(wins)),
        blocks=len(blocks),
        games=sum(map(len, leads.values())),
    )
