"""What is known of Rebirth's two maps, copied from the list of components; places are `row,column` of the picture."""

from __future__ import annotations

from tilewright.core.land.grid import Hex
from tilewright.games.rebirth.printed import Printed

FACTS: dict[str, dict[str, str]] = {
    "default": {
        "farms": "FFOEFEEOFOEFEOOEEFFFOFOOFEEOEEFOEFFEOFFEFEEFOFOOEOFFEEOOEEFFOOOOFEFEEOEFOOEF",
        "counts": (
            "playable=112 food=26 energy=26 open=24 small_settlements=6 medium_settlements=6 "
            "large_settlements=6 settlement_fields=36 farm_fields=76 castles=12 cathedrals=8 ports=8 "
            "neutral=32 neutral_on_settlement_fields=8 neutral_on_farm_fields=24 lochs=6"
        ),
        "small": "2,4 6,1 7,8 10,4 14,11 16,3",
        "medium": "1,4+1,5 4,1+4,2 6,5+7,5 6,10+7,10 9,2+10,2 13,7+14,7",
        "large": "2,7+2,8+3,6 5,10+5,11+6,12 7,3+7,4+8,4 10,9+11,9+12,9 12,5+12,6+12,7 15,5+16,6+17,5",
        "ports": "1,4 2,8 4,2 5,10 10,2 11,9 14,11 16,3",
        "neutral": (
            "0,6 1,6 1,9 3,3 4,5 4,7 5,9 6,1 6,5 6,10 7,5 7,7 7,10 8,2 8,6 8,10 9,7 10,3 10,6 10,7 "
            "11,8 12,4 12,10 13,2 13,5 13,11 14,8 14,9 15,5 16,6 16,7 17,5"
        ),
        "lochs": "5,5 6,4 9,6 11,5 12,8 15,6",
        "castles": "KE=5 KS=5 Ka=6 Kb=6 Kc=5 Kd=5 Ke=6 Kf=6 Kg=4 Kh=6 Ki=5 Kj=6",
        "cathedrals": "C1=4 C2=4 C3=6 C4=6 C5=6 C6=6 C7=6 C8=5",
    },
    "alternative": {
        "farms": "OFOFFEEFEOEOEEOOEFOFOFFFOEFFFFFOEOEEEOEEEOOEEEOFEFOFFF",
        "counts": (
            "playable=114 food=19 energy=19 open=16 small_settlements=12 medium_settlements=12 "
            "large_settlements=8 settlement_fields=60 farm_fields=54 castles=12 cathedrals=8 ports=8 "
            "neutral=32 neutral_on_settlement_fields=16 neutral_on_farm_fields=16 lochs=4"
        ),
        "small": "0,6 2,4 5,6 5,11 6,1 6,4 8,9 9,6 11,2 12,6 15,10 17,5",
        "medium": (
            "0,9+1,9 1,5+2,6 3,4+4,5 5,7+5,8 8,6+9,5 8,10+9,10 9,2+10,2 11,4+12,4 11,9+12,10 "
            "12,7+13,7 15,8+15,9 16,3+17,3"
        ),
        "large": (
            "0,7+0,8+1,6 4,1+4,2+5,2 5,9+5,10+6,10 7,5+7,6+8,7 9,3+9,4+10,3 9,9+10,9+10,10 "
            "12,5+13,4+13,5 14,8+15,7+16,8"
        ),
        "ports": "1,5 4,2 5,11 10,2 10,10 13,4 15,9 17,5",
        "neutral": (
            "0,6 0,9 1,8 1,9 2,8 3,5 4,4 5,7 5,8 6,1 6,5 6,12 7,3 7,8 7,12 8,2 8,10 9,3 9,4 9,10 10,3 "
            "11,7 11,9 12,10 13,2 13,11 14,8 15,5 15,7 16,5 16,8 17,4"
        ),
        "lochs": "5,5 11,5 12,8 15,6",
        "castles": "KE=5 KS=5 Ka=6 Kb=6 Kc=5 Kd=5 Ke=6 Kf=6 Kg=4 Kh=6 Ki=5 Kj=6",
        "cathedrals": "C1=4 C2=4 C3=6 C4=6 C5=6 C6=6 C7=6 C8=5",
    },
}
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
