"""Rules alone and together, for the seats: the effects of a factorial run on the share of wins of each seat.

Seats are counted in the order of play. The gap between them is no sum of effects, but the share of one seat is.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ...meters.metrics import Metric
from ..stats.block_table import BlockTable, Effect, Spec
from ..stats.factorial import effects

GAP = "seat_gap"
"""The metric whose parts are the seats' shares, in the order of play."""


def metric_of_seat(name: str) -> Metric:
    """Return what `seat 2` measures."""
    number = name.rpartition(" ")[2]
    title = f"win share of seat {number}"
    return Metric(name=name, title=title, group="balance", kind="rate")


def seat_effects(table: BlockTable, spec: Spec, on: Mapping[str, frozenset[str]]) -> list[Effect]:
    """Return the effects on each seat's share; `on` has the factors switched on in each variant. None without seats."""
    among = [variant for variant in table.variants if variant in on]
    seats = sorted(
        {part for variant, metric, part in table.means if metric == GAP and part and variant in among}
    )
    shares = attrs.evolve(
        table,
        variants=tuple(among),
        metrics={seat: metric_of_seat(seat) for seat in seats},
        means={(variant, seat, ""): table.means[variant, GAP, seat] for variant in among for seat in seats},
    )
    return effects(shares, spec, on)
