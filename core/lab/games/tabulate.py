"""From the rows of blocks to the table that is analysed: values are averaged inside each block first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from ...meters.metrics import Metric
from ..stats.block_table import BlockTable, Floats

Row: TypeAlias = "Mapping[str, Any]"
Game: TypeAlias = "Mapping[str, Any]"


def table(rows: Sequence[Row], variants: Sequence[str], metrics: Mapping[str, Metric]) -> BlockTable:
    """Make the table of these variants, the base first.

    If a game failed, its variant has no value in the block; if it was the base's, no variant has one. A source of
    points that a ruleset does not have counts as 0.
    """
    blocks = tuple(int(row["block"]) for row in rows)
    usable = [
        {name for name in variants if whole(row["arms"][name]) and whole(row["arms"][variants[0]])}
        for row in rows
    ]
    seats = max((len(game["bots"]) for row in rows for game in row["arms"][variants[0]]), default=0)
    bots = sorted({bot for row in rows for bot in row["cast"]})
    casts = list(dict.fromkeys(tuple(row["cast"]) for row in rows))
    means: dict[tuple[str, str, str], Floats] = {}
    games: dict[tuple[str, str], Floats] = {}
    curves: dict[tuple[str, str], Floats] = {}
    for variant in variants:
        arms = [
            row["arms"][variant] if variant in used else [] for row, used in zip(rows, usable, strict=True)
        ]
        most = max(map(len, arms), default=0)
        usual = wins([game for arm in arms for game in arm])
        others = _grid(
            [[[usual[key] for key in enumerate(game["bots"])] for game in arm] for arm in arms], most, seats
        )
        sat = {
            bot: _grid([[[who == bot for who in game["bots"]] for game in arm] for arm in arms], most, seats)
            for bot in (bots if len(bots) > 1 else ())
        }
        for name, metric in metrics.items():
            zero = 0.0 if metric.group == "sources" else None
            if metric.by == "round":
                curves[variant, name] = _curve([[_value(game, name, None) for game in arm] for arm in arms])
                continue
            if metric.by == "game":
                single = [[[_single(_value(game, name, zero))] for game in arm] for arm in arms]
                games[variant, name] = _grid(single, most, 1)[:, :, 0]
                means[variant, name, ""] = _means(games[variant, name])
                continue
            none = [zero] * seats
            grid = _grid([[_value(game, name, none) for game in arm] for arm in arms], most, seats)
            by_seat = {(variant, name, f"seat {seat + 1}"): _means(grid[:, :, seat]) for seat in range(seats)}
            if metric.kind == "gap":
                means[variant, name, ""] = _gap([*by_seat.values()])
                means |= by_seat
                continue
            if metric.over_wins:
                grid = grid - others
            games[variant, name] = grid.reshape(len(rows), most * seats)
            means[variant, name, ""] = _means(games[variant, name])
            if metric.over_wins:
                # If every seat picks, it is 0; a rounding error would look like a certain difference.
                means[variant, name, ""] = means[variant, name, ""].round(9) + 0.0
                continue
            means |= by_seat
            for bot, here in sat.items():
                means[variant, name, f"bot {bot}"] = _means(
                    np.where(here == 1, grid, np.nan).reshape(len(rows), most * seats)
                )
    return BlockTable(
        variants=tuple(variants),
        metrics=dict(metrics),
        blocks=blocks,
        means=means,
        games=games,
        curves=curves,
        diverged={name: _diverged(rows, name, usable) for name in variants[1:]},
        casts=tuple(casts.index(tuple(row["cast"])) for row in rows),
    )


def wins(games: Iterable[Game]) -> dict[tuple[int, str], float]:
    """Return the mean share of the victory by seat and bot; a shared victory is split equally."""
    found: dict[tuple[int, str], list[float]] = {}
    for game in games:
        for seat, bot in enumerate(game["bots"]):
            share = (seat in game["winners"]) / len(game["winners"])
            found.setdefault((seat, bot), []).append(share)
    return {key: sum(shares) / len(shares) for key, shares in found.items()}


def whole(arm: Sequence[Game]) -> bool:
    """True if no game of a block failed under this variant."""
    return not any("error" in game for game in arm)


def _value(game: Game, name: str, otherwise: Any) -> Any:
    return game["values"].get(name, otherwise)


def _single(value: Any) -> float | None:
    """Return the value of a game; of a metric that the ruleset measures by seat, the mean over the seats."""
    if not isinstance(value, list):
        found: float | None = value
        return found
    known = [one for one in value if one is not None]
    return sum(known) / len(known) if known else None


def _grid(blocks: Sequence[Sequence[Sequence[float | None]]], games: int, seats: int) -> Floats:
    """Return values by block, game and seat as one array, NaN where there are none."""
    none = [None] * seats
    # None becomes NaN.
    found = np.array([[*block, *[none] * (games - len(block))] for block in blocks], dtype=np.float64)
    return found.reshape(len(blocks), games, seats)


def _means(values: Floats) -> Floats:
    """Return the mean of each row without NaN. Values are added in their order, so that equal rows have equal means."""
    known = np.isfinite(values)
    total = np.zeros(len(values))
    for column in np.where(known, values, 0.0).T:
        total += column
    count = known.sum(axis=1)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _gap(seats: Sequence[Floats]) -> Floats:
    """Return by block the share of the best seat over all blocks minus that of the worst: their mean is the gap."""
    totals = [float(np.nanmean(one)) if np.isfinite(one).any() else 0.0 for one in seats]
    if not seats:
        return np.array([])
    return seats[int(np.argmax(totals))] - seats[int(np.argmin(totals))]


def _ragged(rows: Sequence[Sequence[float | None]]) -> Floats:
    """Return rows of different lengths as one array, padded with NaN."""
    wide = max((len(row) for row in rows), default=0)
    # None becomes NaN.
    return np.array([[*row, *[None] * (wide - len(row))] for row in rows], dtype=np.float64).reshape(
        len(rows), wide
    )


def _curve(blocks: Sequence[Sequence[Sequence[float | None] | None]]) -> Floats:
    """Return the mean over a block's games at each round that at least one of them reached."""
    return _ragged([_means(_ragged([one for one in curves if one]).T).tolist() for curves in blocks])


def _diverged(rows: Sequence[Row], name: str, usable: Sequence[set[str]]) -> Floats:
    shares = [
        [game["parted"] is not None for game in row["arms"][name]] if name in used else []
        for row, used in zip(rows, usable, strict=True)
    ]
    return _means(_ragged(shares))


def long(table: BlockTable) -> dict[str, list[Any]]:
    """Return the block means as columns of one long table: block, variant, metric, part, value."""
    columns: dict[str, list[Any]] = {"block": [], "variant": [], "metric": [], "part": [], "value": []}
    for (variant, metric, part), values in table.means.items():
        columns["block"] += table.blocks
        columns["value"] += values.tolist()
        for name, entry in (("variant", variant), ("metric", metric), ("part", part)):
            columns[name] += [entry] * len(values)
    return columns
