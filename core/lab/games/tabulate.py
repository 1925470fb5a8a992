"""From the rows of blocks to the table that is analysed: values are averaged inside each block first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...meters.metrics import Metric
from ..stats.block_table import BlockTable, Floats
from .game_columns import ArmColumns, Chunk

Row: TypeAlias = "Mapping[str, Any]"
Game: TypeAlias = "Mapping[str, Any]"
Wins: TypeAlias = "dict[tuple[int, str], tuple[float, int]]"
"""By seat and bot the sum of its shares of the victory, and its games."""


def table(rows: Sequence[Row], variants: Sequence[str], metrics: Mapping[str, Metric]) -> BlockTable:
    """Make the table of these variants from rows, the base first, as `table_of` does."""
    return table_of(Chunk.of_rows(rows, variants), variants, metrics)


def table_of(
    chunk: Chunk,
    variants: Sequence[str],
    metrics: Mapping[str, Metric],
    usual: Mapping[str, Wins] | None = None,
) -> BlockTable:
    """Make the table of these variants, the base first.

    If a game failed, its variant has no value in the block; if it was the base's, no variant has one. A source of
    points that a ruleset does not have counts as 0. `usual` are the wins by variant of all blocks, if there are others.
    """
    base = chunk.arms[variants[0]]
    seats = base.bots.shape[1] if len(chunk.blocks) else 0
    bots = sorted({bot for cast in chunk.casts for bot in cast})
    order = list(dict.fromkeys(chunk.casts))
    means: dict[tuple[str, str, str], Floats] = {}
    games: dict[tuple[str, str], Floats] = {}
    curves: dict[tuple[str, str], Floats] = {}
    diverged: dict[str, Floats] = {}
    for variant in variants:
        arm = chunk.arms[variant]
        used = arm.whole & base.whole
        own = arm.bots
        if variant != variants[0]:
            diverged[variant] = _means(arm.by_block(arm.parted.astype(float), used))
        others = (
            arm.by_block(_usual(own, usual[variant] if usual is not None else wins(arm, used)), used)
            if any(metric.over_wins for metric in metrics.values())
            else np.array([])
        )
        sat = {bot: arm.by_block((own == bot).astype(float), used) for bot in (bots if len(bots) > 1 else ())}
        for name, metric in metrics.items():
            zero = 0.0 if metric.group == "sources" else None
            if metric.by == "round":
                rounds = arm.by_block(arm.lists(name, 0, None), used)
                curves[variant, name] = _over_games(rounds)
                continue
            if metric.by == "game":
                games[variant, name] = arm.by_block(arm.values(name, zero), used)
                means[variant, name, ""] = _means(games[variant, name])
                continue
            grid = arm.by_block(arm.lists(name, seats, zero), used)
            by_seat = {(variant, name, f"seat {seat + 1}"): _means(grid[:, :, seat]) for seat in range(seats)}
            if metric.kind == "gap":
                means[variant, name, ""] = gap_of([*by_seat.values()])
                means |= by_seat
                continue
            if metric.over_wins:
                grid = grid - others
            flat = (len(chunk.blocks), grid.shape[1] * seats)
            games[variant, name] = grid.reshape(flat)
            means[variant, name, ""] = _means(games[variant, name])
            if metric.over_wins:
                # If every seat picks, it is 0; a rounding error would look like a certain difference.
                means[variant, name, ""] = means[variant, name, ""].round(9) + 0.0
                continue
            means |= by_seat
            for bot, here in sat.items():
                means[variant, name, f"bot {bot}"] = _means(np.where(here == 1, grid, np.nan).reshape(flat))
    return BlockTable(
        variants=tuple(variants),
        metrics=dict(metrics),
        blocks=chunk.blocks,
        means=means,
        games=games,
        curves=curves,
        diverged=diverged,
        casts=tuple(order.index(cast) for cast in chunk.casts),
    )


def wins(arm: ArmColumns, used: NDArray[np.bool_]) -> Wins:
    """Return the share of the victory by seat and bot in these blocks, as a sum and the number of games."""
    found: Wins = {}
    kept = np.repeat(used, arm.counts)
    bots, shares = arm.bots[kept], arm.wins[kept]
    for seat in range(bots.shape[1]):
        for bot in np.unique(bots[:, seat]):
            here = shares[bots[:, seat] == bot, seat]
            found[seat, bot] = float(here.sum()), len(here)
    return found


def _usual(bots: NDArray[np.object_], found: Wins) -> Floats:
    """Return by game and seat what this bot usually wins there."""
    usual = np.full(bots.shape, np.nan)
    for (seat, bot), (total, count) in found.items():
        usual[bots[:, seat] == bot, seat] = total / count
    return usual


def whole(arm: Sequence[Game]) -> bool:
    """True if no game of a block failed under this variant."""
    return not any("error" in game for game in arm)


def _means(values: Floats) -> Floats:
    """Return the mean of each row without NaN. Values are added in their order, so that equal rows have equal means."""
    known = np.isfinite(values)
    total = np.zeros(len(values))
    for column in np.where(known, values, 0.0).T:
        total += column
    count = known.sum(axis=1)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def gap_of(seats: Sequence[Floats]) -> Floats:
    """Return by block the share of the best seat over all blocks minus that of the worst: their mean is the gap."""
    totals = [float(np.nanmean(one)) if np.isfinite(one).any() else 0.0 for one in seats]
    if not seats:
        return np.array([])
    return seats[int(np.argmax(totals))] - seats[int(np.argmin(totals))]


def _over_games(values: Floats) -> Floats:
    """Return the mean over a block's games at each round that at least one of them reached."""
    blocks, most, rounds = values.shape
    reached = np.moveaxis(values, 1, 2).reshape(blocks * rounds, most)
    return _means(reached).reshape(blocks, rounds)


def long(table: BlockTable) -> dict[str, list[Any]]:
    """Return the block means as columns of one long table: block, variant, metric, part, value."""
    columns: dict[str, list[Any]] = {"block": [], "variant": [], "metric": [], "part": [], "value": []}
    for (variant, metric, part), values in table.means.items():
        columns["block"] += table.blocks
        columns["value"] += values.tolist()
        for name, entry in (("variant", variant), ("metric", metric), ("part", part)):
            columns[name] += [entry] * len(values)
    return columns


def parquet_of(table: BlockTable, state: str) -> bytes:
    """Return the block means as a file with one long Parquet table, which says what it was made of; ImportError without
    pyarrow."""
    import pyarrow
    from pyarrow import parquet

    made = pyarrow.table(long(table)).replace_schema_metadata({"tilewright": state})
    parquet.write_table(made, file := BytesIO())
    return file.getvalue()
