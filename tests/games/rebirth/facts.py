"""What is known of Rebirth's two maps, copied from the list of components; places are `row,column` of the picture."""

from __future__ import annotations

from pathlib import Path

import yaml

from tilewright.core.land.grid import Hex
from tilewright.games.rebirth.printed import Printed

FACTS: dict[str, dict[str, str]] = yaml.safe_load(Path(__file__).with_name("facts.yaml").read_text("utf-8"))
"""`farms` are the food, energy and open fields in reading order; `castles` and `cathedrals` say how many playable
hexes each touches."""


def positions(printed: Printed) -> list[tuple[int, int]]:
    """By cell, its row and column, as its file draws it."""
    rows = [row.split() for row in printed.map.picture.splitlines()]
    return [
        (row, column)
        for row, marks in enumerate(rows)
        for column, mark in enumerate(marks)
        if mark[0] in "FEOSML"
    ]


def lochs(printed: Printed) -> list[Hex]:
    return [at for at, what in printed.closed.items() if what == "loch"]


def picture(printed: Printed) -> str:
    """The map as its file draws it, put together again from the numbers."""
    drawn = {site.at: site.code for site in printed.castles + printed.cathedrals}
    drawn.update(((at.r, at.q + at.r // 2), "~~") for at in lochs(printed))
    for cell, at in enumerate(positions(printed)):
        settlement = printed.settlement_of[cell]
        size = len(printed.settlements[settlement]) if settlement >= 0 else 0
        first = "SML"[size - 1] if size else "FEO"[printed.kind[cell]]
        drawn[at] = first + ("p" if printed.port[cell] else "n" if printed.neutral[cell] else ".")
    lines = []
    for row in range(printed.rows):
        line = "  ".join(drawn.get((row, column), "..") for column in range(printed.columns))
        lines.append("  " * (row % 2) + line + "\n")
    return "".join(lines)
