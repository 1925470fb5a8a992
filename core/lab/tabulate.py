"""From the rows of blocks to the table that is analysed: values are averaged inside each block first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from ..metrics import Metric
from .table import Floats, Table

Row: TypeAlias = "Mapping[str, Any]"
Game: TypeAlias = "Mapping[str, Any]"


def table(rows: Sequence[Row], variants: Sequence[str], metrics: Mapping[str, Metric]) -> Table:
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
    means: dict[tuple[str, str, str], Floats] = {}
    games: dict[tuple[str, str], Floats] = {}
    curves: dict[tuple[str, str], Floats] = {}
    for variant in variants:
        arms = [
            row["arms"][variant] if variant in used else [] for row, used in zip(rows, usable, strict=True)
        ]
        usual = wins([game for arm in arms for game in arm])
        for name, metric in metrics.items():
            zero = 0.0 if metric.group == "sources" else None
            if metric.by == "round":
                curves[variant, name] = _curve([[_value(game, name, None) for game in arm] for arm in arms])
                continue
            seen = [[one for game in arm for one in _parts(game, metric, zero)] for arm in arms]
            if metric.over_wins:
                seen = [
                    [(at, who, _less(value, usual[at, who])) for at, who, value in block] for block in seen
                ]
            means[variant, name, ""] = _means([value for _, _, value in block] for block in seen)
            if metric.over_wins:
                # If every seat picks, it is 0; a rounding error would look like a certain difference.
                means[variant, name, ""] = means[variant, name, ""].round(9) + 0.0
            games[variant, name] = _ragged([[value for _, _, value in block] for block in seen])
            if metric.by != "seat" or metric.over_wins:
                continue
            for seat in range(seats):
                means[variant, name, f"seat {seat + 1}"] = _means(
                    [value for at, _, value in block if at == seat] for block in seen
                )
            for bot in bots if len(bots) > 1 else ():
                means[variant, name, f"bot {bot}"] = _means(
                    [value for _, who, value in block if who == bot] for block in seen
                )
    return Table(
        variants=tuple(variants),
        metrics=dict(metrics),
        blocks=blocks,
        means=means,
        games=games,
        curves=curves,
        diverged={name: _diverged(rows, name, usable) for name in variants[1:]},
    )


def wins(games: Iterable[Game]) -> dict[tuple[int, str], float]:
    """Return the mean share of the victory by seat and bot; a shared victory is split equally."""
    found: dict[tuple[int, str], list[float]] = {}
    for game in games:
        for seat, bot in enumerate(game["bots"]):
            share = (seat in game["winners"]) / len(game["winners"])
            found.setdefault((seat, bot), []).append(share)
    return {key: sum(shares) / len(shares) for key, shares in found.items()}


def _less(value: float | None, usual: float) -> float | None:
    return None if value is None else value - usual


def whole(arm: Sequence[Game]) -> bool:
    """True if no game of a block failed under this variant."""
    return not any("error" in game for game in arm)


def _value(game: Game, name: str, otherwise: Any) -> Any:
    return game["values"].get(name, otherwise)


def _parts(game: Game, metric: Metric, otherwise: float | None) -> Iterator[tuple[int, str, float | None]]:
    """Yield (seat, its bot, value), one for each seat if the metric is by seat; seat -1 for a game's single value.

    The single value of a metric that the ruleset measures by seat is the mean over the seats.
    """
    if metric.by != "seat":
        value = _value(game, metric.name, otherwise)
        if isinstance(value, list):
            known = [one for one in value if one is not None]
            value = sum(known) / len(known) if known else None
        yield -1, "", value
        return
    count = len(game["bots"])
    values = _value(game, metric.name, [otherwise] * count)
    for seat, bot in enumerate(game["bots"]):
        yield seat, bot, values[seat]


def _means(blocks: Iterable[Sequence[float | None]]) -> Floats:
    found = []
    for values in blocks:
        known = [float(value) for value in values if value is not None]
        found.append(sum(known) / len(known) if known else np.nan)
    return np.array(found, dtype=np.float64)


def _ragged(rows: Sequence[Sequence[float | None]]) -> Floats:
    """Return rows of different lengths as one array, padded with NaN."""
    wide = max((len(row) for row in rows), default=0)
    found = np.full((len(rows), wide), np.nan)
    for n, row in enumerate(rows):
        for at, value in enumerate(row):
            if value is not None:
                found[n, at] = value
    return found


def _curve(blocks: Sequence[Sequence[Sequence[float | None] | None]]) -> Floats:
    """Return the mean over a block's games at each round that at least one of them reached."""
    means = []
    for curves in blocks:
        known = [curve for curve in curves if curve]
        longest = max((len(curve) for curve in known), default=0)
        line: list[float | None] = []
        for at in range(longest):
            here = [value for curve in known if at < len(curve) and (value := curve[at]) is not None]
            line.append(sum(here) / len(here) if here else None)
        means.append(line)
    return _ragged(means)


def _diverged(rows: Sequence[Row], name: str, usable: Sequence[set[str]]) -> Floats:
    shares: list[Sequence[float | None]] = [
        [float(game["parted"] is not None) for game in row["arms"][name]] if name in used else []
        for row, used in zip(rows, usable, strict=True)
    ]
    return _means(shares)


def long(table: Table) -> dict[str, list[Any]]:
    """Return the block means as columns of one long table: block, variant, metric, part, value."""
    columns: dict[str, list[Any]] = {"block": [], "variant": [], "metric": [], "part": [], "value": []}
    for (variant, metric, part), values in table.means.items():
        for block, value in zip(table.blocks, values.tolist(), strict=True):
            for column, entry in zip(columns.values(), (block, variant, metric, part, value), strict=True):
                column.append(entry)
    return columns
