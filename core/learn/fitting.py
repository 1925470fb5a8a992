"""Ridge regression (Hoerl and Kennard 1970) from the features of turn ends to the points to come, by score reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..bots.value import Value
from ..errors import UsageError

if TYPE_CHECKING:
    import numpy

PENALTIES = (0.003, 0.03, 0.3)
"""Tried as parts of the number of positions; the one that foretells games left out best is kept."""
LEAST = 0.004
"""A number that moves the value by fewer points than this is left out."""
DIGITS = 4


def fitted(games: Sequence[dict[str, Any]]) -> Value | None:
    """Return the value that foretells the leads in these games (`samples.studied`) best; None if there is nothing to
    learn from."""
    try:
        import numpy as np
    except ImportError as error:
        raise UsageError('training needs numpy: pip install "tilewright[lab]"') from error
    rounds = sum(game["rounds"] for game in games) / max(1, len(games))
    names = sorted({name for game in games for _, _, found, _ in game["positions"] for name in found})
    reasons = sorted({reason for game in games for reason in game["ended"]})
    rows, targets, owners = _rows(games, names, reasons, rounds)
    if not names or not reasons or len(rows) < 4 * len(names):
        return None
    x, y, of = np.array(rows), np.array(targets), np.array(owners)
    both = 2 * len(names)
    spread = x[:, :both].std(axis=0)
    penalty = np.zeros(x.shape[1])
    penalty[:both] = np.maximum(spread**2, 1e-9)
    left = of % 4 == 0
    errors = []
    for part in PENALTIES:
        fit = _solved(x[~left], y[~left], penalty * part * (~left).sum())
        errors.append(float((((x[left] @ fit - y[left]).sum(axis=1)) ** 2).mean()) if left.any() else 0.0)
    found = _solved(x, y, penalty * PENALTIES[int(np.argmin(errors))] * len(rows))
    points: dict[str, dict[str, tuple[float, float]]] = {}
    for column, reason in enumerate(reasons):
        kept = {}
        for n, name in enumerate(names):
            early, late = found[n, column], found[len(names) + n, column]
            if abs(early) * spread[n] + abs(late) * spread[len(names) + n] >= LEAST:
                kept[name] = (round(float(early), DIGITS), round(float(late), DIGITS))
        if kept:
            points[reason] = kept
    return Value(rounds=round(rounds, 2), points=points)


def _solved(x: numpy.ndarray, y: numpy.ndarray, penalty: numpy.ndarray) -> numpy.ndarray:
    import numpy as np

    found: numpy.ndarray = np.linalg.lstsq(x.T @ x + np.diag(penalty + 1e-9), x.T @ y, rcond=None)[0]
    return found


def _rows(
    games: Sequence[dict[str, Any]], names: Sequence[str], reasons: Sequence[str], rounds: float
) -> tuple[list[list[float]], list[list[float]], list[int]]:
    """Rows of leads over the mean of the others: features that fade out, features that fade in, and whose turn is over.

    With two players a position has one row, since the other seat's is its mirror image; with more it has one a seat.
    """
    rows: list[list[float]] = []
    targets: list[list[float]] = []
    owners: list[int] = []
    for number, game in enumerate(games):
        seats, ended = game["seats"], game["ended"]
        for at, mover, found, so_far in game["positions"]:
            late = min(1.0, at / rounds) if rounds > 0 else 0.0
            for seat in range(seats) if seats > 2 else (mover,):
                leads = [_lead(found.get(name), seat, seats) for name in names]
                turn = [0.0] * (2 * seats)
                turn[(seat - mover) % seats] = 1 - late
                turn[seats + (seat - mover) % seats] = late
                rows.append([one * (1 - late) for one in leads] + [one * late for one in leads] + turn)
                targets.append(
                    [
                        _lead(ended.get(reason), seat, seats) - _lead(so_far.get(reason), seat, seats)
                        for reason in reasons
                    ]
                )
                owners.append(number)
    return rows, targets, owners


def _lead(by_seat: Sequence[float] | None, seat: int, seats: int) -> float:
    if by_seat is None:
        return 0.0
    own = by_seat[seat]
    return float(own - (sum(by_seat) - own) / max(1, seats - 1))
