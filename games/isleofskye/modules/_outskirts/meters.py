"""Meters of the module: outskirts built and turned over."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.authoring import Meter, Metric, Rules, Value, at_end, hook

from ...state import IsleOfSkyeState
from .state import printed

BUILT = Metric(
    name="outskirts_built",
    title="outskirts built",
    group="content",
    unit="tiles",
    by="seat",
    doc="Outskirts that the seat has in its territory at the end (IS-OUT-2).",
)
TURNED = Metric(
    name="outskirts_turned",
    title="outskirts turned over",
    group="content",
    kind="rate",
    by="seat",
    doc="Of the seat's `outskirts_built`, the share that lies back up at the end (IS-OUT-4).",
)


@hook
def add_meters(rules: Rules) -> Sequence[Meter]:
    """Counts the outskirts built, and those of them joined on both sides."""

    def values(state: IsleOfSkyeState) -> dict[str, Value]:
        backs = {
            tile.face.name: tile.back.face.name for tile in printed(rules).tiles if tile.back is not None
        }
        names = [[board.face(cell).name for cell in board] for board in state.territories]
        fronts = [sum(name in backs for name in mine) for mine in names]
        turned = [sum(name in backs.values() for name in mine) for mine in names]
        whole = [front + back for front, back in zip(fronts, turned, strict=True)]
        return {
            "outskirts_built": whole,
            "outskirts_turned": [
                back / all_ if all_ else None for back, all_ in zip(turned, whole, strict=True)
            ],
        }

    return [at_end([BUILT, TURNED], values)]
