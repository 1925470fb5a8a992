"""Ridge regression (Hoerl and Kennard 1970) from the features of turn ends to the points to come, by score reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..base.errors import UsageError, install
from ..bots.features import LearnedValue
from ..rules.teams import Sides, grouped

PENALTY = 10.0
"""On the squares of coefficients of standardized features. Three times as much played as well, thirty times worse."""
LEAST = 0.004
"""A number that moves the value by fewer points than this is left out."""
DIGITS = 4


def fitted(games: Sequence[dict[str, Any]]) -> LearnedValue | None:
    """Return the value that foretells the leads in these games (`arena.studied`) best; None if there is nothing to
    learn from."""
    try:
        import numpy as np
    except ImportError as error:
        raise UsageError(f"training needs numpy:{install('lab')}") from error
    rounds = sum(game["rounds"] for game in games) / max(1, len(games))
    names = sorted({name for game in games for _, _, found, _ in game["positions"] for name in found})
    reasons = sorted({reason for game in games for reason in game["ended"]})
    rows, targets = _rows(games, names, reasons, rounds)
    if not names or not reasons or len(rows) < 4 * len(names):
        return None
    x, y = np.array(rows), np.array(targets)
    both = 2 * len(names)
    spread = x[:, :both].std(axis=0)
    penalty = np.zeros(x.shape[1])
    penalty[:both] = np.maximum(spread**2, 1e-9) * PENALTY
    found = np.linalg.lstsq(x.T @ x + np.diag(penalty + 1e-9), x.T @ y, rcond=None)[0]
    points: dict[str, dict[str, tuple[float, float]]] = {}
    for column, reason in enumerate(reasons):
        kept = {}
        for n, name in enumerate(names):
            early, late = found[n, column], found[len(names) + n, column]
            if abs(early) * spread[n] + abs(late) * spread[len(names) + n] >= LEAST:
                kept[name] = (round(float(early), DIGITS), round(float(late), DIGITS))
        if kept:
            points[reason] = kept
    return LearnedValue(rounds=round(rounds, 2), points=points) if points else None


def _rows(
    games: Sequence[dict[str, Any]], names: Sequence[str], reasons: Sequence[str], rounds: float
) -> tuple[list[list[float]], list[list[float]]]:
    """Rows of leads over the mean of the others: features that fade out, features that fade in, and whose turn is over.

    With two sides a position has one row, since the other side's is its mirror image; with more it has one a seat. What
    partners have is added up; with one side it is no lead, but what all have.
    """
    rows: list[list[float]] = []
    targets: list[list[float]] = []
    for game in games:
        ended, sides = game["ended"], grouped(game["sides"])
        seats = len(sides.of)
        for at, mover, found, so_far in game["positions"]:
            late = min(1.0, at / rounds) if rounds > 0 else 0.0
            for seat in range(seats) if len(sides.groups) > 2 else (mover,):
                leads = [_lead(found.get(name), seat, sides) for name in names]
                turn = [0.0] * (2 * seats)
                turn[(seat - mover) % seats] = 1 - late
                turn[seats + (seat - mover) % seats] = late
                rows.append([one * (1 - late) for one in leads] + [one * late for one in leads] + turn)
                targets.append(
                    [
                        _lead(ended.get(reason), seat, sides) - _lead(so_far.get(reason), seat, sides)
                        for reason in reasons
                    ]
                )
    return rows, targets


def mean(values: Sequence[LearnedValue]) -> LearnedValue:
    """Return the mean of some values: it varies less than each of them."""
    count = len(values)
    points: dict[str, dict[str, tuple[float, float]]] = {}
    for reason in dict.fromkeys(reason for value in values for reason in value.points):
        parts = [value.points.get(reason, {}) for value in values]
        points[reason] = {
            name: (
                round(sum(part.get(name, (0.0, 0.0))[0] for part in parts) / count, DIGITS),
                round(sum(part.get(name, (0.0, 0.0))[1] for part in parts) / count, DIGITS),
            )
            for name in dict.fromkeys(name for part in parts for name in part)
        }
    return LearnedValue(rounds=round(sum(value.rounds for value in values) / count, 2), points=points)


def _lead(by_seat: Sequence[float] | None, seat: int, sides: Sides) -> float:
    if by_seat is None:
        return 0.0
    return float(sides.ahead(sides.totals(by_seat) if sides.teams else by_seat, seat))
